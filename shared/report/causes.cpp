#include "shared/report/causes.h"

#include <algorithm>

namespace lockstep::report {
namespace {

enum class Family { kNone, kRace, kUnwritten, kOutside, kFreed, kBarrier, kMask };

Family FamilyOf(FindingKind kind) {
  switch (kind) {
    case FindingKind::kSharedRace:
    case FindingKind::kGlobalRace:
    case FindingKind::kAtomicRace:
    case FindingKind::kSameValueRace:
    case FindingKind::kLostUpdate: return Family::kRace;
    case FindingKind::kUninitializedGlobal:
    case FindingKind::kUninitializedShared:
    case FindingKind::kUninitializedHeap: return Family::kUnwritten;
    case FindingKind::kGlobalOutOfBounds:
    case FindingKind::kSharedOutOfBounds:
    case FindingKind::kMemberOutOfBounds:
    case FindingKind::kDynamicShared:
    case FindingKind::kVariableOutOfBounds:
    case FindingKind::kHeapOutOfBounds: return Family::kOutside;
    case FindingKind::kUseAfterFree: return Family::kFreed;
    case FindingKind::kBarrierSkipped:
    case FindingKind::kBarrierMixed: return Family::kBarrier;
    case FindingKind::kWarpMask: return Family::kMask;
    default: return Family::kNone;
  }
}

bool IsSamePlace(const SourcePlace& a, const SourcePlace& b) { return a.line && a.line == b.line && a.file == b.file; }

bool IsSameObject(const Finding& a, const Finding& b) {
  if (!a.object || !b.object) return false;
  return a.object->name == b.object->name && a.object->what == b.object->what &&
         IsSamePlace(a.object->allocated_at, b.object->allocated_at);
}

// An action of a thread on the line of `finding`.
bool HasActionAt(const Finding& other, const Finding& finding) {
  return std::ranges::any_of(
      other.sides, [&](const FindingSide& side) { return !side.by_host && IsSamePlace(side.place, finding.place); });
}

// If the lanes are not known, two findings of a warp have one cause only within one function.
bool IsSameFunction(const Finding& a, const Finding& b) {
  return a.kernel == b.kernel && a.launch == b.launch && a.place.file == b.place.file &&
         a.place.function == b.place.function;
}

bool IsUnwritten(FindingKind kind) {
  return FamilyOf(kind) == Family::kUnwritten || kind == FindingKind::kUninitializedLocal;
}

// The memory is unwritten because the writer and the reader do not wait for each other. Excluded are memory that the
// host is expected to fill, and a line that modifies what it reads, since it cannot supply the first value: there the
// missing value is a cause of its own.
bool IsUnwrittenByRace(const Finding& finding, const Finding& race) {
  if (finding.kind == FindingKind::kUninitializedGlobal) return false;
  const bool written_elsewhere = std::ranges::any_of(race.sides, [&](const FindingSide& side) {
    return side.action != Action::kRead && !IsSamePlace(side.place, finding.place);
  });
  return written_elsewhere && IsSameObject(finding, race) && HasActionAt(race, finding);
}

// The kinds of findings that a wrong address, or a wrong value that a thread waits for, can cause.
bool IsOfValue(FindingKind kind) {
  switch (kind) {
    case FindingKind::kWildPointer:
    case FindingKind::kNullPointer:
    case FindingKind::kMisaligned:
    case FindingKind::kHostPointer:
    case FindingKind::kDeadlock:
    case FindingKind::kEndless: return true;
    default: return FamilyOf(kind) == Family::kOutside || FamilyOf(kind) == Family::kRace;
  }
}

// Threads that wait in a loop for what was never written do not come to the barrier of the others.
bool IsKeptFromBarrier(const Finding& finding, const Finding& cause) {
  return finding.kind == FindingKind::kBarrierSkipped && IsUnwritten(cause.kind) && finding.launch == cause.launch &&
         !IsSamePlace(finding.place, cause.place) && HasActionAt(finding, cause);
}

bool Follows(const Finding& finding, const Finding& cause) {
  const Family family = FamilyOf(finding.kind), of_cause = FamilyOf(cause.kind);
  if (finding.kernel != cause.kernel) return false;
  if (IsKeptFromBarrier(finding, cause)) return true;
  if (IsOfValue(finding.kind) && IsUnwritten(cause.kind))
    return IsSamePlace(finding.place, cause.place) && !IsSameObject(finding, cause);
  if (family == Family::kUnwritten && of_cause == Family::kRace) return IsUnwrittenByRace(finding, cause);
  if (family == Family::kNone || family != of_cause) return false;
  if (family == Family::kBarrier) return finding.launch == cause.launch;
  if (family == Family::kMask) return IsSameFunction(finding, cause);
  return IsSameObject(finding, cause);
}

// A finding that gives a reason ranks before its consequences; among equals, the first one reported is the cause.
bool MayCause(const Finding& finding, const Finding& cause, bool comes_first) {
  if (FamilyOf(finding.kind) != FamilyOf(cause.kind) || !IsUnwritten(finding.kind) == IsUnwritten(cause.kind))
    return true;
  const Severity severity = SeverityOf(finding.kind), of_cause = SeverityOf(cause.kind);
  return of_cause != severity ? of_cause < severity : comes_first;
}

std::size_t RootOf(const std::vector<Finding>& findings, std::size_t index) {
  while (findings[index].follows) index = *findings[index].follows;
  return index;
}

}  // namespace

void FindCauses(Report& report) {
  std::vector<Finding>& findings = report.findings;
  for (Finding& finding : findings) finding.follows.reset();
  for (std::size_t i = 0; i < findings.size(); ++i)
    for (std::size_t j = 0; j < findings.size() && !findings[i].follows; ++j)
      if (i != j && Follows(findings[i], findings[j]) && MayCause(findings[i], findings[j], j < i) &&
          RootOf(findings, j) != i)
        findings[i].follows = j;
  for (Finding& finding : findings)
    if (finding.follows) finding.follows = RootOf(findings, *finding.follows);
}

}  // namespace lockstep::report
