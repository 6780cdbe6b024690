#include "tilemodel/anchor.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "tilemodel/bits.hpp"

namespace tilemodel {
namespace {

using std::int32_t;
using std::int64_t;
using std::uint64_t;

// What taking an option changes in a row.
struct RowChange {
  int32_t row;
  int64_t coefficient;  // added to the sum
  int64_t most, least;  // taken from what the copies left can add
};

// What the words and the filing do not hold: counters, rows, areas. Taken and given back in stack order.
class Ledger {
 public:
  Ledger(const Problem& problem, const std::vector<int32_t>& position, const std::vector<char>& alive, int flag_limit,
         int positions);

  uint64_t flags_of(int32_t option) const { return flags_[option]; }
  bool trivial() const { return trivial_; }
  bool hopeless() const { return hopeless_; }

  // Whether the counters have room for one more of this option.
  bool has_room(int32_t option) const {
    for (int32_t c : counters_[option])
      if (count_[c] >= most_[c]) return false;
    return true;
  }
  void take(int32_t option) { change(option, +1); }
  void give_back(int32_t option) { change(option, -1); }

  // The flags that must be set once the scan has reached this position: no option filed from here on sets them.
  uint64_t due(int position) const { return due_[position]; }

  // Whether the rest of the board can still satisfy counters, areas and rows.
  // require: undecided and mandatory are the numbers of undecided cells, and of those that must be covered
  bool promising(int position, int undecided, int mandatory) const;

 private:
  struct Bounded {  // an item, not a cell, with its smallest and largest option
    int32_t lo, hi, smallest, largest;
  };
  void change(int32_t option, int sign);
  void prepare_areas(const Problem& problem, const std::vector<char>& alive);
  void prepare_rows(const Problem& problem, const std::vector<int32_t>& position, const std::vector<char>& alive,
                    int positions);

  bool trivial_ = true, hopeless_ = false;
  std::vector<uint64_t> flags_, due_;
  std::vector<std::vector<int32_t>> counters_;  // by option
  std::vector<int64_t> count_, least_, most_;   // by counter
  std::vector<int32_t> last_;                   // by counter: the last position with an option of it
  std::vector<int32_t> counter_of_, flag_of_;   // by item, -1 where it is none

  // Areas: only where no option covers two bounded items (so that no cell is reckoned twice).
  bool needs_area_ = false, caps_area_ = false;
  int64_t needed_ = 0;    // the least area of the copies still required
  int64_t capacity_ = 0;  // the largest area of the copies still allowed
  std::vector<int32_t> owner_;  // by option: its bounded item, -1 where it has none
  std::vector<Bounded> bounded_;
  std::vector<int32_t> used_;

