#include "crowds.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <numeric>
#include <vector>

#include "crowd.hpp"
#include "masks.hpp"
#include "tilemodel/bits.hpp"

namespace tilemodel {
namespace {

using std::int32_t;
using std::uint64_t;

// A level is an option taken after the level before. It has the options left, or, with at most two of them to come, those
// and the pairs that complete the selection: then there is no level after it.
template <int W>
class Crowds final : public Engine {
 public:
  Crowds(const Masks& masks, Instructions instructions)
      : kernels_(kernels_with<W>(instructions)), smallest_(masks.smallest), largest_(masks.largest), need_(masks.width) {
    std::iota(space_.bit.begin(), space_.bit.end(), std::int16_t{0});
    for (const Masks::Option& option : masks.options) {
      Entry entry{{}, option.original};
      for (const int bit : option.bits) entry.mask.set(bit);
      table_.push_back(entry);
    }
    std::sort(table_.begin(), table_.end());
    nodes_ = 1;
    begin(masks);
  }

  Status advance(uint64_t budget, uint64_t quota, Selections* out) override {
    const uint64_t last_node = nodes_ + budget, last_found = found_ + quota;
    while (depth_ >= 0) {
      if (found_ == last_found) return Status::kQuota;
      if (nodes_ >= last_node) return Status::kPaused;
      Level& level = *levels_[depth_];
      if (level.kind == Kind::kCrowd) {
        if (!step()) leave();
      } else if (level.tried < level.branches) {
        record(level, out);
        ++level.tried;
      } else {
        leave();
      }
    }
    return Status::kExhausted;
  }

  double done() const override {
    double share = 1, ahead = 0;
    for (int depth = 0; depth <= std::min(depth_, kLevelsLookedAt); ++depth) {
      const Level& level = *levels_[depth];
      ahead += share * (level.branches - level.tried) / level.branches;
      share = depth == depth_ ? 0 : share / level.branches;
    }
    return depth_ < 0 ? 1 : std::clamp(1 - ahead - share, 0.0, 1.0);
  }

 private:
  static constexpr int kLevelsLookedAt = 15;

  struct Entry {  // an option by its mask
    Bits<W> mask;
    int32_t original;
    bool operator<(const Entry& other) const { return mask.word < other.mask.word; }
  };
  // What the bits of a crowd stand for. When few are left they move together, so that fewer words are gone through.
  struct Space {
    std::array<std::int16_t, 64 * W> bit{};  // by bit: its number in the problem
  };
  enum class Kind : char { kCrowd, kPairs, kDone };
  struct Level {
    const Space* space = nullptr;  // of what follows, but `taken`
    Bits<W> lacking;               // to be covered still
    Bits<W> plural;                // of these, what needs two options or more
    Bits<W> taken;                 // the option by which the search came here, in the space of the level before
    mutable int32_t original = -1; // its number in the problem, once it was asked for
    Kind kind = Kind::kCrowd;
    bool near_end = false;  // with one option more there may be at most two to come
    int32_t tried = 0, branches = 0;
    Crowd<W> crowd;
    std::vector<uint64_t> words;    // of the crowd
    std::vector<uint64_t> untried;  // the options to be tried, as bits, from the first of them that are left
    std::size_t at = 0;             // the present word of these
    std::vector<Pair> pairs;        // to be given, in the crowd of the level before
    Space own;                      // the space, where it is new at this level
  };

  // A level after one with so many options.
  Level& level_at(int depth, int32_t options) {
    if (levels_.size() <= static_cast<std::size_t>(depth)) levels_.push_back(std::make_unique<Level>());
    Level& level = *levels_[depth];
    if (level.crowd.stride < options + kSlack) {
      level.crowd.stride = options + kSlack;
      level.words.resize(W * level.crowd.stride);
      level.crowd.words = level.words.data();
      level.untried.resize(options / 64 + 1);
    }
    return level;
  }

  // Make the first level.
  void begin(const Masks& masks) {
    Level& level = level_at(0, static_cast<int32_t>(table_.size()));
    level.space = &space_;
    for (const int bit : masks.wanted) level.lacking.set(bit);
    for (const auto& [bit, need] : masks.plural) {
      level.plural.set(bit);
      need_[bit] = need;
    }
    Crowd<W>& crowd = level.crowd;
    for (const Entry& entry : table_) {
      for (int w = 0; w < W; ++w) crowd.words[w * crowd.stride + crowd.size] = entry.mask.word[w];
      ++crowd.size;
    }
    kernels_.count(crowd);
    if (level.lacking.none()) {
      level.kind = Kind::kDone;
      level.branches = 1;
      depth_ = 0;
    } else if (level.lacking.without(used(crowd).word).none() && choose(level)) {
      depth_ = 0;
    }
  }

