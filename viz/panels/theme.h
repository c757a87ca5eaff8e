#pragma once

// Colours, letters and sizes: the one place that decides what the window looks like.

#include <imgui.h>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "shared/base/severity.h"

namespace lockstep::viz {

enum class ThemeKind { kLight, kDark };

// Every colour has a meaning, and one meaning has one colour in all panels.
struct Palette {
  ImU32 window, panel, raised, line;         // behind everything; a panel; a control on it; hairlines
  ImU32 text, quiet, faint;                  // what is said; what explains; what is there but does not matter now
  ImU32 chosen, chosen_soft;                 // the chosen thread, its line, its element
  ImU32 read, read_soft, write, write_soft;  // memory that the current line reads, writes
  ImU32 waiting, fault;                      // threads at a barrier; what went wrong
  ImU32 not_finite;                          // a NaN or an infinity
  ImU32 keyword, number, comment, builtin;   // source text
  ImU32 idle;                                // threads and blocks of which nothing is known
  std::array<ImU32, 8> lines;                // one for each line that threads stand on
};

struct Theme {
  ThemeKind kind{};
  Palette color;
};

// Letters, at the size that the screen needs.
struct Fonts {
  ImFont* text = nullptr;    // Inter
  ImFont* strong = nullptr;  // Inter, semi-bold
  ImFont* small = nullptr;   // Inter, for labels
  ImFont* title = nullptr;   // Inter, semi-bold, large
  ImFont* code = nullptr;    // JetBrains Mono
  ImFont* code_strong = nullptr;
  ImFont* code_small = nullptr;
};

Theme MakeTheme(ThemeKind kind);
// Puts theme and sizes into ImGui's own style, for its buttons, menus and scroll bars.
void ApplyTheme(const Theme& theme, float scale);

// The n-th of the palette's line colours, going round.
ImU32 LineColor(const Theme& theme, std::size_t n);
ImU32 SeverityColor(const Theme& theme, Severity severity);
// A colour for `share` from 0 to 1: even steps look even, and dark and light ends differ in lightness too.
ImU32 RampColor(const Theme& theme, float share);

ImU32 WithAlpha(ImU32 color, float alpha);
ImU32 Blend(ImU32 a, ImU32 b, float share_of_b);
// Text that can be read on `background`.
ImU32 TextOn(const Theme& theme, ImU32 background);

}  // namespace lockstep::viz
