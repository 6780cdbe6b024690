#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <stdexcept>

#include "frontier_layer.hpp"
#include "frontier_moves.hpp"
#include "frontier_room.hpp"
#include "tilemodel/frontier.hpp"

namespace tilemodel {
namespace {

using std::int32_t;
using std::uint32_t;
using std::uint64_t;

// Three passes. Forward: number the states as they appear and keep every step as an edge. Back: keep the edges that
// lead to the end, closed up towards the end of their array. Walk: go along them in every way.
template <int K>
class Lister final : public Engine {
  using Key = Bits<K>;

 public:
  Lister(const Problem& problem, FrontierLayout layout, uint64_t memory)
      : moves_(problem, std::move(layout)),
        room_(memory),
        layers_(moves_.positions() + 1),
        edges_(room_),
        number_of_(room_),
        expanded_(room_),
        begin_(room_),
        begin_at_(room_),
        path_(moves_.positions() + 1),
        sorted_((kSorted + 1) * kSorted) {
    if (moves_.hopeless()) {
      pass_ = Pass::kOver;
      return;
    }
    const Key key = FrontierMoves<K>::start();
    start_ = number(0, key);
  }

  Status advance(uint64_t budget, uint64_t quota, Selections* out) override {
    const uint64_t last_node = nodes_ + budget;
    try {
      if (pass_ == Pass::kForward && !forward(last_node)) return Status::kPaused;
      if (pass_ == Pass::kBack && !back(last_node)) return Status::kPaused;
    } catch (NoRoom) {
      pass_ = Pass::kNoRoom;
      layers_.clear();
      for (Pages<uint32_t>* pages : {&number_of_, &expanded_, &begin_, &begin_at_}) pages->clear();
      edges_.clear();
    }
    if (pass_ == Pass::kNoRoom) return Status::kNoRoom;
    return walk(last_node, found_ + quota, out);
  }

  double done() const override {
    const double forward = moves_.positions() ? static_cast<double>(position_) / moves_.positions() : 1.0;
    if (pass_ == Pass::kForward || pass_ == Pass::kNoRoom) return kShareOfForward * forward;
    if (pass_ == Pass::kBack) return kShareOfForward;
    double share = 1 - kShareOfForward, ahead = 0;
    for (int depth = 0; depth < std::min(depth_, kLevelsLookedAt); ++depth) {
      const Step& step = path_[depth];
      share /= step.end - step.begin;
      ahead += share * (step.end - step.next);
    }
    return depth_ == 0 ? 1 : 1 - ahead - share;
  }

 private:
  enum class Pass { kForward, kBack, kWalk, kOver, kNoRoom };
  static constexpr double kShareOfForward = 0.5;
  static constexpr int kLevelsLookedAt = 15;

  struct Edge {
    uint32_t to;
    int32_t option;  // -1: the anchor stays empty
  };
  struct Step {  // edges [begin, end) leave a state; those before `next` have been walked
    uint32_t begin, end, next;
    int32_t option;  // of the edge last walked
  };

  // The number of a state, a new one where it is new.
  uint32_t number(int position, const Key& key) {
    const uint64_t hash = hash_of(key);
    auto& shard = layers_[position].shard_of(hash);
    const std::size_t before = shard.size();
    uint64_t* entry = shard.find_or_add(key, hash, K + 1, log_at_first_, room_);
    if (shard.size() != before) {
      if (states_ == std::numeric_limits<uint32_t>::max()) throw NoRoom{};
      entry[K] = states_++;
    }
    return static_cast<uint32_t>(entry[K]);
  }

