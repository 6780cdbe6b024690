#include "ending_table.hpp"

namespace tilemodel {

EndingTable::EndingTable(int horizon, std::size_t room)
    : horizon_(horizon), room_(room), endings_(std::make_unique_for_overwrite<Ending[]>(room)) {
  for (Shelf& shelf : shelves_) shelf.places = shelf.all.emplace_back(std::make_unique<Places>(4)).get();
}

bool EndingTable::take(std::size_t count, Range& range) {
  const std::size_t begin = taken_.fetch_add(count, std::memory_order_relaxed);
  if (begin + count > room_) {
    taken_.store(room_ + 1, std::memory_order_relaxed);
    return false;
  }
  range = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + count)};
  return true;
}

void EndingTable::enter(int anchor, std::uint64_t region, const Range& range) {
  std::uint64_t signature = 0;
  for (std::uint32_t e = range.begin; e != range.end; ++e) signature |= std::uint64_t{1} << mark(endings_[e].pieces);
  Shelf& shelf = shelves_[anchor];
  const std::lock_guard<std::mutex> hold(shelf.entering);
  if (find(anchor, region)) return;  // another thread was first
  const Places* places = shelf.all.back().get();
  const std::size_t size = std::size_t{1} << places->bits;
  if (++shelf.used * 2 > size) {
    auto larger = std::make_unique<Places>(places->bits + 1);
    for (std::size_t n = 0; n < size; ++n)
      if (const Entry& known = places->entries[n]; known.region) place(*larger, known.region, known.signature, known.range);
    places = larger.get();
    shelf.all.push_back(std::move(larger));
  }
  place(*places, region, signature, range);
  shelf.places.store(places, std::memory_order_release);
}

void EndingTable::place(const Places& places, std::uint64_t region, std::uint64_t signature, const Range& range) {
  std::size_t place = home(region, places.bits);
  while (places.entries[place].region) place = (place + 1) & ((std::size_t{1} << places.bits) - 1);
  Entry& entry = places.entries[place];
  entry.signature = signature;
  entry.range = range;
  entry.region.store(region, std::memory_order_release);
}

std::shared_ptr<EndingTable> EndingTables::present() {
  const std::lock_guard<std::mutex> hold(changing_);
  return present_;
}

std::shared_ptr<EndingTable> EndingTables::after(const EndingTable& table) {
  const std::lock_guard<std::mutex> hold(changing_);
  if (present_.get() == &table) {
    const int horizon = table.horizon() - 1;
    present_ = std::make_shared<EndingTable>(horizon, horizon > 0 ? room_ : 0);
  }
  return present_;
}

}  // namespace tilemodel
