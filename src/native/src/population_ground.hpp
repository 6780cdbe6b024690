// An exact-cover problem as partial selections see it: what a state says of itself, and which options meet which items.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "tilemodel/problem.hpp"

namespace tilemodel {

// The key of a state is a row of words: a bit for each item that is covered at most once (set: decided), then a word
// for each item that is counted, then the sum of each row. States with equal keys have the same completions. Options
// are numbered by their lowest bits, so that those that have to do with each other stand together.
struct Ground {
  struct Change {
    std::int32_t counter;  // of those behind the bits
    std::int64_t amount;
  };

  // Options as a set in `blocks` words, of which those outside [begin, end) are zero.
  struct Set {
    const std::uint64_t* words;
    int begin, end;
  };

  explicit Ground(const Problem& problem);

  // The options that use a bit, or (from bits on) a counted item.
  Set users_of(std::int32_t index) const { return set(users, user_ranges, index); }
  // The options that cannot be taken together with one, itself among them; there are none where `meeting` is empty,
  // since the table would be too large.
  Set meets(std::int32_t option) const { return set(meeting, meeting_ranges, option); }
  // The bits that an option covers, in `words` words.
  const std::uint64_t* cover_of(std::int32_t k) const { return &cover[static_cast<std::size_t>(k) * words]; }
  bool must(std::int32_t bit) const { return primary[bit / 64] >> bit % 64 & 1; }

  std::int32_t options = 0, bits = 0;
  int blocks = 0;                         // words of a set of options
  int words = 0, counters = 0, width = 0; // of a key: its bits, its counted items, all of it
  std::vector<char> is_cell;              // by bit
  std::vector<std::uint64_t> primary;     // the bits that must be covered
  std::vector<std::uint64_t> users, meeting, cover;
  std::vector<std::pair<int, int>> user_ranges, meeting_ranges;
  std::vector<std::int32_t> members, member_begin;  // the bits of option k: from member_begin[k] to member_begin[k + 1]
  std::vector<Change> changes;                      // what option k adds to counters and rows: in the same way
  std::vector<std::int32_t> change_begin;
  std::vector<std::int64_t> lo, hi;  // bounds of counters and rows

 private:
  Set set(const std::vector<std::uint64_t>& sets, const std::vector<std::pair<int, int>>& ranges,
          std::int32_t index) const {
    const auto [begin, end] = ranges[index];
    return {&sets[static_cast<std::size_t>(index) * blocks], begin, end};
  }
};

}  // namespace tilemodel
