#include "frontier_graph.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace tilemodel {

template <int K>
FrontierGraph<K>::FrontierGraph(const Problem& problem, FrontierLayout layout, std::uint64_t memory)
    : moves_(problem, std::move(layout)),
      room_(memory),
      layers_(moves_.positions() + 1),
      edges_(room_),
      number_of_(room_),
      expanded_(room_),
      begin_(room_),
      begin_at_(room_) {
  const Key start = FrontierMoves<K>::start();
  const std::uint64_t hash = hash_of(start);
  if (moves_.hopeless())
    pass_ = Pass::kMade;
  else
    start_ = number(layers_[0].shard_of(hash), hash, start);
}

template <int K>
bool FrontierGraph<K>::make(std::uint64_t& nodes, std::uint64_t last_node) {
  if (pass_ == Pass::kForward && !forward(nodes, last_node)) return false;
  return pass_ == Pass::kMade || back(nodes, last_node);
}

template <int K>
std::uint32_t FrontierGraph<K>::number(FrontierShard<K>& shard, std::uint64_t hash, const Key& key) {
  const std::size_t before = shard.size();
  std::uint64_t* entry = shard.find_or_add(key, hash, K + 1, log_at_first_, room_);
  if (shard.size() != before) {
    if (states_ == std::numeric_limits<std::uint32_t>::max()) throw NoRoom{};
    entry[K] = states_++;
  }
  return static_cast<std::uint32_t>(entry[K]);
}

template <int K>
bool FrontierGraph<K>::forward(std::uint64_t& nodes, std::uint64_t last_node) {
  for (; position_ < moves_.positions(); ++position_, shard_ = 0) {
    FrontierLayer<K>& layer = layers_[position_];
    if (layer.empty()) continue;
    if (shard_ == 0 && place_ == 0) {
      const std::size_t share = layer.size() / FrontierLayer<K>::kShards / 4;
      log_at_first_ = std::clamp(static_cast<int>(std::bit_width(share)), 2, 16);
    }
    for (; shard_ < FrontierLayer<K>::kShards; ++shard_, place_ = 0) {
      auto& shard = layer.shard(shard_);
      for (const std::size_t capacity = shard.capacity(); place_ < capacity; ++place_) {
        const std::uint64_t* entry = shard.entry(place_, K + 1);
        if (!entry) continue;
        if (nodes >= last_node) return false;
        expand(entry, nodes);
      }
      shard.clear();
    }
    while (handled_ != edges_.size()) handle();
    layer.clear();
  }
  // The one state at the end, if it was reached, is the first of those that count.
  FrontierLayer<K>& last = layers_[position_];
  for (std::uint32_t state = 0; state < states_; ++state) number_of_.push_back(kDead);
  last.for_each_shard([&](FrontierShard<K>& shard) {
    for (std::size_t n = 0; n < shard.capacity(); ++n)
      if (const std::uint64_t* entry = shard.entry(n, K + 1)) number_of_[entry[K]] = kEnd;
  });
  last.clear();
  unread_ = kept_ = static_cast<std::uint32_t>(edges_.size());
  begin_at_.push_back(kept_);
  pass_ = Pass::kBack;
  return true;
}

template <int K>
void FrontierGraph<K>::expand(const std::uint64_t* entry, std::uint64_t& nodes) {
  Key key, next_key;
  for (int w = 0; w < K; ++w) key.word[w] = entry[w];
  expanded_.push_back(static_cast<std::uint32_t>(entry[K]));
  begin_.push_back(static_cast<std::uint32_t>(edges_.size()));
  for (int b = 0; b < moves_.blocks(position_); ++b)
    for (std::uint64_t fitting = moves_.fitting(position_, b, key); fitting; fitting &= fitting - 1, ++nodes) {
      const int bit = std::countr_zero(fitting), next = moves_.take(position_, key, b, bit, next_key);
      if (next >= 0) lead_to(next, next_key, moves_.option(moves_.slot_of(position_, b) + bit));
    }
  if (moves_.may_stay_empty(position_)) {
    ++nodes;
    const int next = moves_.leave_empty(position_, key, next_key);
    if (next >= 0) lead_to(next, next_key, -1);
  }
}

template <int K>
void FrontierGraph<K>::lead_to(int position, const Key& key, std::int32_t option) {
  if (edges_.size() == std::numeric_limits<std::uint32_t>::max()) throw NoRoom{};
  if (edges_.size() - handled_ == kAhead) handle();
  const std::uint64_t hash = hash_of(key);
  FrontierShard<K>& shard = layers_[position].shard_of(hash);
  shard.prefetch(hash, K + 1);
  pending_[edges_.size() % kAhead] = {key, hash, &shard};
  edges_.push_back({0, option});
}

template <int K>
void FrontierGraph<K>::handle() {
  const Pending& one = pending_[handled_ % kAhead];
  edges_[handled_++].to = number(*one.shard, one.hash, one.key);
}

template <int K>
bool FrontierGraph<K>::back(std::uint64_t& nodes, std::uint64_t last_node) {
  while (!expanded_.empty()) {
    if (nodes >= last_node) return false;
    const std::uint32_t state = expanded_.back(), begin = begin_.back();
    expanded_.pop_back();
    begin_.pop_back();
    const std::uint32_t before = kept_;
    nodes += unread_ - begin;
    while (unread_ > begin) {
      const Edge edge = edges_[--unread_];
      if (const std::uint32_t to = number_of_[edge.to]; to != kDead) edges_[--kept_] = {to, edge.option};
    }
    if (kept_ == before) continue;
    number_of_[state] = static_cast<std::uint32_t>(begin_at_.size());
    begin_at_.push_back(kept_);
  }
  root_ = number_of_[start_];
  number_of_.clear();
  pass_ = Pass::kMade;
  return true;
}

template class FrontierGraph<1>;
template class FrontierGraph<2>;
template class FrontierGraph<8>;

}  // namespace tilemodel
