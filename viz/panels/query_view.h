#pragma once

// Questions in the window: the field that they are typed into, and the answer that is in view.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "shared/query/complete.h"
#include "viz/edit/text_editor.h"
#include "viz/model/asking.h"
#include "viz/panels/area.h"

namespace lockstep::viz {

// Words that complete what is typed into a field; see word_list.h.
struct WordList {
  query::Completion completion;       // for the field's text and cursor
  std::optional<std::size_t> taken;   // of its words: the one that Tab has put into the field
  std::map<std::size_t, Area> areas;  // in this frame, by number
  bool is_wanted = false;             // something was typed since the field was opened
};

struct QueryView {
  bool is_open = false;  // keys are typed into the field
  TextEditor field;
  std::string problem;                    // a sentence on what was typed; empty if there is none
  std::optional<std::size_t> problem_at;  // the place in the text that it speaks of
  std::string problem_set;                // the sentence that the height is of
  float problem_height = 0;               // that it needed in the frame before
  WordList words;

  std::vector<std::string> past;         // questions, the latest last
  std::optional<std::size_t> from_past;  // the one that is in the field

  std::unique_ptr<Asking> asking;
  std::string asked;                      // the question that is under way, or the last one
  std::optional<Answer> answer;           // shown in a rail
  std::optional<std::size_t> chosen;      // its row
  std::optional<std::size_t> scrolls_to;  // request: the next frame brings this row into view

  std::map<std::size_t, Area> rows;  // areas of the rows in view, by number
  std::optional<Area> bar;           // of the field, or of the headline that stands there
};

}  // namespace lockstep::viz
