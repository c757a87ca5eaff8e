#pragma once

// The text of device code's printf, from its format and arguments: part B.36 of the CUDA C++ Programming Guide.

#include <stdarg.h>

#include <string>

namespace lockstep {

struct DevicePrint {
  std::string text;
  int arguments = 0;  // how many the format took: what the call returns
};

// Flags, width, precision and sizes as C has them. A NaN prints without a sign, as on a GPU, whose operations make only
// such ones. `%n` writes nothing, and what is no conversion is printed as it stands.
DevicePrint FormatDevicePrint(const char* format, va_list arguments);

}  // namespace lockstep
