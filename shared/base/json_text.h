#pragma once

// Names of files and arguments are bytes, while JSON holds only UTF-8: a name that is not UTF-8 becomes a list of
// bytes.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace lockstep {

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
