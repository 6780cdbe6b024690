// The memory that a frontier engine takes: bounded, and given back piece by piece.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace tilemodel {

// Thrown where an engine's memory is used up.
struct NoRoom {};

// The bytes that an engine has taken, and may take. For any number of threads.
class Room {
 public:
  explicit Room(std::uint64_t most) : most_(most) {}
  void take(std::uint64_t bytes) {
    if (taken_.fetch_add(bytes) + bytes <= most_) return;
    give_back(bytes);
    throw NoRoom{};
  }
  void give_back(std::uint64_t bytes) {
    [[maybe_unused]] const std::uint64_t before = taken_.fetch_sub(bytes);
    assert(bytes <= before);
  }

 private:
  std::uint64_t most_;
  std::atomic<std::uint64_t> taken_{0};
};

// Zeroed words, which the room knows of.
class Words {
 public:
  Words() = default;
  Words(std::size_t count, Room& room) : room_(&room), bytes_(count * sizeof(std::uint64_t)) {
    room.take(bytes_);
    data_.reset(static_cast<std::uint64_t*>(std::calloc(count, sizeof(std::uint64_t))));
    if (data_) return;
    room.give_back(bytes_);
    throw NoRoom{};
  }
  Words(Words&& other) noexcept { swap(other); }
  Words& operator=(Words&& other) noexcept {
    Words(std::move(other)).swap(*this);
    return *this;
  }
  ~Words() {
    if (data_) room_->give_back(bytes_);
  }
  std::uint64_t* data() const { return data_.get(); }

 private:
  struct Free {
    void operator()(std::uint64_t* words) const { std::free(words); }
  };
  void swap(Words& other) {
    std::swap(room_, other.room_);
    std::swap(bytes_, other.bytes_);
    std::swap(data_, other.data_);
  }
  Room* room_ = nullptr;
  std::size_t bytes_ = 0;
  std::unique_ptr<std::uint64_t[], Free> data_;
};

// A stack of plain values that grows without moving them, and shrinks as they go.
template <typename T>
class Pages {
 public:
  explicit Pages(Room& room) : room_(room) {}
  ~Pages() { clear(); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t n) { return pages_[n >> kLog][n & kMask]; }
  const T& operator[](std::size_t n) const { return pages_[n >> kLog][n & kMask]; }
  const T& back() const { return (*this)[size_ - 1]; }
  void push_back(const T& value) {
    if (size_ == pages_.size() << kLog) add_page();
    pages_[size_ >> kLog][size_ & kMask] = value;
    ++size_;
  }
  void pop_back() {
    --size_;
    if ((pages_.size() - 1) << kLog > size_ + kMask) drop_page();
  }
  void clear() {
    while (!pages_.empty()) drop_page();
    size_ = 0;
  }

 private:
  static constexpr int kLog = 14;
  static constexpr std::size_t kMask = (std::size_t{1} << kLog) - 1;
  static constexpr std::uint64_t kBytes = sizeof(T) << kLog;

  void add_page() {
    room_.take(kBytes);
    std::unique_ptr<T[]> page(new (std::nothrow) T[kMask + 1]);
    if (!page) {
      room_.give_back(kBytes);
      throw NoRoom{};
    }
    pages_.push_back(std::move(page));
  }
  void drop_page() {
    pages_.pop_back();
    room_.give_back(kBytes);
  }

  Room& room_;
  std::vector<std::unique_ptr<T[]>> pages_;
  std::size_t size_ = 0;
};

}  // namespace tilemodel
