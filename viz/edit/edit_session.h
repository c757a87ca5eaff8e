#pragma once

// A draft that takes keys: typing begins and ends, text is found, the file is saved.

#include <string>
#include <string_view>

#include "viz/edit/draft.h"
#include "viz/edit/edit_keys.h"
#include "viz/edit/text_find.h"

namespace lockstep::viz {

struct FindBar {
  bool is_open = false;
  TextEditor field;  // one line: what is looked for
  bool match_case = false;
  TextQuery query() const { return {field.buffer().Line(0), match_case}; }
};

struct EditSession {
  Draft draft;
  bool is_active = false;  // keys are typed into the text
  FindBar find;
  std::string problem;           // why the text was not saved; empty once it is
  std::uint64_t keys_taken = 0;  // counts up, so that whoever draws knows when to show the cursor

  // Takes a key by its name (app/keys.h) while active. False for keys that are not the editor's: F1 to F12 but F3, and
  // Ctrl Q. A letter is never left to others.
  bool Press(std::string_view key, const Clipboard& clipboard, std::size_t lines_in_page);
  void Save();
  // Answers what to keep (Draft::IsAsking); where both are kept, the cursor goes to the first mark.
  void Resolve(Prefer prefer);
  void OpenFind();
  // Selects the next match after the selection, or the one before it.
  void FindNext(Toward toward);

 private:
  bool PressInFind(std::string_view key, const Clipboard& clipboard);
};

}  // namespace lockstep::viz
