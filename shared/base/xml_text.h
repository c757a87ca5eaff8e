#pragma once

#include <string>
#include <string_view>

namespace lockstep {

// A text for XML, in an element or an attribute. XML has no way to write control characters, and must be UTF-8: they
// are shown as PrintableLines shows them; ends of lines and tabs become blanks.
std::string ForXml(std::string_view text);

}  // namespace lockstep
