#include "ledger.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace tilemodel {

using std::int32_t;
using std::int64_t;

namespace {

// So many times a number that is not negative, cut at what no row reaches.
int64_t several(int64_t number, int32_t times) {
  if (times <= 0) return 0;
  return number > kMaxReach / times ? kMaxReach : number * times;
}

}  // namespace

Ledger::Ledger(const Problem& problem, const Scan& scan) : positions_(scan.positions) {
  prepare_counters(problem, scan);
  prepare_areas(problem, scan);
  prepare_rows(problem, scan);
  trivial_ = count_.empty() && rows_.empty() && !needs_area_ && !caps_area_;
  prepare_digest(problem);
  hopeful_ = hopeful_ && hopeful_at_first(problem);
}

void Ledger::change(int32_t option, int sign) {
  for (auto c = counters_.begin(option); c != counters_.end(option); ++c) count_[*c] += sign;
  digest_ += sign > 0 ? digest_step_[option] : -digest_step_[option];
  if (const int32_t p = owner_[option]; p >= 0) {
    Piece& piece = pieces_[p];
    if (sign < 0) --piece.used;
    if (piece.used < piece.lo) needed_ -= sign * piece.smallest;
    if (sign > 0) ++piece.used;
    if (piece.hi != kOpen) capacity_ -= sign * piece.largest;
  }
  for (auto c = row_changes_.begin(option); c != row_changes_.end(option); ++c) {
    RowState& row = rows_[c->row];
    row.sum += sign * c->coefficient;
    row.copies_above -= sign * c->most;
    row.copies_below -= sign * c->least;
  }
}

bool Ledger::promising(int32_t option, int from, int to, int undecided, int mandatory) const {
  if (needs_area_ && needed_ > undecided) return false;
  if (caps_area_ && capacity_ < mandatory) return false;
  const int32_t* left = left_.data() + to * count_.size();
  for (std::size_t c = 0; c < count_.size(); ++c)
    if (count_[c] + left[c] < least_[c]) return false;
  if (rows_.empty()) return true;
  if (option >= 0)
    for (auto c = row_changes_.begin(option); c != row_changes_.end(option); ++c)
      if (!holds(c->row, to)) return false;
  // A row to which nothing is added can fail only where what lies ahead becomes less.
  for (auto row = rows_to_check_.begin(from + 1); row != rows_to_check_.end(to); ++row)
    if (!holds(*row, to)) return false;
  return true;
}

bool Ledger::holds(int32_t r, int position) const {
  const RowState& row = rows_[r];
  const Reach& reach = reach_[position * rows_.size() + r];
  if (row.lo != kNoLower && row.sum + std::min(reach.above, row.copies_above) < row.lo) return false;
  return row.hi == kNoUpper || row.sum + std::max(reach.below, row.copies_below) <= row.hi;
}

void Ledger::prepare_digest(const Problem& problem) {
  digest_step_.assign(problem.option_count(), 0);
  int bits = 0;
  // The value of a place for numbers from 0 to the most; or, modulo 2^64, for as many that begin below 0.
  const auto next_place = [&](std::uint64_t most) {
    const int shift = bits;
    bits = std::min(bits + static_cast<int>(std::bit_width(most)), 65);
    return std::uint64_t{1} << (shift & 63);
  };
  std::vector<std::uint64_t> place_of;
  for (const int64_t most : most_) place_of.push_back(next_place(static_cast<std::uint64_t>(std::min<int64_t>(most, positions_))));
  for (int32_t k = 0; k < problem.option_count(); ++k)
    for (auto c = counters_.begin(k); c != counters_.end(k); ++c) digest_step_[k] += place_of[*c];
  for (const Row& row : problem.rows) {
    std::uint64_t reach = 0;
    for (const int64_t c : row.coefficients) reach += static_cast<std::uint64_t>(c < 0 ? -c : c);
    const std::uint64_t place = next_place(reach);
    for (std::size_t j = 0; j < row.options.size(); ++j)
      digest_step_[row.options[j]] += static_cast<std::uint64_t>(row.coefficients[j]) * place;
  }
  has_digest_ = bits <= 64;
}

bool Ledger::hopeful_at_first(const Problem& problem) const {
  int mandatory = 0;
  for (int32_t i = 0; i < problem.cell_count; ++i) mandatory += problem.lo[i] > 0;
  for (std::size_t r = 0; r < rows_.size(); ++r)
    if (!holds(static_cast<int32_t>(r), 0)) return false;
  return promising(-1, 0, 0, problem.cell_count, mandatory);
}

void Ledger::prepare_counters(const Problem& problem, const Scan& scan) {
  std::vector<int32_t> counter_of(problem.item_count(), -1);
  for (int32_t i = problem.cell_count; i < problem.item_count(); ++i) {
    if (scan.flag_of[i] >= 0 || (problem.lo[i] <= 0 && problem.hi[i] == kOpen)) continue;
    counter_of[i] = static_cast<int32_t>(count_.size());
    count_.push_back(0);
    least_.push_back(problem.lo[i]);
    most_.push_back(problem.hi[i] == kOpen ? std::numeric_limits<int32_t>::max() : problem.hi[i]);
  }
  const std::size_t counters = count_.size();
  left_.assign((positions_ + 1) * counters, 0);
  for (int32_t k = 0; k < problem.option_count(); ++k) {
    for (int32_t m = problem.offsets[k]; m < problem.offsets[k + 1]; ++m)
      if (const int32_t c = counter_of[problem.members[m]]; c >= 0) {
        counters_.add(c);
        if (scan.alive[k]) left_[scan.filed_under[k] * counters + c] = 1;
      }
    counters_.close();
  }
  for (int p = positions_ - 1; p >= 0; --p)
    for (std::size_t c = 0; c < counters; ++c) left_[p * counters + c] += left_[(p + 1) * counters + c];
}

