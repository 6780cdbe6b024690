#include "tilemodel/anchor.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "fitting.hpp"
#include "ledger.hpp"
#include "scan.hpp"
#include "tilemodel/bits.hpp"

namespace tilemodel {
namespace {

using std::int32_t;
using std::uint64_t;

// The board in W words, the flags in F more. kLedger: whether anything else matters.
template <int W, int F, bool kLedger>
class Search final : public AnchorSearch {
  using State = Bits<W + F>;

 public:
  Search(const Problem& problem, const Scan& scan, Ledger ledger, bool plain)
      : positions_(scan.positions),
        ledger_(std::move(ledger)),
        optional_(scan.optional),
        options_(file(problem, scan)),
        fitting_(masks_of(options_), first_of(options_), plain ? 0 : Fitting<W + F>::kMaxEntries),
        due_(kEnd + 1),
        stack_(positions_ + 2) {
    optional_.resize(kEnd + 1);
    for (int c = 0; c < problem.cell_count; ++c) {
      cells_.set(c);
      if (!optional_[c]) mandatory_.set(c);
    }
    for (int32_t i = problem.cell_count; i < problem.item_count(); ++i)
      if (scan.flag_of[i] >= 0 && problem.lo[i] > 0)
        for (int p = scan.last[i] + 1; p <= kEnd; ++p) due_[p].set(64 * W + scan.flag_of[i]);
    State empty;
    for (int bit = positions_; bit < kEnd; ++bit) empty.set(bit);
    nodes_ = 1;
    if (!scan.hopeless && ledger_.hopeful() && open(stack_[0], empty, -1)) depth_ = 0;
  }

  Status advance(uint64_t budget, uint64_t quota, Selections* out) override {
    const uint64_t last_node = nodes_ + budget, last_found = found_ + quota;
    while (depth_ >= 0) {
      if (found_ == last_found) return Status::kQuota;
      if (nodes_ >= last_node) return Status::kPaused;
      if (stack_[depth_].position == kEnd) {
        record(out);
        leave();
      } else if (!step()) {
        leave();
      }
    }
    return Status::kExhausted;
  }

  double done() const override {
    double share = 1, ahead = 0;
    for (int depth = 0; depth <= std::min(depth_, kLevelsLookedAt); ++depth) {
      const Frame& frame = stack_[depth];
      if (frame.position == kEnd) break;
      int branches = optional_[frame.position];
      for (int32_t g = fitting_.group_begin(frame.position); g < fitting_.group_end(frame.position); ++g)
        branches += std::popcount(fitting_.fitting(g, frame.state));
      int left = frame.may_skip + std::popcount(frame.untried);
      for (int32_t g = frame.group + 1; g < fitting_.group_end(frame.position); ++g)
        left += std::popcount(fitting_.fitting(g, frame.state));
      ahead += share * left / branches;
      share = depth == depth_ ? 0 : share / branches;
    }
    return depth_ < 0 ? 1 : std::clamp(1 - ahead - share, 0.0, 1.0);
  }

 private:
  static constexpr int kEnd = 64 * W;  // the position where every cell is decided
  static constexpr int kLevelsLookedAt = 15;

  struct Option {
    State mask;
    int32_t number;    // in the problem
    int32_t position;  // that it is filed under
  };
  struct Frame {
    State state;        // decided cells, and flags
    uint64_t untried;   // options of the present group that fit and are still to be tried
    int32_t group, last_group;  // of the anchor's groups of options, the present and the last one
    int32_t first;      // the option that bit 0 of untried stands for
    int32_t position;   // the anchor; kEnd where everything is decided
    int32_t taken;      // the option by which the scan came here, -1: none
    bool may_skip;      // "stays empty" is still to be tried
  };

  static std::vector<Option> file(const Problem& problem, const Scan& scan) {
    std::vector<Option> options;
    for (int32_t k = 0; k < problem.option_count(); ++k) {
      if (!scan.alive[k]) continue;
      Option option{{}, k, scan.filed_under[k]};
      option.mask.set(option.position);
      for (int32_t m = problem.offsets[k]; m < problem.offsets[k + 1]; ++m) {
        const int32_t i = problem.members[m];
        if (i < problem.cell_count) option.mask.set(i);
        if (scan.flag_of[i] >= 0) option.mask.set(64 * W + scan.flag_of[i]);
      }
      options.push_back(option);
    }
    std::stable_sort(options.begin(), options.end(),
                     [](const Option& a, const Option& b) { return a.position < b.position; });
    return options;
  }

  static std::vector<State> masks_of(const std::vector<Option>& options) {
    std::vector<State> masks;
    for (const Option& option : options) masks.push_back(option.mask);
    return masks;
  }

  static std::vector<int32_t> first_of(const std::vector<Option>& options) {
    std::vector<int32_t> first(kEnd + 2);
    for (const Option& option : options) ++first[option.position + 1];
    for (int p = 0; p <= kEnd; ++p) first[p + 1] += first[p];
    return first;
  }

