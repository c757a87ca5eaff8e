#include "viz/model/breakpoint.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::viz {

query::Parsed<int> Breakpoints::Add(std::string_view text, trace::FileId file) {
  auto query = query::ParseStop(text);
  if (!query) return std::unexpected(query.error());
  Breakpoint added{.query = std::move(*query), .file = file};
  const auto same = std::ranges::find_if(all_, [&](const Breakpoint& other) { return IsSame(other, added); });
  if (same != all_.end()) return same->id;
  if (all_.size() >= kMost) return Fail(fmt::format("there are {} breakpoints, and no more than that fit", kMost));
  added.id = ++last_;
  all_.push_back(std::move(added));
  return last_;
}

query::Parsed<void> Breakpoints::Change(int id, std::string_view text) {
  auto query = query::ParseStop(text);
  if (!query) return std::unexpected(query.error());
  const auto found = std::ranges::find(all_, id, &Breakpoint::id);
  if (found != all_.end()) found->query = std::move(*query);
  return {};
}

void Breakpoints::Remove(int id) {
  std::erase_if(all_, [&](const Breakpoint& breakpoint) { return breakpoint.id == id; });
}

void Breakpoints::Switch(int id) {
  const auto found = std::ranges::find(all_, id, &Breakpoint::id);
  if (found != all_.end()) found->is_on = !found->is_on;
}

void Breakpoints::Toggle(replay::Line line) {
  const auto removed = std::erase_if(all_, [&](const Breakpoint& breakpoint) { return breakpoint.IsAt(line); });
  if (removed == 0) (void)Add(fmt::format("line {}", line.number), line.file);
}

const Breakpoint* Breakpoints::Find(int id) const {
  const auto found = std::ranges::find(all_, id, &Breakpoint::id);
  return found == all_.end() ? nullptr : &*found;
}

const Breakpoint* Breakpoints::At(replay::Line line) const {
  const Breakpoint* shown = nullptr;
  for (const Breakpoint& breakpoint : all_)
    if (breakpoint.IsAt(line) && (!shown || (IsLogPoint(shown->query) && !IsLogPoint(breakpoint.query))))
      shown = &breakpoint;
  return shown;
}

}  // namespace lockstep::viz
