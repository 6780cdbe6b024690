#include "tilemodel/anchor.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "fitting.hpp"
#include "foresight.hpp"
#include "jigsaw.hpp"
#include "ledger.hpp"
#include "scan.hpp"
#include "shapes.hpp"
#include "tilemodel/bits.hpp"

namespace tilemodel {
namespace {

using std::int32_t;
using std::uint64_t;

// The board in W words, the flags in F more. kLedger: whether anything else matters.
template <int W, int F, bool kLedger>
class Search final : public Engine {
  using State = Bits<W + F>;

 public:
  Search(const Problem& problem, const Scan& scan, Ledger ledger, bool plain)
      : positions_(scan.positions),
        ledger_(std::move(ledger)),
        optional_(scan.optional),
        fitting_(Shapes<W, F>(problem, scan), plain ? 0 : Fitting<W, F>::kMaxEntries),
        foresight_(W == 1 && !plain ? make_foresight(problem, scan) : nullptr),
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
    for (int32_t i = problem.cell_count; i < problem.item_count(); ++i)
      if (foresight_ && problem.is_piece[i] && problem.lo[i] == 1 && problem.hi[i] == 1)
        pieces_ |= uint64_t{1} << scan.flag_of[i];
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
      int left = frame.may_skip + std::popcount(frame.untried);
      for (int b = 0; b < fitting_.blocks(frame.position); ++b) {
        const int fitting = std::popcount(fitting_.fitting(frame.position, b, frame.state));
        branches += fitting;
        if (b > frame.block) left += fitting;
      }
      ahead += share * left / branches;
      share = depth == depth_ ? 0 : share / branches;
    }
    return depth_ < 0 ? 1 : std::clamp(1 - ahead - share, 0.0, 1.0);
  }

 private:
  static constexpr int kEnd = 64 * W;  // the position where every cell is decided
  static constexpr int kLevelsLookedAt = 15;

  struct Frame {
    State state;       // decided cells, and flags
    uint64_t untried;  // shapes of the present block that fit and are still to be tried
    int32_t block;     // the present block of the anchor's shapes
    int32_t position;  // the anchor; kEnd where everything is decided
    int32_t taken;     // the slot of the option by which the scan came here, -1: none
    bool may_skip;     // "stays empty" is still to be tried
  };

