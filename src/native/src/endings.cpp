#include "endings.hpp"

#include <algorithm>

namespace tilemodel {

int ending_horizon(int pieces) {
  int ahead = 0;
  for (double sets = 1; 2 * (ahead + 1) <= pieces; ++ahead) {
    sets *= static_cast<double>(pieces - ahead) / (ahead + 1);
    if (sets > 2048) break;
  }
  return ahead;
}

void EndingTable::enter(int anchor, std::uint64_t region, const Range& range) {
  Entry entry{region, 0, range};
  for (std::uint32_t e = entry.range.begin; e != entry.range.end; ++e)
    entry.signature |= std::uint64_t{1} << mark(endings_[e].pieces);
  Shelf& shelf = shelves_[anchor];
  if (++shelf.used * 2 > shelf.entries.size()) {
    std::vector<Entry> old(shelf.entries.size() * 2);
    old.swap(shelf.entries);
    ++shelf.bits;
    for (const Entry& known : old)
      if (known.region) place(shelf, known);
  }
  place(shelf, entry);
}

void EndingTable::place(Shelf& shelf, const Entry& entry) {
  std::size_t place = home(entry.region, shelf.bits);
  while (shelf.entries[place].region) place = (place + 1) & (shelf.entries.size() - 1);
  shelf.entries[place] = entry;
}

void EndingTable::clear() {
  shelves_ = {};
  endings_.clear();
}

void EndingSum::start(std::size_t most) {
  const int bits = std::max(3, static_cast<int>(std::bit_width(2 * most)));
  mask_ = (std::size_t{1} << bits) - 1;
  shift_ = 64 - bits;
  if (slots_.size() <= mask_) slots_.resize(mask_ + 1);
  std::fill_n(slots_.begin(), mask_ + 1, Ending{});
}

}  // namespace tilemodel
