#pragma once
#pragma clang system_header

// cuda::std is the C++ library's std where that works in device code: types, traits and whatever is constexpr.
// Names that need their own device form (atomic, barrier, ...) are declared in cuda::std by their headers.

namespace std {}
namespace cuda {
namespace std {
using namespace ::std;
}
}  // namespace cuda