  std::size_t row_count_ = 0;
  std::vector<int64_t> sum_, row_lo_, row_hi_;
  std::vector<int64_t> above_, below_;            // [position][row]: the most and least that the rest can add
  std::vector<int64_t> copies_above_, copies_below_;  // [row]: the same by the copies left
  std::vector<std::vector<RowChange>> row_changes_;   // by option
};

int cells_of(const Problem& problem, int32_t option) {
  const auto begin = problem.members.begin() + problem.offsets[option];
  const auto end = problem.members.begin() + problem.offsets[option + 1];
  return static_cast<int>(std::lower_bound(begin, end, problem.cell_count) - begin);
}

Ledger::Ledger(const Problem& problem, const std::vector<int32_t>& position, const std::vector<char>& alive,
               int flag_limit, int positions)
    : flags_(problem.option_count()), due_(positions + 1), counters_(problem.option_count()) {
  const auto items = static_cast<int32_t>(problem.item_count());
  const auto options = static_cast<int32_t>(problem.option_count());
  counter_of_.assign(items, -1);
  flag_of_.assign(items, -1);
  std::vector<int32_t> last(items, -1);
  for (int32_t k = 0; k < options; ++k)
    if (alive[k])
      for (int32_t m = problem.offsets[k]; m < problem.offsets[k + 1]; ++m)
        last[problem.members[m]] = std::max(last[problem.members[m]], position[k]);

  int32_t flags = 0;
  for (int32_t i = problem.cell_count; i < items; ++i) {
    const int64_t hi = problem.hi[i] == kOpen ? std::numeric_limits<int32_t>::max() : problem.hi[i];
    if (problem.lo[i] > hi || (problem.lo[i] > 0 && last[i] < 0)) hopeless_ = true;
    if (hi == 1 && flags < flag_limit) {
      flag_of_[i] = flags;
      if (problem.lo[i] == 1)
        for (int p = last[i] + 1; p <= positions; ++p) due_[p] |= uint64_t{1} << flags;
      ++flags;
    } else if (problem.lo[i] > 0 || problem.hi[i] != kOpen) {
      counter_of_[i] = static_cast<int32_t>(count_.size());
      count_.push_back(0);
      least_.push_back(problem.lo[i]);
      most_.push_back(hi);
      last_.push_back(last[i]);
      trivial_ = false;
    }
  }
  for (int32_t k = 0; k < options; ++k)
    for (int32_t m = problem.offsets[k]; m < problem.offsets[k + 1]; ++m) {
      const int32_t i = problem.members[m];
      if (flag_of_[i] >= 0) flags_[k] |= uint64_t{1} << flag_of_[i];
      if (counter_of_[i] >= 0) counters_[k].push_back(counter_of_[i]);
    }
  prepare_areas(problem, alive);
  row_count_ = problem.rows.size();
  row_changes_.resize(options);
  if (row_count_) prepare_rows(problem, position, alive, positions);
  if (row_count_) trivial_ = false;
}

void Ledger::prepare_areas(const Problem& problem, const std::vector<char>& alive) {
  const auto items = static_cast<int32_t>(problem.item_count());
  const auto options = static_cast<int32_t>(problem.option_count());
  owner_.assign(options, -1);
  std::vector<int32_t> number(items, -1);
  bool all_owned = true;
  for (int32_t k = 0; k < options; ++k) {
    if (!alive[k]) continue;
    const int32_t size = cells_of(problem, k);
    for (int32_t m = problem.offsets[k] + size; m < problem.offsets[k + 1]; ++m) {
      const int32_t i = problem.members[m];
      if (!problem.is_piece[i]) continue;
      if (owner_[k] >= 0) {  // two pieces in one option: areas would be reckoned twice
        owner_.assign(options, -1);
        bounded_.clear();
        return;
      }
      if (number[i] < 0) {
        number[i] = static_cast<int32_t>(bounded_.size());
        bounded_.push_back({problem.lo[i], problem.hi[i], size, size});
      }
      owner_[k] = number[i];
      Bounded& item = bounded_[owner_[k]];
      item.smallest = std::min(item.smallest, size);
      item.largest = std::max(item.largest, size);
    }
    if (owner_[k] < 0 && size > 0) all_owned = false;
  }
  used_.assign(bounded_.size(), 0);
  caps_area_ = all_owned;
  for (const auto& item : bounded_) {
    needed_ += int64_t{item.lo} * item.smallest;
    if (item.hi == kOpen) caps_area_ = false;
    if (item.hi != kOpen) capacity_ += int64_t{item.hi} * item.largest;
  }
  needs_area_ = needed_ > 0;
  bool optional = false, ranged = false;
  int32_t mandatory = 0;
  for (int32_t i = 0; i < problem.cell_count; ++i) (problem.lo[i] > 0 ? mandatory++ : optional = true);
  for (const auto& item : bounded_) ranged |= item.lo != item.hi || item.smallest != item.largest;
  if ((needs_area_ && needed_ > problem.cell_count) || (caps_area_ && capacity_ < mandatory)) hopeless_ = true;
  // Where every copy is required and every cell covered, the balance of areas never changes during the search.
  if (!optional && !ranged) needs_area_ = caps_area_ = false;
  if (needs_area_ || caps_area_) trivial_ = false;
}

void Ledger::prepare_rows(const Problem& problem, const std::vector<int32_t>& position, const std::vector<char>& alive,
                          int positions) {
  const std::size_t rows = row_count_;
  sum_.assign(rows, 0);
  copies_above_.assign(rows, kNoUpper / 4);
  copies_below_.assign(rows, -(kNoUpper / 4));
  above_.assign((positions + 1) * rows, 0);
  below_.assign((positions + 1) * rows, 0);
  for (std::size_t r = 0; r < rows; ++r) {
    const Row& row = problem.rows[r];
    row_lo_.push_back(row.lo);
    row_hi_.push_back(row.hi);
    // At most one option filed under a position is taken; and a coefficient can be shared out among the cells of its
    // option. Both bound what the positions from p on can add; the better one counts.
    std::vector<int64_t> most(positions), least(positions);
    std::vector<double> most_share(positions), least_share(positions);
    for (std::size_t j = 0; j < row.options.size(); ++j) {
      const int32_t k = row.options[j];
      const int64_t c = row.coefficients[j];
      if (!alive[k]) continue;
      most[position[k]] = std::max(most[position[k]], c);
      least[position[k]] = std::min(least[position[k]], c);
      const int size = cells_of(problem, k);
      if (size == 0) {
        most_share[position[k]] = std::max(most_share[position[k]], double(c));
        least_share[position[k]] = std::min(least_share[position[k]], double(c));
      }
      for (int m = 0; m < size; ++m) {
        const int32_t cell = problem.members[problem.offsets[k] + m];
        most_share[cell] = std::max(most_share[cell], double(c) / size);
        least_share[cell] = std::min(least_share[cell], double(c) / size);
      }
    }
    int64_t high = 0, low = 0;
    double high_share = 0, low_share = 0;
    for (int p = positions - 1; p >= 0; --p) {
      high += most[p];
      low += least[p];
      high_share += most_share[p];
      low_share += least_share[p];
      const double slack = 1e-6 * (1 + std::abs(high_share) + std::abs(low_share));
      const auto shared_high = static_cast<int64_t>(std::floor(high_share + slack));
      const auto shared_low = static_cast<int64_t>(std::ceil(low_share - slack));
      above_[p * rows + r] = std::min(high, shared_high);
      below_[p * rows + r] = std::max(low, shared_low);
    }
  }
  // Where each option of a row belongs to a piece with an upper bound, the copies left bound it, too.
  for (std::size_t r = 0; r < rows; ++r) {
    const Row& row = problem.rows[r];
    std::vector<int64_t> most(bounded_.size()), least(bounded_.size());
    bool bound = true;
    for (std::size_t j = 0; j < row.options.size() && bound; ++j) {
      const int32_t k = row.options[j];
      if (!alive[k]) continue;
      const int32_t b = owner_[k];
      bound = b >= 0 && bounded_[b].hi != kOpen;
      if (!bound) break;
      most[b] = std::max(most[b], row.coefficients[j]);
      least[b] = std::min(least[b], row.coefficients[j]);
    }
    std::vector<int64_t> coefficient(problem.option_count());
    for (std::size_t j = 0; j < row.options.size(); ++j) coefficient[row.options[j]] = row.coefficients[j];
    if (bound) {
      copies_above_[r] = copies_below_[r] = 0;
      for (std::size_t b = 0; b < bounded_.size(); ++b)
        if (bounded_[b].hi != kOpen) {
          copies_above_[r] += most[b] * bounded_[b].hi;
          copies_below_[r] += least[b] * bounded_[b].hi;
        }
    }
    for (std::size_t k = 0; k < problem.option_count(); ++k) {
      const bool owned = bound && alive[k] && owner_[k] >= 0;
      const RowChange change{static_cast<int32_t>(r), coefficient[k], owned ? most[owner_[k]] : 0,
                             owned ? least[owner_[k]] : 0};
      if (change.coefficient || change.most || change.least) row_changes_[k].push_back(change);
    }
  }
}

void Ledger::change(int32_t option, int sign) {
  for (int32_t c : counters_[option]) count_[c] += sign;
  if (const int32_t b = owner_.empty() ? -1 : owner_[option]; b >= 0) {
    const Bounded& item = bounded_[b];
    if (sign < 0) --used_[b];
    if (used_[b] < item.lo) needed_ -= sign * item.smallest;
    if (sign > 0) ++used_[b];
    if (item.hi != kOpen) capacity_ -= sign * item.largest;
  }
  for (const RowChange& change : row_changes_[option]) {
    sum_[change.row] += sign * change.coefficient;
    copies_above_[change.row] -= sign * change.most;
    copies_below_[change.row] -= sign * change.least;
  }
}

bool Ledger::promising(int position, int undecided, int mandatory) const {
  if (needs_area_ && needed_ > undecided) return false;
  if (caps_area_ && capacity_ < mandatory) return false;
  for (std::size_t c = 0; c < count_.size(); ++c)
    if (count_[c] < least_[c] && last_[c] < position) return false;
  const int64_t* above = above_.data() + position * row_count_;
  const int64_t* below = below_.data() + position * row_count_;
  for (std::size_t r = 0; r < row_count_; ++r) {
    if (row_lo_[r] != kNoLower && sum_[r] + std::min(above[r], copies_above_[r]) < row_lo_[r]) return false;
    if (row_hi_[r] != kNoUpper && sum_[r] + std::max(below[r], copies_below_[r]) > row_hi_[r]) return false;
  }
  return true;
}

// The problem as the scan sees it: a position for each cell, and one more for each option without cells, as if it
// covered an optional cell of its own.
struct Scan {
  int positions = 0;
  std::vector<char> alive;           // by option: not an option that covers an item that may not be covered
  std::vector<int32_t> filed_under;  // by option
  std::vector<char> optional;        // by position
  bool hopeless = false;             // a cell that must be covered has no option

