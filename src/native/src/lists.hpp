// Many short lists in one array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilemodel {

// Lists of T, one for each index, in one array. Filled in ascending order of the index.
template <typename T>
class Lists {
 public:
  void add(const T& value) { values_.push_back(value); }
  void close() { offsets_.push_back(static_cast<std::int32_t>(values_.size())); }
  void add_all(const std::vector<T>& list) {
    values_.insert(values_.end(), list.begin(), list.end());
    close();
  }
  const T* begin(std::size_t index) const { return values_.data() + offsets_[index]; }
  const T* end(std::size_t index) const { return values_.data() + offsets_[index + 1]; }

 private:
  std::vector<std::int32_t> offsets_{0};
  std::vector<T> values_;
};

}  // namespace tilemodel
