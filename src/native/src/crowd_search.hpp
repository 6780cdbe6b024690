// The search by items over crowds, in masks of one format, and on in a narrower one where few bits are left.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "crowd.hpp"
#include "crowd_chain.hpp"
#include "tilemodel/engine.hpp"

namespace tilemodel {

// A level is an option taken after the level before. It has the options left, or, with at most two of them to come, the
// pairs that complete the selection, or the next search of the chain goes through it: then there is no level after it.
template <typename F>
class Search final : public Link {
 public:
  using Mask = typename F::Mask;

  static constexpr std::int32_t kLine = 64 / sizeof(typename F::Word);
  struct alignas(64) CacheLine : std::array<typename F::Word, kLine> {};  // a load that lies in one line is faster

  enum class Kind : char { kCrowd, kPairs, kDone, kNarrower };
  struct Level {
    Kind kind = Kind::kCrowd;
    bool near_end = false;       // with one option more there may be at most two to come
    std::int32_t taken = -1;     // the option by which the search came here, in the crowd of the level before
    std::int32_t original = -1;  // its number in the problem, once it was asked for
    std::int32_t tried = 0, branches = 0;
    std::int32_t word = 0;  // the present one of those untried
    Mask lacking;           // to be covered still
    Mask plural;            // of these, what needs two options or more
    Crowd<F> crowd;
    std::vector<CacheLine> words;         // of the crowd
    std::vector<std::uint64_t> untried;   // the options to be tried, as bits, of which the first `branches` count
    std::vector<Pair> pairs;              // to be given, in the crowd of the level before
  };

  Search(Chain& chain, Link* before)
      : chain_(chain), before_(before), kernels_(kernels_with<F>(chain.instructions)) {}

  // The first level, with room for so many options; to be filled in before start(). Its bits stand for these of the
  // search before, in their order; where there is none before, for those of the problem.
  Level& first_level(std::int32_t options, const Chain::Mask& bits) {
    bits_before_ = bits;
    meaning_known_ = false;
    return level_at(0, options);
  }

  // Begin at the first level. ensure: false where it is a dead end
  // require: its planes are reckoned; something is lacking, and each bit of that has an option
  bool start() {
    depth_ = go_on(*levels_[0]) ? 0 : -1;
    return depth_ == 0;
  }

  Status advance() {
    while (depth_ >= 0) {
      Level& level = *levels_[depth_];
      if constexpr (!kLast)
        if (level.kind == Kind::kNarrower) {
          if (const Status status = rest_->advance(); status != Status::kExhausted) return status;
          leave();
          continue;
        }
      if (chain_.found == chain_.last_found) return Status::kQuota;
      if (chain_.nodes >= chain_.last_node) return Status::kPaused;
      if (level.kind == Kind::kCrowd) {
        if (!step(level)) leave();
      } else if (level.tried < level.branches) {
        record(level);
        ++level.tried;
      } else {
        leave();
      }
    }
    return Status::kExhausted;
  }

  bool active() const { return depth_ >= 0; }

  void locate(Position& position) const {
    for (int depth = 0; depth <= depth_ && position.levels_left-- > 0; ++depth) {
      const Level& level = *levels_[depth];
      if constexpr (!kLast)
        if (level.kind == Kind::kNarrower) return rest_->locate(position);
      position.ahead += position.share * (level.branches - level.tried) / level.branches;
      position.share = depth == depth_ ? 0 : position.share / level.branches;
    }
  }

  // Most searches of a chain are through before anyone asks.
  int meaning(int bit) override {
    if (!before_) return bit;
    if (!meaning_known_) {
      int to = 0;
      for_each_bit(bits_before_, [&](int one) { meaning_[to++] = static_cast<std::int16_t>(before_->meaning(one)); });
      meaning_known_ = true;
    }
    return meaning_[bit];
  }

  void append_taken(std::vector<std::int32_t>& chosen) override {
    if (before_) before_->append_taken(chosen);
    for (int depth = 1; depth <= depth_; ++depth) {
      Level& level = *levels_[depth];
      if (level.original < 0) level.original = original(levels_[depth - 1]->crowd.mask(level.taken));
      chosen.push_back(level.original);
    }
  }

 private:
  static constexpr bool kLast = Narrower<F>::kBits == 0;
  using Rest = std::conditional_t<kLast, char, Search<Narrower<F>>>;

