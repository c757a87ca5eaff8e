#pragma once

// The set of live objects of one kind (streams, events, graphs, ...) that programs hold pointers to. A pointer that is
// not in the set is rejected without being dereferenced.

#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

namespace lockstep::api {

template <class T>
class Handles {
 public:
  T* Add(std::unique_ptr<T> object) {
    const std::unique_lock lock(mutex_);
    T* handle = object.get();
    live_[handle] = std::move(object);
    return handle;
  }
  bool Knows(const T* handle) const {
    const std::shared_lock lock(mutex_);
    return live_.contains(handle);
  }
  // Removes the object from the set; the caller destroys it. Null if it is not in the set.
  std::unique_ptr<T> Remove(const T* handle) {
    const std::unique_lock lock(mutex_);
    const auto found = live_.find(handle);
    if (found == live_.end()) return nullptr;
    std::unique_ptr<T> object = std::move(found->second);
    live_.erase(found);
    return object;
  }
  template <class Visit>
  void ForEach(Visit&& visit) const {
    const std::shared_lock lock(mutex_);
    for (const auto& [handle, object] : live_) visit(*object);
  }

 private:
  mutable std::shared_mutex mutex_;
  std::unordered_map<const T*, std::unique_ptr<T>> live_;
};

}  // namespace lockstep::api
