// What the searches of a chain, each in masks of another format, have in common.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "crowd.hpp"
#include "tilemodel/bits.hpp"
#include "tilemodel/engine.hpp"
#include "tilemodel/vectors.hpp"

namespace tilemodel {

// The problem, and how far they are.
struct Chain {
  using Mask = Bits<kMostWords>;
  struct Entry {  // an option by its mask
    Mask mask;
    std::int32_t original;
    bool operator<(const Entry& other) const { return mask.word < other.mask.word; }
  };

  Instructions instructions;
  int smallest, largest;           // the fewest and the most bits to be covered that an option has
  std::vector<Entry> options;      // sorted
  std::vector<std::int32_t> need;  // by bit of the problem, where it is plural: how many options it needs still
  std::uint64_t nodes = 0, found = 0;
  std::uint64_t last_node = 0, last_found = 0;  // where to pause
  Selections* out = nullptr;

  std::int32_t original(const Mask& mask) const {
    const auto entry = std::lower_bound(options.begin(), options.end(), Entry{mask, 0});
    assert(entry != options.end() && entry->mask.word == mask.word);
    return entry->original;
  }
};

// Where a search is, by the branches left in its first levels.
struct Position {
  double ahead = 0;
  double share = 1;      // of the branch where it is
  int levels_left = 16;  // to be looked at
};

// One search of a chain, as the one after it sees it.
class Link {
 public:
  virtual ~Link() = default;
  // The bit of the problem that a bit of its masks stands for.
  virtual int meaning(int bit) = 0;
  // Append the options taken so far, by their numbers in the problem.
  virtual void append_taken(std::vector<std::int32_t>& chosen) = 0;
};

}  // namespace tilemodel
