#include "shared/replay/arrangement.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::replay {
namespace {

constexpr std::size_t kMostArrays = 16;
constexpr std::string_view kNothing = ".";

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.push_back(text.substr(0, end));
    if (end == text.size()) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::vector<std::string> Arrangement::Names() const {
  std::vector<std::string> names;
  for (const auto& row : rows)
    for (const Cell& cell : row) names.insert(names.end(), cell.begin(), cell.end());
  return names;
}

Expected<Arrangement> ReadArrangement(std::string_view text) {
  Arrangement arrangement;
  std::vector<std::string_view> names;
  for (const std::string_view row : Split(text, '/')) {
    auto& places = arrangement.rows.emplace_back();
    for (const std::string_view place : Split(row, ',')) {
      auto& arrays = places.emplace_back();
      if (place == kNothing) continue;
      for (const std::string_view name : Split(place, '+')) {
        if (name.empty() || name == kNothing)
          return Fail(fmt::format("`scene={}`: a name is missing; `{}` alone is an empty place", text, kNothing));
        if (std::ranges::find(names, name) != names.end())
          return Fail(fmt::format("`scene={}`: `{}` is in two places", text, name));
        names.push_back(name);
        arrays.emplace_back(name);
      }
    }
  }
  if (names.empty()) return Fail(fmt::format("`scene={}`: it names no array", text));
  if (names.size() > kMostArrays)
    return Fail(fmt::format("`scene={}`: it has {} arrays, and {} is the most", text, names.size(), kMostArrays));
  return arrangement;
}

std::string Text(const Arrangement& arrangement) {
  std::string text;
  for (std::size_t row = 0; row < arrangement.rows.size(); ++row) {
    if (row > 0) text += '/';
    for (std::size_t i = 0; i < arrangement.rows[row].size(); ++i) {
      const auto& place = arrangement.rows[row][i];
      if (i > 0) text += ',';
      text += place.empty() ? std::string(kNothing) : fmt::format("{}", fmt::join(place, "+"));
    }
  }
  return text;
}

}  // namespace lockstep::replay
