#pragma once

// Things that are pressed or chosen: rows of choices, menus, buttons. The keyboard reaches all of them (focus.h).

#include <string>
#include <string_view>
#include <vector>

#include "viz/panels/desk.h"

namespace lockstep::viz {

// A row of choices with one selected; returns the choice that was clicked, or `chosen`.
int DrawChoice(Desk& desk, const char* id, ImVec2 at, const std::vector<std::string>& choices, int chosen,
               float* width = nullptr);
// The same as a menu that opens on a click.
int DrawMenu(Desk& desk, const char* id, ImVec2 at, float width, const std::vector<std::string>& choices, int chosen);
float ChoiceWidth(const Desk& desk, const std::vector<std::string>& choices);

// A button as wide as its words, with the key that does the same, if there is one.
bool WordsButton(Desk& desk, const char* name, ImVec2 at, std::string_view words, std::string_view key);

}  // namespace lockstep::viz
