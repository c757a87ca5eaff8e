#pragma once

// The handles of a library that were made and not destroyed since. A handle is the address of its state.

#include <memory>
#include <mutex>
#include <unordered_map>

#include "sim/toolkit/cublas_api.h"

namespace lockstep::blas {

template <class State>
class LiveHandles {
 public:
  // Never destroyed: programs destroy handles in destructors of their own globals.
  static LiveHandles& All() {
    static auto* handles = new LiveHandles;
    return *handles;
  }

  cublasStatus_t Create(State** handle) {
    if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
    auto made = std::make_unique<State>();
    *handle = made.get();
    const std::lock_guard lock(mutex_);
    live_.emplace(*handle, std::move(made));
    return CUBLAS_STATUS_SUCCESS;
  }

  cublasStatus_t Destroy(State* handle) {
    const std::lock_guard lock(mutex_);
    return live_.erase(handle) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
  }

  bool Has(State* handle) {
    const std::lock_guard lock(mutex_);
    return live_.contains(handle);
  }

 private:
  std::mutex mutex_;
  std::unordered_map<State*, std::unique_ptr<State>> live_;
};

}  // namespace lockstep::blas
