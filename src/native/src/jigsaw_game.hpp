// A jigsaw as several searches share it, and where they begin.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "endings.hpp"
#include "jigsaw_board.hpp"
#include "opening.hpp"
#include "scan.hpp"
#include "shapes.hpp"
#include "tilemodel/problem.hpp"

namespace tilemodel {

// Where a search may go on.
template <int B>
struct JigsawState {
  std::uint64_t occupied;
  typename JigsawBoard<B>::Words left;  // shapes of the pieces that are left
  std::uint32_t pieces;                 // the pieces that are left, as long as the endings have room for them
};

// Where a search begins: at one of the roots, with these shapes laid from there on.
struct JigsawStart {
  std::size_t root;
  std::vector<std::int32_t> shapes;
};

template <int B>
class JigsawGame {
 public:
  using Board = JigsawBoard<B>;
  using Words = typename Board::Words;
  using State = JigsawState<B>;

  // require: is_jigsaw, and all shapes find room; the opening's options are among the shapes where they come first
  JigsawGame(const Problem& problem, const Scan& scan, const Shapes<1, 1>& shapes, Opening opening,
             std::size_t max_endings)
      : board_(shapes, problem.cell_count),
        opening_(std::move(opening)),
        roots_(make_roots(problem, scan)),
        pieces_(static_cast<int>(scan.flags - opening_.given.size() - !opening_.first.empty())),
        endings_(std::make_shared<EndingTables>(scan.flags > 32 ? 0 : ending_horizon(pieces_), max_endings)) {}

  const Board& board() const { return board_; }
  const Opening& opening() const { return opening_; }
  // The states in which the scan starts: one for each place of the piece that comes first.
  const std::vector<State>& roots() const { return roots_; }
  // How many pieces are left at a root.
  int pieces() const { return pieces_; }
  Endings<B> endings() const { return {board_, roots_.empty() ? Words{} : roots_.front().left, endings_}; }

  State laid(const State& state, int position, int shape) const {
    const int piece = board_.piece(shape);
    return {state.occupied | board_.cells(shape, position), Board::without(state.left, board_.shapes_of(piece)),
            state.pieces & ~bit_of(piece)};
  }

  // The starts of the whole search in order, so many or more as long as it does not take half of the pieces.
  std::vector<JigsawStart> starts(std::size_t number) const {
    std::vector<JigsawStart> starts;
    for (std::size_t root = 0; root < roots_.size(); ++root) starts.push_back({root, {}});
    for (int depth = 0; starts.size() < number && 2 * (depth + 1) <= pieces_; ++depth) {
      std::vector<JigsawStart> deeper;
      for (const JigsawStart& start : starts) {
        State state = roots_[start.root];
        for (const std::int32_t shape : start.shapes) state = laid(state, std::countr_one(state.occupied), shape);
        const int position = std::countr_one(state.occupied);
        const Words fits = board_.fitting(position, state.occupied, state.left);
        for (int b = 0; b < B; ++b)
          for (std::uint64_t untried = fits[b]; untried; untried &= untried - 1) {
            deeper.push_back(start);
            deeper.back().shapes.push_back(64 * b + std::countr_zero(untried));
          }
      }
      starts = std::move(deeper);
    }
    return starts;
  }

 private:
  // With more than 32 pieces, several share a bit, and no endings are asked for.
  static std::uint32_t bit_of(int piece) { return std::uint32_t{1} << (piece & 31); }

  std::vector<State> make_roots(const Problem& problem, const Scan& scan) const {
    if (scan.hopeless) return {};
    State start{board_.outside(), {}, 0};
    for (const std::int32_t k : opening_.given) start.occupied |= cells_of(problem, k);
    for (int piece = 0; piece < scan.flags; ++piece)
      if (Board::any(board_.shapes_of(piece))) {
        for (int b = 0; b < B; ++b) start.left[b] |= board_.shapes_of(piece)[b];
        start.pieces |= bit_of(piece);
      }
    if (opening_.first.empty()) return {start};
    std::vector<State> roots;
    for (const std::int32_t k : opening_.first) {
      const int piece = scan.flag_of[problem.members[problem.offsets[k + 1] - 1]];
      roots.push_back({start.occupied | cells_of(problem, k), Board::without(start.left, board_.shapes_of(piece)),
                       start.pieces & ~bit_of(piece)});
    }
    return roots;
  }

  static std::uint64_t cells_of(const Problem& problem, std::int32_t k) {
    std::uint64_t cells = 0;
    for (std::int32_t m = problem.offsets[k]; m + 1 < problem.offsets[k + 1]; ++m)
      cells |= std::uint64_t{1} << problem.members[m];
    return cells;
  }

  Board board_;
  Opening opening_;
  std::vector<State> roots_;
  int pieces_;
  std::shared_ptr<EndingTables> endings_;
};

}  // namespace tilemodel
