// Options as sets of bits, each in one group, where a problem allows it.
#pragma once

#include <cstdint>
#include <vector>

#include "demands.hpp"

namespace tilemodel {

// Each piece that is used a fixed number of times is a group, where every option belongs to exactly one of them; else
// all options are one open group, which is never used up. All other items are bits, covered at most once.
// Where all wanted bits are covered and no group needs more, no option is left.
struct Masks {
  explicit Masks(const Demands& demands);

  struct Option {
    std::vector<std::int32_t> bits;
    std::int32_t group;
    std::int32_t original;
  };

  bool fit = false;  // the problem is of this kind and size, not hopeless, and no two options of a group are alike
  bool open = false;
  int width = 0;                     // bits are below this, at most kMaxWidth
  std::vector<int> wanted;           // bits that must be covered
  std::vector<std::int32_t> need;    // by group; 0 where it is open
  std::int32_t total_need = 0;
  std::vector<Option> options;

 private:
  static constexpr int kMaxWidth = 256;
  static constexpr std::int32_t kMaxOptions = 1 << 16;  // each level of the search has a copy of those left

  static std::vector<std::int32_t> groups_of(const Demands& demands);
  bool sound() const;
};

}  // namespace tilemodel
