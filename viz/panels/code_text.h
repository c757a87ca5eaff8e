#pragma once

// Source code in its colours, as the source panel and its editor draw it. Text has no tabs (edit/text_letters.h).

#include <string_view>

#include "viz/panels/desk.h"

namespace lockstep::viz {

// The width of a column.
float CodeAdvance(const Desk& desk);
// Draws a line with its top left corner at `at`, in the source panel's font or another one of equal advances.
void DrawCode(const Desk& desk, ImVec2 at, std::string_view text, ImFont* font = nullptr);
// A wave from a point to the right, under code that is wrong.
void DrawWave(const Desk& desk, ImVec2 from, float to, ImU32 color);

// The number of letters of a text: columns count these, not bytes, so that a line with an umlaut stays aligned.
std::size_t CountLetters(std::string_view text);
// The line without the comment at its end.
std::string_view WithoutComment(std::string_view text);

}  // namespace lockstep::viz
