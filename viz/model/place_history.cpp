#include "viz/model/place_history.h"

namespace lockstep::viz {
namespace {

bool IsSame(const replay::Cursor& a, const replay::Cursor& b) {
  return a.launch == b.launch && a.step == b.step && a.block == b.block && a.thread == b.thread && a.cell == b.cell;
}

}  // namespace

void PlaceHistory::Visit(const replay::Cursor& place, bool by_stepping) {
  if (!places_.empty() && (by_stepping || IsSame(places_[at_], place))) {
    places_[at_] = place;
    return;
  }
  if (!places_.empty()) places_.resize(at_ + 1);
  if (places_.size() == kMost) places_.erase(places_.begin());
  places_.push_back(place);
  at_ = places_.size() - 1;
}

std::optional<replay::Cursor> PlaceHistory::Back() {
  if (at_ == 0) return std::nullopt;
  return places_[--at_];
}

std::optional<replay::Cursor> PlaceHistory::Forward() {
  if (at_ + 1 >= places_.size()) return std::nullopt;
  return places_[++at_];
}

}  // namespace lockstep::viz
