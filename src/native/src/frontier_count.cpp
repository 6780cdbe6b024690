#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>
#include <type_traits>

#include "frontier_layer.hpp"
#include "frontier_moves.hpp"
#include "tilemodel/frontier.hpp"

namespace tilemodel {
namespace {

using std::int32_t;
using std::uint64_t;

// Layer by layer, each state hands its number on to the states that its moves lead to.
template <int K>
class Counter final : public Engine {
  using Key = Bits<K>;

 public:
  Counter(const Problem& problem, FrontierLayout layout, uint64_t memory, int lanes)
      : moves_(problem, std::move(layout)), room_(memory), lanes_(lanes), layers_(moves_.positions() + 1),
        sizes_(moves_.positions() + 1) {
    if (moves_.hopeless()) {
      position_ = moves_.positions();
      return;
    }
    add_start();
  }

  Status advance(uint64_t budget, uint64_t, Selections*) override {
    const uint64_t last_node = nodes_ + budget;
    if (out_of_room_) return Status::kNoRoom;
    try {
      while (position_ < moves_.positions())
        if (!expand(last_node)) return Status::kPaused;
    } catch (NoRoom) {
      out_of_room_ = true;
      for (auto& layer : layers_) layer.clear();
      return Status::kNoRoom;
    }
    conclude();
    return Status::kExhausted;
  }

  std::vector<uint64_t> total() const override { return total_; }

  // How many states each layer had, as far as they were counted to the end.
  std::vector<uint64_t> layer_sizes() const { return {sizes_.begin(), sizes_.begin() + position_}; }
  // What an entry of a layer's table takes.
  int entry_bytes() const { return (K + words_) * static_cast<int>(sizeof(uint64_t)); }

  double done() const override {
    return moves_.positions() ? static_cast<double>(position_) / moves_.positions() : 1.0;
  }

 private:
  // Wide keys take the time: then numbers of every width are treated alike, which is less to compile.
  static constexpr bool kAnyWidth = K > 2;
  static constexpr int kAhead = 16;  // states between asking the memory for an entry and using it

  struct Pending {
    Key key;
    uint64_t hash;
    const uint64_t* number;  // what is to be added
    FrontierShard<K>* shard;
  };

  struct Tally {
    uint64_t nodes;
    long double total_number;
  };
  struct Unshared {
    explicit Unshared(FrontierShard<K>&) {}
  };
  static constexpr std::size_t kEnoughForLanes = 20000;  // states of a layer that are worth some threads

  void add_start() {
    const Key key = FrontierMoves<K>::start();
    const uint64_t hash = hash_of(key);
    layers_[0].shard_of(hash).find_or_add(key, hash, K + words_, log_at_first_, room_)[K] = 1;
    total_number_ = 1;
  }

  // Go on with the present layer. ensure: false where the budget is spent before its end.
  bool expand(uint64_t last_node) {
    FrontierLayer<K>& layer = layers_[position_];
    if (!layer.empty()) {
      if (shard_ == 0 && place_ == 0) prepare(layer);
      const bool ended = kAnyWidth || words_ > 2 ? expand<0>(layer, last_node)
                         : words_ == 1           ? expand<kAnyWidth ? 0 : 1>(layer, last_node)
                                                 : expand<kAnyWidth ? 0 : 2>(layer, last_node);
      if (!ended) return false;
      layer.clear();
      shard_ = 0;
    }
    ++position_;
    return true;
  }

  // Before a layer: make the numbers wide enough for what it adds, and new tables about as large as this one.
  void prepare(const FrontierLayer<K>& layer) {
    sizes_[position_] = layer.size();
    const long double most = total_number_ * moves_.choices(position_);
    int words = words_;
    while (std::log2(most) + 2 > 64 * words) words *= 2;
    if (words != words_) {
      for (auto& each : layers_)
        each.for_each_shard([&](FrontierShard<K>& shard) { shard.widen(K + words_, K + words, room_); });
      words_ = words;
    }
    const std::size_t share = layer.size() / FrontierLayer<K>::kShards / 4;
    log_at_first_ = std::clamp(static_cast<int>(std::bit_width(share)), 2, 16);
  }

