#include "shared/query/bounds.h"

#include <fmt/format.h>

namespace lockstep::query {
namespace {

std::size_t CountBelow(const Link& link) {
  std::size_t count = link.inputs.size();
  for (const Link& input : link.inputs) count += CountBelow(input);
  return count;
}

void CutBelow(Link& link, std::uint64_t depth) {
  if (link.inputs.empty()) return;
  if (depth > 0) {
    for (Link& input : link.inputs) CutBelow(input, depth - 1);
    return;
  }
  const std::size_t count = CountBelow(link);
  link.inputs = {{.kind = LinkKind::kMore, .place = fmt::format("{} more link{}", count, count == 1 ? "" : "s")}};
}

}  // namespace

void Cut(Table& table, const Bounds& bounds) {
  if (bounds.rows == 0 || table.rows.size() <= bounds.rows) return;
  const std::size_t more = table.rows.size() - bounds.rows;
  table.rows.resize(bounds.rows);
  table.notes.insert(table.notes.begin(), fmt::format("{} more row{}; {}", more, more == 1 ? "" : "s", bounds.more));
}

void Cut(Link& link, const Bounds& bounds) {
  if (bounds.depth > 0) CutBelow(link, bounds.depth);
}

}  // namespace lockstep::query
