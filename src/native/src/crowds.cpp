#include "crowds.hpp"

#include <algorithm>
#include <utility>

#include "crowd_search.hpp"
#include "masks.hpp"

namespace tilemodel {
namespace {

using std::int32_t;
using std::uint64_t;

Chain chain_of(const Masks& masks, Instructions instructions) {
  Chain chain{instructions, masks.smallest, masks.largest, {}, std::vector<int32_t>(masks.width)};
  for (const Masks::Option& option : masks.options) {
    chain.options.push_back({{}, option.original});
    for (const int bit : option.bits) chain.options.back().mask.set(bit);
  }
  std::sort(chain.options.begin(), chain.options.end());
  for (const auto& [bit, need] : masks.plural) chain.need[bit] = need;
  return chain;
}

// The chain of searches that begins with masks of W words.
template <int W>
class Crowds final : public Engine {
  using F = Format<uint64_t, W>;

 public:
  Crowds(const Masks& masks, Instructions instructions)
      : chain_(chain_of(masks, instructions)), search_(chain_, nullptr) {
    nodes_ = chain_.nodes = 1;
    auto& level = search_.first_level(static_cast<int32_t>(chain_.options.size()), {});
    for (const Chain::Entry& entry : chain_.options) {
      for (int w = 0; w < W; ++w) level.crowd.words[w * level.crowd.stride + level.crowd.size] = entry.mask.word[w];
      ++level.crowd.size;
    }
    kernels_with<F>(instructions).count(level.crowd);
    for (const int bit : masks.wanted) level.lacking.set(bit);
    for (const auto& [bit, need] : masks.plural) level.plural.set(bit);
    if (level.lacking.without(level.crowd.used().word).none()) search_.start();
  }

  Status advance(uint64_t budget, uint64_t quota, Selections* out) override {
    chain_.last_node = chain_.nodes + budget;
    chain_.last_found = chain_.found + quota;
    chain_.out = out;
    const Status status = search_.advance();
    nodes_ = chain_.nodes;
    found_ = chain_.found;
    return status;
  }

  double done() const override {
    Position position;
    if (!search_.active()) return 1;
    search_.locate(position);
    return std::clamp(1 - position.ahead - position.share, 0.0, 1.0);
  }

 private:
  Chain chain_;
  Search<F> search_;
};

}  // namespace

std::unique_ptr<Engine> make_crowds(const Demands& demands, Instructions instructions) {
  const Masks masks(demands);
  if (!masks.fit) return nullptr;
  if (masks.width <= 64) return std::make_unique<Crowds<1>>(masks, instructions);
  if (masks.width <= 128) return std::make_unique<Crowds<2>>(masks, instructions);
  if (masks.width <= 192) return std::make_unique<Crowds<3>>(masks, instructions);
  if (masks.width <= 256) return std::make_unique<Crowds<4>>(masks, instructions);
  return std::make_unique<Crowds<5>>(masks, instructions);
}

}  // namespace tilemodel