  // C words in a number; 0: words_ many.
  template <int C>
  bool expand(FrontierLayer<K>& layer, uint64_t last_node) {
    if (lanes_ > 1 && layer.size() >= kEnoughForLanes) return expand_in_lanes<C>(layer, last_node);
    Tally tally{nodes_, total_number_};
    for (; shard_ < FrontierLayer<K>::kShards; ++shard_, place_ = 0) {
      const bool ended = expand<C, false>(layer.shard(shard_), place_, last_node, tally);
      nodes_ = tally.nodes;
      total_number_ = tally.total_number;
      if (!ended) return false;
    }
    return true;
  }

  // Threads take the shards of the layer one after another, to the end, as long as the budget lasts.
  template <int C>
  bool expand_in_lanes(FrontierLayer<K>& layer, uint64_t last_node) {
    const int last = std::min(position_ + moves_.window(), moves_.positions());
    for (int p = position_ + 1; p <= last; ++p) layers_[p].open();
    std::atomic<int> next_shard = shard_;
    std::atomic<bool> out_of_room = false;
    const uint64_t share = (last_node - nodes_) / lanes_ + 1;
    std::vector<Tally> tallies(lanes_, Tally{0, 0});
    const auto lane = [&](Tally& tally) {
      try {
        while (tally.nodes < share && !out_of_room) {
          const int number = next_shard.fetch_add(1);
          if (number >= FrontierLayer<K>::kShards) return;
          std::size_t place = number == shard_ ? place_ : 0;
          expand<C, true>(layer.shard(number), place, std::numeric_limits<uint64_t>::max(), tally);
        }
      } catch (NoRoom) {
        out_of_room = true;
      }
    };
    {
      std::vector<std::jthread> threads;
      for (int n = 1; n < lanes_; ++n) threads.emplace_back(lane, std::ref(tallies[n]));
      lane(tallies[0]);
    }
    for (const Tally& tally : tallies) {
      nodes_ += tally.nodes;
      total_number_ += tally.total_number;
    }
    if (out_of_room) throw NoRoom{};
    shard_ = std::min<int>(next_shard, FrontierLayer<K>::kShards);
    place_ = 0;
    return shard_ == FrontierLayer<K>::kShards;
  }

  // Hand on the numbers of a shard from a place on, and give it back. kShared: other threads add to the same layers.
  // ensure: false where the budget is spent before its end; place is then where to go on
  template <int C, bool kShared>
  bool expand(FrontierShard<K>& source, std::size_t& place, uint64_t last_node, Tally& tally) {
    const int words = C ? C : words_, stride = K + words;
    uint64_t nodes = tally.nodes;
    using Real = std::conditional_t<C == 0, long double, double>;
    auto total_number = static_cast<Real>(tally.total_number);
    std::array<Pending, kAhead> pending;
    unsigned added = 0, handled = 0;
    const auto handle = [&] {
      const Pending& one = pending[handled++ % kAhead];
      const std::conditional_t<kShared, std::lock_guard<FrontierShard<K>>, Unshared> hold(*one.shard);
      add<C>(one.shard->find_or_add(one.key, one.hash, stride, log_at_first_, room_) + K, one.number, words);
    };
    const auto hand_on = [&](int next, const Key& key, const uint64_t* number) {
      if (next < 0) return false;
      if (added - handled == kAhead) handle();
      const uint64_t hash = hash_of(key);
      FrontierShard<K>& shard = layers_[next].shard_of(hash);
      if constexpr (!kShared) shard.prefetch(hash, stride);  // another thread may be moving its table
      pending[added++ % kAhead] = {key, hash, number, &shard};
      return true;
    };
    const int blocks = moves_.blocks(position_);
    const bool may_stay_empty = moves_.may_stay_empty(position_);
    const std::size_t capacity = source.capacity();
    for (; place < capacity; ++place) {
      const uint64_t* entry = source.entry(place, stride);
      if (!entry) continue;
      if (nodes >= last_node) break;
      Key key, next_key;
      for (int w = 0; w < K; ++w) key.word[w] = entry[w];
      int branches = 0;
      for (int b = 0; b < blocks; ++b)
        for (uint64_t fitting = moves_.fitting(position_, b, key); fitting; fitting &= fitting - 1, ++nodes) {
          const int next = moves_.take(position_, key, b, std::countr_zero(fitting), next_key);
          branches += hand_on(next, next_key, entry + K);
        }
      if (may_stay_empty) {
        ++nodes;
        branches += hand_on(moves_.leave_empty(position_, key, next_key), next_key, entry + K);
      }
      total_number += (branches - 1) * nearly<Real>(entry + K, words);
    }
    while (handled != added) handle();
    tally = {nodes, total_number};
    if (place < capacity) return false;
    source.clear();
    return true;
  }

