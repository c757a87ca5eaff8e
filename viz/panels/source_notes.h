#pragma once

// The note after a line of code: what it computed for the chosen thread.

#include "shared/replay/line_notes.h"
#include "viz/panels/desk.h"

namespace lockstep::viz {

inline constexpr std::size_t kBeforeNote = 4;  // letters between code and note

// The room for the note of a line, in pixels of the screen.
struct NoteRoom {
  float code_end;  // of the line's own code
  float text_end;  // of its comment, which a note may cover if there is no room after it
  float column;    // the start of notes, if the code is short enough
  float end;
};

void DrawNote(Desk& desk, ImDrawList* draw, NoteRoom room, Area row, ImU32 ground, const replay::LineNote& note);

// The start of the notes of a function, from the start of the code.
float ColumnOfNotes(const replay::Model& model, const Desk& desk, trace::FunctionId function, trace::FileId file,
                    float width);

}  // namespace lockstep::viz
