#pragma once

// Objects by small numbers, from 1: added under a lock, looked up without one, never moved and never removed.

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

namespace lockstep::api {

template <class T>
class ObjectTable {
 public:
  std::uint64_t Add(T object) {
    const std::lock_guard lock(mutex_);
    const std::uint64_t number = count_.load(std::memory_order_relaxed) + 1;
    if (number >= kChunk * kChunks) return 0;
    auto& chunk = chunks_[number / kChunk];
    if (!chunk) chunk = std::make_unique<std::array<T, kChunk>>();
    (*chunk)[number % kChunk] = std::move(object);
    count_.store(number, std::memory_order_release);
    return number;
  }
  T* Find(std::uint64_t number) {
    if (number == 0 || number > count_.load(std::memory_order_acquire)) return nullptr;
    return &(*chunks_[number / kChunk])[number % kChunk];
  }

 private:
  static constexpr std::uint64_t kChunk = 256, kChunks = 4096;
  std::mutex mutex_;
  std::atomic<std::uint64_t> count_{0};
  std::array<std::unique_ptr<std::array<T, kChunk>>, kChunks> chunks_;
};

}  // namespace lockstep::api
