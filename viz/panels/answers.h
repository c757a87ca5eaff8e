#pragma once

#include "viz/panels/panel.h"

namespace lockstep::viz {

// The rail with the answer to a question: moments to click, or to walk by keys.
extern const Panel kAnswers;

// True while an answer is in view; other rails give way to it.
bool ShowsAnswer(const Desk& desk);

// The answer in view, or the sentence on what was asked, is about the part of the recording that has been read:
// `reading` says how far that is.
void NoteSoFar(Desk& desk, const std::string& reading);

}  // namespace lockstep::viz
