#include "tilemodel/anchor.hpp"

#include <algorithm>
#include <cassert>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "ending_trial.hpp"
#include "fitting.hpp"
#include "foresight.hpp"
#include "jigsaw.hpp"
#include "known_states.hpp"
#include "ledger.hpp"
#include "scan.hpp"
#include "share.hpp"
#include "shapes.hpp"
#include "tilemodel/bits.hpp"

namespace tilemodel {
namespace {

using std::int32_t;
using std::uint64_t;

// What searches of the same problem share. The board in W words, the flags in F more.
template <int W, int F>
struct Common {
  using State = Bits<W + F>;
  static constexpr int kEnd = 64 * W;  // the position where every cell is decided

  Common(const Problem& problem, const Scan& scan, bool plain)
      : positions(scan.positions),
        hopeless(scan.hopeless),
        optional(scan.optional),
        fitting(Shapes<W, F>(problem, scan), plain ? 0 : Fitting<W, F>::kMaxEntries),
        foresight(W == 1 && !plain ? make_foresight(problem, scan) : nullptr),
        due(kEnd + 1) {
    optional.resize(kEnd + 1);
    for (int c = 0; c < problem.cell_count; ++c) {
      cells.set(c);
      if (!optional[c]) mandatory.set(c);
    }
    for (int32_t i = problem.cell_count; i < problem.item_count(); ++i) {
      if (scan.flag_of[i] >= 0 && problem.lo[i] > 0)
        for (int p = scan.last[i] + 1; p <= kEnd; ++p) due[p].set(64 * W + scan.flag_of[i]);
      if (foresight && problem.is_piece[i] && problem.lo[i] == 1 && problem.hi[i] == 1)
        pieces |= uint64_t{1} << scan.flag_of[i];
    }
    for (int bit = positions; bit < kEnd; ++bit) empty.set(bit);
  }

  int positions;
  bool hopeless;
  std::vector<char> optional;  // by position
  Fitting<W, F> fitting;
  std::unique_ptr<Foresight> foresight;  // null where there is none
  uint64_t pieces = 0;                   // the flags that are pieces used once, where there is foresight
  std::vector<State> due;  // by position: the flags that nothing filed from here on can set, and that must be set
  Bits<W> cells, mandatory;
  State empty;
};

// Where a search begins: the steps from the empty board on, each a slot, or -1 where the anchor stays empty.
using Steps = std::vector<int32_t>;

// kLedger: whether anything matters that the words do not hold.
template <int W, int F, bool kLedger>
class Search final : public Engine {
  using State = Bits<W + F>;

 public:
  // It begins at one of the starts after another that no other search has begun at. `remembers`: states, where it can.
  Search(std::shared_ptr<const Common<W, F>> common, Ledger ledger, std::shared_ptr<Share<Steps>> starts, bool remembers)
      : common_(std::move(common)),
        optional_(common_->optional),
        fitting_(common_->fitting),
        ledger_(std::move(ledger)),
        foresight_(common_->foresight ? common_->foresight->another() : nullptr),
        starts_(std::move(starts)),
        known_(remembers && (!kLedger || ledger_.has_digest()) ? std::make_unique<Known>() : nullptr),
        stack_(common_->positions + 2) {
    nodes_ = 1;
  }

  Status advance(uint64_t budget, uint64_t quota, Selections* out) override {
    const uint64_t last_node = nodes_ + budget;
    last_found_ = found_ + quota;
    counting_ = !out;
    while (depth_ >= 0 || !starts_->all_taken()) {
      if (found_ == last_found_) return Status::kQuota;
      if (nodes_ >= last_node) return Status::kPaused;
      if (depth_ < 0) {
        if (const Steps* start = starts_->take()) begin(*start);
      } else if (stack_[depth_].position == kEnd) {
        record(out);
        leave();
      } else if (!step()) {
        leave();
      }
    }
    if (known_) known_->clear();
    return Status::kExhausted;
  }

