#pragma once

// Drawing functions for all panels: text, headers, planes to zoom and move.

#include <string>
#include <string_view>

#include "viz/panels/desk.h"
#include "viz/panels/plane.h"

namespace lockstep::viz {

// Draws text with its top left corner at `at`; returns its width.
float DrawText(ImDrawList* draw, ImFont* font, ImVec2 at, ImU32 color, std::string_view text);
float TextWidth(ImFont* font, std::string_view text);
// The text, cut to `width` with "…" at its end if it is too long.
std::string FitText(ImFont* font, std::string_view text, float width);

// The remaining area of the current ImGui window.
Area Canvas();
// True if the mouse is over the area, and nothing else is over the window there.
bool IsHovered(Area area);

// A panel's head: its name, and its content in quieter letters. Returns the area under it; `head` receives the place to
// the right of the text, for controls of width `reserved`.
Area DrawHeader(Desk& desk, std::string_view name, std::string_view detail, float reserved = 0, Area* head = nullptr);

// "before the edit · ": what a panel's head begins with where it shows a run of the exercise's text as it was before.
std::string OfWhichRun(const Desk& desk);

// A sentence that follows a place in the terminal stands alone here: "cannot write" -> "Cannot write".
std::string AsSentence(std::string words);

// A message in the middle of an area without other content. Returns the place under it.
float DrawNotice(const Desk& desk, Area area, std::string_view title, std::string_view text);

// Zooms at the mouse by its wheel and moves by dragging, if `canvas` is hovered. The plane is width x height units.
// Returns true if the mouse dragged, so that the release is not a click.
bool MovePlane(Plane& plane, Area canvas, float width, float height, float max_zoom);
void FitPlane(Plane& plane, Area canvas, float width, float height, float max_zoom);
ImVec2 OnScreen(const Plane& plane, Area canvas, ImVec2 point);
ImVec2 OnPlane(const Plane& plane, Area canvas, ImVec2 screen);

// A tooltip in the window's own style: draw it between these two calls.
void BeginTip(const Desk& desk);
void EndTip();
// A tooltip of one piece of code, wrapped.
void DrawCodeTip(const Desk& desk, const std::string& code);
void TipRow(const Desk& desk, std::string_view label, std::string_view value, ImU32 color = 0);

}  // namespace lockstep::viz
