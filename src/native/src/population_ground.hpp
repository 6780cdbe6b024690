// An exact-cover problem as partial selections see it: what a state says of itself, and which options meet which items.
#pragma once

#include <cstdint>
#include <vector>

#include "tilemodel/problem.hpp"

namespace tilemodel {

// The key of a state is a row of words: a bit for each item that is covered at most once (set: decided), then a word
// for each item that is counted, then the sum of each row. States with equal keys have the same completions.
struct Ground {
  struct Change {
    std::int32_t counter;  // of those behind the bits
    std::int64_t amount;
  };

  explicit Ground(const Problem& problem);

  // The options that use a bit, or (from bits on) a counted item, as a set in `blocks` words.
  const std::uint64_t* users_of(std::int32_t index) const { return &users[static_cast<std::size_t>(index) * blocks]; }
  // The options that cannot be taken together with one, itself among them, as a set; there are none where `meeting` is
  // empty, since the table would be too large.
  const std::uint64_t* meets(std::int32_t option) const { return &meeting[static_cast<std::size_t>(option) * blocks]; }
  // The bits that an option covers, in `words` words.
  const std::uint64_t* cover_of(std::int32_t k) const { return &cover[static_cast<std::size_t>(k) * words]; }
  bool must(std::int32_t bit) const { return primary[bit / 64] >> bit % 64 & 1; }

  std::int32_t options = 0, bits = 0;
  int blocks = 0;                         // words of a set of options
  int words = 0, counters = 0, width = 0; // of a key: its bits, its counted items, all of it
  std::vector<char> is_cell;              // by bit
  std::vector<std::uint64_t> primary;     // the bits that must be covered
  std::vector<std::uint64_t> users, meeting, cover;
  std::vector<std::int32_t> members, member_begin;  // the bits of option k: from member_begin[k] to member_begin[k + 1]
  std::vector<Change> changes;                      // what option k adds to counters and rows: in the same way
  std::vector<std::int32_t> change_begin;
  std::vector<std::int64_t> lo, hi;  // bounds of counters and rows
};

}  // namespace tilemodel
