// The endings of regions, for any number of threads: what one of them has reckoned, all find.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace tilemodel {

// Some pieces that fill a region together, and in how many ways they do; kManyWays stands for that many or more.
struct Ending {
  std::uint32_t pieces, ways;
};
inline constexpr std::uint32_t kManyWays = ~std::uint32_t{0};

// A region is the set of its cells, one or more, and is known by its board and its anchor; each anchor has a shelf of
// its own. Looking up takes no lock: an entry does not change once its region can be seen, and a shelf that has grown
// keeps its old places, in which others may still be looking. Whoever misses what another is just entering reckons it
// once more.
class EndingTable {
 public:
  // Room for so many endings; `horizon` is the most pieces that regions are to take.
  EndingTable(int horizon, std::size_t room);

  struct Range {  // of the endings
    std::uint32_t begin = 0, end = 0;
    bool empty() const { return begin == end; }
  };
  struct Entry {
    std::atomic<std::uint64_t> region{0};  // 0: a free place
    std::uint64_t signature = 0;  // a bit for each of its endings: where the bit of a set is missing, so is the set
    Range range;
  };

  int horizon() const { return horizon_; }
  const Entry* find(int anchor, std::uint64_t region) const {
    const Places& places = *shelves_[anchor].places.load(std::memory_order_acquire);
    for (std::size_t place = home(region, places.bits);; place = (place + 1) & ((std::size_t{1} << places.bits) - 1)) {
      const Entry& entry = places.entries[place];
      const std::uint64_t known = entry.region.load(std::memory_order_acquire);
      if (known == region) return &entry;
      if (!known) return nullptr;
    }
  }
  // In how many ways exactly these pieces fill a region.
  std::uint32_t ways(const Entry& entry, std::uint32_t pieces) const {
    return entry.signature >> mark(pieces) & 1 ? ways(entry.range, pieces) : 0;
  }
  std::uint32_t ways(const Range& range, std::uint32_t pieces) const {
    for (std::uint32_t e = range.begin; e != range.end; ++e)
      if (endings_[e].pieces == pieces) return endings_[e].ways;
    return 0;
  }
  const Ending& operator[](std::uint32_t e) const { return endings_[e]; }

  // Take room for the endings of a region, which are put there before it is entered.
  // ensure: false where there is no room left; there never will be
  bool take(std::size_t count, Range& range);
  void put(std::uint32_t e, const Ending& ending) { endings_[e] = ending; }
  void enter(int anchor, std::uint64_t region, const Range& range);

 private:
  struct Places {
    explicit Places(int log) : bits(log), entries(std::make_unique<Entry[]>(std::size_t{1} << log)) {}
    int bits;
    std::unique_ptr<Entry[]> entries;  // by home, or the next free place after it
  };
  struct Shelf {
    std::atomic<const Places*> places;  // the last of all
    std::vector<std::unique_ptr<Places>> all;
    std::size_t used = 0;
    std::mutex entering;
  };
  static constexpr std::uint64_t kScatter = 0x9E3779B97F4A7C15;  // Fibonacci hashing (Knuth, TAOCP 3, 6.4)
  static std::size_t home(std::uint64_t region, int bits) { return region * kScatter >> (64 - bits); }
  static int mark(std::uint32_t pieces) { return static_cast<int>(pieces * kScatter >> 58); }
  static void place(const Places& places, std::uint64_t region, std::uint64_t signature, const Range& range);

  int horizon_;
  std::size_t room_;
  std::unique_ptr<Ending[]> endings_;
  std::atomic<std::size_t> taken_{0};  // of the endings; beyond the room once that is used up
  std::array<Shelf, 64> shelves_;
};

// The table that several searches of one puzzle share. Where a table is full, or does not pay, the next one looks less
// far ahead; the old one goes when the last search has left it.
class EndingTables {
 public:
  EndingTables(int horizon, std::size_t room) : room_(room), present_(std::make_shared<EndingTable>(horizon, room)) {}

  std::shared_ptr<EndingTable> present();
  // The table to use after one that is given up.
  std::shared_ptr<EndingTable> after(const EndingTable& table);

 private:
  std::size_t room_;
  std::mutex changing_;
  std::shared_ptr<EndingTable> present_;
};

}  // namespace tilemodel
