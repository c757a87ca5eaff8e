#pragma once

#include <cctype>

namespace lockstep {

// A letter, digit or underscore: what names in C++ are made of.
inline bool IsLetterOfName(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

}  // namespace lockstep
