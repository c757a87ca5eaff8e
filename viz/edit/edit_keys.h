#pragma once

// The keys of the editor.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "viz/edit/text_editor.h"

namespace lockstep::viz {

enum class KeyName : std::uint8_t {
  kNone,  // a letter
  kLeft,
  kRight,
  kUp,
  kDown,
  kHome,
  kEnd,
  kPageUp,
  kPageDown,
  kBackspace,
  kDelete,
  kEnter,
  kTab,
};

// A key, or a typed letter. With Ctrl, it is the small letter that is printed on the key.
struct Stroke {
  KeyName key = KeyName::kNone;
  std::string letter;  // in UTF-8
  bool shift = false, control = false;
};

struct Clipboard {
  std::function<std::string()> get;
  std::function<void(const std::string&)> set;
};

// Changes text and selection as the key says; false if it has no meaning for them.
bool Press(TextEditor& editor, const Stroke& stroke, const Clipboard& clipboard, std::size_t lines_in_page);

// The key of this name (app/keys.h): "Ctrl Shift →", "A" for a small a, "Shift A" for a capital one. None for keys that
// no editor has, as F5.
std::optional<Stroke> StrokeOf(std::string_view key);

}  // namespace lockstep::viz