  explicit Scan(const Problem& problem)
      : positions(problem.cell_count), alive(problem.option_count(), 1), filed_under(problem.option_count()) {
    const auto options = static_cast<int32_t>(problem.option_count());
    std::vector<char> coverable(problem.cell_count);
    for (int32_t k = 0; k < options; ++k) {
      for (int32_t m = problem.offsets[k]; m < problem.offsets[k + 1]; ++m)
        if (problem.hi[problem.members[m]] == 0) alive[k] = 0;
      const int size = cells_of(problem, k);
      filed_under[k] = size ? problem.members[problem.offsets[k]] : positions++;
      if (alive[k])
        for (int m = 0; m < size; ++m) coverable[problem.members[problem.offsets[k] + m]] = 1;
    }
    optional.assign(positions, 1);
    for (int32_t c = 0; c < problem.cell_count; ++c) {
      optional[c] = problem.lo[c] == 0;
      if (problem.lo[c] > std::max(problem.hi[c], 0) || (!optional[c] && !coverable[c])) hopeless = true;
    }
  }
};

// kLedger: whether anything but the words and the filing matters.
template <int W, bool kLedger>
class Search final : public AnchorSearch {
 public:
  Search(const Problem& problem, const Scan& scan, Ledger ledger)
      : positions_(scan.positions), ledger_(std::move(ledger)), optional_(scan.optional) {
    const auto options = static_cast<int32_t>(problem.option_count());
    first_.assign(positions_ + 1, 0);
    std::vector<std::vector<int32_t>> filed(positions_);
    for (int32_t k = 0; k < options; ++k)
      if (scan.alive[k]) filed[scan.filed_under[k]].push_back(k);
    for (int p = 0; p < positions_; ++p) {
      first_[p] = static_cast<int32_t>(options_.size());
      for (int32_t k : filed[p]) {
        Option option{{}, ledger_.flags_of(k), k};
        option.mask.set(p);
        for (int m = 0; m < cells_of(problem, k); ++m) option.mask.set(problem.members[problem.offsets[k] + m]);
        options_.push_back(option);
      }
    }
    first_[positions_] = static_cast<int32_t>(options_.size());
    for (int c = 0; c < problem.cell_count; ++c) {
      cells_.set(c);
      if (!optional_[c]) mandatory_.set(c);
    }
    Frame root;
    for (int bit = positions_; bit < 64 * W; ++bit) root.board.set(bit);
    hopeless_ = scan.hopeless || ledger_.hopeless();
    stack_.reserve(positions_ + 2);
    enter(root);
  }

