// Whether it pays to ask for endings: found out as the search goes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace tilemodel {

// Where many ways lead to the same regions, as on narrow boards, endings save nearly all of the search; where few do, as
// in three dimensions, reckoning them may take ten times as long as the search. So a few of the regions are searched
// without asking: what that takes, times the regions asked for, is what endings save; what they cost are the placements
// that they try. They cost most as long as few are known, and some tables need millions before they pay: so the cost is
// reckoned over windows that double, and where it is too much, asking rests until the search has had its turn. A table
// that does not pay after millions never will.
//
// Work is told in placements: `laid` by the search so far, `tried` by the endings so far.
class EndingTrial {
 public:
  // Whether not to ask for a region, since asking rests or the region lies in one that is searched without.
  bool goes_without(std::uint64_t laid) {
    if (laid < rests_until_) return true;
    if (depth_ < 0) return false;
    if (laid - start_ < kLong) return true;
    end(laid);
    return false;
  }
  // Asked for a region: whether not to, from here on or until the search leaves this depth.
  bool refuses(int depth, std::uint64_t tried, std::uint64_t laid) {
    ++asked_;
    if (tried - tried_before_ >= window_ && !pays(tried, laid)) return true;
    if (sampled_ * kSampled > tried + laid) return false;
    depth_ = depth;
    start_ = laid;
    return true;
  }
  // The search leaves a depth.
  void leave(int depth, std::uint64_t laid) {
    if (depth == depth_) end(laid);
  }

 private:
  static constexpr std::uint64_t kFirst = std::uint64_t{1} << 14;   // the first window
  static constexpr std::uint64_t kJudged = std::uint64_t{1} << 18;  // the first that is judged
  static constexpr std::uint64_t kLast = std::uint64_t{1} << 22;    // the first that is judged for good
  static constexpr double kDear = 4;            // what endings may cost for what they save, as they will save more
  static constexpr std::uint64_t kTurn = 8;     // placements by the search for one by endings that do not pay yet
  static constexpr std::uint64_t kSampled = 64;  // of so many placements one goes into searching without asking
  static constexpr std::uint64_t kLong = 10'000;  // placements after which a region need not be searched to its end

  // At the end of a window.
  bool pays(std::uint64_t tried, std::uint64_t laid) {
    const double each = static_cast<double>(sampled_) / static_cast<double>(std::max<std::uint64_t>(samples_, 1));
    const bool dear = static_cast<double>(tried - tried_before_) > kDear * each * static_cast<double>(asked_);
    const std::uint64_t window = window_;
    tried_before_ = tried;
    asked_ = 0;
    window_ *= 2;
    if (!dear || window < kJudged) return true;
    rests_until_ = window < kLast ? laid + kTurn * window : std::numeric_limits<std::uint64_t>::max();
    return false;
  }
  void end(std::uint64_t laid) {
    sampled_ += laid - start_;
    ++samples_;
    depth_ = -1;
  }

  int depth_ = -1;                            // of the region that is searched without asking; -1: none
  std::uint64_t start_ = 0;                   // what was laid before it
  std::uint64_t samples_ = 0, sampled_ = 0;   // regions searched so, and what was laid there
  std::uint64_t asked_ = 0;                   // regions asked for in this window
  std::uint64_t tried_before_ = 0, window_ = kFirst;
  std::uint64_t rests_until_ = 0;
};

}  // namespace tilemodel
