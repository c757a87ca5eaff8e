// Names an array of the program for Lockstep. The header works with Lockstep and with nvcc, from C++14 on, and depends
// on nothing else of Lockstep:
//
//   #include "lockstep/publish.h"
//   LOCKSTEP_PUBLISH(h_out, height, width);   // a pointer and its shape, slowest dimension first
//   LOCKSTEP_PUBLISH(table);                  // float table[16][4], std::vector, std::array: the shape is in the type
//
// It names an array and its shape at this point of the program: a capture keeps the array's contents (so that
// `lockstep compare` can pair it with the same point on another machine), and a recording shows it under this name and
// shape. The array may be in host memory, in managed memory, or in device memory (a pointer from cudaMalloc). With
// managed memory, synchronise first, as for any other use.
//
// Without a listener the cost is one comparison of a pointer.
#ifndef LOCKSTEP_PUBLISH_H
#define LOCKSTEP_PUBLISH_H

#include "array.h"

// Defined by the listener: Lockstep's runtime, or capture.h. Null if there is none.
extern "C" void __lockstep_publish(const lockstep_array* array) __attribute__((weak));

namespace lockstep_capture {

// The variable avoids a warning: compilers complain if a function's address is compared with null.
inline bool HasListener() {
  void (*const listener)(const lockstep_array*) = __lockstep_publish;
  return listener != nullptr;
}

// Passes an array, which the arguments of a macro describe, to `listener`: a pointer and its extents.
template <class Listener, class T, class... Extents>
void DescribePointer(const Listener& listener, const char* arguments, const char* file, int line, T* pointer,
                     Extents... extents) {
  static_assert(sizeof...(extents) <= kMaxRank, "an array has at most 8 dimensions");
  const unsigned long long shape[] = {static_cast<unsigned long long>(extents)..., 0};
  lockstep_array array = {};
  char type[kMaxName];
  char name[kMaxName];
  SetCell<T>(array, type);
  CopyArgument(arguments, 0, name);
  array.data = pointer;
  array.name = name;
  array.rank = static_cast<int>(sizeof...(extents));
  array.shape = shape;
  array.file = file;
  array.line = line;
  listener(array);
}

template <class Listener, class T, class First, class... Extents>
void DescribeAny(const Listener& listener, const char* arguments, const char* file, int line, T* pointer, First first,
                 Extents... extents) {
  DescribePointer(listener, arguments, file, line, pointer, first, extents...);
}

// T[N], T[N][M], T[N][M][K]: the extents are in the type.
template <class Listener, class T, std::size_t N>
void DescribeAny(const Listener& listener, const char* arguments, const char* file, int line, T (&array)[N]) {
  DescribePointer(listener, arguments, file, line, &array[0], N);
}
template <class Listener, class T, std::size_t N, std::size_t M>
void DescribeAny(const Listener& listener, const char* arguments, const char* file, int line, T (&array)[N][M]) {
  DescribePointer(listener, arguments, file, line, &array[0][0], N, M);
}
template <class Listener, class T, std::size_t N, std::size_t M, std::size_t K>
void DescribeAny(const Listener& listener, const char* arguments, const char* file, int line, T (&array)[N][M][K]) {
  DescribePointer(listener, arguments, file, line, &array[0][0][0], N, M, K);
}

// Any container with data() and size(); with extents, in that shape.
template <class Listener, class Container>
auto DescribeAny(const Listener& listener, const char* arguments, const char* file, int line, Container& container)
    -> decltype(container.data(), void()) {
  DescribePointer(listener, arguments, file, line, container.data(), container.size());
}
template <class Listener, class Container, class First, class... Extents>
auto DescribeAny(const Listener& listener, const char* arguments, const char* file, int line, Container& container,
                 First first, Extents... extents) -> decltype(container.data(), void()) {
  DescribePointer(listener, arguments, file, line, container.data(), first, extents...);
}

struct Publisher {
  void operator()(const lockstep_array& array) const { __lockstep_publish(&array); }
};

}  // namespace lockstep_capture

#define LOCKSTEP_PUBLISH(...)                                                                                         \
  (::lockstep_capture::HasListener() ? ::lockstep_capture::DescribeAny(::lockstep_capture::Publisher(), #__VA_ARGS__, \
                                                                       __FILE__, __LINE__, __VA_ARGS__)               \
                                     : (void)0)

#endif  // LOCKSTEP_PUBLISH_H
