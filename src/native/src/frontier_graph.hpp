// The steps between the states of a scan that lead to its end, as a graph.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "frontier_layer.hpp"
#include "frontier_moves.hpp"
#include "frontier_room.hpp"

namespace tilemodel {

// Made in two passes. Forward: number the states as they appear and keep every step as an edge. Back: keep the edges
// that lead to the end, closed up towards the end of their array. The states that are left are numbered anew, from the
// end on, so that every edge leads to a smaller number. Every path from the root to kEnd is a selection.
template <int K>
class FrontierGraph {
  using Key = Bits<K>;

 public:
  struct Edge {
    std::uint32_t to;
    std::int32_t option;  // -1: the anchor stays empty
  };
  static constexpr std::uint32_t kEnd = 0;
  static constexpr std::uint32_t kDead = std::numeric_limits<std::uint32_t>::max();

  FrontierGraph(const Problem& problem, FrontierLayout layout, std::uint64_t memory);

  // Go on making it until `nodes` reaches the limit, which counts what is tried. ensure: returns whether it is made.
  // Throws NoRoom, and is of no use any more, where the memory is used up.
  bool make(std::uint64_t& nodes, std::uint64_t last_node);

  // How far the forward pass has come, 0 to 1.
  double done() const { return moves_.positions() ? static_cast<double>(position_) / moves_.positions() : 1.0; }
  int positions() const { return moves_.positions(); }
  Room& room() { return room_; }

  // Once it is made. The root is kDead where there is no selection; states are numbered below size().
  std::uint32_t root() const { return root_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(begin_at_.size()); }
  // The edges [begin, end) that leave a state other than kEnd.
  std::uint32_t begin(std::uint32_t state) const { return begin_at_[state]; }
  std::uint32_t end(std::uint32_t state) const { return begin_at_[state - 1]; }
  const Edge& edge(std::uint32_t number) const { return edges_[number]; }

 private:
  enum class Pass { kForward, kBack, kMade };

  static constexpr std::size_t kAhead = 16;  // edges between asking the memory for a state and numbering it
  struct Pending {
    Key key;
    std::uint64_t hash;
    FrontierShard<K>* shard;
  };

  // The number of a state, a new one where it is new.
  std::uint32_t number(FrontierShard<K>& shard, std::uint64_t hash, const Key& key);
  bool forward(std::uint64_t& nodes, std::uint64_t last_node);
  void expand(const std::uint64_t* entry, std::uint64_t& nodes);
  // Keep an edge; its state gets its number a little later.
  void lead_to(int position, const Key& key, std::int32_t option);
  void handle();
  bool back(std::uint64_t& nodes, std::uint64_t last_node);

  FrontierMoves<K> moves_;
  Room room_;
  Pass pass_ = Pass::kForward;
  std::uint32_t root_ = kDead;

  // Forward.
  std::vector<FrontierLayer<K>> layers_;  // by position; beside a key is the state's number
  std::uint32_t states_ = 0, start_ = 0;
  int log_at_first_ = 2;          // of the capacity of a new shard
  int position_ = 0, shard_ = 0;  // what comes next
  std::size_t place_ = 0;
  std::array<Pending, kAhead> pending_;  // by edge: those that are not handled
  std::size_t handled_ = 0;              // of the edges

  // Back.
  Pages<Edge> edges_;                      // by the order of expanding; then those kept, at the end of it
  Pages<std::uint32_t> number_of_;         // by state: its new number, or kDead
  Pages<std::uint32_t> expanded_, begin_;  // in the order of expanding: the state, and where its edges begin
  std::uint32_t unread_ = 0, kept_ = 0;    // edges before `unread_` are still to be read, those from `kept_` on are kept
  // By new number: where its edges begin; they end where those of the one before begin.
  Pages<std::uint32_t> begin_at_;
};

}  // namespace tilemodel
