#pragma once

// The letters of a line of UTF-8: one or more bytes, and one column on the screen each; a tab reaches to the next
// multiple of four columns. A byte that is not UTF-8 is a letter of its own.

#include <cstddef>
#include <string>
#include <string_view>

namespace lockstep::viz {

// The start of the letter after and before this byte, within the line.
std::size_t NextLetter(std::string_view line, std::size_t byte);
std::size_t PreviousLetter(std::string_view line, std::size_t byte);
// True if a letter goes on at this byte.
bool IsWithinLetter(std::string_view line, std::size_t byte);

// The column at which the letter at `byte` begins, from 0.
std::size_t ColumnOf(std::string_view line, std::size_t byte);
// The letter boundary nearest to a column. A line ends at its last letter.
std::size_t ByteAt(std::string_view line, double column);

// With blanks in place of tabs.
std::string Untabbed(std::string_view line);

enum class LetterKind { kBlank, kWord, kPunctuation };
LetterKind KindOf(char letter);

// The number of blanks and tabs at its beginning, in bytes.
std::size_t IndentOf(std::string_view line);

}  // namespace lockstep::viz
