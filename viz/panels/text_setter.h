#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "viz/model/markdown.h"
#include "viz/panels/desk.h"

namespace lockstep::viz {

// How a link looks. A task has a box before it, ticked or not.
struct LinkLook {
  ImU32 color = 0, back = 0;  // 0: no background
  std::optional<bool> box;
};

// The links that were set, in order, with their areas in this frame; one may have several, by words.
struct Links {
  struct Part {
    std::size_t number;  // of the link, from 0
    std::string target;
    Area area;
  };
  std::function<LinkLook(std::size_t number, const std::string& target)> look;
  std::vector<Part> parts;
  std::size_t count = 0;
};

// Sets words in a column with line breaks, from ImGui's cursor on.
class TextSetter {
 public:
  TextSetter(Desk& desk, float left, float right);
  // A setter that draws nothing, to measure the height of words.
  static TextSetter Measuring(Desk& desk, float width);

  // Sets the runs in this font and colour, except for their own attributes, followed by a new line.
  void Runs(const std::vector<TextRun>& runs, ImFont* plain, ImU32 color, float leading);

  // Links take their look from there, and are noted there. It must outlive the setter.
  void Collect(Links* links) { links_ = links; }
  Links* links() const { return links_; }
  bool draws() const { return draw_ != nullptr; }

  void Indent(float left) { left_ = x_ = left; }
  void Gap(float height) { y_ += height; }
  float y() const { return y_; }
  void SetY(float y) { y_ = y; }
  float left() const { return left_; }
  float right() const { return right_; }
  // The width of the longest line that was set.
  float reached() const { return reached_; }

 private:
  // A part of a word: words that span several runs, such as "(`x`),", are never broken.
  struct Piece {
    const TextRun* run;
    std::string_view text;
    bool begins_link = false;
  };
  float Width(const Piece& piece, ImFont* plain) const;
  ImFont* FontOf(const TextRun& run, ImFont* plain) const;
  void Word(const std::vector<Piece>& word, ImFont* plain, ImU32 color);
  void Put(const Piece& piece, ImFont* plain, ImU32 color);
  void NewLine();

  void PutBox(bool ticked, ImU32 color, float height);

  Desk& desk_;
  ImDrawList* draw_;
  Links* links_ = nullptr;
  float left_, right_, x_ = 0, y_ = 0, leading_ = 0, reached_ = 0;
};

// "one thread reads `tile`" as runs: text in backticks is code.
std::vector<TextRun> RunsOf(std::string_view sentence);

}  // namespace lockstep::viz
