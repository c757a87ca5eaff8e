// An array that is captured, with the names that the call gives it. Part of capture.h.
#ifndef LOCKSTEP_CAPTURED_ARRAY_H
#define LOCKSTEP_CAPTURED_ARRAY_H

#include <cstring>
#include <type_traits>

#include "array.h"
#include "capture_file.h"

namespace lockstep_capture {

// A call in the program: its place, and its arguments as text.
struct Call {
  const char* file;
  int line;
  const char* arguments;
};

// An array together with its names, so that it can outlive the call.
struct OwnedArray {
  lockstep_array array = {};
  char name[kMaxName] = "";
  char type[kMaxName] = "";
  unsigned long long shape[kMaxRank] = {};

  OwnedArray() = default;
  OwnedArray(const OwnedArray& other) { *this = other; }
  OwnedArray& operator=(const OwnedArray& other) {
    array = other.array;
    std::memcpy(name, other.name, sizeof name);
    std::memcpy(type, other.type, sizeof type);
    std::memcpy(shape, other.shape, sizeof shape);
    array.name = name;
    array.type = type;
    array.shape = shape;
    return *this;
  }
};

// The dimensions of T if it is an array such as `float[4][3]`: `float table[2][4][3]` decays to a pointer to that type.
template <class T>
struct Dimensions {
  static constexpr int kRank = 0;
  static unsigned long long Fill(unsigned long long*) { return 1; }
};
template <class T, std::size_t N>
struct Dimensions<T[N]> {
  static constexpr int kRank = 1 + Dimensions<T>::kRank;
  static unsigned long long Fill(unsigned long long* shape) { return (*shape = N) * Dimensions<T>::Fill(shape + 1); }
};

// Describes a copy of one row of `size` bytes to a D*. If the destination is void*, the source's type `Other` decides.
template <class D, class Other>
OwnedArray DescribeRow(const Call& call, const void* data, unsigned long long size) {
  OwnedArray owned;
  CopyArgument(call.arguments, 0, owned.name);
  using Both = typename std::conditional<std::is_void<D>::value, Other, D>::type;
  SetCell<typename std::remove_all_extents<Both>::type>(owned.array, owned.type);
  if (size % owned.array.element_size != 0) SetCell<void>(owned.array, owned.type);
  owned.array.data = data;
  owned.array.rank = 1;
  owned.shape[0] = size / owned.array.element_size;
  owned.array.file = call.file;
  owned.array.line = call.line;
  return OwnedArray(owned);
}

// The same for a copy of the whole destination, in the shape that it was declared with.
template <class D, class Other>
OwnedArray Describe(const Call& call, const void* data, unsigned long long size) {
  using Declared = Dimensions<typename std::conditional<std::is_void<D>::value, Other, D>::type>;
  OwnedArray owned = DescribeRow<D, Other>(call, data, size);
  if (Declared::kRank == 0 || Declared::kRank >= kMaxRank) return owned;
  const unsigned long long cells = owned.shape[0], inner = Declared::Fill(owned.shape + 1);
  if (cells % inner == 0) {
    owned.shape[0] = cells / inner;
    owned.array.rank = 1 + Declared::kRank;
  }
  return OwnedArray(owned);
}

}  // namespace lockstep_capture

#endif  // LOCKSTEP_CAPTURED_ARRAY_H
