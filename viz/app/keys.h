#pragma once

// Letters and signs mean what is printed on the key, on whatever keyboard.

#include <optional>

#include "viz/app/screen.h"

namespace lockstep::viz {

// `letter` is a Unicode code point; none for letters that mean nothing.
std::optional<Key> KeyOfLetter(unsigned letter);

}  // namespace lockstep::viz
