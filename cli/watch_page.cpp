#include "cli/watch_page.h"

#include <fmt/color.h>
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "shared/base/printable.h"

namespace lockstep::cli {
namespace {

using fmt::terminal_color;
using lessons::ExerciseState;

struct Word {
  const char* text;
  terminal_color color;
};

Word WordOf(ExerciseState state) {
  switch (state) {
    case ExerciseState::kSolved: return {"Solved", terminal_color::green};
    case ExerciseState::kBroken: return {"Does not compile", terminal_color::red};
    case ExerciseState::kFailed: return {"Did not end well", terminal_color::red};
    default: return {"Not yet", terminal_color::yellow};
  }
}

bool IsWithinLetter(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

std::size_t LettersOf(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char byte) { return !IsWithinLetter(byte); }));
}

// The byte at which the letter of this number begins.
std::size_t ByteOf(std::string_view text, std::size_t letter) {
  std::size_t at = 0;
  while (at < text.size() && (IsWithinLetter(text[at]) || letter-- > 0)) ++at;
  return at;
}

// The lines of a page before they are cut.
class Lines {
 public:
  Lines(std::size_t columns, bool with_colors) : columns_(std::max<std::size_t>(columns, 20)), colors_(with_colors) {}

  void Add(const std::string& text, std::size_t indent = 0, const std::string& head = "") {
    bool first = true;
    for (const std::string& line : Wrap(text, columns_ - std::min(indent, columns_ / 2))) {
      lines_.push_back((first && !head.empty() ? head : std::string(indent, ' ')) + line);
      first = false;
    }
  }
  // Code, whose lines are cut and not broken.
  void AddRows(const std::string& text) {
    std::istringstream rows(text);
    for (std::string row; std::getline(rows, row);) lines_.push_back(row);
  }
  bool has_colors() const { return colors_; }
  void Gap() { lines_.emplace_back(); }
  void AddPart(const std::string& text) {
    Gap();
    Add(text);
  }
  std::string Colored(terminal_color color, const std::string& text) const {
    return colors_ ? fmt::format(fmt::fg(color), "{}", text) : text;
  }
  std::vector<std::string> Take() { return std::move(lines_); }

 private:
  std::size_t columns_;
  bool colors_;
  std::vector<std::string> lines_;
};

// The compiler names the file with its whole path in every message; the page has it once.
std::string WithoutFolder(std::string text, const std::string& file) {
  const std::size_t folder = file.rfind('/') + 1;
  const std::string path = file + ":";
  for (std::size_t at = 0; (at = text.find(path, at)) != std::string::npos; at += path.size() - folder)
    text.erase(at, folder);
  return text;
}

void AddHint(Lines& lines, const HintText& hint) {
  if (hint.level == viz::HintLevel::kSolution)
    lines.AddRows(Colored(hint, lines.has_colors()));
  else
    lines.Add(hint.text);
  lines.Gap();
}

void AddVerdict(Lines& lines, const WatchPage& page) {
  const lessons::ExerciseReport& report = page.report;
  const Word word = WordOf(report.state);
  const bool is_first = report.state == ExerciseState::kBuilding;  // no verdict yet
  std::string status = is_first ? "" : lines.Colored(word.color, word.text);
  if (page.is_building)
    status += lines.Colored(terminal_color::bright_black, is_first ? "Building and running ..." : "   building ...");
  else if (page.seconds > 0)
    status += lines.Colored(terminal_color::bright_black, fmt::format("   {:.1f} s", page.seconds));
  lines.Add(status);
  lines.Gap();
  if (is_first) return;
  // The answer to the request comes first: a small terminal cuts the end.
  if (page.hints_taken > 0) AddHint(lines, page.hints[page.hints_taken - 1]);
  for (const jobs::Remark& remark : report.remarks) {
    const std::string mark = fmt::format("{:<7}", MarkOf(remark));
    const terminal_color color = remark.good ? terminal_color::green : terminal_color::red;
    lines.Add(Printable(remark.sentence), 7, remark.is_left_out ? mark : lines.Colored(color, mark));
  }
  const bool says_all = report.state == ExerciseState::kSolved || report.state == ExerciseState::kBroken;
  if (report.remarks.empty() && !says_all) lines.Add(PrintableLines(report.sentence));
  for (const auto& [name, count, reference] : report.challenge)
    lines.Add(fmt::format("{} {}, the reference solution {}", name, count, reference), 7);
  if (!report.compiler_output.empty()) lines.AddPart(PrintableLines(WithoutFolder(report.compiler_output, page.file)));
  if (report.state == ExerciseState::kSolved && !page.next.empty()) lines.AddPart("n goes on to " + page.next + ".");
}

