#include "sim/launch/device_printf.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace lockstep {
namespace {

// As many bytes as the conversion gives, however many these are.
template <class... Values>
void Append(std::string& text, const std::string& conversion, Values... values) {
  char shortest[128];
  const int length = snprintf(shortest, sizeof shortest, conversion.c_str(), values...);
  if (length < 0) return;
  const auto size = static_cast<std::size_t>(length);
  if (size < sizeof shortest) {
    text.append(shortest, size);
    return;
  }
  const std::size_t before = text.size();
  text.resize(before + size + 1);
  snprintf(text.data() + before, size + 1, conversion.c_str(), values...);
  text.resize(before + size);
}

// One value through a conversion whose width and precision may be arguments of their own.
template <class Value>
void AppendWith(std::string& text, const std::string& conversion, const int* stars, int star_count, Value value) {
  if (star_count == 0) return Append(text, conversion, value);
  if (star_count == 1) return Append(text, conversion, stars[0], value);
  Append(text, conversion, stars[0], stars[1], value);
}

}  // namespace

DevicePrint FormatDevicePrint(const char* format, va_list arguments) {
  DevicePrint print;
  while (*format) {
    const char* percent = std::strchr(format, '%');
    if (!percent) {
      print.text += format;
      break;
    }
    print.text.append(format, percent);
    const char* at = percent + 1;
    if (*at == '%') {
      print.text += '%';
      format = at + 1;
      continue;
    }
    int stars[2] = {}, star_count = 0;
    auto skip_number = [&] {
      if (*at == '*') {
        ++at;
        ++print.arguments;
        stars[star_count++] = va_arg(arguments, int);
      } else {
        while (*at >= '0' && *at <= '9') ++at;
      }
    };
    at += std::strspn(at, "-+ #0");
    skip_number();
    if (*at == '.') {
      ++at;
      skip_number();
    }
    const char* size_begin = at;
    at += std::strspn(at, "hlLqjzt");
    const std::string_view size(size_begin, at);
    if (!*at) {
      print.text += percent;
      break;
    }
    const std::string conversion(percent, at + 1);
    const bool is_wide = !size.empty() && size[0] != 'h' && size[0] != 'L';
    switch (*at) {
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X':
      case 'c':
        ++print.arguments;
        if (is_wide && *at != 'c')
          AppendWith(print.text, conversion, stars, star_count, va_arg(arguments, long long));
        else
          AppendWith(print.text, conversion, stars, star_count, va_arg(arguments, int));
        break;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A': {
        ++print.arguments;
        if (size == "L") {
          AppendWith(print.text, conversion, stars, star_count, va_arg(arguments, long double));
          break;
        }
        const double value = va_arg(arguments, double);
        AppendWith(print.text, conversion, stars, star_count, std::isnan(value) ? std::fabs(value) : value);
        break;
      }
      case 's': {
        ++print.arguments;
        const char* string = va_arg(arguments, const char*);
        AppendWith(print.text, conversion, stars, star_count, string ? string : "(null)");
        break;
      }
      case 'p':
        ++print.arguments;
        AppendWith(print.text, conversion, stars, star_count, va_arg(arguments, void*));
        break;
      case 'n':
        ++print.arguments;
        va_arg(arguments, void*);
        break;
      default: print.text += conversion;
    }
    format = at + 1;
  }
  return print;
}

}  // namespace lockstep