  // A level after one with so many options.
  Level& level_at(int depth, std::int32_t options) {
    if (levels_.size() <= static_cast<std::size_t>(depth)) levels_.push_back(std::make_unique<Level>());
    Level& level = *levels_[depth];
    if (level.crowd.stride < options + kSlack) {
      const std::int32_t lines = (options + kSlack) / kLine + 1;
      level.crowd.stride = lines * kLine;
      level.words.resize(F::kWords * lines);
      level.crowd.words = level.words.front().data();
      level.untried.resize(options / 64 + 1);
    }
    return level;
  }

  // Push the next promising level after the top one. ensure: false where no branch is left.
  bool step(Level& level) {
    Level& next = level_at(depth_ + 1, level.crowd.size);
    while (level.tried < level.branches) {
      while (!level.untried[level.word]) ++level.word;
      std::uint64_t& untried = level.untried[level.word];
      next.taken = 64 * level.word + std::countr_zero(untried);
      untried &= untried - 1;
      ++level.tried;
      ++chain_.nodes;
      if (open(level, next)) {
        next.original = -1;
        ++depth_;
        return true;
      }
      if (!level.plural.none()) give_back(level, next);
    }
    return false;
  }

  void leave() {
    if (depth_ > 0 && !levels_[depth_ - 1]->plural.none()) give_back(*levels_[depth_ - 1], *levels_[depth_]);
    --depth_;
  }

  // Make the level after another one. ensure: false where it is a dead end.
  bool open(const Level& level, Level& next) {
    Mask covered = level.crowd.mask(next.taken);
    next.plural = level.plural;
    if (!level.plural.none()) take(next, covered);
    next.lacking = level.lacking.without(covered.word);
    next.tried = 0;
    if (next.lacking.none()) {
      next.kind = Kind::kDone;
      next.branches = 1;
      return true;
    }
    if (level.near_end && next.plural.none() && size(next.lacking) < 3 * chain_.smallest) {
      next.kind = Kind::kPairs;
      next.pairs.clear();
      kernels_.pairs(level.crowd, covered, next.lacking, next.pairs);
      next.branches = static_cast<std::int32_t>(next.pairs.size());
      chain_.nodes += next.pairs.size();
      return next.branches > 0;
    }
    return kernels_.thin(level.crowd, next.crowd, covered, next.lacking) && go_on(next);
  }

  // Take an option where some bits are plural: these are covered only when they need no other one.
  void take(Level& next, Mask& covered) {
    for_each_bit(covered, [&](int bit) {
      if (!next.plural.has(bit)) return;
      covered.reset(bit);
      if (--chain_.need[meaning(bit)] == 1) next.plural.reset(bit);
    });
  }
  void give_back(const Level& level, const Level& next) {
    for_each_bit(level.crowd.mask(next.taken), [&](int bit) {
      if (level.plural.has(bit)) ++chain_.need[meaning(bit)];
    });
  }

  // With the options of a level known, find its branches. ensure: false where it is a dead end
  bool go_on(Level& level) {
    assert(sane(level));
    if (!level.plural.none() && !plenty(level)) return false;
    const int left = size(level.lacking);
    if constexpr (!kLast)
      if (left <= Narrower<F>::kBits)
        if (const Mask bits = level.crowd.used(); size(bits) <= Narrower<F>::kBits) return hand_over(level, bits);
    level.near_end = left < 3 * chain_.smallest + chain_.largest;
    return choose(level);
  }

  // Whether the planes say how many options have each bit, and each that is lacking has one.
  static bool sane(const Level& level) {
    const Crowd<F>& crowd = level.crowd;
    const auto count = count_of(crowd);
    bool right = level.lacking.without(crowd.used().word).none() && level.plural.without(level.lacking.word).none();
    for (int bit = 0; bit < F::kBits; ++bit) {
      const bool many = count[bit] >> kPlanes;
      right &= crowd.many.has(bit) == many;
      for (int p = 0; p < kPlanes && !many; ++p) right &= crowd.planes[p].has(bit) == (count[bit] >> p & 1);
    }
    return right;
  }

  // How many options have each bit.
  static std::array<std::int32_t, F::kBits> count_of(const Crowd<F>& crowd) {
    std::array<std::int32_t, F::kBits> count{};
    for (std::int32_t i = 0; i < crowd.size; ++i) for_each_bit(crowd.mask(i), [&](int bit) { ++count[bit]; });
    return count;
  }

