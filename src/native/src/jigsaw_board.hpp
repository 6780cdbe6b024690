// The shapes of a jigsaw, and which of them fit at an anchor.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "shapes.hpp"

namespace tilemodel {

// Up to 64 cells; all shapes in B words of bits. The shapes that fit at an anchor are those of its own that are asked
// for and that each window of eight of the cells ahead leaves.
template <int B>
class JigsawBoard {
 public:
  using Words = std::array<std::uint64_t, B>;
  static constexpr int kEnd = 64;  // the position where every cell is covered

  // require: all shapes find room; each has one flag, which tells its piece
  JigsawBoard(const Shapes<1, 1>& shapes, int cells)
      : outside_(cells < 64 ? ~std::uint64_t{0} << cells : 0), options_(64 * 64 * B, -1) {
    for (int p = 0; p < 64; ++p)
      for (const auto& filed : shapes.at[p]) {
        add(exists_[p], filed.shape);
        options_[p * 64 * B + filed.shape] = filed.option;
      }
    std::uint64_t used = 0;  // cells after the anchor
    for (std::size_t s = 0; s < shapes.seen.size(); ++s) {
      cells_[s] = shapes.seen[s].word[0];
      piece_[s] = std::countr_zero(shapes.seen[s].word[1]);
      add(of_piece_[piece_[s]], static_cast<int>(s));
      used |= cells_[s] >> 1;
    }
    windows_ = (64 - std::countl_zero(used) + 7) / 8;
    for (int w = 0; w < windows_; ++w)
      for (int b = 0; b < B; ++b) {
        std::array<std::uint64_t, 8> users{};
        for (int bit = 0; bit < 8 && 1 + 8 * w + bit < 64; ++bit)
          for (int s = 0; s < 64; ++s) users[bit] |= (cells_[64 * b + s] >> (1 + 8 * w + bit) & 1) << s;
        append_table(users, tables_);
      }
  }

  static void add(Words& words, int bit) { words[bit >> 6] |= std::uint64_t{1} << (bit & 63); }
  static bool any(const Words& words) {
    std::uint64_t bits = 0;
    for (const std::uint64_t word : words) bits |= word;
    return bits != 0;
  }
  static int count(const Words& words) {
    int total = 0;
    for (const std::uint64_t word : words) total += std::popcount(word);
    return total;
  }
  static Words without(Words words, const Words& gone) {
    for (int b = 0; b < B; ++b) words[b] &= ~gone[b];
    return words;
  }

  // The bits that are no cells: the empty board.
  std::uint64_t outside() const { return outside_; }
  std::uint64_t cells(int shape, int position) const { return cells_[shape] << position; }
  int piece(int shape) const { return piece_[shape]; }
  const Words& shapes_of(int piece) const { return of_piece_[piece]; }
  const Words& shapes_at(int position) const { return exists_[position]; }
  std::int32_t option(int position, int shape) const { return options_[position * 64 * B + shape]; }

  // Those of some shapes that fit.
  // require: the position is not occupied, the cells before it are
  Words fitting(int position, std::uint64_t occupied, const Words& some) const {
    Words result = exists_[position];
    for (int b = 0; b < B; ++b) result[b] &= some[b];
    std::uint64_t ahead = occupied >> position >> 1;
    const std::uint64_t* table = tables_.data();
    for (int w = 0; w < windows_; ++w, ahead >>= 8, table += 256 * B)
      for (int b = 0; b < B; ++b) result[b] &= table[256 * b + (ahead & 255)];
    return result;
  }

 private:
  std::uint64_t outside_;
  std::array<std::uint64_t, 64 * B> cells_{};  // by shape, from its anchor on
  std::array<int, 64 * B> piece_{};            // by shape
  std::array<Words, 64> of_piece_{};           // by piece: its shapes
  std::array<Words, 64> exists_{};             // by position
  std::vector<std::uint64_t> tables_;          // [window][block][content]
  int windows_ = 0;
  std::vector<std::int32_t> options_;          // [position][shape], -1 where there is none
};

}  // namespace tilemodel
