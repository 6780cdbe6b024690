#include "jigsaw.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <vector>

#include "endings.hpp"
#include "jigsaw_board.hpp"
#include "opening.hpp"
#include "shapes.hpp"

namespace tilemodel {
namespace {

using std::int32_t;
using std::uint32_t;
using std::uint64_t;

// Where the search may go on.
template <int B>
struct State {
  uint64_t occupied;
  typename JigsawBoard<B>::Words left;  // shapes of the pieces that are left
  uint32_t pieces;                      // the pieces that are left, as long as the endings have room for them
};

// With more than 32 pieces, several share a bit, and no endings are asked for.
uint32_t bit_of(int piece) { return uint32_t{1} << (piece & 31); }

template <int B>
class Jigsaw final : public Engine {
  using Board = JigsawBoard<B>;
  using Words = typename Board::Words;

 public:
  // require: is_jigsaw, and all shapes find room; the opening's options are among the shapes where they come first
  Jigsaw(const Problem& problem, const Scan& scan, const Shapes<1, 1>& shapes, Opening opening,
         std::size_t max_endings)
      : board_(shapes, problem.cell_count),
        opening_(std::move(opening)),
        roots_(make_roots(problem, scan)),
        pieces_(static_cast<int>(scan.flags - opening_.given.size() - !opening_.first.empty())),
        endings_(board_, roots_.empty() ? Words{} : roots_.front().left, scan.flags > 32 ? 0 : ending_horizon(pieces_), max_endings),
        stack_(problem.cell_count + 1) {
    nodes_ = 1;
  }

  Status advance(uint64_t budget, uint64_t quota, Selections* out) override {
    const uint64_t tried_before = endings_.tried();
    const uint64_t last_node = nodes_ + budget;
    last_found_ = found_ + quota;
    counting_ = !out;
    Status status = Status::kExhausted;
    while (depth_ >= 0 || next_root_ < roots_.size()) {
      const bool quota_met = found_ == last_found_;
      if (quota_met || nodes_ + (endings_.tried() - tried_before) >= last_node) {
        status = quota_met ? Status::kQuota : Status::kPaused;
        break;
      }
      if (depth_ < 0) {
        ++nodes_;
        if (open(0, roots_[next_root_++], -1)) depth_ = 0;
      } else if (stack_[depth_].position == Board::kEnd) {
        record(out);
        --depth_;
      } else if (!step()) {
        --depth_;
      }
    }
    nodes_ += endings_.tried() - tried_before;
    return status;
  }

  double done() const override {
    double share = 1.0 / std::max<std::size_t>(roots_.size(), 1);
    double ahead = share * static_cast<double>(roots_.size() - next_root_);
    if (depth_ < 0) share = 0;
    for (int depth = 0; depth <= std::min(depth_, kLevelsLookedAt) && stack_[depth].position != Board::kEnd; ++depth) {
      const Frame& frame = stack_[depth];
      const int branches = Board::count(board_.fitting(frame.position, frame.state.occupied, frame.state.left));
      ahead += share * Board::count(frame.untried) / branches;
      share = depth == depth_ ? 0 : share / branches;
    }
    return std::clamp(1 - ahead - share, 0.0, 1.0);
  }

 private:
  static constexpr int kLevelsLookedAt = 15;

  struct Frame {
    State<B> state;
    Words untried;     // shapes that fit and are still to be tried
    int32_t position;  // the anchor; kEnd where every cell is covered
    int32_t taken;     // the shape by which the scan came here, -1: none
  };

  // The states in which the scan starts: one for each place of the piece that comes first.
  std::vector<State<B>> make_roots(const Problem& problem, const Scan& scan) const {
    if (scan.hopeless) return {};
    State<B> start{board_.outside(), {}, 0};
    for (const int32_t k : opening_.given) start.occupied |= cells_of(problem, k);
    for (int piece = 0; piece < scan.flags; ++piece)
      if (Board::any(board_.shapes_of(piece))) remove(start, piece, +1);
    if (opening_.first.empty()) return {start};
    std::vector<State<B>> roots;
    for (const int32_t k : opening_.first) {
      State<B> root = start;
      root.occupied |= cells_of(problem, k);
      remove(root, scan.flag_of[problem.members[problem.offsets[k + 1] - 1]], -1);
      roots.push_back(root);
    }
    return roots;
  }

