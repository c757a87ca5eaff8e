#pragma once

// A text that a person edits: a buffer, a selection, and what the keys of an editor do to them. It knows no keys and no
// window; edit_keys.h has the keys, panels/editor.h draws it.

#include <string>
#include <string_view>

#include "viz/edit/text_buffer.h"
#include "viz/edit/text_history.h"
#include "viz/edit/text_motion.h"

namespace lockstep::viz {

class TextEditor {
 public:
  explicit TextEditor(std::string_view text = {});

  const TextBuffer& buffer() const { return buffer_; }
  const TextSelection& selection() const { return selection_; }
  TextPlace head() const { return selection_.head; }

  // If a selection is not extended, a step by letter goes to its edge.
  void Move(By by, Toward toward, bool extends = false, std::size_t lines_in_page = 20);
  void MoveTo(TextPlace place, bool extends = false);
  void Select(TextRange range);
  void SelectAll() { Select({{}, buffer_.end()}); }
  void Drop() { MoveTo(head()); }  // the selection

  // Each of these replaces the selection.
  void Type(std::string_view text);
  void Enter();  // a new line, indented as this one, deeper after `{`
  void Tab();    // to the next stop; several selected lines are indented
  void Erase(By by, Toward toward);
  void Paste(std::string_view text);
  void Replace(TextRange range, std::string_view text);
  // The lines of the selection by one unit.
  void Indent(Toward toward);
  // Begins the lines of the selection with `//`, or takes it away if all do.
  void ToggleComment();
  // Another version of the whole text: only lines that differ are replaced, and the selection stays at its letters.
  void TakeText(std::string_view text);

  // The selected text; the line with its end if nothing is selected.
  std::string Copy() const;
  std::string Cut();

  bool Undo();
  bool Redo();

 private:
  void Change(TextHistory::Kind kind, TextRange range, std::string_view text);
  void Show(TextSelection selection);
  TextRange LinesOfSelection() const;
  void CloseBlock();

  TextBuffer buffer_;
  TextHistory history_;
  TextSelection selection_;
  std::size_t column_ = 0;  // that steps by line keep
};

}  // namespace lockstep::viz