void Ledger::prepare_areas(const Problem& problem, const Scan& scan) {
  owner_.assign(problem.option_count(), -1);
  std::vector<int32_t> piece_of(problem.item_count(), -1);
  bool all_owned = true;
  for (int32_t k = 0; k < problem.option_count(); ++k) {
    if (!scan.alive[k]) continue;
    const int32_t size = problem.cells_of(k);
    for (int32_t m = problem.offsets[k] + size; m < problem.offsets[k + 1]; ++m) {
      const int32_t i = problem.members[m];
      if (!problem.is_piece[i]) continue;
      if (owner_[k] >= 0) {  // an option of two pieces
        owner_.assign(problem.option_count(), -1);
        pieces_.clear();
        return;
      }
      if (piece_of[i] < 0) {
        piece_of[i] = static_cast<int32_t>(pieces_.size());
        pieces_.push_back({problem.lo[i], problem.hi[i], size, size});
      }
      owner_[k] = piece_of[i];
      Piece& piece = pieces_[owner_[k]];
      piece.smallest = std::min(piece.smallest, size);
      piece.largest = std::max(piece.largest, size);
    }
    if (owner_[k] < 0 && size > 0) all_owned = false;
  }
  bool varies = false, capped = all_owned;
  for (const Piece& piece : pieces_) {
    needed_ += int64_t{piece.lo} * piece.smallest;
    if (piece.hi != kOpen) capacity_ += int64_t{piece.hi} * piece.largest;
    capped = capped && piece.hi != kOpen;
    varies = varies || piece.lo != piece.hi || piece.smallest != piece.largest;
  }
  int mandatory = 0;
  for (int32_t i = 0; i < problem.cell_count; ++i) mandatory += problem.lo[i] > 0;
  if (needed_ > problem.cell_count || (capped && capacity_ < mandatory)) hopeful_ = false;
  // Where every copy is required and every cell covered, the balance never changes.
  const bool changes = varies || mandatory < problem.cell_count;
  needs_area_ = changes && needed_ > 0;
  caps_area_ = changes && capped;
}

void Ledger::prepare_rows(const Problem& problem, const Scan& scan) {
  const auto rows = static_cast<int32_t>(problem.rows.size());
  for (const Row& row : problem.rows) rows_.push_back({row.lo, row.hi});
  reach_.assign((positions_ + 1) * problem.rows.size(), {0, 0});
  std::vector<std::vector<RowChange>> changes(problem.option_count());
  std::vector<std::vector<int32_t>> to_check(positions_ + 1);
  for (int32_t r = 0; r < rows; ++r) {
    const RowReach reach(problem, scan, problem.rows[r]);
    for (int p = 0; p <= positions_; ++p) reach_[p * rows_.size() + r] = reach.ahead[p];
    prepare_changes(problem, scan, r, changes);
    const RowState& row = rows_[r];
    Reach behind{0, 0};  // coming to p, the sum lies between these two
    for (int p = 1; p <= positions_; ++p) {
      behind = {behind.above + reach.at[p - 1].above, behind.below + reach.at[p - 1].below};
      const Reach& before = reach_[(p - 1) * rows_.size() + r];
      const Reach& ahead = reach_[p * rows_.size() + r];
      const bool low = row.lo != kNoLower && ahead.above != before.above && behind.below + ahead.above < row.lo;
      const bool high = row.hi != kNoUpper && ahead.below != before.below && behind.above + ahead.below > row.hi;
      if (low || high) to_check[p].push_back(r);
    }
  }
  for (const auto& list : changes) row_changes_.add_all(list);
  for (const auto& list : to_check) rows_to_check_.add_all(list);
}

// Where every option of the row belongs to a piece with an upper bound, the copies left bound what can be added, too.
// That is kept up where it is the better bound at the start.
void Ledger::prepare_changes(const Problem& problem, const Scan& scan, int32_t r,
                             std::vector<std::vector<RowChange>>& changes) {
  const Row& row = problem.rows[r];
  std::vector<Reach> by_piece(pieces_.size(), {0, 0});
  bool capped = true;
  for (std::size_t j = 0; j < row.options.size(); ++j) {
    const int32_t k = row.options[j], p = owner_[k];
    const int64_t c = row.coefficients[j];
    if (!scan.alive[k]) continue;
    changes[k].push_back({r, c, 0, 0});
    capped = capped && p >= 0 && pieces_[p].hi != kOpen;
    if (capped) by_piece[p] = {std::max(by_piece[p].above, c), std::min(by_piece[p].below, c)};
  }
  if (!capped) return;
  int64_t above = 0, below = 0;
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    const int32_t copies = std::min(pieces_[p].hi, positions_);  // no more than one is taken at a position
    above = std::min(above + several(by_piece[p].above, copies), kMaxReach);
    below = std::max(below - several(-by_piece[p].below, copies), -kMaxReach);
  }
  const bool helps_low = row.lo != kNoLower && above <= reach_[r].above;
  const bool helps_high = row.hi != kNoUpper && below >= reach_[r].below;
  if (!helps_low && !helps_high) return;
  if (helps_low) rows_[r].copies_above = above;
  if (helps_high) rows_[r].copies_below = below;
  for (int32_t k = 0; k < problem.option_count(); ++k) {
    const int32_t p = owner_[k];
    if (p < 0 || (!by_piece[p].above && !by_piece[p].below)) continue;
    if (changes[k].empty() || changes[k].back().row != r) changes[k].push_back({r, 0, 0, 0});
    changes[k].back().most = helps_low ? by_piece[p].above : 0;
    changes[k].back().least = helps_high ? by_piece[p].below : 0;
  }
}

}  // namespace tilemodel
