// The one Lockstep header that a program may include. It works under Lockstep and under nvcc, from C++14 on, and needs
// nothing else of Lockstep:
//
//   #include "lockstep/publish.h"
//   LOCKSTEP_PUBLISH(h_out, height, width);   // a pointer and its shape, slowest dimension first
//   LOCKSTEP_PUBLISH(table);                  // float table[16][4], std::vector, std::array: they know their shape
//
// It names an array and its shape at this moment of the program: a capture keeps what the array holds (so that
// `lockstep compare` can pair it with the same moment on another machine), and a recording shows it by this name and in
// this shape. The array may be in host memory, in managed memory, or in device memory (a pointer that cudaMalloc gave).
// With managed memory, synchronise first, as for any other use.
//
// Where nobody listens the cost is one test of a pointer.
#ifndef LOCKSTEP_PUBLISH_H
#define LOCKSTEP_PUBLISH_H

#include "array.h"

// Whoever listens defines this: Lockstep's runtime, or capture.h. It stays null where nobody does.
extern "C" void __lockstep_publish(const lockstep_array* array) __attribute__((weak));

namespace lockstep_capture {

// A variable in between, because compilers warn where a function's address is compared with null.
inline bool IsHeard() {
  void (*const listener)(const lockstep_array*) = __lockstep_publish;
  return listener != nullptr;
}

inline void Publish(lockstep_array& array, const char* arguments) {
  char name[kMaxName];
  CopyArgument(arguments, 0, name);
  array.name = name;
  __lockstep_publish(&array);
}

template <class T, class... Extents>
void PublishPointer(const char* arguments, const char* file, int line, T* pointer, Extents... extents) {
  static_assert(sizeof...(extents) <= kMaxRank, "LOCKSTEP_PUBLISH takes at most 8 dimensions");
  const unsigned long long shape[] = {static_cast<unsigned long long>(extents)..., 0};
  lockstep_array array = {};
  char type[kMaxName];
  SetCell<T>(array, type);
  array.data = pointer;
  array.rank = static_cast<int>(sizeof...(extents));
  array.shape = shape;
  array.file = file;
  array.line = line;
  Publish(array, arguments);
}

// A pointer and its extents.
template <class T, class First, class... Extents>
void PublishAny(const char* arguments, const char* file, int line, T* pointer, First first, Extents... extents) {
  PublishPointer(arguments, file, line, pointer, first, extents...);
}

// T[N], T[N][M], T[N][M][K]: the extents are in the type.
template <class T, std::size_t N>
void PublishAny(const char* arguments, const char* file, int line, T (&array)[N]) {
  PublishPointer(arguments, file, line, &array[0], N);
}
template <class T, std::size_t N, std::size_t M>
void PublishAny(const char* arguments, const char* file, int line, T (&array)[N][M]) {
  PublishPointer(arguments, file, line, &array[0][0], N, M);
}
template <class T, std::size_t N, std::size_t M, std::size_t K>
void PublishAny(const char* arguments, const char* file, int line, T (&array)[N][M][K]) {
  PublishPointer(arguments, file, line, &array[0][0][0], N, M, K);
}

// Whatever has data() and size(); with extents, in that shape.
template <class Container>
auto PublishAny(const char* arguments, const char* file, int line, Container& container)
    -> decltype(container.data(), void()) {
  PublishPointer(arguments, file, line, container.data(), container.size());
}
template <class Container, class First, class... Extents>
auto PublishAny(const char* arguments, const char* file, int line, Container& container, First first,
                Extents... extents) -> decltype(container.data(), void()) {
  PublishPointer(arguments, file, line, container.data(), first, extents...);
}

}  // namespace lockstep_capture

#define LOCKSTEP_PUBLISH(...)                                                                                    \
  (::lockstep_capture::IsHeard() ? ::lockstep_capture::PublishAny(#__VA_ARGS__, __FILE__, __LINE__, __VA_ARGS__) \
                                 : (void)0)

#endif  // LOCKSTEP_PUBLISH_H
