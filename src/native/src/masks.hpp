// Options as sets of bits, where items are covered once or a fixed number of times.
#pragma once

#include <cstdint>
#include <vector>

#include "crowd.hpp"
#include "demands.hpp"

namespace tilemodel {

// Each item is a bit. Most are covered once at most; a plural one, such as a piece with three copies, just as often as
// it needs, by options of which each has a bit of the other kind to be covered. So no option is left where all is.
// Items that areas take care of are no bits: 54 pieces of four cells are 54 wherever they fill 216 cells.
struct Masks {
  explicit Masks(const Demands& demands);

  struct Option {
    std::vector<int> bits;
    std::int32_t original;
  };
  struct Plural {
    int bit;
    std::int32_t need;  // two or more
  };

  // The problem is of this kind and size, not hopeless, something is wanted, and no two options are alike.
  bool fit = false;
  int width = 0;     // bits are below this, at most kMaxWidth; those of pieces come first
  std::vector<int> wanted;  // bits to be covered, the plural ones among them
  std::vector<Plural> plural;
  std::vector<Option> options;
  int smallest = 0, largest = 0;  // the fewest and the most wanted bits of an option, but plural ones

 private:
  static constexpr int kMaxWidth = 64 * kMostWords;
  static constexpr std::int32_t kMaxOptions = 1 << 16;  // each level of the search has a copy of those left

  enum class Kind : char { kWanted, kOptional, kPlural, kIdle, kOther };
  static std::vector<Kind> kinds_of(const Demands& demands);
  static bool areas_suffice(const Demands& demands, std::int32_t item, const std::vector<Kind>& kinds);
};

}  // namespace tilemodel
