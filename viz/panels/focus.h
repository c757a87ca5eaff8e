#pragma once

// The focus of the keyboard. Tab goes from one group to the next, the arrows go within a group, and Enter presses what
// has the ring, as a click does. Panels name what can be pressed while they draw it. A window of ImGui's, or a child in
// it, is a group; so is each area that takes the arrows itself.

#include <string_view>

#include "viz/panels/panel.h"

namespace lockstep::viz {

// The last item of ImGui's can be reached.
void Reach(Desk& desk, bool is_chosen = false);
// An area can be reached that is no item, or the item of this name that comes next. True in the frame after Enter.
bool Reach(Desk& desk, std::string_view name, Area area, bool is_chosen = false);
// The area takes arrows itself, as a grid of cells does. Returns those since the last frame.
Arrows ReachWithArrows(Desk& desk, std::string_view name, Area area, bool is_edge = false);

// Scrolls the current window until the area can be seen.
void BringIntoView(Area area);

// The place `by` further, from 0 to before `end`.
std::uint64_t Moved(std::uint64_t at, int by, std::uint64_t end);

// An area of the current window that can be clicked and reached. True when it is pressed.
bool Clickable(Desk& desk, const char* name, Area area);

// A menu that is open has the keyboard. Closes it; false if there is none.
bool CloseMenu();
bool IsMenuOpen();

// The keys, and the ring.
extern const Panel kFocus;

}  // namespace lockstep::viz
