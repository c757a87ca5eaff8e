#pragma once

// Colours, fonts and sizes: the only place that determines the look of the window.

#include <imgui.h>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "shared/base/severity.h"

namespace lockstep::viz {

enum class ThemeKind { kLight, kDark };

// Every colour has one meaning, and every meaning has the same colour in all panels.
struct Palette {
  ImU32 window, panel, raised, line;         // background; a panel; a control on it; hairlines
  ImU32 text, quiet, faint;                  // main text; explanations; inactive text: all legible on a panel
  ImU32 mark;                                // lines and squares that are no text
  ImU32 chosen, chosen_soft;                 // the chosen thread, its line, its element
  ImU32 read, read_soft, write, write_soft;  // memory that the current line reads or writes
  ImU32 waiting, fault;                      // threads at a barrier; errors
  ImU32 not_finite;                          // a NaN or an infinity
  ImU32 keyword, number, comment, builtin;   // source text
  ImU32 idle;                                // unrecorded threads and blocks
  std::array<ImU32, 8> lines;                // one for each line with threads
};

struct Theme {
  ThemeKind kind{};
  Palette color;
};

// Fonts in the size for this screen.
struct Fonts {
  float scale = 0;         // that they were made for
  ImFont* text = nullptr;  // Inter
  ImFont* italic = nullptr;
  ImFont* strong = nullptr;  // Inter, semi-bold
  ImFont* small = nullptr;   // Inter, for labels
  ImFont* title = nullptr;   // Inter, semi-bold, large
  ImFont* code = nullptr;    // JetBrains Mono
  ImFont* code_strong = nullptr;
  ImFont* code_small = nullptr;
  std::array<ImFont*, 5> code_sizes{};  // from `code` down: for text that must fit
};

Theme MakeTheme(ThemeKind kind);
// Applies theme and sizes to ImGui's own style, for its buttons, menus and scroll bars.
void ApplyTheme(const Theme& theme, float scale);

// The n-th of the palette's line colours, wrapping around.
ImU32 LineColor(const Theme& theme, std::size_t n);
ImU32 SeverityColor(const Theme& theme, Severity severity);
// A colour for `share` from 0 to 1: perceptually even, with a dark and a light end.
ImU32 RampColor(const Theme& theme, float share);

ImU32 WithAlpha(ImU32 color, float alpha);
ImU32 Blend(ImU32 a, ImU32 b, float share_of_b);
// A text colour that is readable on `background`.
ImU32 TextOn(const Theme& theme, ImU32 background);

}  // namespace lockstep::viz
