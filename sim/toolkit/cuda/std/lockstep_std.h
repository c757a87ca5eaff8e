#pragma once
#pragma GCC system_header

// cuda::std is the C++ library's std where that works in device code: types, traits and whatever is constexpr.
// Names that need their own device form (atomic, barrier, ...) are declared in cuda::std by their headers.

#include "../../lockstep/device_library.h"
#include "../../lockstep/standard_headers.h"

namespace std {
#if defined(__CUDA__)
// What a wrong access throws on the host ends the kernel on the device.
template <class What>
[[noreturn]] __attribute__((device)) void __throw_bad_variant_access(What) {
  __trap();
}
[[noreturn]] inline __attribute__((device)) void __throw_bad_optional_access() { __trap(); }
#endif
}  // namespace std
namespace cuda {
namespace std {
using namespace ::std;
}
}  // namespace cuda
