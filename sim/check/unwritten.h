#pragma once

// The uses of a value that was never written which are no defect yet.

#include <cstdint>

namespace lockstep::check {

enum class UseOfValue : std::uint8_t {
  kDecides,         // a branch, an address, an atomic or a call depends on it
  kStored,          // in memory that ends with the block or the thread: shared memory, local arrays
  kStoredForLater,  // in memory that outlives the kernel: global memory, the device heap
};

// Values are copied along harmlessly, in padding for one, so only a decision counts. `strict` (--strict-init) counts
// what later kernels and the host may come to see, too.
constexpr bool IsDefect(UseOfValue use, bool strict) {
  return use == UseOfValue::kDecides || (strict && use == UseOfValue::kStoredForLater);
}

}  // namespace lockstep::check
