#pragma once

// Text from untrusted sources on its way to a terminal. A file name in a recording, a `#line` directive or a lesson's
// title may hold bytes that a terminal obeys: escape sequences that set its title, hide text or send an answer as if
// typed; C1 control characters, which do the same in one code point; overrides of the writing direction, which display
// text in another order; line breaks, which forge a line of ours. These functions make all of them visible: ESC becomes
// `\x1b`, U+202E becomes `\u202e`, a byte that is not UTF-8 becomes `\xff`. All other text is unchanged.
//
// JSON and SARIF are not changed in this way: their own escapes are harmless to a terminal.

#include <string>
#include <string_view>

namespace lockstep {

// For text within one line: line breaks and tabs become visible too.
std::string Printable(std::string_view text);

// For text of several lines: line breaks and tabs are kept. With `with_colors`, so are colours and weights
// (`ESC [ digits m`), which a compiler writes between the parts that it quotes.
std::string PrintableLines(std::string_view text, bool with_colors = false);

// The first part of a name that many lines repeat, at most 1000 bytes: a recording of a few kilobytes can have a name
// of a megabyte in each of a million steps.
std::string_view ShortName(std::string_view name);

}  // namespace lockstep