  // The bits that options have.
  static Bits<W> used(const Crowd<W>& crowd) {
    Bits<W> bits;
    for (int w = crowd.first; w < W; ++w) {
      bits.word[w] = crowd.many[w];
      for (const auto& plane : crowd.planes) bits.word[w] |= plane[w];
    }
    return bits;
  }

  // Push the next promising level after the top one. ensure: false where no branch is left.
  bool step() {
    Level& level = *levels_[depth_];
    const Crowd<W>& crowd = level.crowd;
    Level& next = level_at(depth_ + 1, crowd.size);
    while (level.tried < level.branches) {
      while (!level.untried[level.at]) ++level.at;
      uint64_t& untried = level.untried[level.at];
      const auto i = static_cast<int32_t>(64 * level.at) + std::countr_zero(untried);
      untried &= untried - 1;
      ++level.tried;
      ++nodes_;
      for (int w = 0; w < W; ++w) next.taken.word[w] = crowd.word(w, i);
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

  // Take an option of a level where some bits are plural: these are covered only when they need no other one.
  void take(const Level& level, Level& next, Bits<W>& covered) {
    for (int w = 0; w < W; ++w)
      for (uint64_t left = next.taken.word[w] & level.plural.word[w]; left; left &= left - 1) {
        const int bit = 64 * w + std::countr_zero(left);
        covered.word[w] &= ~(left & -left);
        if (--need_[level.space->bit[bit]] == 1) next.plural.word[w] &= ~(left & -left);
      }
  }
  void give_back(const Level& level, const Level& next) {
    for (int w = 0; w < W; ++w)
      for (uint64_t left = next.taken.word[w] & level.plural.word[w]; left; left &= left - 1)
        ++need_[level.space->bit[64 * w + std::countr_zero(left)]];
  }

  // Make the level after another one. ensure: false where it is a dead end.
  bool open(const Level& level, Level& next) {
    Bits<W> covered = next.taken;
    next.plural = level.plural;
    if (!level.plural.none()) take(level, next, covered);
    next.lacking = level.lacking.without(covered.word);
    next.space = level.space;
    next.tried = 0;
    if (next.lacking.none()) {
      next.kind = Kind::kDone;
      next.branches = 1;
      return true;
    }
    if (level.near_end && next.plural.none() && size(next.lacking) < 3 * smallest_) {
      next.kind = Kind::kPairs;
      next.pairs.clear();
      kernels_.pairs(level.crowd, covered.word.data(), next.lacking.word.data(), next.pairs);
      next.branches = static_cast<int32_t>(next.pairs.size());
      nodes_ += next.pairs.size();
      return next.branches > 0;
    }
    next.kind = Kind::kCrowd;
    if (!kernels_.thin(level.crowd, next.crowd, covered.word.data(), next.lacking.word.data())) return false;
    if (!next.plural.none() && !plenty(next)) return false;
    if (W > 1 && next.crowd.first + 1 < W) draw_together(next);
    return choose(next);
  }

  // Whether there are enough options for all that is plural.
  bool plenty(const Level& level) const {
    const Crowd<W>& crowd = level.crowd;
    for (int w = crowd.first; w < W; ++w)
      for (uint64_t left = level.plural.word[w] & ~crowd.many[w]; left; left &= left - 1) {
        const int bit = std::countr_zero(left);
        int32_t count = 0;
        for (int p = 0; p < kPlanes; ++p) count |= static_cast<int32_t>(crowd.planes[p][w] >> bit & 1) << p;
        if (count < need_[level.space->bit[64 * w + bit]]) return false;
      }
    return true;
  }

  // Move the bits that options have to the last words, in their order, where that saves a word.
  void draw_together(Level& level) {
    Crowd<W>& crowd = level.crowd;
    const Bits<W> bits = used(crowd);
    const int first = W - (size(bits) + 63) / 64;
    if (first <= crowd.first) return;
    const Space* before = level.space;
    Bits<W> lacking, plural;
    Space space;
    int to = 64 * first;
    for (int w = crowd.first; w < W; ++w)
      for (uint64_t left = bits.word[w]; left; left &= left - 1, ++to) {
        const int bit = 64 * w + std::countr_zero(left);
        space.bit[to] = before->bit[bit];
        if (level.lacking.has(bit)) lacking.set(to);
        if (level.plural.has(bit)) plural.set(to);
      }
    kernels_.squeeze(crowd, bits.word.data(), first);
    level.own = space;
    level.space = &level.own;
    level.lacking = lacking;
    level.plural = plural;
  }

  // Choose the bit of a level. ensure: false where there is none
  // require: each bit that is lacking has an option
  bool choose(Level& level) {
    level.near_end = size(level.lacking) < 3 * smallest_ + largest_;
    Bits<W> least = level.lacking.without(level.plural.word);
    if (least.none()) return false;  // each option has a bit that would be lacking
    level.branches = least_of(level.crowd, least);
    level.at = 0;
    kernels_.holders(level.crowd, first_of(least), level.untried.data());
    return true;
  }

  // Keep those bits that fewest options have, and return how many that are.
  // require: bits is not empty
  static int32_t least_of(const Crowd<W>& crowd, Bits<W>& bits) {
    Bits<W> few = bits.without(crowd.many);
    if (few.none()) return least_of_many(crowd, bits);
    int32_t count = 0;
    for (int p = kPlanes - 1; p >= 0; --p) {
      const Bits<W> fewer = few.without(crowd.planes[p]);
      if (fewer.none())
        count |= 1 << p;
      else
        few = fewer;
    }
    bits = few;
    return count;
  }

  // The same where each has more than the planes can count, which is so near the root.
  static int32_t least_of_many(const Crowd<W>& crowd, Bits<W>& bits) {
    std::array<int32_t, 64 * W> count{};
    for (int w = 0; w < W; ++w)
      for (int32_t i = 0; i < crowd.size; ++i)
        for (uint64_t left = crowd.word(w, i); left; left &= left - 1) ++count[64 * w + std::countr_zero(left)];
    int best = -1;
    for (int bit = 0; bit < 64 * W; ++bit)
      if (bits.has(bit) && (best < 0 || count[bit] < count[best])) best = bit;
    bits = {};
    bits.set(best);
    return count[best];
  }

  static int size(const Bits<W>& bits) {
    int count = 0;
    for (const uint64_t word : bits.word) count += std::popcount(word);
    return count;
  }

  static int first_of(const Bits<W>& bits) {
    int w = 0;
    while (!bits.word[w]) ++w;
    return 64 * w + std::countr_zero(bits.word[w]);
  }

  void record(const Level& level, Selections* out) {
    ++found_;
    if (!out) return;
    const std::size_t begin = out->chosen.size();
    for (int depth = 1; depth <= depth_; ++depth) {
      const Level& taken = *levels_[depth];
      if (taken.original < 0) taken.original = original(taken.taken, *levels_[depth - 1]->space);
      out->chosen.push_back(taken.original);
    }
    if (level.kind == Kind::kPairs) {
      const Crowd<W>& crowd = levels_[depth_ - 1]->crowd;
      for (const int32_t i : {level.pairs[level.tried].first, level.pairs[level.tried].second}) {
        if (i < 0) continue;
        Bits<W> mask;
        for (int w = 0; w < W; ++w) mask.word[w] = crowd.word(w, i);
        out->chosen.push_back(original(mask, *level.space));
      }
    }
    std::sort(out->chosen.begin() + begin, out->chosen.end());
    out->offsets.push_back(static_cast<int32_t>(out->chosen.size()));
  }

  int32_t original(const Bits<W>& moved, const Space& space) const {
    Bits<W> mask;
    for (int w = 0; w < W; ++w)
      for (uint64_t left = moved.word[w]; left; left &= left - 1) mask.set(space.bit[64 * w + std::countr_zero(left)]);
    const auto entry = std::lower_bound(table_.begin(), table_.end(), Entry{mask, 0});
    assert(entry != table_.end() && entry->mask.word == mask.word);
    return entry->original;
  }

  const Kernels<W>& kernels_;
  const int smallest_, largest_;  // the fewest and the most bits to be covered that an option has
  Space space_;               // of the problem
  std::vector<Entry> table_;  // sorted
  std::vector<int32_t> need_;  // by bit of the problem, where it is plural: how many options it needs still
  std::vector<std::unique_ptr<Level>> levels_;
  int depth_ = -1;
};

}  // namespace

std::unique_ptr<Engine> make_crowds(const Demands& demands, Instructions instructions) {
  const Masks masks(demands);
  if (!masks.fit) return nullptr;
  if (masks.width <= 64) return std::make_unique<Crowds<1>>(masks, instructions);
  if (masks.width <= 128) return std::make_unique<Crowds<2>>(masks, instructions);
  if (masks.width <= 192) return std::make_unique<Crowds<3>>(masks, instructions);
  if (masks.width <= 256) return std::make_unique<Crowds<4>>(masks, instructions);
  return std::make_unique<Crowds<5>>(masks, instructions);
}

}  // namespace tilemodel
