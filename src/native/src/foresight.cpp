#include "foresight.hpp"

#include "endings.hpp"
#include "jigsaw.hpp"
#include "jigsaw_board.hpp"
#include "shapes.hpp"

namespace tilemodel {
namespace {

using std::int32_t;

template <int B>
class EndingsForesight final : public Foresight {
 public:
  EndingsForesight(const Shapes<1, 1>& shapes, int cells, int pieces)
      : board_(shapes, cells), endings_(board_, all(board_, pieces), ending_horizon(pieces), kMaxEndings) {}

  int horizon() const override { return endings_.horizon(); }
  bool hopeful(int anchor, std::uint64_t occupied, std::uint32_t left) override {
    return endings_.ways(anchor, occupied, left) > 0;
  }
  std::uint64_t tried() const override { return endings_.tried(); }

 private:
  static typename JigsawBoard<B>::Words all(const JigsawBoard<B>& board, int pieces) {
    typename JigsawBoard<B>::Words shapes{};
    for (int piece = 0; piece < pieces; ++piece)
      for (int b = 0; b < B; ++b) shapes[b] |= board.shapes_of(piece)[b];
    return shapes;
  }

  JigsawBoard<B> board_;
  Endings<B> endings_;
};

// The problem without rows, and without items that are neither cells nor pieces used once.
Problem relaxed(const Problem& problem, const Scan& scan) {
  Problem result;
  result.cell_count = problem.cell_count;
  std::vector<int32_t> number(problem.item_count(), -1);
  for (int32_t i = 0; i < problem.item_count(); ++i) {
    if (i >= problem.cell_count && (!problem.is_piece[i] || problem.lo[i] != 1 || problem.hi[i] != 1)) continue;
    number[i] = result.item_count();
    result.lo.push_back(problem.lo[i]);
    result.hi.push_back(problem.hi[i]);
    result.is_piece.push_back(problem.is_piece[i]);
  }
  result.offsets.push_back(0);
  for (int32_t k = 0; k < problem.option_count(); ++k) {
    if (!scan.alive[k]) continue;
    for (int32_t m = problem.offsets[k]; m < problem.offsets[k + 1]; ++m)
      if (const int32_t i = number[problem.members[m]]; i >= 0) result.members.push_back(i);
    result.offsets.push_back(static_cast<int32_t>(result.members.size()));
  }
  return result;
}

// Whether the flags of the pieces used once come first, in order.
bool pieces_come_first(const Problem& problem, const Scan& scan) {
  int32_t next = 0;
  for (int32_t i = problem.cell_count; i < problem.item_count(); ++i)
    if (problem.is_piece[i] && problem.lo[i] == 1 && problem.hi[i] == 1 && scan.flag_of[i] != next++) return false;
  return true;
}

}  // namespace

std::unique_ptr<Foresight> make_foresight(const Problem& problem, const Scan& scan) {
  if (scan.positions > 64 || !pieces_come_first(problem, scan)) return nullptr;
  const Problem jigsaw = relaxed(problem, scan);
  const int pieces = jigsaw.item_count() - jigsaw.cell_count;
  if (pieces > 32 || ending_horizon(pieces) < 2) return nullptr;
  const Scan its(jigsaw, 64);
  if (!is_jigsaw(jigsaw, its)) return nullptr;
  const Shapes<1, 1> shapes(jigsaw, its);
  const std::size_t count = shapes.seen.size();
  if (count <= 64) return std::make_unique<EndingsForesight<1>>(shapes, jigsaw.cell_count, pieces);
  if (count <= 128) return std::make_unique<EndingsForesight<2>>(shapes, jigsaw.cell_count, pieces);
  if (count <= 256) return std::make_unique<EndingsForesight<4>>(shapes, jigsaw.cell_count, pieces);
  return nullptr;
}

}  // namespace tilemodel