  static uint64_t cells_of(const Problem& problem, int32_t k) {
    uint64_t cells = 0;
    for (int32_t m = problem.offsets[k]; m + 1 < problem.offsets[k + 1]; ++m) cells |= uint64_t{1} << problem.members[m];
    return cells;
  }

  // Add a piece to those that are left, or take it away.
  void remove(State<B>& state, int piece, int sign) const {
    const Words& shapes = board_.shapes_of(piece);
    for (int b = 0; b < B; ++b) state.left[b] = sign > 0 ? state.left[b] | shapes[b] : state.left[b] & ~shapes[b];
    state.pieces ^= bit_of(piece);
  }

  // Push the next frame that has a branch. ensure: false where no shape is left to try.
  bool step() {
    Frame& frame = stack_[depth_];
    for (int b = 0; b < B; ++b)
      while (frame.untried[b]) {
        const int shape = 64 * b + std::countr_zero(frame.untried[b]);
        frame.untried[b] &= frame.untried[b] - 1;
        const int piece = board_.piece(shape);
        const uint64_t cells = board_.cells(shape, frame.position);
        assert(!(frame.state.occupied & cells));
        ++nodes_;
        const State<B> state{frame.state.occupied | cells, Board::without(frame.state.left, board_.shapes_of(piece)),
                                frame.state.pieces & ~bit_of(piece)};
        if (open(depth_ + 1, state, shape)) {
          ++depth_;
          return true;
        }
      }
    return false;
  }

  // Make the frame at a depth. ensure: false where it has no branch, or none to follow: then its selections are counted.
  bool open(int depth, const State<B>& state, int taken) {
    const int position = std::countr_one(state.occupied);
    Words untried{};
    if (position != Board::kEnd) {
      untried = board_.fitting(position, state.occupied, state.left);
      if (!Board::any(untried)) return false;
      if (const int left = pieces_ - depth; left > 1 && left <= endings_.horizon()) {
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

  void record(Selections* out) {
    ++found_;
    if (!out) return;
    const std::size_t begin = out->chosen.size();
    out->chosen.insert(out->chosen.end(), opening_.given.begin(), opening_.given.end());
    if (!opening_.first.empty()) out->chosen.push_back(opening_.first[next_root_ - 1]);
    for (int depth = 1; depth <= depth_; ++depth)
      out->chosen.push_back(board_.option(stack_[depth - 1].position, stack_[depth].taken));
    std::sort(out->chosen.begin() + begin, out->chosen.end());
    out->offsets.push_back(static_cast<int32_t>(out->chosen.size()));
  }

  Board board_;
  Opening opening_;
  std::vector<State<B>> roots_;
  int pieces_;  // that are left at a root
  Endings<B> endings_;
  std::vector<Frame> stack_;  // [0 .. depth_]; one more is the frame being tried
  int depth_ = -1;
  std::size_t next_root_ = 0;
  uint64_t last_found_ = 0;  // how many may be found in the present advance
  bool counting_ = false;    // nobody wants the selections
};

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

std::unique_ptr<Engine> make_jigsaw(const Problem& problem, Scan scan, std::size_t max_endings) {
  if (!is_jigsaw(problem, scan)) return nullptr;
  Opening opening = find_opening(problem, scan);
  const Shapes<1, 1> shapes(problem, scan);
  const std::size_t count = shapes.seen.size();
  if (count <= 64) return std::make_unique<Jigsaw<1>>(problem, scan, shapes, std::move(opening), max_endings);
  if (count <= 128) return std::make_unique<Jigsaw<2>>(problem, scan, shapes, std::move(opening), max_endings);
  if (count <= 256) return std::make_unique<Jigsaw<4>>(problem, scan, shapes, std::move(opening), max_endings);
  return nullptr;
}

}  // namespace tilemodel
