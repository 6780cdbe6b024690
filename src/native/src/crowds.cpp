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

// A level is an option taken after the level before. It has the options left, or, with two of them to come, the pairs
// of options that complete the selection: then there is no level after it.
template <int W>
class Crowds final : public Engine {
 public:
  Crowds(const Masks& masks, Instructions instructions)
      : masks_(masks), kernels_(kernels_with<W>(instructions)), need_(masks.need), left_(masks.total_need) {
    for (const int bit : masks.wanted) space_.wanted.set(bit);
    std::iota(space_.bit.begin(), space_.bit.end(), std::int16_t{0});
    table_.resize(need_.size());
    for (std::size_t m = 0; m < masks.options.size(); ++m) {
      Entry entry{{}, masks.options[m].original};
      for (const int bit : masks.options[m].bits) entry.mask.set(bit);
      table_[masks.options[m].group].push_back(entry);
    }
    for (auto& entries : table_) std::sort(entries.begin(), entries.end());
    nodes_ = 1;
    make_room(0);
    begin();
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
    Bits<W> wanted;
    std::array<std::int16_t, 64 * W> bit{};  // by bit: its number in the problem
  };
  enum class Kind : char { kCrowd, kPairs, kDone };
  struct Level {
    const Space* space = nullptr;  // of what follows, but `taken`
    Bits<W> occupied;
    Bits<W> taken;        // the option by which the search came here, in the space of the level before
    int32_t group = -1;   // its group
    Kind kind = Kind::kCrowd;
    int32_t tried = 0, branches = 0;
    Crowd<W> crowd;
    std::vector<uint64_t> words;   // of the crowd
    std::vector<int32_t> options;  // to be tried, in the crowd
    std::vector<Pair> pairs;       // to be given, in the crowd of the level before
    Space own;                     // the space, where it is new at this level
  };

  void make_room(int depth) {
    if (levels_.size() > static_cast<std::size_t>(depth)) return;
    // No level has more options than the one before.
    const auto most = static_cast<std::size_t>(depth ? levels_[depth - 1]->crowd.stride : masks_.options.size() + kSlack);
    auto level = std::make_unique<Level>();
    level->words.resize(W * most);
    level->options.resize(most);
    level->crowd.words = level->words.data();
    level->crowd.stride = static_cast<std::int64_t>(most);
    levels_.push_back(std::move(level));
  }

  // Make the first level.
  void begin() {
    Crowd<W> all;
    std::vector<uint64_t> words(W * (masks_.options.size() + kSlack));
    all.words = words.data();
    all.stride = static_cast<std::int64_t>(masks_.options.size()) + kSlack;
    all.groups = static_cast<int32_t>(table_.size());
    int32_t i = 0;
    for (int32_t g = 0; g < all.groups; ++g) {
      all.id[g] = g;
      all.begin[g] = i;
      for (const Entry& entry : table_[g]) {
        for (int w = 0; w < W; ++w) all.words[w * all.stride + i] = entry.mask.word[w];
        ++i;
      }
    }
    all.begin[all.groups] = i;
    Level& level = *levels_[0];
    level.space = &space_;
    if (thin(all, level, -1) && choose(level)) depth_ = 0;
  }

  // Push the next promising level after the top one. ensure: false where no branch is left.
  bool step() {
    make_room(depth_ + 1);
    Level& level = *levels_[depth_];
    Level& next = *levels_[depth_ + 1];
    const Crowd<W>& crowd = level.crowd;
    while (level.tried < level.branches) {
      const int32_t i = level.options[level.tried++];
      int32_t g = 0;
      while (crowd.begin[g + 1] <= i) ++g;
      for (int w = 0; w < W; ++w) next.taken.word[w] = crowd.word(w, i);
      next.group = crowd.id[g];
      next.occupied = level.occupied | next.taken;
      next.space = level.space;
      ++nodes_;
      take(next.group);
      if (open(level, next, masks_.open || need_[next.group] ? -1 : g)) {
        ++depth_;
        return true;
      }
      give_back(next.group);
    }
    return false;
  }

  void leave() {
    if (depth_ > 0) give_back(levels_[depth_]->group);
    --depth_;
  }

  void take(int32_t group) {
    if (masks_.open) return;
    --need_[group];
    --left_;
  }
  void give_back(int32_t group) {
    if (masks_.open) return;
    ++need_[group];
    ++left_;
  }

  // Make the level after another one. ensure: false where it is a dead end.
  bool open(const Level& level, Level& next, int32_t gone) {
    next.tried = 0;
    if (!masks_.open && left_ == 0) {
      next.kind = Kind::kDone;
      next.branches = 1;
      return lacking(next).none();
    }
    if (!masks_.open && left_ == 2 && find_pairs(level, next, gone)) return next.branches > 0;
    next.kind = Kind::kCrowd;
    if (!thin(level.crowd, next, gone)) return false;
    if (W > 1 && next.crowd.first + 1 < W) draw_together(next);
    return choose(next);
  }

  bool thin(const Crowd<W>& from, Level& to, int32_t gone) {
    const Bits<W> wanted = lacking(to);
    return kernels_.thin(from, to.crowd, to.taken.word.data(), wanted.word.data(), gone, need_.data());
  }

  // The bits that must be covered and are not.
  Bits<W> lacking(const Level& level) const {
    return level.space->wanted.without(level.occupied.word);
  }

