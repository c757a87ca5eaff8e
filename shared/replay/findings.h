#pragma once

// What `lockstep check` found in the program, where the recording is of its making, and the way from a finding to the
// moment, the thread, the line and the cells that it speaks of.

#include <optional>
#include <string>
#include <vector>

#include "shared/replay/model.h"

namespace lockstep::replay {

bool HasFindings(const Model& model);

// The chosen finding and the chosen one of its sides; null where none is chosen, or it has no sides.
const RecordedFinding* ChosenFinding(const Model& model, const Cursor& cursor);
const FindingSide* ChosenSide(const Model& model, const Cursor& cursor);

// Choose a finding, or one of its sides, without going there: time and place stay. False, and nothing is chosen, where
// there is no such finding or side.

// The finding's first side that was recorded. Out of range: the last finding.
bool ChooseFinding(const Model& model, Cursor& cursor, std::uint32_t finding);
// `by` findings on (negative: back), going round.
bool ChooseNextFinding(const Model& model, Cursor& cursor, int by);
bool ChooseSide(const Model& model, Cursor& cursor, std::uint32_t side);
// The next side of the chosen finding, going round.
bool ChooseOtherSide(const Model& model, Cursor& cursor);

// Goes to the chosen side: launch, moment, thread, line, cell, as far as they were recorded. Where the thread's step
// was not recorded, time stays, and the line and the memory are shown. False where no finding is chosen.
bool GoToFinding(Model& model, Cursor& cursor);

// "2 errors, 1 warning".
std::string CountFindings(const Recording& recording);
// "line 4 · race-shared · 64 times".
std::string PlaceOfFinding(const RecordedFinding& finding);

// How a line of the source is marked: by the worst finding that speaks of it, and whether the chosen one does.
struct LineMark {
  Severity severity = Severity::kAdvice;
  bool chosen = false;
};
std::optional<LineMark> MarkOfLine(const Model& model, const Cursor& cursor, Line line);

// The moments of the launch in view at which the sides of the chosen finding have happened.
std::vector<Position> MomentsOfFinding(const Model& model, const Cursor& cursor);
// Whether a side of the chosen finding reads or writes some of these bytes, in the launch in view.
bool IsInFinding(const Model& model, const Cursor& cursor, ObjectId object, std::uint64_t offset, std::uint64_t size);

}  // namespace lockstep::replay
