#include "population_walker.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tilemodel {
namespace {

using std::int32_t;
using std::int64_t;
using std::uint64_t;

// How much the promise counts, where options that lead nowhere are left and where they are struck out; measured on
// T-tetracubes.
constexpr double kTrust = 0.25, kTrustNarrow = 0.04;
constexpr int32_t kNarrow = 9;  // bits with more options than that are not looked at for what they rule out

template <typename T>
const uint64_t* read(std::vector<T>& to, const uint64_t* from) {
  if (!to.empty()) std::memcpy(to.data(), from, to.size() * sizeof(T));
  return from + (to.size() * sizeof(T) + 7) / 8;
}

template <typename T>
uint64_t* write(const std::vector<T>& from, uint64_t* to) {
  if (!from.empty()) std::memcpy(to, from.data(), from.size() * sizeof(T));
  return to + (from.size() * sizeof(T) + 7) / 8;
}

}  // namespace

Walker::Walker(const Ground& ground, Tree tree)
    : ground_(ground),
      tree_(tree == Tree::kNarrowed && ground.meeting.empty() ? Tree::kSmallest : tree),
      trust_(tree_ == Tree::kNarrowed ? kTrustNarrow : kTrust),
      logs_(ground.options + 1),
      key_(ground.width),
      live_(ground.blocks),
      open_(ground.bits),
      reach_(2 * (ground.width - ground.words)),
      touched_(ground.words),
      common_(ground.blocks) {
  for (int32_t n = 1; n <= ground.options; ++n) logs_[n] = std::log(static_cast<float>(n));
  stride_ = key_.size() + live_.size() + (open_.size() + 1) / 2 + reach_.size();
  for (int32_t k = 0; k < ground.options; ++k) {
    live_[k / 64] |= uint64_t{1} << k % 64;
    for (int32_t m = ground.member_begin[k]; m < ground.member_begin[k + 1]; ++m) ++open_[ground.members[m]];
    for (int32_t c = ground.change_begin[k]; c < ground.change_begin[k + 1]; ++c)
      reach_[2 * ground.changes[c].counter + (ground.changes[c].amount > 0)] += ground.changes[c].amount;
  }
  touched_ = ground.primary;
  for (int32_t bit = 0; bit < ground.bits; ++bit) starved_ |= !open_[bit] && ground.must(bit);
  settle();
}

void Walker::load(const uint64_t* row, int32_t branch) {
  read(reach_, read(open_, read(live_, read(key_, row))));
  branch_ = branch;
  starved_ = false;
}

void Walker::store(uint64_t* row) const { write(reach_, write(open_, write(live_, write(key_, row)))); }

void Walker::take(int32_t option) {
  const uint64_t* cover = ground_.cover_of(option);
  for (int w = 0; w < ground_.words; ++w) key_[w] |= cover[w];
  for (int32_t m = ground_.member_begin[option]; m < ground_.member_begin[option + 1]; ++m) close(ground_.members[m]);
  for (int32_t c = ground_.change_begin[option]; c < ground_.change_begin[option + 1]; ++c) {
    const auto& change = ground_.changes[c];
    uint64_t& sum = key_[ground_.words + change.counter];
    sum += static_cast<uint64_t>(change.amount);
    if (change.counter < ground_.counters && static_cast<int64_t>(sum) >= ground_.hi[change.counter])
      close(ground_.bits + change.counter);
  }
  settle();
}

void Walker::leave() {
  key_[branch_ / 64] |= uint64_t{1} << branch_ % 64;
  close(branch_);
  settle();
}

int32_t Walker::only() const {
  if (open_[branch_] != 1 || may_leave()) return -1;
  int32_t option = -1;
  each([&](int32_t k) { option = k; });
  return option;
}

// The options that use a bit or a counter are open no more.
void Walker::close(int32_t index) {
  const auto users = ground_.users_of(index);
  for (int b = users.begin; b < users.end; ++b)
    if (const uint64_t lost = live_[b] & users.words[b]) strike(b, lost);
}

