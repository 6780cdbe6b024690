#include "jigsaw.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <vector>

#include "shapes.hpp"

namespace tilemodel {
namespace {

using std::int32_t;
using std::uint64_t;

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

// All shapes in B words of bits: the shapes that fit at an anchor are those of its own, of pieces that are left, and
// that each window of eight of the cells ahead leaves.
template <int B>
class Jigsaw final : public Engine {
  using Words = std::array<uint64_t, B>;

 public:
  // require: is_jigsaw, and all shapes find room
  Jigsaw(const Shapes<1, 1>& shapes, int cells) : options_(64 * 64 * B, -1), stack_(cells + 1) {
    for (int p = 0; p < 64; ++p)
      for (const auto& filed : shapes.at[p]) {
        add(exists_[p], filed.shape);
        options_[p * 64 * B + filed.shape] = filed.option;
      }
    Words all{};
    uint64_t used = 0;  // cells after the anchor
    for (std::size_t s = 0; s < shapes.seen.size(); ++s) {
      add(all, static_cast<int>(s));
      cells_[s] = shapes.seen[s].word[0];
      used |= cells_[s] >> 1;
      for (std::size_t other = 0; other < shapes.seen.size(); ++other)
        if (shapes.seen[other].word[1] == shapes.seen[s].word[1]) add(piece_[s], static_cast<int>(other));
    }
    windows_ = (64 - std::countl_zero(used) + 7) / 8;
    for (int w = 0; w < windows_; ++w)
      for (int b = 0; b < B; ++b) {
        std::array<uint64_t, 8> users{};
        for (int bit = 0; bit < 8 && 1 + 8 * w + bit < 64; ++bit)
          for (int s = 0; s < 64; ++s) users[bit] |= (cells_[64 * b + s] >> (1 + 8 * w + bit) & 1) << s;
        append_table(users, tables_);
      }
    const uint64_t outside = cells < 64 ? ~uint64_t{0} << cells : 0;
    nodes_ = 1;
    if (open(stack_[0], outside, all, -1)) depth_ = 0;
  }

  Status advance(uint64_t budget, uint64_t quota, Selections* out) override {
    const uint64_t last_node = nodes_ + budget, last_found = found_ + quota;
    while (depth_ >= 0) {
      if (found_ == last_found) return Status::kQuota;
      if (nodes_ >= last_node) return Status::kPaused;
      if (stack_[depth_].position == kEnd) {
        record(out);
        --depth_;
      } else if (!step()) {
        --depth_;
      }
    }
    return Status::kExhausted;
  }

  double done() const override {
    double share = 1, ahead = 0;
    for (int depth = 0; depth <= std::min(depth_, kLevelsLookedAt) && stack_[depth].position != kEnd; ++depth) {
      const Frame& frame = stack_[depth];
      const int branches = count(fitting(frame.position, frame.occupied, frame.left));
      ahead += share * count(frame.untried) / branches;
      share = depth == depth_ ? 0 : share / branches;
    }
    return depth_ < 0 ? 1 : std::clamp(1 - ahead - share, 0.0, 1.0);
  }

 private:
  static constexpr int kEnd = 64;  // the position where every cell is covered
  static constexpr int kLevelsLookedAt = 15;

  struct Frame {
    uint64_t occupied;
    Words left;        // shapes of the pieces that are left
    Words untried;     // shapes that fit and are still to be tried
    int32_t position;  // the anchor; kEnd where every cell is covered
    int32_t taken;     // the shape by which the scan came here, -1: none
  };

  static void add(Words& words, int bit) { words[bit >> 6] |= uint64_t{1} << (bit & 63); }
  static int count(const Words& words) {
    int total = 0;
    for (const uint64_t word : words) total += std::popcount(word);
    return total;
  }

  // require: the position is not occupied, the cells before it are
  Words fitting(int position, uint64_t occupied, const Words& left) const {
    Words result = exists_[position];
    for (int b = 0; b < B; ++b) result[b] &= left[b];
    uint64_t ahead = occupied >> position >> 1;
    const uint64_t* table = tables_.data();
    for (int w = 0; w < windows_; ++w, ahead >>= 8, table += 256 * B)
      for (int b = 0; b < B; ++b) result[b] &= table[256 * b + (ahead & 255)];
    return result;
  }

  // Push the next frame that has a branch. ensure: false where no shape is left to try.
  bool step() {
    Frame& frame = stack_[depth_];
    for (int b = 0; b < B; ++b)
      while (frame.untried[b]) {
        const int shape = 64 * b + std::countr_zero(frame.untried[b]);
        frame.untried[b] &= frame.untried[b] - 1;
        assert(!(frame.occupied & cells_[shape] << frame.position));
        Words left = frame.left;
        for (int c = 0; c < B; ++c) left[c] &= ~piece_[shape][c];
        ++nodes_;
        if (open(stack_[depth_ + 1], frame.occupied | cells_[shape] << frame.position, left, shape)) {
          ++depth_;
          return true;
        }
      }
    return false;
  }

  // Make the frame of a board. ensure: false where it has no branch.
  bool open(Frame& frame, uint64_t occupied, const Words& left, int taken) {
    const int position = std::countr_one(occupied);
    Words untried{};
    if (position != kEnd) {
      untried = fitting(position, occupied, left);
      uint64_t any = 0;
      for (const uint64_t word : untried) any |= word;
      if (!any) return false;
    }
    frame = {occupied, left, untried, position, taken};
    return true;
  }

  void record(Selections* out) {
    ++found_;
    if (!out) return;
    const std::size_t begin = out->chosen.size();
    for (int depth = 1; depth <= depth_; ++depth)
      out->chosen.push_back(options_[stack_[depth - 1].position * 64 * B + stack_[depth].taken]);
    std::sort(out->chosen.begin() + begin, out->chosen.end());
    out->offsets.push_back(static_cast<int32_t>(out->chosen.size()));
  }

  std::array<uint64_t, 64 * B> cells_{};  // by shape, from its anchor on
  std::array<Words, 64 * B> piece_{};     // by shape: the shapes of the same piece
  std::array<Words, 64> exists_{};        // by position
  std::vector<uint64_t> tables_;          // [window][block][content]
  int windows_ = 0;
  std::vector<int32_t> options_;          // [position][shape], -1 where there is none
  std::vector<Frame> stack_;              // [0 .. depth_]; one more is the frame being tried
  int depth_ = -1;
};

}  // namespace

std::unique_ptr<Engine> make_jigsaw(const Problem& problem, const Scan& scan) {
  if (!is_jigsaw(problem, scan)) return nullptr;
  const Shapes<1, 1> shapes(problem, scan);
  if (shapes.seen.size() <= 64) return std::make_unique<Jigsaw<1>>(shapes, problem.cell_count);
  if (shapes.seen.size() <= 128) return std::make_unique<Jigsaw<2>>(shapes, problem.cell_count);
  if (shapes.seen.size() <= 256) return std::make_unique<Jigsaw<4>>(shapes, problem.cell_count);
  return nullptr;
}

}  // namespace tilemodel
