#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>
#include <vector>

#include "frontier_graph.hpp"
#include "tilemodel/frontier.hpp"

namespace tilemodel {
namespace {

using std::int32_t;
using std::uint32_t;
using std::uint64_t;

// Numbers of any size: the least significant of their words first.
using Number = std::vector<uint64_t>;

// Beside each state of the graph, how many paths lead from it to the end. The paths that go along the first edge of a
// state have the lowest ranks.
template <int K>
class Ranks final : public Ranked {
  using Graph = FrontierGraph<K>;

 public:
  Ranks(const Problem& problem, FrontierLayout layout, uint64_t memory)
      : graph_(std::make_unique<Graph>(problem, std::move(layout), memory)) {}

  Status prepare(uint64_t budget) override {
    const uint64_t last_node = nodes_ + budget;
    if (!graph_) return Status::kNoRoom;
    try {
      if (!made_) {
        if (!graph_->make(nodes_, last_node)) return Status::kPaused;
        made_ = true;
        if (graph_->root() != Graph::kDead) restart(1);
      }
      while (next_ < states_) {
        if (nodes_ >= last_node) return Status::kPaused;
        nodes_ += graph_->end(next_) - graph_->begin(next_);
        if (add_up(next_))
          ++next_;
        else
          restart(2 * words_);
      }
    } catch (NoRoom) {
      counts_ = Words();
      graph_.reset();
      return Status::kNoRoom;
    }
    return Status::kExhausted;
  }

  double done() const override { return graph_ && made_ ? 1 : graph_ ? graph_->done() : 0; }

  Number total() const override {
    if (!states_) return {0};
    const uint64_t* count = count_of(graph_->root());
    return {count, count + words_};
  }

  std::vector<int32_t> selection(const Number& rank) const override {
    assert(states_ && next_ == states_);
    Number left = rank;
    left.resize(words_);
    std::vector<int32_t> chosen;
    for (uint32_t state = graph_->root(); state != Graph::kEnd;) {
      uint32_t e = graph_->begin(state);
      while (!is_less(left.data(), count_of(graph_->edge(e).to))) {
        subtract(left.data(), count_of(graph_->edge(e).to));
        ++e;
        assert(e < graph_->end(state));
      }
      if (graph_->edge(e).option >= 0) chosen.push_back(graph_->edge(e).option);
      state = graph_->edge(e).to;
    }
    std::sort(chosen.begin(), chosen.end());
    return chosen;
  }

 private:
  // Begin to count anew, with so many words in a number.
  void restart(int words) {
    words_ = words;
    states_ = graph_->size();
    counts_ = Words();
    counts_ = Words(static_cast<std::size_t>(states_) * words_, graph_->room());
    counts_.data()[0] = 1;  // from the end there is one way to the end
    next_ = 1;
  }

  // The count of a state is the sum of those that its edges lead to. ensure: returns false where it has no room
  bool add_up(uint32_t state) {
    uint64_t* sum = counts_.data() + static_cast<std::size_t>(state) * words_;
    for (uint32_t e = graph_->begin(state); e < graph_->end(state); ++e) {
      const uint64_t* number = count_of(graph_->edge(e).to);
      unsigned carry = 0;
      for (int w = 0; w < words_; ++w) {
        const unsigned __int128 digit = static_cast<unsigned __int128>(sum[w]) + number[w] + carry;
        sum[w] = static_cast<uint64_t>(digit);
        carry = static_cast<unsigned>(digit >> 64);
      }
      if (carry) return false;
    }
    return true;
  }

  const uint64_t* count_of(uint32_t state) const {
    return counts_.data() + static_cast<std::size_t>(state) * words_;
  }
  bool is_less(const uint64_t* a, const uint64_t* b) const {
    for (int w = words_ - 1; w >= 0; --w)
      if (a[w] != b[w]) return a[w] < b[w];
    return false;
  }
  void subtract(uint64_t* a, const uint64_t* b) const {
    unsigned borrow = 0;
    for (int w = 0; w < words_; ++w) {
      const uint64_t before = a[w];
      a[w] = before - b[w] - borrow;
      borrow = before < b[w] || (before == b[w] && borrow);
    }
  }

  std::unique_ptr<Graph> graph_;  // null where there was no room for it
  Words counts_;                  // by state, words_ each
  int words_ = 1;
  uint32_t states_ = 0;           // 0 where there is no selection
  uint32_t next_ = 0;             // the state to be counted next
  bool made_ = false;
  uint64_t nodes_ = 0;
};

}  // namespace

std::unique_ptr<Ranked> make_frontier_ranks(const Problem& problem, uint64_t memory) {
  return with_key_words(FrontierLayout(problem), [&](auto words, FrontierLayout layout) -> std::unique_ptr<Ranked> {
    return std::make_unique<Ranks<words>>(problem, std::move(layout), memory);
  });
}

}  // namespace tilemodel
