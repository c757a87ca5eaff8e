#pragma once

// The text of a lesson's page: paragraphs, code, tables, pictures, links, questions.

#include <string>

#include "viz/panels/panel.h"
#include "viz/panels/setter.h"

namespace lockstep::viz {

// Sets the page from the setter's place on, and follows the link that is clicked.
void SetPage(View& view, Setter& setter, const LessonPage& page);

// Sets Markdown whose links lead nowhere and which has no questions, as a hint is.
void SetMarkdown(View& view, Setter& setter, const std::string& markdown);

}  // namespace lockstep::viz
