#include "domains.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <utility>

#include "smallest.hpp"
#include "sums.hpp"

namespace tilemodel {
namespace {

using std::int32_t;
using std::uint64_t;

// A state is the set of options left and, for each primary item, its slack: options left less options needed, plus one.
// Slack is the number of branches at the item: the first of its options that is taken cannot come later, or too few
// would remain. Taking an option of the item changes both terms alike. Slack 0 or less is a dead end; it is kept as a
// number above 0 by adding a bias. An item that needs no more has kDone, which may drift down by as many as there are
// options, but never to where slack can be.
template <typename Slack>
class Domains final : public Engine {
 public:
  static constexpr Slack kDone = std::numeric_limits<Slack>::max();
  static constexpr int32_t kMost = kDone / 2;  // slack and bias together are no more

  // require: options and the largest lower bound together are at most kMost
  Domains(Demands demands, Instructions instructions)
      : demands_(std::move(demands)),
        sums_(demands_),
        smallest_(smallest_with<Slack>(instructions)),
        words_((demands_.option_count() + 63) / 64),
        stride_((demands_.primaries / kSmallestStride + 1) * kSmallestStride),
        used_(demands_.item_count()),
        bias_(static_cast<Slack>(most_needed(demands_))) {
    prepare_options();
    prepare_blocks();
    nodes_ = 1;
    if (demands_.hopeless) return;
    make_room(0);
    std::fill_n(alive(0), words_, ~uint64_t{0});
    if (const int rest = demands_.option_count() % 64) alive(0)[words_ - 1] = (uint64_t{1} << rest) - 1;
    std::fill_n(slack(0), stride_, kDone);
    for (int32_t i = 0; i < demands_.primaries; ++i) {
      const auto left = demands_.options.end(i) - demands_.options.begin(i);
      slack(0)[i] = static_cast<Slack>(bias_ + left - demands_.lo[i] + 1);
    }
    if (sums_.promising(alive(0), used_.data()) && open(0, -1)) depth_ = 0;
  }

  Status advance(uint64_t budget, uint64_t quota, Selections* out) override {
    const uint64_t last_node = nodes_ + budget, last_found = found_ + quota;
    while (depth_ >= 0) {
      if (found_ == last_found) return Status::kQuota;
      if (nodes_ >= last_node) return Status::kPaused;
      if (frames_[depth_].complete) {
        frames_[depth_].complete = false;
        record(out);
      } else if (!step()) {
        leave();
      }
    }
    return Status::kExhausted;
  }

  static int32_t most_needed(const Demands& demands) {
    return demands.lo.empty() ? 0 : *std::max_element(demands.lo.begin(), demands.lo.end());
  }

  double done() const override {
    double share = 1, ahead = 0;
    for (int depth = 0; depth <= std::min(depth_, kLevelsLookedAt); ++depth) {
      const Frame& frame = frames_[depth];
      if (frame.branches == 0) break;
      ahead += share * (frame.branches - frame.tried) / frame.branches;
      share = depth == depth_ ? 0 : share / frame.branches;
    }
    return depth_ < 0 ? 1 : std::clamp(1 - ahead - share, 0.0, 1.0);
  }

 private:
  static constexpr int kLevelsLookedAt = 15;

  struct Block {  // options of an item that share a word
    int32_t word;
    uint64_t bits;
  };
  struct Frame {
    int32_t item;      // whose options are tried: demands_.item_count() for any option
    int32_t block;     // the present block of them
    uint64_t untried;  // options of this block that are still to be tried
    int32_t branches;  // how many are tried at most, from the first on
    int32_t tried;
    int32_t taken;  // the option by which the search came here, -1: none
    bool complete;  // the options taken are a selection that is not given yet
  };

  uint64_t* alive(int depth) { return alive_.data() + std::size_t(depth) * words_; }
  Slack* slack(int depth) { return slack_.data() + std::size_t(depth) * stride_; }

  void make_room(int depth) {
    if (frames_.size() > static_cast<std::size_t>(depth)) return;
    const std::size_t room = std::max(2 * frames_.size(), std::size_t(depth) + 8);
    frames_.resize(room);
    alive_.resize(room * words_);
    slack_.resize(room * stride_);
  }

  // Push the next promising frame after the top one. ensure: false where no branch is left.
  bool step() {
    make_room(depth_ + 1);
    Frame& frame = frames_[depth_];
    const bool any = frame.item == demands_.item_count();
    const bool once = !any && demands_.hi[frame.item] == 1;  // then an option tried conflicts with all that follow
    while (frame.tried < frame.branches) {
      while (!frame.untried) {
        const Block& block = blocks_.begin(frame.item)[++frame.block];
        frame.untried = block.bits & alive(depth_)[block.word];
      }
      const int32_t option = 64 * blocks_.begin(frame.item)[frame.block].word + std::countr_zero(frame.untried);
      frame.untried &= frame.untried - 1;
      ++frame.tried;
      ++nodes_;
      std::copy_n(alive(depth_), words_, alive(depth_ + 1));
      std::copy_n(slack(depth_), stride_, slack(depth_ + 1));
      const bool opened = take(option, depth_ + 1) && open(depth_ + 1, option);
      if (!once && !drop(option, depth_)) frame.branches = frame.tried;
      if (opened) {
        ++depth_;
        return true;
      }
      give_back(option);
    }
    return false;
  }

