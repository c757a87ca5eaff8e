#include "viz/app/keys.h"

namespace lockstep::viz {

std::optional<Key> KeyOfLetter(unsigned letter) {
  switch (letter) {
    case '.': return Key::kNextStep;
    case ',': return Key::kPreviousStep;
    case ']': return Key::kNextThread;
    case '[': return Key::kPreviousThread;
    case '}': return Key::kNextBlock;
    case '{': return Key::kPreviousBlock;
    case '?': return Key::kHelp;
    case 'c': return Key::kColour;
    case 'v': return Key::kCells;
    case 'w': return Key::kNextShape;
    case 'b': return Key::kWarpAccess;
    case 'l': return Key::kLanes;
    case 'f': return Key::kFindings;
    case 'n': return Key::kNextFinding;
    case 'p': return Key::kPreviousFinding;
    case 'o': return Key::kOtherSide;
    case 'e': return Key::kExercise;
    case 't': return Key::kTheme;
    case '1': return Key::kStrideStep;
    case '2': return Key::kStrideThread;
    case '3': return Key::kStrideWarp;
    case '4': return Key::kStrideBlock;
    default: return std::nullopt;
  }
}

}  // namespace lockstep::viz
