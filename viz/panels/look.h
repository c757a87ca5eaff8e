#pragma once

// The look of the window that is remembered: the desk's part of the settings, and the keys of the text's size.

#include "viz/model/settings.h"
#include "viz/panels/panel.h"

namespace lockstep::viz {

// Of a window with a lesson, which opens panels itself, what is open is that of `before`.
Settings SettingsOf(const Desk& desk, bool has_lesson, const Settings& before);
// To a new desk.
void Apply(const Settings& settings, bool has_lesson, Desk& desk);

// The menu of sizes, in the popup "text sizes".
void DrawTextSizes(Desk& desk);

extern const Panel kTextSize;

}  // namespace lockstep::viz
