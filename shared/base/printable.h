#pragma once

// Text from elsewhere on its way to a terminal. A file name in a recording, a `#line` directive or a lesson's title may
// hold bytes that a terminal obeys: escape sequences that set its title, hide text or answer as if typed, C1 control
// characters that do the same in one code point, overrides of the writing direction that show text in another order
// than it has, line breaks that forge a line of ours. All of them become visible: ESC is shown as `\x1b`, U+202E as
// `\u202e`, a byte that is not UTF-8 as `\xff`. Everything else stays as it is.
//
// JSON and SARIF are exact instead: their escapes are harmless to a terminal.

#include <string>
#include <string_view>

namespace lockstep {

// A piece of one line: line breaks and tabs become visible too.
std::string Printable(std::string_view text);

// Text of several lines: line breaks and tabs stay. `with_colors`: so do colours and weights (`ESC [ digits m`), which
// a compiler writes between what it quotes.
std::string PrintableLines(std::string_view text, bool with_colors = false);

// The start of a name that many lines repeat, at most a thousand bytes: a recording of a few kilobytes can have a name
// of a megabyte in each of a million steps.
std::string_view ShortName(std::string_view name);

}  // namespace lockstep
