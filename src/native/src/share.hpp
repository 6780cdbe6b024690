// How the work of one search is shared out among several.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "tilemodel/anchor.hpp"

namespace tilemodel {

// Starts of a search, in order, each to be taken once: by whichever of several threads is free first.
template <typename Start>
class Share {
 public:
  explicit Share(std::vector<Start> starts) : starts_(std::move(starts)) {}

  std::size_t size() const { return starts_.size(); }
  std::size_t left() const { return size() - std::min(next_.load(), size()); }
  bool all_taken() const { return left() == 0; }
  // The next start; null where all are taken.
  const Start* take() {
    const std::size_t n = next_.fetch_add(1);
    return n < size() ? &starts_[n] : nullptr;
  }

 private:
  std::vector<Start> starts_;
  std::atomic<std::size_t> next_{0};
};

// A share for each engine of a division: one that all take from, or, in order, as many starts of their own for each.
template <typename Start>
std::vector<std::shared_ptr<Share<Start>>> shares(std::vector<Start> starts, const Division& division) {
  std::vector<std::shared_ptr<Share<Start>>> result;
  if (!division.ordered) {
    result.assign(division.engines, std::make_shared<Share<Start>>(std::move(starts)));
    return result;
  }
  for (std::size_t part = 0, number = division.engines; part < number; ++part) {
    const auto begin = starts.begin() + static_cast<std::ptrdiff_t>(starts.size() * part / number);
    const auto end = starts.begin() + static_cast<std::ptrdiff_t>(starts.size() * (part + 1) / number);
    result.push_back(std::make_shared<Share<Start>>(std::vector<Start>(begin, end)));
  }
  return result;
}

}  // namespace tilemodel
