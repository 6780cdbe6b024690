// Finding the smallest of many small numbers.
#pragma once

#include <cstdint>

#include "tilemodel/vectors.hpp"

namespace tilemodel {

inline constexpr int kSmallestStride = 32;  // the numbers come in blocks of so many

template <typename Key>
struct Smallest {
  Key value;
  std::int32_t at;  // where it is first
};

// The smallest of `count` numbers.
// require: count is a positive multiple of kSmallestStride
template <typename Key>
using FindSmallest = Smallest<Key> (*)(const Key* keys, std::int32_t count);

// The function for such a machine; for std::uint16_t and std::uint32_t. ensure: all give the same answer
template <typename Key>
FindSmallest<Key> smallest_with(Instructions instructions);

}  // namespace tilemodel