  Status advance(uint64_t budget, uint64_t quota, Selections* out) override {
    const uint64_t last_node = nodes_ + budget;
    uint64_t given = 0;
    while (!stack_.empty()) {
      if (given == quota) return Status::kQuota;
      if (nodes_ >= last_node) return Status::kPaused;
      Frame& frame = stack_.back();
      if (frame.position == positions_) {
        record(out);
        ++given;
        ++found_;
        leave();
      } else if (!descend(frame)) {
        leave();
      }
    }
    return Status::kExhausted;
  }

  double done() const override {
    double share = 1, behind = 0;
    for (std::size_t depth = 0; depth < std::min<std::size_t>(stack_.size(), 16); ++depth) {
      const Frame& frame = stack_[depth];
      if (frame.position == positions_) break;
      const int begin = first_[frame.position], end = first_[frame.position + 1];
      const int branches = end - begin + optional_[frame.position];
      if (!branches) break;
      const int tried = std::max(frame.next - begin + frame.skipped - 1, 0);
      behind += share * tried / branches;
      share /= branches;
    }
    return stack_.empty() ? 1 : std::min(behind, 1.0);
  }

 private:
  struct Option {
    Bits<W> mask;
    uint64_t flags;
    int32_t number;
  };
  struct Frame {
    Bits<W> board{};         // decided cells
    uint64_t flags = 0;      // exclusive items that are covered
    int32_t position = 0;    // the anchor
    int32_t next = 0;        // the next option to try
    int32_t taken = -1;      // the option by which the scan came here, -1: none
    bool skipped = false;    // "stays empty" has been tried
  };