std::string KeysOf(const WatchPage& page) {
  std::string keys;
  if (!page.hints.empty())
    keys += page.hints_taken == 0                   ? "h hint   "
            : page.hints_taken == page.hints.size() ? "h no hint   "
                                                    : "h clearer hint   ";
  return keys + "n next lesson   p previous   r start again   q quit";
}

// Colour codes take no room, and the last of them, which ends the colours, stays.
std::string Cut(std::string_view line, std::size_t columns) {
  std::string cut;
  while (!line.empty()) {
    const std::size_t end = line.starts_with('\x1b') ? line.find('m') + 1 : ByteOf(line, 1);
    const bool is_code = line.starts_with('\x1b') && end != 0;
    if (is_code || columns > 0) cut += line.substr(0, end);
    if (!is_code && columns > 0) --columns;
    line.remove_prefix(end == 0 ? line.size() : end);
  }
  return cut;
}

}  // namespace

std::vector<std::string> Wrap(const std::string& text, std::size_t columns) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    if (line.empty() && begin > text.size()) break;
    const bool is_code = line.starts_with(' ') || line.contains(" | ") || line.contains('\x1b');
    while (!is_code && LettersOf(line) > columns) {
      const std::size_t room = ByteOf(line, columns + 1);
      const std::size_t blank = line.substr(0, room).rfind(' ');
      const std::size_t cut = blank == std::string_view::npos || blank == 0 ? ByteOf(line, columns) : blank;
      lines.emplace_back(line.substr(0, cut));
      line.remove_prefix(std::min(line.size(), cut + (cut == blank ? 1 : 0)));
    }
    lines.emplace_back(line);
  }
  return lines;
}

std::string DrawPage(const WatchPage& page, TerminalSize size, bool with_colors) {
  Lines lines(size.columns, with_colors);
  const std::string title = Printable(page.title);
  const std::size_t used = LettersOf(title) + LettersOf(page.progress);
  const std::size_t gap = size.columns > used + 3 ? size.columns - used - 1 : 2;
  lines.Add(Cut(title + std::string(gap, ' ') + page.progress, size.columns));
  lines.Add(lines.Colored(terminal_color::bright_black, Printable(page.file)));
  lines.Gap();
  AddVerdict(lines, page);
  std::vector<std::string> shown = lines.Take();
  const std::string foot = page.notice.empty() ? KeysOf(page) : page.notice;
  const std::size_t room = size.rows > 4 ? size.rows - 3 : 1;
  if (shown.size() > room) {
    shown.resize(room);
    shown.back() = "...";
  }
  std::string text = "\x1b[H";
  for (const std::string& line : shown) text += Cut(line, size.columns) + "\x1b[K\n";
  text += "\x1b[K\n" + Cut(foot, size.columns - 1) + "\x1b[K\x1b[J";
  return text;
}

std::string_view MarkOf(const jobs::Remark& remark) { return remark.is_left_out ? "-" : remark.good ? "ok" : "wrong"; }

std::string DescribeVerdict(const lessons::ExerciseReport& report) {
  std::string text = fmt::format("{}\n", WordOf(report.state).text);
  for (const jobs::Remark& remark : report.remarks)
    text += fmt::format("{:<5}  {}\n", MarkOf(remark), Printable(remark.sentence));
  if (report.remarks.empty()) text += PrintableLines(report.sentence) + "\n";
  text += PrintableLines(report.compiler_output);
  if (!report.hint.empty()) text += "\n" + PrintableLines(report.hint);
  return text + "\n";
}

}  // namespace lockstep::cli
