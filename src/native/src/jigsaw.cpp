#include "jigsaw.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>
#include <vector>

#include "ending_trial.hpp"
#include "jigsaw_game.hpp"
#include "share.hpp"

namespace tilemodel {
namespace {

using std::int32_t;
using std::uint32_t;
using std::uint64_t;

template <int B>
class Jigsaw final : public Engine {
  using Game = JigsawGame<B>;
  using Board = typename Game::Board;
  using Words = typename Game::Words;
  using State = typename Game::State;

 public:
  // It begins at one of the starts after another that no other search has begun at.
  Jigsaw(std::shared_ptr<const Game> game, std::shared_ptr<Share<JigsawStart>> starts)
      : game_(std::move(game)),
        board_(game_->board()),
        starts_(std::move(starts)),
        endings_(game_->endings()),
        stack_(game_->pieces() + 2) {
    nodes_ = laid_ = 1;
  }

  Status advance(uint64_t budget, uint64_t quota, Selections* out) override {
    const uint64_t last_node = nodes_ + budget;
    last_found_ = found_ + quota;
    counting_ = !out;
    Status status = Status::kExhausted;
    while (depth_ >= 0 || !starts_->all_taken()) {
      const bool quota_met = found_ == last_found_;
      if (quota_met || laid_ + endings_.tried() >= last_node) {
        status = quota_met ? Status::kQuota : Status::kPaused;
        break;
      }
      if (depth_ < 0) {
        if (const JigsawStart* start = starts_->take()) begin(*start);
      } else if (stack_[depth_].position == Board::kEnd) {
        record(out);
        leave();
      } else if (!step()) {
        leave();
      }
    }
    nodes_ = laid_ + endings_.tried();
    return status;
  }

  double done() const override {
    double share = 1.0 / static_cast<double>(std::max<std::size_t>(starts_->size(), 1));
    double ahead = share * static_cast<double>(starts_->left());
    if (depth_ < 0) share = 0;
    for (int depth = first_depth_; depth <= std::min(depth_, first_depth_ + kLevelsLookedAt); ++depth) {
      const Frame& frame = stack_[depth];
      if (frame.position == Board::kEnd) break;
      const int branches = Board::count(board_.fitting(frame.position, frame.state.occupied, frame.state.left));
      ahead += share * Board::count(frame.untried) / branches;
      share = depth == depth_ ? 0 : share / branches;
    }
    return std::clamp(1 - ahead - share, 0.0, 1.0);
  }

 private:
  static constexpr int kLevelsLookedAt = 15;

  struct Frame {
    State state;
    Words untried;     // shapes that fit and are still to be tried
    int32_t position;  // the anchor; kEnd where every cell is covered
    int32_t taken;     // the shape by which the scan came here, -1: none
  };

  // Begin at a start. ensure: the shapes laid there are on the stack, with nothing untried beside them
  void begin(const JigsawStart& start) {
    ++laid_;
    root_ = start.root;
    first_depth_ = static_cast<int>(start.shapes.size());
    State state = game_->roots()[root_];
    int32_t taken = -1;
    for (int depth = 0; depth < first_depth_; ++depth) {
      const int position = std::countr_one(state.occupied);
      stack_[depth] = {state, {}, position, taken};
      taken = start.shapes[depth];
      state = game_->laid(state, position, taken);
    }
    depth_ = first_depth_ - 1;
    if (open(first_depth_, state, taken))
      depth_ = first_depth_;
    else
      depth_ = -1;
  }

  void leave() {
    trial_.leave(depth_, laid_);
    if (depth_ == first_depth_)
      depth_ = -1;
    else
      --depth_;
  }

  // Push the next frame that has a branch. ensure: false where no shape is left to try.
  bool step() {
    Frame& frame = stack_[depth_];
    for (int b = 0; b < B; ++b)
      while (frame.untried[b]) {
        const int shape = 64 * b + std::countr_zero(frame.untried[b]);
        frame.untried[b] &= frame.untried[b] - 1;
        assert(!(frame.state.occupied & board_.cells(shape, frame.position)));
        ++laid_;
        if (open(depth_ + 1, game_->laid(frame.state, frame.position, shape), shape)) {
          ++depth_;
          return true;
        }
      }
    return false;
  }

