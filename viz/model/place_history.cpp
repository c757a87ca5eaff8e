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

std::vector<replay::Cursor> PlaceHistory::Past(std::size_t most, bool with_present) const {
  const std::size_t end = places_.empty() ? 0 : at_ + (with_present ? 1 : 0);
  const std::size_t begin = end > most ? end - most : 0;
  return {places_.begin() + static_cast<std::ptrdiff_t>(begin), places_.begin() + static_cast<std::ptrdiff_t>(end)};
}

void PlaceHistory::Restore(std::vector<replay::Cursor> past) {
  if (past.empty()) return;
  const std::size_t before = past.size();
  past.insert(past.end(), places_.begin(), places_.end());
  at_ = places_.empty() ? before - 1 : at_ + before;
  places_ = std::move(past);
}

void PlaceHistory::Move(const std::function<replay::Cursor(const replay::Cursor&)>& to) {
  for (replay::Cursor& place : places_) place = to(place);
}

}  // namespace lockstep::viz