  // Move the bits that options have to the last words, in their order, where that saves a word.
  void draw_together(Level& level) {
    Crowd<W>& crowd = level.crowd;
    Bits<W> used;
    int count = 0;
    for (int w = crowd.first; w < W; ++w) {
      used.word[w] = crowd.many[w];
      for (const auto& plane : crowd.planes) used.word[w] |= plane[w];
      count += std::popcount(used.word[w]);
    }
    const int first = W - (count + 63) / 64;
    if (first <= crowd.first) return;
    std::array<std::int16_t, 64 * W> moved{};
    const Space* before = level.space;
    const Bits<W> wanted = lacking(level);
    Space space;
    int to = 64 * first;
    for (int w = crowd.first; w < W; ++w)
      for (uint64_t left = used.word[w]; left; left &= left - 1, ++to) {
        const int bit = 64 * w + std::countr_zero(left);
        moved[bit] = static_cast<std::int16_t>(to);
        space.bit[to] = before->bit[bit];
        if (wanted.has(bit)) space.wanted.set(to);
      }
    for (int32_t i = 0; i < crowd.size(); ++i) {
      Bits<W> option;
      for (int w = crowd.first; w < W; ++w)
        for (uint64_t left = crowd.word(w, i); left; left &= left - 1)
          option.set(moved[64 * w + std::countr_zero(left)]);
      for (int w = crowd.first; w < W; ++w) crowd.words[w * crowd.stride + i] = option.word[w];
    }
    level.own = space;
    level.space = &level.own;
    level.occupied = {};
    crowd.first = first;
    kernels_.count(crowd);
  }

  // With two groups to come, from each one option: the pairs that complete the selection.
  // ensure: false where one group is to come twice
  bool find_pairs(const Level& level, Level& next, int32_t gone) {
    int32_t first = -1, second = -1;
    for (int32_t g = 0; g < level.crowd.groups; ++g) {
      if (g == gone || need_[level.crowd.id[g]] == 0) continue;
      (first < 0 ? first : second) = g;
    }
    if (second < 0) return false;
    if (level.crowd.size(second) < level.crowd.size(first)) std::swap(first, second);
    next.pairs.clear();
    const Bits<W> wanted = lacking(next);
    kernels_.pairs(level.crowd, first, second, next.occupied.word.data(), wanted.word.data(), next.pairs);
    next.kind = Kind::kPairs;
    next.branches = static_cast<int32_t>(next.pairs.size());
    nodes_ += next.pairs.size();
    return true;
  }

  // Choose the item of a level. ensure: false where it is a dead end.
  // require: each bit that is lacking has an option
  bool choose(Level& level) {
    const Crowd<W>& crowd = level.crowd;
    Bits<W> least = lacking(level);
    const bool covered = least.none();
    if (covered && masks_.open) {
      level.kind = Kind::kDone;
      level.branches = 1;
      return true;
    }
    int32_t fewest = covered ? crowd.size() : least_of(crowd, least);
    int32_t group = -1;
    for (int32_t g = 0; g < crowd.groups; ++g)
      if (need_[crowd.id[g]] == 1 && crowd.size(g) <= fewest) {
        fewest = crowd.size(g);
        group = g;
      }
    level.branches = fewest;
    if (group >= 0)
      std::iota(level.options.begin(), level.options.begin() + fewest, crowd.begin[group]);
    else if (!covered)
      kernels_.holders(crowd, first_of(least), fewest, level.options.data());
    return group >= 0 || !covered;
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
      for (int32_t i = 0; i < crowd.size(); ++i)
        for (uint64_t left = crowd.word(w, i); left; left &= left - 1) ++count[64 * w + std::countr_zero(left)];
    int best = -1;
    for (int bit = 0; bit < 64 * W; ++bit)
      if (bits.has(bit) && (best < 0 || count[bit] < count[best])) best = bit;
    bits = {};
    bits.set(best);
    return count[best];
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
    for (int depth = 1; depth <= depth_; ++depth)
      out->chosen.push_back(original(levels_[depth]->group, levels_[depth]->taken, *levels_[depth - 1]->space));
    if (level.kind == Kind::kPairs) {
      const Crowd<W>& crowd = levels_[depth_ - 1]->crowd;
      for (const int32_t i : {level.pairs[level.tried].first, level.pairs[level.tried].second}) {
        int32_t g = 0;
        while (crowd.begin[g + 1] <= i) ++g;
        Bits<W> mask;
        for (int w = 0; w < W; ++w) mask.word[w] = crowd.word(w, i);
        out->chosen.push_back(original(crowd.id[g], mask, *level.space));
      }
    }
    std::sort(out->chosen.begin() + begin, out->chosen.end());
    out->offsets.push_back(static_cast<int32_t>(out->chosen.size()));
  }

  int32_t original(int32_t group, const Bits<W>& moved, const Space& space) const {
    Bits<W> mask;
    for (int bit = 0; bit < 64 * W; ++bit)
      if (moved.has(bit)) mask.set(space.bit[bit]);
    const auto& entries = table_[group];
    const auto entry = std::lower_bound(entries.begin(), entries.end(), Entry{mask, 0});
    assert(entry != entries.end() && entry->mask.word == mask.word);
    return entry->original;
  }

  const Masks masks_;
  const Kernels<W>& kernels_;
  Space space_;  // of the problem
  std::vector<std::vector<Entry>> table_;  // by group, sorted
  std::vector<int32_t> need_;  // by group: how many of its options are still to be taken
  int32_t left_;               // their sum
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
  return std::make_unique<Crowds<4>>(masks, instructions);
}

}  // namespace tilemodel