  // Make the frame at a depth. ensure: false where it has no branch, or none to follow: then its selections are counted.
  bool open(int depth, const State& state, int taken) {
    const int position = std::countr_one(state.occupied);
    Words untried{};
    if (position != Board::kEnd) {
      untried = board_.fitting(position, state.occupied, state.left);
      if (!Board::any(untried)) return false;
      if (asks(depth, game_->pieces() - depth)) {
        const uint32_t ways = endings_.ways(position, state.occupied, state.pieces);
        if (ways == 0) return false;
        if (counting_ && ways <= last_found_ - found_ && ways != kManyWays) {
          found_ += ways;
          return false;
        }
      }
    }
    stack_[depth] = {state, untried, position, taken};
    return true;
  }

  // Whether endings are to be asked for at a depth, with so many pieces left.
  bool asks(int depth, int left) {
    if (left < 2 || left > endings_.horizon() || trial_.goes_without(laid_)) return false;
    return left < endings_.horizon() || !trial_.refuses(depth, endings_.tried(), laid_);
  }

  void record(Selections* out) {
    ++found_;
    if (!out) return;
    const std::size_t begin = out->chosen.size();
    const Opening& opening = game_->opening();
    out->chosen.insert(out->chosen.end(), opening.given.begin(), opening.given.end());
    if (!opening.first.empty()) out->chosen.push_back(opening.first[root_]);
    for (int depth = 1; depth <= depth_; ++depth)
      out->chosen.push_back(board_.option(stack_[depth - 1].position, stack_[depth].taken));
    std::sort(out->chosen.begin() + begin, out->chosen.end());
    out->offsets.push_back(static_cast<int32_t>(out->chosen.size()));
  }

  std::shared_ptr<const Game> game_;
  const Board& board_;
  std::shared_ptr<Share<JigsawStart>> starts_;
  Endings<B> endings_;
  EndingTrial trial_;
  std::vector<Frame> stack_;  // [0 .. depth_]; one more is the frame being tried
  int depth_ = -1;            // -1: between two starts
  int first_depth_ = 0;       // where the present start is
  std::size_t root_ = 0;      // of the present start
  uint64_t laid_ = 0;         // placements tried by the search itself
  uint64_t last_found_ = 0;   // how many may be found in the present advance
  bool counting_ = false;     // nobody wants the selections
};

template <int B>
Engines make_jigsaws(const Problem& problem, const Scan& scan, const Shapes<1, 1>& shapes, Opening opening,
                     std::size_t max_endings, const Division& division) {
  const auto game = std::make_shared<const JigsawGame<B>>(problem, scan, shapes, std::move(opening), max_endings);
  Engines engines;
  for (auto& starts : shares(game->starts(division.least_starts()), division))
    engines.push_back(std::make_unique<Jigsaw<B>>(game, std::move(starts)));
  return engines;
}

}  // namespace

bool is_jigsaw(const Problem& problem, const Scan& scan) {
  if (scan.positions > 64 || scan.hopeless || !problem.rows.empty()) return false;
  if (scan.positions > problem.cell_count) return false;  // an option without cells
  for (int32_t i = 0; i < problem.item_count(); ++i)
    if (problem.lo[i] != 1 || problem.hi[i] != 1) return false;
  std::vector<int> size(problem.item_count());
  for (int32_t k = 0; k < problem.option_count(); ++k) {
    const int cells = problem.cells_of(k);
    if (problem.offsets[k + 1] - problem.offsets[k] != cells + 1) return false;
    int& known = size[problem.members[problem.offsets[k] + cells]];
    if (known && known != cells) return false;
    known = cells;
  }
  int area = 0;
  for (const int cells : size) area += cells;
  return area == problem.cell_count;
}

Engines make_jigsaws(const Problem& problem, Scan scan, const Division& division, std::size_t max_endings) {
  if (!is_jigsaw(problem, scan)) return {};
  Opening opening = find_opening(problem, scan);
  const Shapes<1, 1> shapes(problem, scan);
  const std::size_t count = shapes.seen.size();
  if (count <= 64) return make_jigsaws<1>(problem, scan, shapes, std::move(opening), max_endings, division);
  if (count <= 128) return make_jigsaws<2>(problem, scan, shapes, std::move(opening), max_endings, division);
  if (count <= 256) return make_jigsaws<4>(problem, scan, shapes, std::move(opening), max_endings, division);
  return {};
}

}  // namespace tilemodel
