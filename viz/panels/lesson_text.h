#pragma once

// The text of a lesson's page: paragraphs, code, tables, pictures, links, questions.

#include <functional>
#include <string>

#include "viz/panels/panel.h"
#include "viz/panels/setter.h"

namespace lockstep::viz {

// Sets the page from the setter's place on, and follows the link that is clicked.
void SetPage(View& view, Setter& setter, const LessonPage& page);

// Sets Markdown whose links lead nowhere and which has no questions, as a hint is.
void SetMarkdown(View& view, Setter& setter, const std::string& markdown);

// Sets `content` in a frame with an edge of this colour. It is called twice: the first setter only measures.
void SetFramed(Desk& desk, Setter& setter, ImU32 color, const std::function<void(Setter&)>& content);

}  // namespace lockstep::viz