  bool forward(uint64_t last_node) {
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
          const uint64_t* entry = shard.entry(place_, K + 1);
          if (!entry) continue;
          if (nodes_ >= last_node) return false;
          expand(entry);
        }
        shard.clear();
      }
      layer.clear();
    }
    // The one state at the end, if it was reached, is the first of those that count.
    FrontierLayer<K>& last = layers_[position_];
    for (uint32_t state = 0; state < states_; ++state) number_of_.push_back(kDead);
    last.for_each_shard([&](FrontierShard<K>& shard) {
      for (std::size_t n = 0; n < shard.capacity(); ++n)
        if (const uint64_t* entry = shard.entry(n, K + 1)) number_of_[entry[K]] = kEnd;
    });
    last.clear();
    unread_ = kept_ = static_cast<uint32_t>(edges_.size());
    begin_at_.push_back(kept_);
    pass_ = Pass::kBack;
    return true;
  }

  void expand(const uint64_t* entry) {
    Key key, next_key;
    for (int w = 0; w < K; ++w) key.word[w] = entry[w];
    expanded_.push_back(static_cast<uint32_t>(entry[K]));
    begin_.push_back(static_cast<uint32_t>(edges_.size()));
    for (int b = 0; b < moves_.blocks(position_); ++b)
      for (uint64_t fitting = moves_.fitting(position_, b, key); fitting; fitting &= fitting - 1, ++nodes_) {
        const int bit = std::countr_zero(fitting), next = moves_.take(position_, key, b, bit, next_key);
        if (next >= 0) keep({number(next, next_key), moves_.option(moves_.slot_of(position_, b) + bit)});
      }
    if (moves_.may_stay_empty(position_)) {
      ++nodes_;
      const int next = moves_.leave_empty(position_, key, next_key);
      if (next >= 0) keep({number(next, next_key), -1});
    }
  }

  void keep(const Edge& edge) {
    if (edges_.size() == std::numeric_limits<uint32_t>::max()) throw NoRoom{};
    edges_.push_back(edge);
  }

  bool back(uint64_t last_node) {
    while (!expanded_.empty()) {
      if (nodes_ >= last_node) return false;
      const uint32_t state = expanded_.back(), begin = begin_.back();
      expanded_.pop_back();
      begin_.pop_back();
      const uint32_t before = kept_;
      nodes_ += unread_ - begin;
      while (unread_ > begin) {
        const Edge edge = edges_[--unread_];
        if (const uint32_t to = number_of_[edge.to]; to != kDead) edges_[--kept_] = {to, edge.option};
      }
      if (kept_ == before) continue;
      number_of_[state] = static_cast<uint32_t>(begin_at_.size());
      begin_at_.push_back(kept_);
    }
    const uint32_t root = number_of_[start_];
    number_of_.clear();
    pass_ = root == kDead ? Pass::kOver : Pass::kWalk;
    if (root != kDead) enter(root);
    return true;
  }

  Status walk(uint64_t last_node, uint64_t last_found, Selections* out) {
    while (pass_ != Pass::kOver) {
      if (found_ == last_found) return Status::kQuota;
      if (nodes_ >= last_node) return Status::kPaused;
      if (at_end_) {
        record(out);
        at_end_ = false;
      } else if (depth_ == 0) {
        pass_ = Pass::kOver;
      } else if (Step& step = path_[depth_ - 1]; step.next == step.end) {
        --depth_;
      } else {
        const Edge& edge = edges_[step.next++];
        step.option = edge.option;
        sort_in(depth_ - 1, edge.option);
        ++nodes_;
        enter(edge.to);
      }
    }
    return Status::kExhausted;
  }

  void enter(uint32_t state) {
    if (state == kEnd)
      at_end_ = true;
    else
      path_[depth_++] = {begin_at_[state], begin_at_[state - 1], begin_at_[state], -1};
  }

  // After an edge has been walked: the options of the path so far, in order, from those of the path without it.
  void sort_in(int depth, int32_t option) {
    if (depth >= kSorted) return;
    const int32_t* from = sorted_.data() + depth * kSorted;
    int32_t* to = sorted_.data() + (depth + 1) * kSorted;
    int place = sorted_count_[depth];
    sorted_count_[depth + 1] = place + (option >= 0);
    if (option >= 0) {
      for (; place > 0 && from[place - 1] > option; --place) to[place] = from[place - 1];
      to[place] = option;
    }
    std::copy(from, from + place, to);
  }

  void record(Selections* out) {
    ++found_;
    if (!out) return;
    const int sorted = std::min(depth_, kSorted);
    const int32_t* first = sorted_.data() + sorted * kSorted;
    out->chosen.insert(out->chosen.end(), first, first + sorted_count_[sorted]);
    const auto rest = static_cast<std::ptrdiff_t>(out->chosen.size());
    for (int depth = sorted; depth < depth_; ++depth)
      if (path_[depth].option >= 0) out->chosen.push_back(path_[depth].option);
    const auto middle = out->chosen.begin() + rest;
    std::sort(middle, out->chosen.end());
    std::inplace_merge(middle - sorted_count_[sorted], middle, out->chosen.end());
    out->offsets.push_back(static_cast<int32_t>(out->chosen.size()));
  }

  static constexpr uint32_t kDead = std::numeric_limits<uint32_t>::max();
  static constexpr uint32_t kEnd = 0;  // the last state's number among those that lead to it

  FrontierMoves<K> moves_;
  Room room_;
  Pass pass_ = Pass::kForward;

  // Forward.
  std::vector<FrontierLayer<K>> layers_;  // by position; beside a key is the state's number
  uint32_t states_ = 0, start_ = 0;
  int log_at_first_ = 2;        // of the capacity of a new shard
  int position_ = 0, shard_ = 0;  // what comes next
  std::size_t place_ = 0;

  // Back. States that lead to the end are numbered anew, from the end on.
  Pages<Edge> edges_;            // by the order of expanding; then those kept, at the end of it
  Pages<uint32_t> number_of_;    // by state: its new number, or kDead
  Pages<uint32_t> expanded_, begin_;  // in the order of expanding: the state, and where its edges begin
  uint32_t unread_ = 0, kept_ = 0;    // edges before `unread_` are still to be read, those from `kept_` on are kept
  Pages<uint32_t> begin_at_;     // by new number: where its edges begin; they end where those of the one before begin

  // Walk.
  static constexpr int kSorted = 256;  // the first edges of a path, whose options are kept in order
  std::vector<Step> path_;
  std::vector<int32_t> sorted_;  // [edges walked][...]: their options, ascending
  std::array<int, kSorted + 1> sorted_count_{};
  int depth_ = 0;
  bool at_end_ = false;  // the path leads to the end, and has not been recorded
};

}  // namespace

std::unique_ptr<Engine> make_frontier_lister(const Problem& problem, uint64_t memory) {
  FrontierLayout layout(problem);
  if (layout.bits <= 64) return std::make_unique<Lister<1>>(problem, std::move(layout), memory);
  if (layout.bits <= 128) return std::make_unique<Lister<2>>(problem, std::move(layout), memory);
  if (layout.bits <= kFrontierMaxBits) return std::make_unique<Lister<8>>(problem, std::move(layout), memory);
  throw std::invalid_argument("the key of a state has more bits than the engine has room for");
}

}  // namespace tilemodel