  double done() const override {
    double share = 1.0 / static_cast<double>(std::max<std::size_t>(starts_->size(), 1));
    double ahead = share * static_cast<double>(starts_->left());
    if (depth_ < 0) share = 0;
    for (int depth = first_depth_; depth <= std::min(depth_, first_depth_ + kLevelsLookedAt); ++depth) {
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
    return std::clamp(1 - ahead - share, 0.0, 1.0);
  }

  // The starts of the whole search in order, so many or more if there are: all ways to come to some depth that are not
  // seen to be dead ends.
  static std::vector<Steps> starts(const std::shared_ptr<const Common<W, F>>& common, const Ledger& ledger,
                                   std::size_t number) {
    std::vector<Steps> starts{{}};
    for (int depth = 1; starts.size() < number && depth <= common->positions; ++depth) {
      Search scout(common, ledger, std::make_shared<Share<Steps>>(std::vector<Steps>{{}}), false);
      auto deeper = scout.ways_to(depth);
      if (deeper == starts) break;
      starts = std::move(deeper);
    }
    return starts;
  }

 private:
  static constexpr int kEnd = Common<W, F>::kEnd;
  static constexpr int kLevelsLookedAt = 15;

  // The cells and flags, and what the ledger adds to them.
  static constexpr int kKeyWords = W + F + kLedger;
  using Known = KnownStates<kKeyWords>;
  // So many selections are not passed over at a time, nor beyond them, so that their number is exact.
  static constexpr uint64_t kMostPassed = uint64_t{1} << 60;

  struct Frame {
    State state;       // decided cells, and flags
    uint64_t untried;  // shapes of the present block that fit and are still to be tried
    int32_t block;     // the present block of the anchor's shapes
    int32_t position;  // the anchor; kEnd where everything is decided
    int32_t taken;     // the slot of the option by which the scan came here, -1: none
    bool may_skip;     // "stays empty" is still to be tried
    bool is_new;       // it is to be remembered, with what it took, when it is left
    uint64_t nodes, found;  // before it, where it is new
  };

  // Begin at a start. ensure: its steps are on the stack, with nothing untried beside them
  void begin(const Steps& start) {
    first_depth_ = static_cast<int>(start.size());
    if (common_->hopeless || !ledger_.hopeful() || !open(stack_[0], common_->empty, -1)) return;
    depth_ = 0;
    for (const int32_t slot : start) {
      Frame& frame = stack_[depth_];
      frame.untried = 0;
      frame.block = fitting_.blocks(frame.position) - 1;
      frame.may_skip = false;
      if constexpr (kLedger)
        if (slot >= 0) ledger_.take(fitting_.option(slot));
      [[maybe_unused]] const bool opened = open(stack_[depth_ + 1], after(frame, slot), slot);
      assert(opened);
      ++depth_;
    }
  }

  // The state after a step: a slot taken, or -1 where the anchor stays empty.
  State after(const Frame& frame, int32_t slot) const {
    if (slot >= 0) return frame.state | fitting_.mask(slot);
    State skipped = frame.state;
    skipped.set(frame.position);
    return skipped;
  }

  // The steps that lead to the frames at a depth, and to the ends before it.
  std::vector<Steps> ways_to(int depth) {
    std::vector<Steps> ways;
    begin({});
    while (depth_ >= 0) {
      if (depth_ == depth || stack_[depth_].position == kEnd) {
        Steps& steps = ways.emplace_back();
        for (int d = 1; d <= depth_; ++d) steps.push_back(stack_[d].taken);
        leave();
      } else if (!step()) {
        leave();
      }
    }
    return ways;
  }

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
    return open(stack_[depth_ + 1], after(frame, -1), -1) && keep();
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
    if (!state.contains(common_->due[position])) return false;
    if constexpr (W == 1)
      if (foresight_ && position != kEnd && !foreseen(position, state)) return false;
    frame = {state, untried, block, position, taken, may_skip, false, 0, 0};
    return true;
  }

  // Whether the pieces left can fill the cells left, as far as that is asked.
  bool foreseen(int position, const State& state) {
    const auto left = static_cast<std::uint32_t>(~state.word[W] & common_->pieces);
    const int count = std::popcount(left);
    if (count < 2 || count > foresight_->horizon() || trial_.goes_without(laid())) return true;
    if (count == foresight_->horizon() && trial_.refuses(depth_ + 1, foresight_->tried(), laid())) return true;
    const uint64_t tried = foresight_->tried();
    const bool hopeful = foresight_->hopeful(position, state.word[0], left);
    nodes_ += foresight_->tried() - tried;
    return hopeful;
  }
  // The nodes that are the search's own, where there is foresight.
  uint64_t laid() const { return nodes_ - foresight_->tried(); }

  // Push the frame after the top one, unless the ledger refuses it, or all is known that comes of it.
  bool keep() {
    if constexpr (kLedger) {
      const Frame &below = stack_[depth_], &frame = stack_[depth_ + 1];
      const int32_t number = frame.taken < 0 ? -1 : fitting_.option(frame.taken);
      if (number >= 0) ledger_.take(number);
      const bool areas = ledger_.reckons_areas();
      const int undecided = areas ? frame.state.missing(common_->cells) : 0;
      const int mandatory = areas ? frame.state.missing(common_->mandatory) : 0;
      if (!ledger_.promising(number, below.position, std::min(frame.position, common_->positions), undecided, mandatory)) {
        if (number >= 0) ledger_.give_back(number);
        if (foresight_) trial_.leave(depth_ + 1, laid());
        return false;
      }
    }
    if (known_ && passes(stack_[depth_ + 1])) {
      if constexpr (kLedger)
        if (const int32_t taken = stack_[depth_ + 1].taken; taken >= 0) ledger_.give_back(fitting_.option(taken));
      if (foresight_) trial_.leave(depth_ + 1, laid());
      return false;
    }
    ++depth_;
    assert(sanity());
    return true;
  }

