// One partial selection at a time, taken a decision further, and what is to be decided after it.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "population_ground.hpp"
#include "tilemodel/population.hpp"

namespace tilemodel {

// A state: its key, the set of options that it leaves open, how many of them use each bit, and how much they can take
// away from, and add to, each counter and row. It is kept as a row of `stride` words.
class Walker {
 public:
  static constexpr std::int32_t kDead = -1, kLeaf = -2;

  // ensure: the state is the root; `branch` is its first decision
  Walker(const Ground& ground, Tree tree);

  std::size_t stride() const { return stride_; }
  // ensure: the state is the one that was stored, with its branch; the promise is not kept
  void load(const std::uint64_t* row, std::int32_t branch);
  void store(std::uint64_t* row) const;

  // Take an option, or leave the bit that is to be decided uncovered.
  // require: branch() >= 0; the option is open, and one that uses that bit; to leave it, it need not be covered
  void take(std::int32_t option);
  void leave();

  // The bit to decide next, kLeaf (nothing is left to be decided) or kDead.
  std::int32_t branch() const { return branch_; }
  // The logarithm of what the state may be worth, up to a constant.
  double promise() const { return promise_; }
  // The one option with which the branch goes on, -1 where there are several ways.
  std::int32_t only() const;
  // Whether the branch may be left uncovered.
  bool may_leave() const { return !ground_.must(branch_); }
  // Every open option that uses the branch, ascending.
  template <typename Visit>
  void each(Visit visit) const {
    const auto users = ground_.users_of(branch_);
    for (int b = users.begin; b < users.end; ++b)
      for (std::uint64_t left = live_[b] & users.words[b]; left; left &= left - 1)
        visit(64 * b + std::countr_zero(left));
  }

 private:
  void settle();
  void close(std::int32_t index);
  void strike(int block, std::uint64_t lost);
  void narrow();
  bool rules_out(std::int32_t bit);
  std::int32_t choose();
  bool before(std::int32_t bit, std::int32_t other) const;

  const Ground& ground_;
  Tree tree_;
  std::size_t stride_;
  double trust_;
  std::vector<float> logs_;
  std::int32_t branch_ = kDead;
  double promise_ = 0;
  bool starved_ = false;  // a bit that must be covered has no open option
  std::vector<std::uint64_t> key_, live_;
  std::vector<std::int32_t> open_;
  std::vector<std::int64_t> reach_;
  std::vector<std::uint64_t> touched_;  // the bits that have lost options since they were last looked at
  std::vector<std::uint64_t> common_;  // options that are ruled out, between common_begin_ and common_end_
  int common_begin_ = 0, common_end_ = 0;
};

}  // namespace tilemodel
