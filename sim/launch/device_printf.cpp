#include "sim/launch/device_printf.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string_view>
#include <utility>

namespace lockstep::launch {
namespace {

// Appends all bytes that the conversion produces, however many.
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

// Formats one value with a conversion whose width and precision may be arguments.
template <class Value>
void AppendWith(std::string& text, const std::string& conversion, const int* stars, int star_count, Value value) {
  if (star_count == 0) return Append(text, conversion, value);
  if (star_count == 1) return Append(text, conversion, stars[0], value);
  Append(text, conversion, stars[0], stars[1], value);
}

struct Arguments {
  va_list list;
  int taken = 0;

  template <class Value>
  Value Take() {
    ++taken;
    return va_arg(list, Value);
  }
};

// One conversion of a format, such as `%-8.3lf`.
struct Conversion {
  std::string text;
  std::string_view size;  // h, ll, L, ...; part of the format
  char letter = '\0';
  int stars[2] = {}, star_count = 0;  // width and precision from arguments

  bool IsLong() const { return !size.empty() && size[0] != 'h' && size[0] != 'L'; }
};

// Parses a width or a precision.
void SkipNumber(const char*& at, Conversion& conversion, Arguments& arguments) {
  if (*at == '*') {
    ++at;
    conversion.stars[conversion.star_count++] = arguments.Take<int>();
  } else {
    while (*at >= '0' && *at <= '9') ++at;
  }
}

// Parses the conversion that begins at `percent`. No letter if the format ends inside it.
Conversion ReadConversion(const char* percent, Arguments& arguments) {
  Conversion conversion;
  const char* at = percent + 1;
  at += std::strspn(at, "-+ #0");
  SkipNumber(at, conversion, arguments);
  if (*at == '.') {
    ++at;
    SkipNumber(at, conversion, arguments);
  }
  const char* const size = at;
  at += std::strspn(at, "hlLqjzt");
  conversion.size = {size, at};
  conversion.letter = *at;
  if (*at) conversion.text.assign(percent, at + 1);
  return conversion;
}

void Convert(std::string& text, const Conversion& conversion, Arguments& arguments) {
  const auto append = [&](auto value) {
    AppendWith(text, conversion.text, conversion.stars, conversion.star_count, value);
  };
  switch (conversion.letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      if (conversion.IsLong()) return append(arguments.Take<long long>());
      return append(arguments.Take<int>());
    case 'c': return append(arguments.Take<int>());
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A': {
      if (conversion.size == "L") return append(arguments.Take<long double>());
      const auto value = arguments.Take<double>();
      return append(std::isnan(value) ? std::fabs(value) : value);
    }
    case 's': {
      const auto* string = arguments.Take<const char*>();
      return append(string ? string : "(null)");
    }
    case 'p': return append(arguments.Take<void*>());
    case 'n': arguments.Take<void*>(); return;
    default: text += conversion.text;
  }
}

}  // namespace

DevicePrint FormatDevicePrint(const char* format, va_list list) {
  DevicePrint print;
  Arguments arguments;
  va_copy(arguments.list, list);
  while (const char* percent = std::strchr(format, '%')) {
    print.text.append(format, percent);
    format = percent;
    if (percent[1] == '%') {
      print.text += '%';
      format += 2;
      continue;
    }
    const Conversion conversion = ReadConversion(percent, arguments);
    if (!conversion.letter) break;
    Convert(print.text, conversion, arguments);
    format += conversion.text.size();
  }
  print.text += format;
  print.arguments = arguments.taken;
  va_end(arguments.list);
  return print;
}

namespace {

std::mutex taken_mutex;
std::string* taken = nullptr;
bool is_full = false;
constexpr std::size_t kMostTaken = std::size_t{16} << 20;
constexpr char kDropped[] = "\n... (Lockstep keeps the first 16 MiB of what a launch prints)\n";

void TakePrints(std::string* text) {
  const std::lock_guard lock(taken_mutex);
  taken = text;
  is_full = false;
}

}  // namespace

void Print(const std::string& text) {
  {
    const std::lock_guard lock(taken_mutex);
    if (taken) {
      if (taken->size() <= kMostTaken) taken->append(text);
      if (taken->size() > kMostTaken && !std::exchange(is_full, true)) taken->append(kDropped);
      return;
    }
  }
  fwrite(text.data(), 1, text.size(), stdout);
}

PrintTaker::PrintTaker(std::string& text) { TakePrints(&text); }
PrintTaker::~PrintTaker() { TakePrints(nullptr); }

}  // namespace lockstep::launch
