#pragma once

// The text of a lesson's page: paragraphs, code, tables, pictures, links, questions.

#include <map>
#include <string>

#include "viz/model/lesson_view.h"
#include "viz/panels/panel.h"
#include "viz/panels/text_setter.h"
#include "viz/panels/texture.h"

namespace lockstep::viz {

// The pictures of the lesson, by the names of their files.
struct LessonImages {
  std::map<std::string, Texture> by_name;
};

// Sets the page from the setter's place on, and follows the link that is clicked.
void SetPage(View& view, TextSetter& setter, const LessonPage& page);

// Sets Markdown whose links lead nowhere and which has no questions, as a hint is.
void SetMarkdown(View& view, TextSetter& setter, const std::string& markdown);

}  // namespace lockstep::viz
