#pragma once

// The names of keys, as panels and the page of help have them: "→", "Page Down", "F5", "C", "?"; with "Ctrl ",
// "Alt " and "Shift " before it, in this order, if they are held. Letters and symbols have the meaning printed on the
// key, on any keyboard layout.

#include <optional>
#include <string>
#include <string_view>

namespace lockstep::viz {

// The key of a typed letter, a Unicode code point: 'c' is "C", 'C' is "Shift C". None for spaces and control letters.
std::optional<std::string> KeyOfLetter(unsigned letter);

}  // namespace lockstep::viz
