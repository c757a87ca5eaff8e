#include "sim/check/collector.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace lockstep::check {
namespace {

bool IsRace(report::FindingKind kind) {
  return kind == report::FindingKind::kSharedRace || kind == report::FindingKind::kGlobalRace ||
         kind == report::FindingKind::kSameValueRace || kind == report::FindingKind::kLostUpdate ||
         kind == report::FindingKind::kAtomicRace;
}

using Line = std::pair<std::string, std::uint32_t>;
// The host's lines are known by the address of a call at first.
Line LineOf(const report::SourcePlace& place) { return {place.file.empty() ? place.function : place.file, place.line}; }

// The two lines of a race, in a fixed order.
std::pair<Line, Line> LinesOf(const report::Finding& finding) {
  Line a = LineOf(finding.place), b = a;
  for (const report::FindingSide& side : finding.sides)
    if (LineOf(side.place) != a) b = LineOf(side.place);
  if (b < a) std::swap(a, b);
  return {a, b};
}

// Of races between the same two lines, this one says most.
int Weight(report::FindingKind kind) {
  switch (kind) {
    case report::FindingKind::kLostUpdate: return 3;
    case report::FindingKind::kAtomicRace: return 2;
    case report::FindingKind::kSameValueRace: return 0;
    default: return 1;
  }
}

// Several parts of one line, or several objects that one line makes, are one finding.
void DropRepeated(std::vector<std::pair<Rank, report::Finding>>& all, std::set<std::size_t>& dropped) {
  using Key = std::tuple<report::FindingKind, std::string, Line, std::string, std::string, std::string, Line>;
  std::map<Key, std::size_t> known;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const report::Finding& finding = all[i].second;
    if (dropped.contains(i) || LineOf(finding.place).first.empty() || IsRace(finding.kind)) continue;
    const report::FindingObject object = finding.object.value_or(report::FindingObject{});
    auto [same, is_new] = known.try_emplace(Key{finding.kind, finding.fact, LineOf(finding.place), finding.kernel,
                                                object.name, object.what, LineOf(object.allocated_at)},
                                            i);
    if (is_new) continue;
    const bool earlier = all[i].first < all[same->second].first;
    const std::uint64_t count = all[i].second.count + all[same->second].second.count;
    dropped.insert(earlier ? same->second : i);
    if (earlier) same->second = i;
    all[same->second].second.count = count;
  }
}

}  // namespace

void Collector::Withdraw(const FindingKey& key) {
  const std::lock_guard lock(mutex_);
  if (findings_.erase(key)) changed_ = true;
}

std::vector<report::Finding> Collector::Take() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::pair<Rank, report::Finding>> all;
  for (const auto& [key, entry] : findings_) {
    all.push_back({entry.rank, entry.finding});
    all.back().second.count = entry.count;
  }
  // One race a pair of lines: a read-modify-write of many threads conflicts in every combination of its parts.
  std::map<std::tuple<std::pair<Line, Line>, std::string>, std::size_t> races;
  std::set<std::size_t> dropped;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const report::Finding& finding = all[i].second;
    if (!IsRace(finding.kind)) continue;
    const auto lines = std::tuple{LinesOf(finding), finding.object ? finding.object->name : std::string()};
    auto [known, is_new] = races.try_emplace(lines, i);
    if (is_new) continue;
    const report::Finding& other = all[known->second].second;
    const bool better =
        std::pair{-Weight(finding.kind), all[i].first} < std::pair{-Weight(other.kind), all[known->second].first};
    dropped.insert(better ? known->second : i);
    if (better) known->second = i;
  }
  DropRepeated(all, dropped);
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!dropped.contains(i)) kept.push_back(i);
  // Those that are equal otherwise stay in the order of `all`.
  std::ranges::sort(kept, {}, [&](std::size_t i) {
    const auto& [rank, finding] = all[i];
    return std::tuple(rank.launch, finding.place.file, finding.place.line, finding.kind, rank, i);
  });
  std::vector<report::Finding> findings;
  for (const std::size_t i : kept) findings.push_back(std::move(all[i].second));
  return findings;
}

bool Collector::HasChanged() {
  const std::lock_guard lock(mutex_);
  return std::exchange(changed_, false);
}

}  // namespace lockstep::check
