#pragma once

// Two changed versions of one text as one text: a three-way merge by lines.

#include <string>
#include <string_view>

namespace lockstep::viz {

// The text for a place where both versions changed the same lines or lines that touch.
enum class Prefer {
  kMine,
  kTheirs,
  kBoth,  // both, between lines that name them
};

// The beginning of the line above such a place.
inline constexpr std::string_view kMarkOfMine = "<<<<<<< yours";

struct Merged {
  std::string text;
  std::size_t conflicts = 0;  // places where both changed, and not alike
};

Merged Merge(std::string_view base, std::string_view mine, std::string_view theirs, Prefer prefer);

}  // namespace lockstep::viz