  // Whether there are enough options for all that is plural.
  bool plenty(const Level& level) {
    bool enough = true;
    for_each_bit(level.plural.without(level.crowd.many.word), [&](int bit) {
      std::int32_t count = 0;
      for (int p = 0; p < kPlanes; ++p) count |= level.crowd.planes[p].has(bit) << p;
      enough &= count >= chain_.need[meaning(bit)];
    });
    return enough;
  }

  // Let the next search of the chain go through a level, whose options have these bits.
  // ensure: false where it is a dead end
  bool hand_over(Level& level, const Mask& bits) {
    if (!rest_) rest_ = std::make_unique<Rest>(chain_, this);
    Chain::Mask widened;
    std::copy(bits.word.begin(), bits.word.end(), widened.word.begin());
    auto& first = rest_->first_level(level.crowd.size, widened);
    kernels_.squeeze(level.crowd, bits, first.crowd);
    first.lacking = kernels_.squeezed(level.lacking, bits);
    first.plural = kernels_.squeezed(level.plural, bits);
    first.tried = 0;
    level.kind = Kind::kNarrower;
    return rest_->start();
  }

  // Choose the bit with fewest options. ensure: false where there is none
  bool choose(Level& level) {
    Mask least = level.lacking.without(level.plural.word);
    if (least.none()) return false;  // each option has a bit that would be lacking
    level.kind = Kind::kCrowd;
    level.branches = least_of(level.crowd, least);
    level.word = 0;
    kernels_.holders(level.crowd, first_of(least), level.untried.data());
    return true;
  }

  // Keep those bits that fewest options have, and return how many that are.
  // require: bits is not empty
  static std::int32_t least_of(const Crowd<F>& crowd, Mask& bits) {
    Mask few = bits.without(crowd.many.word);
    if (few.none()) return least_of_many(crowd, bits);
    std::int32_t count = 0;
    for (int p = kPlanes - 1; p >= 0; --p) {
      const Mask fewer = few.without(crowd.planes[p].word);
      if (fewer.none())
        count |= 1 << p;
      else
        few = fewer;
    }
    bits = few;
    return count;
  }

  // The same where each has more than the planes can count, which is so near the root.
  static std::int32_t least_of_many(const Crowd<F>& crowd, Mask& bits) {
    const auto count = count_of(crowd);
    int best = -1;
    for_each_bit(bits, [&](int bit) {
      if (best < 0 || count[bit] < count[best]) best = bit;
    });
    bits = {};
    bits.set(best);
    return count[best];
  }

  void record(const Level& level) {
    ++chain_.found;
    if (!chain_.out) return;
    auto& chosen = chain_.out->chosen;
    const auto begin = static_cast<std::ptrdiff_t>(chosen.size());
    append_taken(chosen);
    if (level.kind == Kind::kPairs)
      for (const std::int32_t i : {level.pairs[level.tried].first, level.pairs[level.tried].second})
        if (i >= 0) chosen.push_back(original(levels_[depth_ - 1]->crowd.mask(i)));
    std::sort(chosen.begin() + begin, chosen.end());
    chain_.out->offsets.push_back(static_cast<std::int32_t>(chosen.size()));
  }

  std::int32_t original(const Mask& mask) {
    Chain::Mask meant;
    for_each_bit(mask, [&](int bit) { meant.set(meaning(bit)); });
    return chain_.original(meant);
  }

  template <int W, typename Word, typename Action>
  static void for_each_bit(const Bits<W, Word>& mask, Action action) {
    for (int w = 0; w < W; ++w)
      for (Word left = mask.word[w]; left; left &= left - 1)
        action(int{Bits<W, Word>::kDigits} * w + std::countr_zero(left));
  }
  static int size(const Mask& mask) {
    int count = 0;
    for (const auto word : mask.word) count += std::popcount(word);
    return count;
  }
  static int first_of(const Mask& mask) {
    int w = 0;
    while (!mask.word[w]) ++w;
    return int{Mask::kDigits} * w + std::countr_zero(mask.word[w]);
  }

  Chain& chain_;
  Link* before_;  // the search that this one goes on for, if any
  const Kernels<F>& kernels_;
  Chain::Mask bits_before_;  // those that the bits of this search stand for
  std::array<std::int16_t, F::kBits> meaning_{};  // by bit: that of the problem
  bool meaning_known_ = false;
  std::vector<std::unique_ptr<Level>> levels_;
  std::unique_ptr<Rest> rest_;
  int depth_ = -1;
};

}  // namespace tilemodel