  void leave() {
    if (frames_[depth_].taken >= 0) give_back(frames_[depth_].taken);
    --depth_;
  }

  // Take an option in the state of a depth, and drop what it excludes. ensure: false where a row cannot be kept.
  bool take(int32_t option, int depth) {
    uint64_t* left = alive(depth);
    Slack* slacks = slack(depth);
    left[option >> 6] &= ~(uint64_t{1} << (option & 63));
    for (auto i = demands_.items.begin(option); i != demands_.items.end(option); ++i)
      if (++used_[*i] == demands_.lo[*i]) slacks[*i] = kDone;
    for (auto i = demands_.items.begin(option); i != demands_.items.end(option); ++i) {
      if (used_[*i] != demands_.hi[*i]) continue;
      for (auto block = blocks_.begin(*i); block != blocks_.end(*i); ++block) {
        uint64_t gone = left[block->word] & block->bits;
        if (!gone) continue;
        left[block->word] ^= gone;
        for (; gone; gone &= gone - 1) {
          const int32_t other = 64 * block->word + std::countr_zero(gone);
          for (auto j = demanding_.begin(other); j != demanding_.end(other); ++j) --slacks[*j];
        }
      }
    }
    if (sums_.empty()) return true;
    sums_.take(option);
    return sums_.promising(left, used_.data());
  }

  void give_back(int32_t option) {
    for (auto i = demands_.items.begin(option); i != demands_.items.end(option); ++i) --used_[*i];
    if (!sums_.empty()) sums_.give_back(option);
  }

  // Drop an option that has been tried. ensure: false where the state is a dead end thereby.
  bool drop(int32_t option, int depth) {
    alive(depth)[option >> 6] &= ~(uint64_t{1} << (option & 63));
    bool promising = true;
    for (auto j = demanding_.begin(option); j != demanding_.end(option); ++j) promising &= --slack(depth)[*j] > bias_;
    return promising;
  }

  // Choose the item of a state. ensure: false where it is a dead end.
  bool open(int depth, int32_t taken) {
    const Smallest<Slack> least = smallest_(slack(depth), stride_);
    if (least.value <= bias_) return false;
    Frame& frame = frames_[depth];
    frame = {least.at, -1, 0, static_cast<int32_t>(least.value - bias_), 0, taken, false};
    if (least.value <= kMost) return true;
    frame.item = demands_.item_count();
    frame.branches = 0;
    for (int32_t w = 0; w < words_; ++w) frame.branches += std::popcount(alive(depth)[w]);
    frame.complete = sums_.kept();
    return frame.complete || frame.branches > 0;
  }

  void record(Selections* out) {
    ++found_;
    if (!out) return;
    const std::size_t begin = out->chosen.size();
    for (int depth = 1; depth <= depth_; ++depth) out->chosen.push_back(demands_.original[frames_[depth].taken]);
    std::sort(out->chosen.begin() + begin, out->chosen.end());
    out->offsets.push_back(static_cast<int32_t>(out->chosen.size()));
  }

  void prepare_options() {
    for (int32_t k = 0; k < demands_.option_count(); ++k) {
      for (auto i = demands_.items.begin(k); i != demands_.items.end(k); ++i)
        if (*i < demands_.primaries) demanding_.add(*i);
      demanding_.close();
    }
  }

  void prepare_blocks() {
    for (int32_t i = 0; i < demands_.item_count(); ++i) {
      std::vector<Block> blocks;
      for (auto k = demands_.options.begin(i); k != demands_.options.end(i); ++k) {
        if (blocks.empty() || blocks.back().word != *k >> 6) blocks.push_back({*k >> 6, 0});
        blocks.back().bits |= uint64_t{1} << (*k & 63);
      }
      blocks_.add_all(blocks);
    }
    for (int32_t w = 0; w < words_; ++w) blocks_.add({w, ~uint64_t{0}});
    blocks_.close();
  }

  const Demands demands_;
  Sums sums_;
  FindSmallest<Slack> smallest_;
  int32_t words_, stride_;
  Lists<int32_t> demanding_;  // by option: its primary items
  Lists<Block> blocks_;       // by item, then of all options
  std::vector<int32_t> used_;  // by item: how many of its options are taken
  Slack bias_;
  std::vector<uint64_t> alive_;  // [depth][word]
  std::vector<Slack> slack_;     // [depth][item]
  std::vector<Frame> frames_;    // [0 .. depth_]; one more is the frame being tried
  int depth_ = -1;
};

}  // namespace

std::unique_ptr<Engine> make_domains(Demands demands, Instructions instructions) {
  using Narrow = Domains<std::uint16_t>;
  if (demands.option_count() + Narrow::most_needed(demands) <= Narrow::kMost)
    return std::make_unique<Narrow>(std::move(demands), instructions);
  return std::make_unique<Domains<std::uint32_t>>(std::move(demands), instructions);
}

}  // namespace tilemodel