  // Push the next promising frame after the top one. ensure: false where no branch is left.
  bool step() {
    Frame& frame = stack_[depth_];
    const State state = frame.state;
    uint64_t untried = frame.untried;
    for (;;) {
      while (untried) {
        const int32_t taken = frame.first + std::countr_zero(untried);
        untried &= untried - 1;
        const Option& option = options_[taken];
        assert(!option.mask.meets(state));
        if constexpr (kLedger)
          if (!ledger_.has_room(option.number)) continue;
        ++nodes_;
        if (open(stack_[depth_ + 1], state | option.mask, taken) && keep()) {
          frame.untried = untried;
          return true;
        }
      }
      if (frame.group == frame.last_group) break;
      untried = fitting_.fitting(++frame.group, state);
      frame.first = fitting_.first_option(frame.group);
    }
    frame.untried = 0;
    if (!frame.may_skip) return false;
    frame.may_skip = false;
    ++nodes_;
    State skipped = state;
    skipped.set(frame.position);
    return open(stack_[depth_ + 1], skipped, -1) && keep();
  }

  // Make the frame of a state. ensure: false where it has no branch, or lacks a flag that nothing ahead can set.
  bool open(Frame& frame, const State& state, int32_t taken) {
    const int position = state.template first_zero<W>();
    int32_t group = fitting_.group_begin(position);
    const int32_t last_group = fitting_.group_end(position) - 1;
    uint64_t untried = 0;
    if (group <= last_group) {
      untried = fitting_.fitting(group, state);
      while (!untried && group < last_group) untried = fitting_.fitting(++group, state);
      frame.first = fitting_.first_option(group);
    }
    const bool may_skip = optional_[position];
    if (!untried && !may_skip && position != kEnd) return false;
    if (!state.contains(due_[position])) return false;
    frame.state = state;
    frame.untried = untried;
    frame.group = group;
    frame.last_group = std::max(last_group, group);
    frame.position = position;
    frame.taken = taken;
    frame.may_skip = may_skip;
    return true;
  }

  // Push the frame after the top one, unless the ledger refuses it.
  bool keep() {
    if constexpr (kLedger) {
      const Frame &below = stack_[depth_], &frame = stack_[depth_ + 1];
      const int32_t number = frame.taken < 0 ? -1 : options_[frame.taken].number;
      if (number >= 0) ledger_.take(number);
      if (!ledger_.promising(number, below.position, std::min(frame.position, positions_), frame.state.missing(cells_),
                             frame.state.missing(mandatory_))) {
        if (number >= 0) ledger_.give_back(number);
        return false;
      }
    }
    ++depth_;
    assert(sanity());
    return true;
  }

  void leave() {
    if constexpr (kLedger)
      if (const int32_t taken = stack_[depth_].taken; taken >= 0) ledger_.give_back(options_[taken].number);
    --depth_;
  }

  void record(Selections* out) {
    ++found_;
    if (!out) return;
    const std::size_t begin = out->chosen.size();
    for (int depth = 1; depth <= depth_; ++depth)
      if (stack_[depth].taken >= 0) out->chosen.push_back(options_[stack_[depth].taken].number);
    std::sort(out->chosen.begin() + begin, out->chosen.end());
    out->offsets.push_back(static_cast<int32_t>(out->chosen.size()));
  }

  // Whether the top frame comes from the one below by its option, or by leaving the anchor empty.
  bool sanity() const {
    if (depth_ == 0) return true;
    const Frame &below = stack_[depth_ - 1], &here = stack_[depth_];
    State expected = below.state;
    expected.set(below.position);
    if (here.taken >= 0) expected = expected | options_[here.taken].mask;
    const bool filed_there = here.taken < 0 || options_[here.taken].position == below.position;
    const bool same = here.state.contains(expected) && expected.contains(here.state);
    return filed_there && same && here.position > below.position && depth_ <= positions_;
  }

  int positions_;
  Ledger ledger_;
  std::vector<char> optional_;   // by position
  std::vector<Option> options_;  // by position, then by number
  Fitting<W + F> fitting_;
  std::vector<State> due_;       // by position: the flags that nothing filed from here on can set, and that must be set
  Bits<W> cells_, mandatory_;
  std::vector<Frame> stack_;     // [0 .. depth_]; one more is the frame being tried
  int depth_ = -1;
};

template <int W, int F>
std::unique_ptr<AnchorSearch> make_search(const Problem& problem, const Scan& scan, bool plain) {
  Ledger ledger(problem, scan);
  if (ledger.trivial()) return std::make_unique<Search<W, F, false>>(problem, scan, std::move(ledger), plain);
  return std::make_unique<Search<W, F, true>>(problem, scan, std::move(ledger), plain);
}

template <int W>
std::unique_ptr<AnchorSearch> make_search(const Problem& problem, const Scan& scan, bool plain) {
  if (scan.flags <= 64) return make_search<W, 1>(problem, scan, plain);
  return make_search<W, AnchorSearch::kMaxFlags / 64>(problem, scan, plain);
}

}  // namespace

std::unique_ptr<AnchorSearch> AnchorSearch::make(const Problem& problem, bool plain) {
  const Scan scan(problem, kMaxFlags);
  if (scan.positions > kMaxCells) throw std::invalid_argument("more cells than the engine has room for");
  if (scan.positions <= 64) return make_search<1>(problem, scan, plain);
  if (scan.positions <= 128) return make_search<2>(problem, scan, plain);
  if (scan.positions <= 256) return make_search<4>(problem, scan, plain);
  return make_search<8>(problem, scan, plain);
}

}  // namespace tilemodel
