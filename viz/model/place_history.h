#pragma once

// The places that were visited, in the order of the visits: back and forward as in a browser.

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "shared/replay/cursor.h"

namespace lockstep::viz {

class PlaceHistory {
 public:
  // The place in view. One that was reached by stepping from the place before takes its place; any other one is a new
  // visit, and what was ahead is forgotten.
  void Visit(const replay::Cursor& place, bool by_stepping);
  std::optional<replay::Cursor> Back();
  std::optional<replay::Cursor> Forward();
  // The last places up to the one in view, or before it: the oldest first.
  std::vector<replay::Cursor> Past(std::size_t most, bool with_present) const;
  // Places that were visited before all of this.
  void Restore(std::vector<replay::Cursor> past);
  // Each place has moved.
  void Move(const std::function<replay::Cursor(const replay::Cursor&)>& to);

 private:
  static constexpr std::size_t kMost = 500;
  std::vector<replay::Cursor> places_;
  std::size_t at_ = 0;  // the one in view, if there is any
};

}  // namespace lockstep::viz
