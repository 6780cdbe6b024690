#include "foresight.hpp"

#include <utility>

#include "endings.hpp"
#include "jigsaw.hpp"
#include "jigsaw_board.hpp"
#include "shapes.hpp"

namespace tilemodel {
namespace {

using std::int32_t;

template <int B>
class EndingsForesight final : public Foresight {
  using Board = JigsawBoard<B>;

 public:
  EndingsForesight(std::shared_ptr<const Board> board, int pieces, std::shared_ptr<EndingTables> tables)
      : board_(std::move(board)), pieces_(pieces), tables_(std::move(tables)), endings_(*board_, all(*board_, pieces), tables_) {}

  static std::unique_ptr<Foresight> make(const Shapes<1, 1>& shapes, int cells, int pieces) {
    return std::make_unique<EndingsForesight>(std::make_shared<const Board>(shapes, cells), pieces,
                                              std::make_shared<EndingTables>(ending_horizon(pieces), kMaxEndings));
  }

  int horizon() const override { return endings_.horizon(); }
  bool hopeful(int anchor, std::uint64_t occupied, std::uint32_t left) override {
    return endings_.ways(anchor, occupied, left) > 0;
  }
  std::unique_ptr<Foresight> another() const override {
    return std::make_unique<EndingsForesight>(board_, pieces_, tables_);
  }
  std::uint64_t tried() const override { return endings_.tried(); }

 private:
  static typename Board::Words all(const Board& board, int pieces) {
    typename Board::Words shapes{};
    for (int piece = 0; piece < pieces; ++piece)
      for (int b = 0; b < B; ++b) shapes[b] |= board.shapes_of(piece)[b];
    return shapes;
  }

  std::shared_ptr<const Board> board_;
  int pieces_;
  std::shared_ptr<EndingTables> tables_;
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
  if (count <= 64) return EndingsForesight<1>::make(shapes, jigsaw.cell_count, pieces);
  if (count <= 128) return EndingsForesight<2>::make(shapes, jigsaw.cell_count, pieces);
  if (count <= 256) return EndingsForesight<4>::make(shapes, jigsaw.cell_count, pieces);
  return nullptr;
}

}  // namespace tilemodel
