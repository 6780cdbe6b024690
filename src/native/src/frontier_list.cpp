#include <algorithm>
#include <array>
#include <cstddef>
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

// For each option, its place in every selection: so it is where items covered once divide the options, in their order,
// among them, as pieces do that are each used once. Empty where places differ.
std::vector<int32_t> fixed_places(const Problem& problem) {
  const int32_t options = problem.option_count();
  std::vector<int32_t> first(problem.item_count(), options), last(problem.item_count(), -1), count(problem.item_count());
  for (int32_t k = 0; k < options; ++k)
    for (int32_t m = problem.offsets[k]; m < problem.offsets[k + 1]; ++m) {
      const int32_t i = problem.members[m];
      first[i] = std::min(first[i], k);
      last[i] = k;
      ++count[i];
    }
  std::vector<int32_t> end_of(options, -1);  // by option: the end of the run that begins there
  for (int32_t i = 0; i < problem.item_count(); ++i)
    if (problem.lo[i] == 1 && problem.hi[i] == 1 && count[i] > 0 && last[i] - first[i] + 1 == count[i])
      end_of[first[i]] = last[i] + 1;
  std::vector<int32_t> places;
  for (int32_t place = 0; static_cast<int32_t>(places.size()) < options; ++place) {
    const int32_t end = end_of[places.size()];
    if (end < 0) return {};
    places.resize(end, place);
  }
  return places;
}

// Goes along the graph in every way.
template <int K>
class Lister final : public Engine {
  using Graph = FrontierGraph<K>;

 public:
  Lister(const Problem& problem, FrontierLayout layout, uint64_t memory)
      : graph_(std::make_unique<Graph>(problem, std::move(layout), memory)),
        path_(graph_->positions() + 1),
        place_of_(fixed_places(problem)),
        row_(place_of_.empty() ? 0 : place_of_.back() + 1),
        sorted_(row_.empty() ? (kSorted + 1) * kSorted : 0) {}

  Status advance(uint64_t budget, uint64_t quota, Selections* out) override {
    const uint64_t last_node = nodes_ + budget;
    if (!graph_) return Status::kNoRoom;
    try {
      if (!made_) {
        if (!graph_->make(nodes_, last_node)) return Status::kPaused;
        made_ = true;
        if (graph_->root() != Graph::kDead) enter(graph_->root());
      }
    } catch (NoRoom) {
      graph_.reset();
      return Status::kNoRoom;
    }
    return row_.empty() ? walk(last_node, found_ + quota, out) : walk_in_place(last_node, found_ + quota, out);
  }

  double done() const override {
    if (!graph_) return 0;
    if (!made_) return kShareOfMaking * graph_->done();
    double share = 1 - kShareOfMaking, ahead = 0;
    for (int depth = 0; depth < std::min(depth_, kLevelsLookedAt); ++depth) {
      const Step& step = path_[depth];
      share /= step.end - step.begin;
      ahead += share * (step.end - step.next);
    }
    return depth_ == 0 ? 1 : 1 - ahead - share;
  }

 private:
  static constexpr double kShareOfMaking = 0.5;
  static constexpr int kLevelsLookedAt = 15;

  struct Step {  // edges [begin, end) leave a state; those before `next` have been walked
    uint32_t begin, end, next;
    int32_t option;  // of the edge last walked
  };

  // Where each option has its place, whatever is written there is written over before the next selection is complete.
  Status walk_in_place(uint64_t last_node, uint64_t last_found, Selections* out) {
    constexpr uint64_t kAhead = 4096;  // selections to make room for
    const std::size_t width = row_.size();
    if (out) out->chosen.reserve(out->chosen.size() + width * std::min(kAhead, last_found - found_));
    while (at_end_ || depth_ > 0) {
      if (found_ == last_found) return Status::kQuota;
      if (nodes_ >= last_node) return Status::kPaused;
      if (at_end_) {
        at_end_ = false;
        ++found_;
        if (!out) continue;
        out->chosen.insert(out->chosen.end(), row_.begin(), row_.end());
        out->offsets.push_back(static_cast<int32_t>(out->chosen.size()));
      } else if (Step& step = path_[depth_ - 1]; step.next == step.end) {
        --depth_;
      } else {
        uint32_t state = take_in_place(step.next++);
        // Where there is but one edge, nothing is left to come back to.
        while (state != Graph::kEnd && graph_->end(state) - graph_->begin(state) == 1)
          state = take_in_place(graph_->begin(state));
        enter(state);
      }
    }
    return Status::kExhausted;
  }
  uint32_t take_in_place(uint32_t number) {
    const auto& edge = graph_->edge(number);
    if (edge.option >= 0) row_[place_of_[edge.option]] = edge.option;
    ++nodes_;
    return edge.to;
  }

  Status walk(uint64_t last_node, uint64_t last_found, Selections* out) {
    while (at_end_ || depth_ > 0) {
      if (found_ == last_found) return Status::kQuota;
      if (nodes_ >= last_node) return Status::kPaused;
      if (at_end_) {
        record(out);
        at_end_ = false;
      } else if (Step& step = path_[depth_ - 1]; step.next == step.end) {
        --depth_;
      } else {
        const auto& edge = graph_->edge(step.next++);
        step.option = edge.option;
        sort_in(depth_ - 1, edge.option);
        ++nodes_;
        enter(edge.to);
      }
    }
    return Status::kExhausted;
  }

  void enter(uint32_t state) {
    if (state == Graph::kEnd)
      at_end_ = true;
    else
      path_[depth_++] = {graph_->begin(state), graph_->end(state), graph_->begin(state), -1};
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

  static constexpr int kSorted = 256;  // the first edges of a path, whose options are kept in order

  std::unique_ptr<Graph> graph_;  // null where there was no room for it
  bool made_ = false;
  std::vector<Step> path_;
  std::vector<int32_t> place_of_;  // by option: its place in a selection; empty where places differ
  std::vector<int32_t> row_;       // the options of the path, each in its place; empty where places differ
  std::vector<int32_t> sorted_;  // [edges walked][...]: their options, ascending
  std::array<int, kSorted + 1> sorted_count_{};
  int depth_ = 0;
  bool at_end_ = false;  // the path leads to the end, and has not been recorded
};

}  // namespace

std::unique_ptr<Engine> make_frontier_lister(const Problem& problem, uint64_t memory) {
  return with_key_words(FrontierLayout(problem), [&](auto words, FrontierLayout layout) -> std::unique_ptr<Engine> {
    return std::make_unique<Lister<words>>(problem, std::move(layout), memory);
  });
}

}  // namespace tilemodel
