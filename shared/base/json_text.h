#pragma once

// JSON from elsewhere: what another process, an editor or a file says.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

// For readers that expect whole numbers. A number with a fraction or an exponent, or beyond 64 bits, is read as null,
// and whoever asks null for a number gets an exception; as an integer it might not be representable, which is undefined
// behaviour. Throws nlohmann::json::exception, or gives a discarded value without `throws`.
inline nlohmann::json ParseWholeNumbers(std::string_view text, bool throws = true) {
  // A callback of the parser would take time that grows with the square of a list's length.
  nlohmann::json read = nlohmann::json::parse(text, nullptr, throws);
  std::vector<nlohmann::json*> left = {&read};
  while (!left.empty()) {
    nlohmann::json& value = *left.back();
    left.pop_back();
    if (value.is_number_float()) value = nullptr;
    if (!value.is_structured()) continue;
    for (nlohmann::json& part : value) left.push_back(&part);
  }
  return read;
}

// A whole number that is not negative; throws std::exception for anything else.
inline std::uint64_t CountOfJson(const nlohmann::json& json) {
  if (!json.is_number_unsigned()) throw std::runtime_error("no whole number");
  return json.get<std::uint64_t>();
}

// The value of an enum that is written as a number; `last` is the last one. Throws std::exception for anything else.
template <class Enum>
Enum EnumOfJson(const nlohmann::json& json, Enum last) {
  const std::uint64_t number = CountOfJson(json);
  if (number > static_cast<std::uint64_t>(last)) throw std::runtime_error("a number that names nothing");
  return static_cast<Enum>(number);
}

// Names of files and arguments are bytes, while JSON holds only UTF-8: a name that is not UTF-8 becomes a list of
// bytes.
inline nlohmann::json JsonOfText(const std::string& text) {
  try {
    (void)nlohmann::json(text).dump();
    return text;
  } catch (const nlohmann::json::exception&) {
    return std::vector<std::uint8_t>(text.begin(), text.end());
  }
}

inline std::string TextOfJson(const nlohmann::json& json) {
  if (!json.is_array()) return json.get<std::string>();
  const auto bytes = json.get<std::vector<std::uint8_t>>();
  return {bytes.begin(), bytes.end()};
}

}  // namespace lockstep