// Some open options of a block are open no more.
void Walker::strike(int block, uint64_t lost) {
  live_[block] &= ~lost;
  for (; lost; lost &= lost - 1) {
    const int32_t k = 64 * block + std::countr_zero(lost);
    const uint64_t* cover = ground_.cover_of(k);
    for (int w = 0; w < ground_.words; ++w) touched_[w] |= cover[w];
    for (int32_t m = ground_.member_begin[k]; m < ground_.member_begin[k + 1]; ++m) {
      const int32_t bit = ground_.members[m];
      if (--open_[bit] == 0 && ground_.must(bit) && !(key_[bit / 64] >> bit % 64 & 1)) starved_ = true;
    }
    for (int32_t c = ground_.change_begin[k]; c < ground_.change_begin[k + 1]; ++c)
      reach_[2 * ground_.changes[c].counter + (ground_.changes[c].amount > 0)] -= ground_.changes[c].amount;
  }
}

void Walker::settle() {
  promise_ = 0;
  if (tree_ == Tree::kNarrowed && !starved_) narrow();
  branch_ = starved_ && tree_ != Tree::kScan ? kDead : choose();
  std::fill(touched_.begin(), touched_.end(), 0);
}

// Strike out the options that would leave some undecided bit without any: those that meet all of its options. Which
// they are, does not depend on the order, and so a state's key still says all.
void Walker::narrow() {
  for (int w = 0; w < ground_.words && !starved_; ++w)
    while (const uint64_t left = touched_[w] & ground_.primary[w] & ~key_[w]) {
      const int bit = 64 * w + std::countr_zero(left);
      touched_[w] &= ~(left & -left);
      if (open_[bit] > kNarrow || !rules_out(bit)) continue;
      for (int b = common_begin_; b < common_end_; ++b)
        if (common_[b]) strike(b, common_[b]);
      if (starved_) return;
      w = -1;  // from the first one on again
      break;
    }
}

// Whether some open options meet all options of a bit, and do not use it; they are then in common_, between its ends.
bool Walker::rules_out(int32_t bit) {
  int32_t own[kNarrow], count = 0;
  const auto users = ground_.users_of(bit);
  for (int b = users.begin; count < open_[bit]; ++b)
    for (uint64_t mine = live_[b] & users.words[b]; mine; mine &= mine - 1)
      own[count++] = 64 * b + std::countr_zero(mine);
  // Options that stand far from each other come first: they have little in common.
  const auto first = ground_.meets(own[0]), last = ground_.meets(own[count - 1]);
  common_begin_ = std::max(first.begin, last.begin);
  common_end_ = std::min(first.end, last.end);
  uint64_t* common = common_.data();
  uint64_t any = 0;
  for (int b = common_begin_; b < common_end_; ++b)
    any |= common[b] = live_[b] & ~users.words[b] & first.words[b] & last.words[b];
  for (int32_t i = 1; i + 1 < count && any; ++i) {
    const uint64_t* meets = ground_.meets(own[i]).words;
    any = 0;
    for (int b = common_begin_; b < common_end_; ++b) any |= common[b] &= meets[b];
  }
  return any != 0;
}

// The bit to branch on, kLeaf or kDead. Bits that no open option covers any more are set: more states become equal.
int32_t Walker::choose() {
  for (int c = 0; c < ground_.width - ground_.words; ++c) {
    const auto sum = static_cast<int64_t>(key_[ground_.words + c]);
    if (sum + reach_[2 * c] > ground_.hi[c] || sum + reach_[2 * c + 1] < ground_.lo[c]) return kDead;
  }
  int32_t best = -1;
  float logs = 0;
  for (int w = 0; w < ground_.words; ++w) {
    const uint64_t all = w + 1 < ground_.words || ground_.bits % 64 == 0 ? ~uint64_t{0}
                                                                          : (uint64_t{1} << ground_.bits % 64) - 1;
    for (uint64_t left = all & ~key_[w]; left; left &= left - 1) {
      const int32_t bit = 64 * w + std::countr_zero(left);
      if (!open_[bit]) {
        if (ground_.must(bit)) {
          if (tree_ != Tree::kScan || best < 0) return kDead;
          continue;  // a scan has not come to it yet
        }
        key_[w] |= left & -left;
        continue;
      }
      if (ground_.is_cell[bit]) logs += logs_[open_[bit]];
      if (best < 0 || (tree_ != Tree::kScan && before(bit, best))) best = bit;
    }
  }
  promise_ = trust_ * logs;
  return best < 0 ? kLeaf : best;
}

// Whether a bit is to be decided before another: what must be covered first, then what has fewer options.
bool Walker::before(int32_t bit, int32_t other) const {
  if (ground_.must(bit) != ground_.must(other)) return ground_.must(bit);
  return open_[bit] < open_[other];
}

}  // namespace tilemodel
