#pragma once

// The output of printf in device code: part B.36 of the CUDA C++ Programming Guide.

#include <stdarg.h>

#include <string>

namespace lockstep::launch {

struct DevicePrint {
  std::string text;
  int arguments = 0;  // the number of arguments consumed, which the call returns
};

// Flags, width, precision and sizes as in C. A NaN prints without a sign, as on a GPU, whose operations produce only
// such NaNs. `%n` writes nothing, and an invalid conversion is printed unchanged.
DevicePrint FormatDevicePrint(const char* format, va_list arguments);

// Writes what a thread of a kernel prints to standard output, whole.
void Print(const std::string& text);

// While one exists, the first 16 MiB of that are added to `text` instead. At most one exists at a time, and only while
// the device works.
class PrintTaker {
 public:
  explicit PrintTaker(std::string& text);
  ~PrintTaker();
  PrintTaker(const PrintTaker&) = delete;
  PrintTaker& operator=(const PrintTaker&) = delete;
};

}  // namespace lockstep::launch
