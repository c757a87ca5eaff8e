#pragma once

// A task that gives the lines of a kernel out of order, with mistakes among them, to be put in order.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::replay {

struct OrderLine {
  std::string text;      // without indentation
  bool belongs = false;  // else it is a mistake, made in place of the nearest line above it that belongs
  std::string reason;    // of a mistake: what is wrong with it
};

// The arguments of a run that judges an order.
struct OrderRun {
  std::vector<std::string> arguments;
  std::string label;
};

struct LineOrder {
  std::vector<OrderLine> lines;  // those that belong are in an order that is right
  std::string program;           // a file of the lesson's folder, which has those lines together
  std::vector<std::string> compared;
  std::vector<OrderRun> runs;
  // Of the program: its kernel's lines before and after those that are put in order.
  std::vector<std::string> before, after;
};

// The lines that belong, in the author's order.
std::vector<std::size_t> RightOrder(const LineOrder& order);
// The same with this mistake in place of the line in which it is made.
std::vector<std::size_t> OrderWithMistake(const LineOrder& order, std::size_t mistake);
// All lines as a reader gets them: shuffled, always alike, and not in the right order.
std::vector<std::size_t> ShownOrder(const LineOrder& order);

// How far lines are indented, in steps, by the braces and conditions before them.
std::vector<std::size_t> DepthsOf(std::span<const std::string_view> lines);
std::vector<std::size_t> DepthsOf(const LineOrder& order, std::span<const std::size_t> chosen);

// --- an order that is being made

struct Placing {
  std::vector<std::size_t> placed;  // lines, from the top
  std::size_t at = 0;               // the row that keys act on: those placed, then the others as they are shown
  bool is_lifted = false;           // arrows move that row instead
  bool operator==(const Placing&) const = default;
};

// The lines that are not placed, as they are shown.
std::vector<std::size_t> LeftOver(const LineOrder& order, const Placing& placing);
// Moves a line to before the row that now has this number, or to the end.
void PutIn(Placing& placing, std::size_t line, std::size_t row);
void TakeOut(Placing& placing, std::size_t line);
// "↑", "↓", "Space", "Backspace"; false if the key means nothing here. Space adds a line at the end, or takes up a
// placed one, which arrows then move, until Space puts it down; moved past the end it is taken out.
bool PressKey(const LineOrder& order, Placing& placing, std::string_view key);

}  // namespace lockstep::replay
