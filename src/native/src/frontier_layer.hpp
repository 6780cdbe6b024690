// The states of one layer: a hash table by key, in shards.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>

#include "frontier_room.hpp"
#include "tilemodel/bits.hpp"

namespace tilemodel {

// A hash of a key; its highest bits name the shard, the next ones the place in it.
template <int K>
std::uint64_t hash_of(const Bits<K>& key) {
  constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio
  std::uint64_t hash = 0;
  for (int w = 0; w < K; ++w) {
    hash = (hash ^ key.word[w]) * kMix;
    hash ^= hash >> 32;
  }
  return hash * kMix;
}

// One part of a layer: an open-addressing table. An entry is the key and some words that belong to it. The lowest bit
// of every key is set, so that a word of zero marks a free entry.
template <int K>
class FrontierShard {
 public:
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return words_.data() ? std::size_t{1} << log_ : 0; }
  // The entry of a number below capacity(), null where it is free.
  std::uint64_t* entry(std::size_t number, int stride) const {
    std::uint64_t* entry = words_.data() + number * stride;
    return *entry ? entry : nullptr;
  }
  void prefetch(std::uint64_t hash, int stride) const {
    if (words_.data()) __builtin_prefetch(words_.data() + place(hash) * stride, 1);
  }
  // The entry of a key; made, with zeros beside the key, where there was none.
  std::uint64_t* find_or_add(const Bits<K>& key, std::uint64_t hash, int stride, int log_at_first, Room& room) {
    if (4 * (size_ + 1) > 3 * capacity()) grow(stride, log_at_first, room);
    std::uint64_t* entry = probe(key, hash, stride);
    if (*entry) return entry;
    for (int w = 0; w < K; ++w) entry[w] = key.word[w];
    ++size_;
    return entry;
  }
  // Make each entry's words beside the key more; the new ones, the last, are zero.
  void widen(int old_stride, int new_stride, Room& room) {
    if (words_.data()) rebuild(log_, old_stride, new_stride, room);
  }
  void clear() {
    words_ = Words();
    size_ = 0;
  }
  // While several threads add to a layer, each holds the shard that it adds to.
  void lock() {
    while (held_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  }
  void unlock() { held_.clear(std::memory_order_release); }

 private:
  std::size_t place(std::uint64_t hash) const { return hash << kShardBits >> 1 >> (63 - log_); }
  std::uint64_t* probe(const Bits<K>& key, std::uint64_t hash, int stride) const {
    const std::size_t mask = capacity() - 1;
    for (std::size_t at = place(hash);; at = (at + 1) & mask) {
      std::uint64_t* entry = words_.data() + at * stride;
      if (!*entry) return entry;
      if (entry[0] != key.word[0]) continue;
      bool same = true;
      for (int w = 1; w < K; ++w) same &= entry[w] == key.word[w];
      if (same) return entry;
    }
  }
  void grow(int stride, int log_at_first, Room& room) {
    if (!words_.data()) {
      words_ = Words((std::size_t{1} << log_at_first) * stride, room);
      log_ = log_at_first;
    } else {
      rebuild(log_ + 1, stride, stride, room);
    }
  }
  void rebuild(int log, int old_stride, int stride, Room& room) {
    const std::size_t old_capacity = capacity();
    const Words old = std::exchange(words_, Words((std::size_t{1} << log) * stride, room));
    log_ = log;
    for (std::size_t n = 0; n < old_capacity; ++n) {
      const std::uint64_t* from = old.data() + n * old_stride;
      if (!*from) continue;
      Bits<K> key;
      for (int w = 0; w < K; ++w) key.word[w] = from[w];
      std::uint64_t* to = probe(key, hash_of(key), stride);
      for (int w = 0; w < old_stride; ++w) to[w] = from[w];
    }
  }

  Words words_;
  std::size_t size_ = 0;
  int log_ = 0;
  std::atomic_flag held_;

 public:
  static constexpr int kShardBits = 6;
};

// A table that grows shard by shard, so that no step takes long, and that is given back shard by shard.
template <int K>
class FrontierLayer {
 public:
  static constexpr int kShards = 1 << FrontierShard<K>::kShardBits;

  bool empty() const { return !shards_; }
  // Make the shards, without any states.
  void open() {
    if (!shards_) shards_ = std::make_unique<FrontierShard<K>[]>(kShards);
  }
  FrontierShard<K>& shard(int number) { return shards_[number]; }
  FrontierShard<K>& shard_of(std::uint64_t hash) {
    open();
    return shards_[hash >> (64 - FrontierShard<K>::kShardBits)];
  }
  std::size_t size() const {
    std::size_t total = 0;
    for (int n = 0; shards_ && n < kShards; ++n) total += shards_[n].size();
    return total;
  }
  void clear() { shards_.reset(); }
  template <typename Act>
  void for_each_shard(Act act) {
    for (int n = 0; shards_ && n < kShards; ++n) act(shards_[n]);
  }

 private:
  std::unique_ptr<FrontierShard<K>[]> shards_;  // none as long as the layer is empty
};

}  // namespace tilemodel
