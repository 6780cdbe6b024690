#include "frontier_moves.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <map>
#include <utility>

#include "shapes.hpp"

namespace tilemodel {

template <int K>
FrontierMoves<K>::FrontierMoves(const Problem& problem, FrontierLayout layout)
    : layout_(std::move(layout)),
      beyond_cells_(!layout_.flags.empty() || !layout_.sums.empty()),
      ending_(positions() + 2), due_(positions() + 1), over_(positions() + 1) {
  for (int bit = 0; bit < layout_.window; ++bit) window_.set(bit);
  for (const auto& flag : layout_.flags) {
    over_[flag.last + 1].set(flag.bit);
    if (flag.required) due_[flag.last + 1].set(flag.bit);
    ++ending_[flag.last + 2];
  }
  for (int p = 0; p <= positions(); ++p) ending_[p + 1] += ending_[p];
  sums_from_.resize(positions() + 1);
  for (std::size_t s = 0; s < layout_.sums.size(); ++s)
    for (int p = 0; p <= layout_.sums[s].last; ++p) sums_from_[p].push_back(static_cast<std::int32_t>(s));
  for (auto& list : sums_from_)
    std::sort(list.begin(), list.end(),
              [&](int a, int b) { return layout_.sums[a].first < layout_.sums[b].first; });
  number_moves(problem);
}

template <int K>
void FrontierMoves<K>::number_moves(const Problem& problem) {
  struct Filed {
    std::int32_t move, option;
  };
  std::vector<std::vector<Filed>> at(positions() + 1);
  std::vector<Key> seen;
  {
    using Look = decltype(Key::word);
    std::map<std::pair<Look, int>, std::int32_t> known;
    std::vector<std::map<Look, int>> alike(positions() + 1);
    for (std::int32_t k = 0; k < problem.option_count(); ++k) {
      if (!layout_.scan.alive[k]) continue;
      const int position = layout_.scan.filed_under[k];
      Key move;
      for (std::int32_t m = problem.offsets[k]; m < problem.offsets[k + 1]; ++m) {
        const std::int32_t i = problem.members[m];
        if (i < problem.cell_count && i > position) move.set(i - position);
        if (layout_.flag_of[i] >= 0) move.set(layout_.flags[layout_.flag_of[i]].bit);
      }
      const auto number = static_cast<std::int32_t>(seen.size());
      const auto [entry, is_new] = known.try_emplace({move.word, alike[position][move.word]++}, number);
      if (is_new) seen.push_back(move);
      at[position].push_back({entry->second, k});
    }
  }
  // Positions share a numbering as long as none of them has to look at more blocks for it.
  const auto blocks_for = [](std::size_t moves) { return std::max(1, static_cast<int>(moves + 63) / 64); };
  std::vector<std::vector<std::int32_t>> numberings;
  for (int p = 0; p <= positions(); ++p) {
    std::sort(at[p].begin(), at[p].end(), [](const Filed& a, const Filed& b) { return a.move < b.move; });
    choices_.push_back(static_cast<int>(at[p].size()) + 1);
    std::vector<std::int32_t> here, both;
    for (const Filed& filed : at[p]) here.push_back(filed.move);
    const auto room = std::find_if(numberings.begin(), numberings.end(), [&](const auto& numbering) {
      both.clear();
      std::set_union(numbering.begin(), numbering.end(), here.begin(), here.end(), std::back_inserter(both));
      const int blocks = blocks_for(both.size());
      return blocks == blocks_for(numbering.size()) && blocks == blocks_for(here.size());
    });
    numbering_of_.push_back(static_cast<std::int32_t>(room - numberings.begin()));
    if (room == numberings.end())
      numberings.push_back(here);
    else
      *room = both;
  }
  for (const auto& numbering : numberings) {
    const auto first = static_cast<std::int32_t>(moves_.size());
    numberings_.push_back({first, static_cast<std::int32_t>(windows_.size()), blocks_for(numbering.size())});
    for (const std::int32_t move : numbering) moves_.push_back(seen[move]);
    moves_.resize(first + 64 * numberings_.back().blocks);
    for (int b = 0; b < numberings_.back().blocks; ++b) add_tables(first + 64 * b);
  }
  for (int p = 0; p <= positions(); ++p) {
    const auto& numbering = numberings[numbering_of_[p]];
    first_slot_.push_back(static_cast<std::int32_t>(options_.size()));
    options_.resize(options_.size() + 64 * numberings_[numbering_of_[p]].blocks, -1);
    exists_.resize(options_.size() / 64);
    for (const Filed& filed : at[p]) {
      const auto place = std::lower_bound(numbering.begin(), numbering.end(), filed.move) - numbering.begin();
      options_[first_slot_[p] + place] = filed.option;
      exists_[(first_slot_[p] + place) >> 6] |= std::uint64_t{1} << (place & 63);
    }
  }
  for (int p = 0; p <= positions(); ++p) {
    const Numbering& numbering = numberings_[numbering_of_[p]];
    places_.push_back({exists_.data() + (first_slot_[p] >> 6), windows_.data() + numbering.windows,
                       moves_.data() + numbering.moves, options_.data() + first_slot_[p], numbering.blocks});
  }
}

// The tables of the 64 moves from one on.
template <int K>
void FrontierMoves<K>::add_tables(std::int32_t first) {
  if (tables_.size() + 256 * 8 * K > kMaxEntries) {
    windows_.push_back({-1, -1});
    return;
  }
  windows_.push_back({static_cast<std::int32_t>(all_windows_.size()), 0});
  for (int w = 0; w < K; ++w) {
    std::uint64_t used = 0;
    for (int m = 0; m < 64; ++m) used |= moves_[first + m].word[w];
    while (used) {
      const int shift = std::min(std::countr_zero(used), 56);
      std::array<std::uint64_t, 8> users{};
      for (int bit = 0; bit < 8; ++bit)
        for (int m = 0; m < 64; ++m) users[bit] |= (moves_[first + m].word[w] >> (shift + bit) & 1) << m;
      all_windows_.push_back({static_cast<std::uint32_t>(tables_.size()), static_cast<std::uint16_t>(w),
                              static_cast<std::uint16_t>(shift)});
      append_table(users, tables_);
      used &= ~(std::uint64_t{255} << shift);
    }
  }
  windows_.back().end = static_cast<std::int32_t>(all_windows_.size());
}

template class FrontierMoves<1>;
template class FrontierMoves<2>;
template class FrontierMoves<8>;

}  // namespace tilemodel
