#pragma once

// NVTX for C++: ranges that end with their scope, marks, domains. There is no profiler, so they have no effect.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <tuple>
#include <typeinfo>
#include <utility>

#include "nvToolsExt.h"

namespace nvtx3 {
inline namespace v1 {

struct rgb {
  constexpr rgb(std::uint8_t r, std::uint8_t g, std::uint8_t b) : red(r), green(g), blue(b) {}
  std::uint8_t red, green, blue;
};
struct argb {
  constexpr argb(std::uint8_t a, std::uint8_t r, std::uint8_t g, std::uint8_t b) : alpha(a), red(r), green(g), blue(b) {}
  std::uint8_t alpha, red, green, blue;
};
struct color {
  constexpr explicit color(std::uint32_t) {}
  constexpr color(rgb) {}
  constexpr color(argb) {}
};
struct category {
  using id_type = std::uint32_t;
  constexpr explicit category(id_type id) : id(id) {}
  constexpr id_type get_id() const { return id; }
  id_type id;
};
struct payload {
  template <class T>
  constexpr payload(T) {}
};
struct message {
  message(const char*) {}
  message(const wchar_t*) {}
  message(const std::string&) {}
  message(const std::wstring&) {}
};
struct domain {
  struct global {};
};
template <class D = domain::global>
struct registered_string_in {
  explicit registered_string_in(const char*) {}
  explicit registered_string_in(const std::string&) {}
  template <class M>
  static const registered_string_in& get() {
    static const registered_string_in one(M::message);
    return one;
  }
};
using registered_string = registered_string_in<>;
template <class D = domain::global>
struct named_category_in : category {
  named_category_in(id_type id, const char*) : category(id) {}
  template <class C>
  static const named_category_in& get() {
    static const named_category_in one(C::id, C::name);
    return one;
  }
};
using named_category = named_category_in<>;

// Colours, names, payloads, in any order.
struct event_attributes {
  template <class... Parts>
  explicit event_attributes(const Parts&...) {}
};

template <class D = domain::global>
struct scoped_range_in {
  template <class... Parts>
  explicit scoped_range_in(const Parts&...) {}
  scoped_range_in(const scoped_range_in&) = delete;
  scoped_range_in& operator=(const scoped_range_in&) = delete;
  ~scoped_range_in() {}
};
using scoped_range = scoped_range_in<>;

template <class D = domain::global>
struct unique_range_in {
  template <class... Parts>
  explicit unique_range_in(const Parts&...) {}
  unique_range_in(unique_range_in&&) = default;
  unique_range_in& operator=(unique_range_in&&) = default;
  ~unique_range_in() {}
};
using unique_range = unique_range_in<>;

struct range_handle {
  constexpr explicit operator bool() const { return false; }
};
template <class D = domain::global, class... Parts>
range_handle start_range_in(const Parts&...) {
  return {};
}
template <class... Parts>
range_handle start_range(const Parts&...) {
  return {};
}
template <class D = domain::global>
void end_range_in(range_handle) {}
inline void end_range(range_handle) {}
template <class D = domain::global, class... Parts>
void mark_in(const Parts&...) {}
template <class... Parts>
void mark(const Parts&...) {}

}  // namespace v1
}  // namespace nvtx3

#define NVTX3_FUNC_RANGE() static_cast<void>(0)
#define NVTX3_FUNC_RANGE_IF(condition) static_cast<void>(condition)
#define NVTX3_FUNC_RANGE_IN(domain) static_cast<void>(0)
#define NVTX3_FUNC_RANGE_IF_IN(domain, condition) static_cast<void>(condition)