  // Step from the frame's anchor to the next one that is promising. ensure: false where no branch is left.
  bool descend(Frame& frame) {
    const int32_t end = first_[frame.position + 1];
    while (frame.next < end) {
      const Option& option = options_[frame.next++];
      if (option.mask.meets(frame.board) || (option.flags & frame.flags)) continue;
      if constexpr (kLedger)
        if (!ledger_.has_room(option.number)) continue;
      Frame child;
      child.board = frame.board | option.mask;
      child.flags = frame.flags | option.flags;
      child.taken = option.number;
      if (enter(child)) return true;
    }
    if (optional_[frame.position] && !frame.skipped) {
      frame.skipped = true;
      Frame child;
      child.board = frame.board;
      child.board.set(frame.position);
      child.flags = frame.flags;
      if (enter(child)) return true;
    }
    return false;
  }

  // Push the frame with its anchor, unless something can no longer be satisfied.
  bool enter(Frame& frame) {
    if (hopeless_) return false;
    ++nodes_;
    frame.position = std::min(frame.board.first_zero(), positions_);
    const uint64_t due = ledger_.due(frame.position);
    if ((frame.flags & due) != due) return false;
    if constexpr (kLedger) {
      if (frame.taken >= 0) ledger_.take(frame.taken);
      if (!ledger_.promising(frame.position, frame.board.missing(cells_), frame.board.missing(mandatory_))) {
        if (frame.taken >= 0) ledger_.give_back(frame.taken);
        return false;
      }
    }
    frame.next = frame.position == positions_ ? 0 : first_[frame.position];
    stack_.push_back(frame);
    return true;
  }

  void leave() {
    if constexpr (kLedger)
      if (stack_.back().taken >= 0) ledger_.give_back(stack_.back().taken);
    stack_.pop_back();
  }

  void record(Selections* out) const {
    if (!out) return;
    const std::size_t begin = out->chosen.size();
    for (const Frame& frame : stack_)
      if (frame.taken >= 0) out->chosen.push_back(frame.taken);
    std::sort(out->chosen.begin() + begin, out->chosen.end());
    out->offsets.push_back(static_cast<int32_t>(out->chosen.size()));
  }

  int positions_;
  Ledger ledger_;
  std::vector<char> optional_;
  std::vector<Option> options_;  // by the position they are filed under
  std::vector<int32_t> first_;   // options_[first_[p] .. first_[p + 1]) are filed under p
  Bits<W> cells_, mandatory_;
  bool hopeless_ = false;
  std::vector<Frame> stack_;
};

template <int W>
std::unique_ptr<AnchorSearch> make_search(const Problem& problem, const Scan& scan, Ledger ledger) {
  if (ledger.trivial()) return std::make_unique<Search<W, false>>(problem, scan, std::move(ledger));
  return std::make_unique<Search<W, true>>(problem, scan, std::move(ledger));
}

}  // namespace

std::int64_t AnchorSearch::cells_needed(const Problem& problem) {
  std::int64_t count = problem.cell_count;
  for (std::size_t k = 0; k < problem.option_count(); ++k) count += cells_of(problem, static_cast<int32_t>(k)) == 0;
  return count;
}

std::unique_ptr<AnchorSearch> AnchorSearch::make(const Problem& problem) {
  if (cells_needed(problem) > kMaxCells) throw std::invalid_argument("more cells than the engine has room for");
  const Scan scan(problem);
  Ledger ledger(problem, scan.filed_under, scan.alive, 64, scan.positions);
  if (scan.positions <= 64) return make_search<1>(problem, scan, std::move(ledger));
  if (scan.positions <= 128) return make_search<2>(problem, scan, std::move(ledger));
  if (scan.positions <= 256) return make_search<4>(problem, scan, std::move(ledger));
  return make_search<8>(problem, scan, std::move(ledger));
}

}  // namespace tilemodel
