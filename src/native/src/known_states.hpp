// States of a scan that have been searched to their end: met again, they need not be searched again.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace tilemodel {

// A state is known by N words, of which some are not zero. The table takes up to some 64 MB; then what is new takes the
// place of what took less work.
//
// Looking up takes as long as a few nodes. It pays on narrow boards, and where pieces have copies, since many ways lead
// to the same state; elsewhere it does not. What is saved is seen where a state is known: so a window of look-ups is
// judged by that, and looking up rests after one that did not pay, twice as long each time, and in the end for good.
template <int N>
class KnownStates {
 public:
  using Key = std::array<std::uint64_t, N>;
  struct Known {
    Key key{};
    std::uint64_t completions = 0;
    std::uint64_t nodes = 0;  // that the search took
  };

  // Whether to look states up now, after so many nodes.
  bool consults(std::uint64_t nodes) const { return nodes >= rests_until_; }
  // What is known of a state; null where nothing is.
  const Known* find(const Key& key, std::uint64_t nodes) {
    if (++looked_up_ == window_) judge(nodes);
    if (entries_.empty()) return nullptr;
    const std::size_t home = hash_of(key) & (entries_.size() - 1);
    for (std::size_t way = 0; way < kWays; ++way)
      if (const Known& known = entries_[home ^ way]; known.key == key) return &known;
    return nullptr;
  }
  // What is known of a state was of use.
  void used(const Known& known) { saved_ += known.nodes; }
  void enter(const Key& key, std::uint64_t completions, std::uint64_t nodes) {
    if (2 * (filled_ + 1) > entries_.size() && entries_.size() < kMostEntries) grow();
    place({key, completions, nodes});
  }
  void clear() {
    entries_ = {};
    filled_ = 0;
  }

 private:
  static constexpr std::size_t kFewestEntries = std::size_t{1} << 10;
  static constexpr std::size_t kMostEntries = std::size_t{1} << (N <= 3 ? 20 : N <= 6 ? 19 : 18);
  static constexpr std::size_t kWays = 4;  // places for a state
  static constexpr std::uint64_t kFirst = std::uint64_t{1} << 15, kLast = std::uint64_t{1} << 20;  // windows
  static constexpr std::uint64_t kPrice = 4;  // nodes that take as long as looking up a state, and entering it
  static constexpr std::uint64_t kTurn = 64;  // nodes to rest for each look-up of a window that did not pay

  static std::size_t hash_of(const Key& key) {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : key) {
      hash = (hash ^ word) * 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio
      hash ^= hash >> 32;
    }
    return static_cast<std::size_t>(hash);
  }
  static bool is_free(const Known& entry) { return entry.nodes == 0; }

  void place(const Known& known) {
    const std::size_t home = hash_of(known.key) & (entries_.size() - 1);
    Known* least = &entries_[home];
    for (std::size_t way = 0; way < kWays; ++way)
      if (Known& entry = entries_[home ^ way]; entry.nodes < least->nodes) least = &entry;
    filled_ += is_free(*least);
    *least = known;
  }
  void grow() {
    const std::vector<Known> before =
        std::exchange(entries_, std::vector<Known>(std::max(kFewestEntries, 2 * entries_.size())));
    filled_ = 0;
    for (const Known& known : before)
      if (!is_free(known)) place(known);
  }
  void judge(std::uint64_t nodes) {
    if (saved_ < kPrice * looked_up_) {
      rests_until_ = window_ < kLast ? nodes + kTurn * window_ : std::numeric_limits<std::uint64_t>::max();
      if (window_ >= kLast) clear();
    }
    looked_up_ = saved_ = 0;
    if (window_ < kLast) window_ *= 2;
  }

  std::vector<Known> entries_;  // a power of two of them
  std::size_t filled_ = 0;
  std::uint64_t looked_up_ = 0, saved_ = 0, window_ = kFirst;  // of the present window
  std::uint64_t rests_until_ = 0;
};

}  // namespace tilemodel