  // Push the next promising frame after the top one. ensure: false where no branch is left.
  bool step() {
    Frame& frame = stack_[depth_];
    const State state = frame.state;
    uint64_t untried = frame.untried;
    for (;;) {
      const int32_t first = frame.position * fitting_.stride() + 64 * frame.block;
      while (untried) {
        const int32_t slot = first + std::countr_zero(untried);
        untried &= untried - 1;
        assert(!fitting_.mask(slot).meets(state));
        if constexpr (kLedger)
          if (!ledger_.has_room(fitting_.option(slot))) continue;
        ++nodes_;
        if (open(stack_[depth_ + 1], state | fitting_.mask(slot), slot) && keep()) {
          frame.untried = untried;
          return true;
        }
      }
      if (frame.block + 1 >= fitting_.blocks(frame.position)) break;
      untried = fitting_.fitting(frame.position, ++frame.block, state);
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
    uint64_t untried = 0;
    int block = 0;
    bool may_skip = false;
    if (position != kEnd) {
      may_skip = optional_[position];
      untried = fitting_.fitting(position, 0, state);
      while (!untried && block + 1 < fitting_.blocks(position)) untried = fitting_.fitting(position, ++block, state);
      if (!untried && !may_skip) return false;
    }
    if (!state.contains(due_[position])) return false;
    if constexpr (W == 1)
      if (foresight_ && position != kEnd && !foreseen(position, state)) return false;
    frame = {state, untried, block, position, taken, may_skip};
    return true;
  }

  // Whether the pieces left can fill the cells left, as far as that is asked.
  bool foreseen(int position, const State& state) {
    const auto left = static_cast<std::uint32_t>(~state.word[W] & pieces_);
    const int count = std::popcount(left);
    if (count < 2 || count > foresight_->horizon()) return true;
    const uint64_t tried = foresight_->tried();
    const bool hopeful = foresight_->hopeful(position, state.word[0], left);
    nodes_ += foresight_->tried() - tried;
    return hopeful;
  }

  // Push the frame after the top one, unless the ledger refuses it.
  bool keep() {
    if constexpr (kLedger) {
      const Frame &below = stack_[depth_], &frame = stack_[depth_ + 1];
      const int32_t number = frame.taken < 0 ? -1 : fitting_.option(frame.taken);
      if (number >= 0) ledger_.take(number);
      const bool areas = ledger_.reckons_areas();
      const int undecided = areas ? frame.state.missing(cells_) : 0;
      const int mandatory = areas ? frame.state.missing(mandatory_) : 0;
      if (!ledger_.promising(number, below.position, std::min(frame.position, positions_), undecided, mandatory)) {
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
      if (const int32_t taken = stack_[depth_].taken; taken >= 0) ledger_.give_back(fitting_.option(taken));
    --depth_;
  }

  void record(Selections* out) {
    ++found_;
    if (!out) return;
    const std::size_t begin = out->chosen.size();
    for (int depth = 1; depth <= depth_; ++depth)
      if (stack_[depth].taken >= 0) out->chosen.push_back(fitting_.option(stack_[depth].taken));
    std::sort(out->chosen.begin() + begin, out->chosen.end());
    out->offsets.push_back(static_cast<int32_t>(out->chosen.size()));
  }

  // Whether the top frame comes from the one below by its option, or by leaving the anchor empty.
  bool sanity() const {
    if (depth_ == 0) return true;
    const Frame &below = stack_[depth_ - 1], &here = stack_[depth_];
    State expected = below.state;
    expected.set(below.position);
    if (here.taken >= 0) expected = expected | fitting_.mask(here.taken);
    const bool filed_there = here.taken < 0 || here.taken / fitting_.stride() == below.position;
    const bool same = here.state.contains(expected) && expected.contains(here.state);
    return filed_there && same && here.position > below.position && depth_ <= positions_;
  }

  int positions_;
  Ledger ledger_;
  std::vector<char> optional_;   // by position
  Fitting<W, F> fitting_;
  std::unique_ptr<Foresight> foresight_;  // null where there is none
  uint64_t pieces_ = 0;          // the flags that are pieces used once, where there is foresight
  std::vector<State> due_;       // by position: the flags that nothing filed from here on can set, and that must be set
  Bits<W> cells_, mandatory_;
  std::vector<Frame> stack_;     // [0 .. depth_]; one more is the frame being tried
  int depth_ = -1;
};

// Large boards and many flags are rare: there an idle ledger costs less than further instances of the search.
template <int W, int F>
std::unique_ptr<Engine> make_search(const Problem& problem, const Scan& scan, bool plain) {
  Ledger ledger(problem, scan);
  if constexpr (W <= 2 && F == 1)
    if (ledger.trivial()) return std::make_unique<Search<W, F, false>>(problem, scan, std::move(ledger), plain);
  return std::make_unique<Search<W, F, true>>(problem, scan, std::move(ledger), plain);
}

template <int W>
std::unique_ptr<Engine> make_search(const Problem& problem, const Scan& scan, bool plain) {
  if (scan.flags <= 64) return make_search<W, 1>(problem, scan, plain);
  return make_search<W, kAnchorMaxFlags / 64>(problem, scan, plain);
}

}  // namespace

std::unique_ptr<Engine> make_anchor(const Problem& problem, bool plain) {
  const Scan scan(problem, kAnchorMaxFlags);
  if (scan.positions > kAnchorMaxCells) throw std::invalid_argument("more cells than the engine has room for");
  if (!plain)
    if (auto jigsaw = make_jigsaw(problem, scan)) return jigsaw;
  if (scan.positions <= 64) return make_search<1>(problem, scan, plain);
  if (scan.positions <= 128) return make_search<2>(problem, scan, plain);
  if (scan.positions <= 256) return make_search<4>(problem, scan, plain);
  return make_search<8>(problem, scan, plain);
}

}  // namespace tilemodel
