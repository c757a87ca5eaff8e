// An array of a program, as publish.h and capture.h pass it on. Programs include publish.h, which includes this header.
// C++14, for the oldest host compilers that nvcc accepts as well as for Lockstep.
#ifndef LOCKSTEP_ARRAY_H
#define LOCKSTEP_ARRAY_H

#include <cstddef>
#include <cstring>
#include <type_traits>

extern "C" {

// The type of an array's cells. The numbers are part of the .lscap format (shared/report/CAPTURES.md).
enum lockstep_element {
  lockstep_element_bytes = 0,  // not known, or a struct: compared byte for byte
  lockstep_element_bool = 1,
  lockstep_element_int8 = 2,
  lockstep_element_uint8 = 3,
  lockstep_element_int16 = 4,
  lockstep_element_uint16 = 5,
  lockstep_element_int32 = 6,
  lockstep_element_uint32 = 7,
  lockstep_element_int64 = 8,
  lockstep_element_uint64 = 9,
  lockstep_element_float16 = 10,
  lockstep_element_bfloat16 = 11,
  lockstep_element_float32 = 12,
  lockstep_element_float64 = 13
};

// The program owns the memory; the names are zero-terminated.
struct lockstep_array {
  const void* data;
  const char* name;                 // as the program calls it: "h_out"
  const char* type;                 // of a cell: "float"; "" if unknown
  int element;                      // enum lockstep_element
  unsigned long long element_size;  // bytes of a cell
  int rank;                         // dimensions
  const unsigned long long* shape;  // cells in each dimension, slowest first
  const char* file;
  int line;
};

}  // extern "C"

namespace lockstep_capture {

constexpr int kMaxRank = 8;
constexpr int kMaxName = 128;

// Extracts "float" from the compiler's spelling of this function's name: GCC and clang both write `T = float`.
template <class T>
void CopyTypeName(char (&out)[kMaxName]) {
  const char* begin = std::strstr(__PRETTY_FUNCTION__, "T = ");
  begin = begin != nullptr ? begin + 4 : "";
  std::size_t size = std::strcspn(begin, "];");
  if (size >= sizeof out) size = sizeof out - 1;
  std::memcpy(out, begin, size);
  out[size] = '\0';
}

inline int IntegerElement(bool is_signed, std::size_t size) {
  const int first = size == 1 ? 2 : size == 2 ? 4 : size == 4 ? 6 : size == 8 ? 8 : 0;
  return first == 0 ? 0 : first + (is_signed ? 0 : 1);
}

// The 16-bit floating-point types are recognised by name: this header must not include cuda_fp16.h.
inline int NamedElement(const char* type, std::size_t size) {
  if (size != 2) return lockstep_element_bytes;
  if (std::strstr(type, "bfloat16") != nullptr) return lockstep_element_bfloat16;
  if (std::strstr(type, "__half") != nullptr || std::strcmp(type, "half") == 0 || std::strcmp(type, "_Float16") == 0) {
    return lockstep_element_float16;
  }
  return lockstep_element_bytes;
}

template <class T>
struct Cell {
  static std::size_t Size() { return sizeof(T); }
  static int Element(const char* type) {
    if (std::is_same<T, bool>::value) return lockstep_element_bool;
    if (std::is_integral<T>::value) return IntegerElement(std::is_signed<T>::value, sizeof(T));
    if (std::is_enum<T>::value) return IntegerElement(false, sizeof(T));
    if (std::is_same<T, float>::value) return lockstep_element_float32;
    if (std::is_same<T, double>::value) return lockstep_element_float64;
    return NamedElement(type, sizeof(T));
  }
};
template <>
struct Cell<void> {
  static std::size_t Size() { return 1; }
  static int Element(const char*) { return lockstep_element_bytes; }
};

// Fills in what follows from an array's type alone. The type's name must live as long as `array`.
template <class T>
void SetCell(lockstep_array& array, char (&type)[kMaxName]) {
  using Plain = typename std::remove_cv<T>::type;
  CopyTypeName<Plain>(type);
  if (std::is_void<Plain>::value) type[0] = '\0';
  array.type = type;
  array.element = Cell<Plain>::Element(type);
  array.element_size = Cell<Plain>::Size();
}

// Skips leading spaces and &.
inline const char* SkipAddressOf(const char* begin, const char* end) {
  while (begin < end && (*begin == ' ' || *begin == '&')) ++begin;
  return begin;
}

// Copies argument number `wanted` out of `text`, the stringised arguments of a macro: "h_out" of "h_out, d_out, bytes".
// A leading cast or & is not part of the name and is left out.
inline void CopyArgument(const char* text, int wanted, char (&out)[kMaxName]) {
  int depth = 0;
  const char* begin = text;
  const char* end = text;
  for (;; ++end) {
    if (*end == '(' || *end == '[' || *end == '{') ++depth;
    if (*end == ')' || *end == ']' || *end == '}') --depth;
    if (*end != '\0' && !(*end == ',' && depth == 0)) continue;
    if (wanted-- == 0 || *end == '\0') break;
    begin = end + 1;
  }
  begin = SkipAddressOf(begin, end);
  if (*begin == '(') {
    const char* close = static_cast<const char*>(std::memchr(begin, ')', static_cast<std::size_t>(end - begin)));
    if (close != nullptr && close + 1 < end) begin = close + 1;
  }
  begin = SkipAddressOf(begin, end);
  while (end > begin && end[-1] == ' ') --end;
  std::size_t size = static_cast<std::size_t>(end - begin);
  if (size >= sizeof out) size = sizeof out - 1;
  std::memcpy(out, begin, size);
  out[size] = '\0';
}

}  // namespace lockstep_capture

#endif  // LOCKSTEP_ARRAY_H
