#pragma once

#include <vector>

#include "viz/model/markdown.h"
#include "viz/panels/desk.h"

namespace lockstep::viz {

// Words set one behind the other in a column, as on a page, from where ImGui's cursor is.
class Setter {
 public:
  Setter(Desk& desk, float left, float right);
  // One that draws nothing: for how high words become.
  static Setter Measuring(Desk& desk, float width);

  // In this font and colour, but for what the runs say themselves; then a new line.
  void Runs(const std::vector<TextRun>& runs, ImFont* plain, ImU32 color, float leading);

  void Indent(float left) { left_ = x_ = left; }
  void Gap(float height) { y_ += height; }
  float y() const { return y_; }
  void SetY(float y) { y_ = y; }
  float left() const { return left_; }
  float right() const { return right_; }

 private:
  // A piece of a word: words that runs have in common, such as "(`x`)," are never parted.
  struct Piece {
    const TextRun* run;
    std::string_view text;
  };
  float Width(const Piece& piece, ImFont* plain) const;
  ImFont* FontOf(const TextRun& run, ImFont* plain) const;
  void Word(const std::vector<Piece>& word, ImFont* plain, ImU32 color);
  void Put(const Piece& piece, ImFont* plain, ImU32 color);
  void NewLine();

  Desk& desk_;
  ImDrawList* draw_;
  float left_, right_, x_ = 0, y_ = 0, leading_ = 0;
};

// "one thread reads `tile`" as runs: what stands in backticks is code.
std::vector<TextRun> RunsOf(std::string_view sentence);

}  // namespace lockstep::viz
