#pragma once

// A verdict that another process has reached, so that whatever a submission does to that process, it costs the others
// nothing: as text, and back.

#include <string>
#include <vector>

#include "lessons/engine/format_verdict.h"

namespace lockstep::lessons {

// The report alone, without what it has been made from.
std::string ReportAsText(const ExerciseReport& report);
Expected<ExerciseReport> ReportFromText(const std::string& text);

// Starts the command, which prints the text of a report, and waits for its end. An Error says how it has failed.
Expected<ExerciseReport> ReportOfProcess(std::vector<std::string> command, const std::function<bool()>& cancelled);

}  // namespace lockstep::lessons
