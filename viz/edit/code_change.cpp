#include "viz/edit/code_change.h"

#include <utility>

#include "shared/base/text_diff.h"
#include "shared/replay/tokens.h"
#include "viz/edit/text_letters.h"

namespace lockstep::viz {
namespace {

// A line with code: its number, its text, and what counts of it: its tokens without comments.
struct CodeLine {
  std::size_t number;
  std::string text, words;
};

std::string WordsOf(std::string_view line) {
  if (line.size() > replay::kLongestLine) return std::string(line);
  std::string words;
  for (const replay::Token& token : replay::Tokenize(line)) {
    if (token.kind == replay::TokenKind::kComment) continue;
    words += line.substr(token.begin, token.end - token.begin);
    words += ' ';
  }
  return words;
}

std::vector<CodeLine> CodeOf(std::string_view text) {
  std::vector<CodeLine> code;
  std::size_t number = 0;
  for (std::string_view line : SplitLines(text)) {
    ++number;
    while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
    CodeLine one{.number = number, .text = Untabbed(line)};
    one.words = WordsOf(one.text);
    if (!one.words.empty()) code.push_back(std::move(one));
  }
  return code;
}

std::vector<Hunk> HunksOf(const std::vector<CodeLine>& mine, const std::vector<CodeLine>& solution) {
  std::vector<std::string_view> a, b;
  for (const CodeLine& line : mine) a.emplace_back(line.words);
  for (const CodeLine& line : solution) b.emplace_back(line.words);
  return Diff(a, b);
}

}  // namespace

CodeChange ChangeTo(std::string_view mine, std::string_view solution, std::size_t most) {
  using Kind = ChangeLine::Kind;
  const std::vector<CodeLine> from = CodeOf(mine), to = CodeOf(solution);
  CodeChange change;
  std::size_t written = 0;  // lines of `from` that are in the change already
  const auto add = [&](Kind kind, std::size_t number, const std::string& text) {
    if (change.lines.size() < most)
      change.lines.push_back({kind, number, text});
    else
      ++change.left_out;
  };
  const auto keep = [&](std::size_t line) {
    if (line < written || line >= from.size()) return;
    add(Kind::kKept, from[line].number, from[line].text);
    written = line + 1;
  };
  for (const Hunk& hunk : HunksOf(from, to)) {
    if (hunk.a_begin > written + 1) add(Kind::kSkipped, from[hunk.a_begin - 1].number, "");
    if (hunk.a_begin > 0) keep(hunk.a_begin - 1);
    for (std::size_t i = hunk.a_begin; i < hunk.a_end; ++i) add(Kind::kRemoved, from[i].number, from[i].text);
    for (std::size_t i = hunk.b_begin; i < hunk.b_end; ++i) add(Kind::kAdded, 0, to[i].text);
    written = hunk.a_end;
    keep(hunk.a_end);
  }
  return change;
}

std::optional<LineToMend> FindLineToMend(std::string_view mine, std::string_view solution, std::size_t near) {
  const std::vector<CodeLine> from = CodeOf(mine), to = CodeOf(solution);
  std::optional<LineToMend> nearest;
  const auto away = [&](std::size_t number) { return number > near ? number - near : near - number; };
  const auto look = [&](LineToMend line) {
    if (!nearest || (near > 0 && away(line.number) < away(nearest->number))) nearest = line;
  };
  for (const Hunk& hunk : HunksOf(from, to)) {
    for (std::size_t i = hunk.a_begin; i < hunk.a_end; ++i) look({from[i].number, false});
    if (hunk.a_begin == hunk.a_end) look({hunk.a_begin > 0 ? from[hunk.a_begin - 1].number : 1, true});
  }
  return nearest;
}

}  // namespace lockstep::viz