  // Whether nothing comes of a frame that is not known already; if so, its selections are counted.
  bool passes(Frame& frame) {
    if (frame.position == kEnd || !known_->consults(nodes_)) return false;
    if (const auto* known = known_->find(key_of(frame.state), nodes_)) {
      const uint64_t more = known->completions;
      const bool counts = counting_ && more <= last_found_ - found_ && found_ + more <= kMostPassed;
      if (more > 0 && !counts) return false;
      found_ += more;
      known_->used(*known);
      return true;
    }
    frame.is_new = true;
    frame.nodes = nodes_;
    frame.found = found_;
    return false;
  }
  // require: the ledger has taken what led to the state
  typename Known::Key key_of(const State& state) const {
    typename Known::Key key;
    std::copy(state.word.begin(), state.word.end(), key.begin());
    if constexpr (kLedger) key.back() = ledger_.digest();
    return key;
  }

  void leave() {
    if (const Frame& frame = stack_[depth_]; frame.is_new)
      known_->enter(key_of(frame.state), found_ - frame.found, nodes_ - frame.nodes + 1);
    if constexpr (kLedger)
      if (const int32_t taken = stack_[depth_].taken; taken >= 0) ledger_.give_back(fitting_.option(taken));
    if (foresight_) trial_.leave(depth_, laid());
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
    return filed_there && same && here.position > below.position && depth_ <= common_->positions;
  }

  std::shared_ptr<const Common<W, F>> common_;
  const std::vector<char>& optional_;
  const Fitting<W, F>& fitting_;
  Ledger ledger_;
  std::unique_ptr<Foresight> foresight_;  // null where there is none
  EndingTrial trial_;                     // of the foresight
  std::shared_ptr<Share<Steps>> starts_;
  std::unique_ptr<Known> known_;  // null where states are not remembered
  std::vector<Frame> stack_;  // [0 .. depth_]; one more is the frame being tried
  int depth_ = -1;            // -1: between two starts
  int first_depth_ = 0;       // where the present start is
  uint64_t last_found_ = 0;   // how many may be found in the present advance
  bool counting_ = false;     // nobody wants the selections
};

template <int W, int F, bool kLedger>
Engines make_searches(const Problem& problem, const Scan& scan, const Ledger& ledger, bool plain,
                      const Division& division) {
  using Kind = Search<W, F, kLedger>;
  const auto common = std::make_shared<const Common<W, F>>(problem, scan, plain);
  Engines engines;
  for (auto& starts : shares(Kind::starts(common, ledger, division.least_starts()), division))
    engines.push_back(std::make_unique<Kind>(common, ledger, std::move(starts), !plain));
  return engines;
}

// Large boards and many flags are rare: there an idle ledger costs less than further instances of the search.
template <int W, int F>
Engines make_searches(const Problem& problem, const Scan& scan, bool plain, const Division& division) {
  const Ledger ledger(problem, scan);
  if constexpr (W <= 2 && F == 1)
    if (ledger.trivial()) return make_searches<W, F, false>(problem, scan, ledger, plain, division);
  return make_searches<W, F, true>(problem, scan, ledger, plain, division);
}

template <int W>
Engines make_searches(const Problem& problem, const Scan& scan, bool plain, const Division& division) {
  if (scan.flags <= 64) return make_searches<W, 1>(problem, scan, plain, division);
  return make_searches<W, kAnchorMaxFlags / 64>(problem, scan, plain, division);
}

}  // namespace

Engines make_anchors(const Problem& problem, bool plain, const Division& division) {
  const Scan scan(problem, kAnchorMaxFlags);
  if (scan.positions > kAnchorMaxCells) throw std::invalid_argument("more cells than the engine has room for");
  if (!plain)
    if (Engines jigsaws = make_jigsaws(problem, scan, division); !jigsaws.empty()) return jigsaws;
  if (scan.positions <= 64) return make_searches<1>(problem, scan, plain, division);
  if (scan.positions <= 128) return make_searches<2>(problem, scan, plain, division);
  if (scan.positions <= 256) return make_searches<4>(problem, scan, plain, division);
  return make_searches<8>(problem, scan, plain, division);
}

}  // namespace tilemodel
