#pragma once

// The findings of `lockstep check`, if the recording was made by it, and the way from a finding to the moment, the
// thread, the line and the cells that it refers to.

#include <optional>
#include <string>
#include <vector>

#include "shared/replay/model.h"

namespace lockstep::replay {

bool HasFindings(const Model& model);

// The chosen finding and its chosen side; null if none is chosen or the finding has no sides.
const trace::RecordedFinding* ChosenFinding(const Model& model, const Cursor& cursor);
const trace::RecordedSide* ChosenSide(const Model& model, const Cursor& cursor);

// These choose a finding, or one of its sides, without moving: time and place are unchanged. False, with nothing
// chosen, if there is no such finding or side.

// Chooses the finding's first side that was recorded. Out of range: the last finding.
bool ChooseFinding(const Model& model, Cursor& cursor, std::uint32_t finding);
// Moves by `by` findings (negative: backwards), wrapping around.
bool ChooseNextFinding(const Model& model, Cursor& cursor, int by);
bool ChooseSide(const Model& model, Cursor& cursor, std::uint32_t side);
// The next side of the chosen finding, wrapping around.
bool ChooseOtherSide(const Model& model, Cursor& cursor);

// Moves to the chosen side: launch, moment, thread, line and cell, as far as they were recorded. If the thread's step
// was not recorded, time is unchanged, and the line and the memory are shown. False if no finding is chosen.
bool GoToFinding(Model& model, Cursor& cursor);

// "2 errors, 1 warning".
std::string CountFindings(const trace::Recording& recording);
// "line 4 · race-shared · 64 times".
std::string PlaceOfFinding(const trace::RecordedFinding& finding);

// The mark of a source line: the severity of the worst finding that refers to it, and whether the chosen one does.
struct LineMark {
  Severity severity = Severity::kAdvice;
  bool chosen = false;
};
std::optional<LineMark> MarkOfLine(const Model& model, const Cursor& cursor, Line line);

// The moments at which the sides of the chosen finding happened in the current launch.
std::vector<Position> MomentsOfFinding(const Model& model, const Cursor& cursor);
// True if a side of the chosen finding accesses some of these bytes in the current launch.
bool IsInFinding(const Model& model, const Cursor& cursor, trace::ObjectId object, std::uint64_t offset,
                 std::uint64_t size);

}  // namespace lockstep::replay
