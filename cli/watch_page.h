#pragma once

// The page of `lockstep lesson watch` in a terminal: one page, drawn over the one before.

#include <string>
#include <string_view>
#include <vector>

#include "cli/hint_text.h"
#include "cli/keyboard.h"
#include "lessons/engine/attempt.h"

namespace lockstep::cli {

struct WatchPage {
  std::string title, progress, file;  // "Lesson 3: Guards", "2 of 35 done"
  std::string next;                   // the lesson that follows; empty after the last
  lessons::ExerciseReport report;     // the last verdict
  bool is_building = false;           // the next one is being made
  double seconds = 0;                 // that the verdict took
  std::vector<HintText> hints;        // that can be asked for
  std::size_t hints_taken = 0;        // the last of them is shown
  std::string notice;                 // the answer to a key
};

// The lines of a page, cut to the terminal, with the codes that draw them over what was there.
std::string DrawPage(const WatchPage& page, TerminalSize size, bool with_colors);

// Text broken at blanks into lines of at most `columns` letters. Lines that begin with blanks, as code does, are kept.
std::vector<std::string> Wrap(const std::string& text, std::size_t columns);

// "ok", "wrong", or "-" for what was left out.
std::string_view MarkOf(const jobs::Remark& remark);

// The verdict for a file or a pipe: each line as it is.
std::string DescribeVerdict(const lessons::ExerciseReport& report);

}  // namespace lockstep::cli
