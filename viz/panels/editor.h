#pragma once

// The editor of the exercise's file within the source panel: cursor, selection, the mouse, the compiler's messages.
// source.cpp draws the lines, editor_bars.h what stands above them.

#include <cstdint>
#include <optional>

#include "viz/edit/row_layout.h"
#include "viz/edit/text_buffer.h"
#include "viz/panels/panel.h"

namespace lockstep::viz {

struct EditView {
  TextPlace head;               // as drawn last
  std::uint64_t keys_seen = 0;  // EditSession::keys_taken
  double caret_since = 0;       // in seconds: it blinks from then on
  bool caret_shown = true;      // in the last frame
  bool dragging = false;        // the mouse selects
  std::size_t lines_in_page = 20;
  // In this frame: the cursor, and the code's first letter and the one after it in both directions.
  std::optional<Area> caret, letter;
  // Kept for a version of the text.
  std::uint64_t longest_for = 0;
  std::size_t longest = 0;
};

// The place of code on the screen: the first letter of the first row, wherever that is scrolled to.
struct CodeGrid {
  ImVec2 origin;
  float advance = 1, row_height = 1;
  Area shown;  // the part in view
};

// The session whose file the source panel shows; null if it shows another file, or none can be edited.
EditSession* EditInView(const View& view);
// True if the text is that of the recording in view, so that threads and numbers belong to its lines.
bool IsAsRecorded(const View& view, const EditSession& edit);
// Keys are typed from now on, at the chosen line.
void BeginEditing(View& view);

// The lines, with the messages of the compiler under those that it named.
RowLayout LayOutRows(const View& view, const EditSession& edit);
// True if the cursor is to appear or to vanish since the last frame.
bool CaretBlinks(const Desk& desk);

// In columns.
std::size_t LongestColumn(Desk& desk, const EditSession& edit);

// The area of the current window without its scroll bars.
Area InnerArea();
void KeepCaretInView(Desk& desk, const EditSession& edit, const RowLayout& layout, float row_height, float margin);
// A click puts the cursor there, a second one selects the word, a third one the line; dragging selects. Where lines are
// chosen by a click (`chooses_lines`), editing begins with the second.
void MoveCaretByMouse(View& view, EditSession& edit, const RowLayout& layout, const CodeGrid& grid, bool chooses_lines);

// The selection and what was found; the waves under what the compiler names; the cursor. `line` counts from 0, and its
// row begins at `y`.
void DrawSelectionInLine(const Desk& desk, const EditSession& edit, std::size_t line, const CodeGrid& grid, float y);
void DrawMarksInLine(const Desk& desk, const RowLayout& layout, std::size_t line, std::string_view code,
                     const CodeGrid& grid, float wave);
void DrawCaret(Desk& desk, const EditSession& edit, std::size_t line, const CodeGrid& grid, float y);
// A row with a compiler's message.
void DrawMessage(const Desk& desk, const CompilerMark& mark, Area row, const CodeGrid& grid);

// The keys of the editor; it is drawn by the source panel.
extern const Panel kEditor;

}  // namespace lockstep::viz