  template <int C>
  static void add(uint64_t* sum, const uint64_t* number, int words) {
    if constexpr (C == 1) {
      *sum += *number;
    } else {
      unsigned carry = 0;
      for (int w = 0; w < (C ? C : words); ++w) {
        const unsigned __int128 digit = static_cast<unsigned __int128>(sum[w]) + number[w] + carry;
        sum[w] = static_cast<uint64_t>(digit);
        carry = static_cast<unsigned>(digit >> 64);
      }
      assert(!carry);
    }
  }

  template <typename Real>
  static Real nearly(const uint64_t* number, int words) {
    Real value = 0;
    for (int w = words - 1; w >= 0; --w) value = value * 0x1p64 + static_cast<Real>(number[w]);
    return value;
  }

  void conclude() {
    if (concluded_) return;
    concluded_ = true;
    total_.assign(words_, 0);
    FrontierLayer<K>& last = layers_[moves_.positions()];
    last.for_each_shard([&](FrontierShard<K>& shard) {
      for (std::size_t n = 0; n < shard.capacity(); ++n)
        if (const uint64_t* entry = shard.entry(n, K + words_)) add<0>(total_.data(), entry + K, words_);
    });
    last.clear();
    const bool wide = std::any_of(total_.begin() + 1, total_.end(), [](uint64_t word) { return word != 0; });
    found_ = wide ? std::numeric_limits<uint64_t>::max() : total_[0];
  }

  FrontierMoves<K> moves_;
  Room room_;
  int lanes_;                             // threads within a layer
  std::vector<FrontierLayer<K>> layers_;  // by position
  std::vector<uint64_t> sizes_;           // by position: the states of the layer, where it was begun
  int words_ = 1;                         // of a state's number
  long double total_number_ = 0;          // the sum of all numbers, nearly
  int log_at_first_ = 2;                  // of the capacity of a new shard
  int position_ = 0, shard_ = 0;          // what comes next
  std::size_t place_ = 0;
  std::vector<uint64_t> total_{0};
  bool concluded_ = false, out_of_room_ = false;
};

}  // namespace

int frontier_bits(const Problem& problem) { return FrontierLayout(problem).bits; }

std::unique_ptr<Engine> make_frontier_counter(const Problem& problem, uint64_t memory, int lanes) {
  return with_key_words(FrontierLayout(problem), [&](auto words, FrontierLayout layout) -> std::unique_ptr<Engine> {
    return std::make_unique<Counter<words>>(problem, std::move(layout), memory, lanes);
  });
}

FrontierCensus frontier_census(const Problem& problem, uint64_t nodes, uint64_t memory) {
  return with_key_words(FrontierLayout(problem), [&](auto words, FrontierLayout layout) {
    Counter<words> counter(problem, std::move(layout), memory, 1);
    const bool complete = counter.advance(nodes, 1, nullptr) == Status::kExhausted;
    return FrontierCensus{counter.layer_sizes(), complete, counter.entry_bytes()};
  });
}

}  // namespace tilemodel
