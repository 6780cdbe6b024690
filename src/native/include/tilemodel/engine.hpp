// What every native engine offers: a search on an explicit stack that pauses, resumes and gives each selection once.
#pragma once

#include <cstdint>
#include <vector>

namespace tilemodel {

enum class Status {
  kQuota,      // as many selections as were asked for; there may be more
  kPaused,     // the node budget is spent; call again to go on
  kExhausted,  // every selection has been given; further calls give none
  kNoRoom,     // the engine's memory is used up; further calls give none, and this again
};

// Selections in compressed form: the s-th is chosen[offsets[s] .. offsets[s + 1]), ascending.
struct Selections {
  std::vector<std::int32_t> offsets{0};
  std::vector<std::int32_t> chosen;
};

class Engine {
 public:
  virtual ~Engine() = default;

  // Go on for about `budget` nodes or until `quota` selections; appends them to `out` unless it is null.
  // ensure: found() grew by the number of selections given; the order depends on the problem alone.
  virtual Status advance(std::uint64_t budget, std::uint64_t quota, Selections* out) = 0;

  std::uint64_t found() const { return found_; }
  // The same without an end to its range, by words, the lowest first. What found() cannot hold, it gives as its most.
  virtual std::vector<std::uint64_t> total() const { return {found_}; }
  // Branches taken: the engine's measure of work, the same on every machine.
  std::uint64_t nodes() const { return nodes_; }
  // The part of the tree that lies behind, by the branches left in its first levels: 0 to 1.
  virtual double done() const = 0;

 protected:
  std::uint64_t found_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace tilemodel
