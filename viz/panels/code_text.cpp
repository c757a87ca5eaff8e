#include "viz/panels/code_text.h"

#include <algorithm>
#include <set>

#include "shared/replay/tokens.h"
#include "viz/edit/text_letters.h"
#include "viz/panels/ink.h"

namespace lockstep::viz {
namespace {

// Longer lines have no colours, and only the part in view is drawn.
constexpr std::size_t kLongestColoured = 4096;  // bytes

constexpr std::string_view kKeywords[] = {"__global__",
                                          "__device__",
                                          "__host__",
                                          "__shared__",
                                          "__constant__",
                                          "__restrict__",
                                          "__launch_bounds__",
                                          "__managed__",
                                          "__forceinline__",
                                          "alignas",
                                          "auto",
                                          "bool",
                                          "break",
                                          "case",
                                          "char",
                                          "class",
                                          "const",
                                          "constexpr",
                                          "continue",
                                          "default",
                                          "delete",
                                          "do",
                                          "double",
                                          "else",
                                          "enum",
                                          "extern",
                                          "false",
                                          "float",
                                          "for",
                                          "if",
                                          "inline",
                                          "int",
                                          "long",
                                          "namespace",
                                          "new",
                                          "nullptr",
                                          "operator",
                                          "private",
                                          "public",
                                          "return",
                                          "short",
                                          "signed",
                                          "sizeof",
                                          "static",
                                          "struct",
                                          "switch",
                                          "template",
                                          "this",
                                          "true",
                                          "typedef",
                                          "typename",
                                          "union",
                                          "unsigned",
                                          "using",
                                          "void",
                                          "volatile",
                                          "while",
                                          "size_t",
                                          "uint8_t",
                                          "uint32_t",
                                          "int32_t",
                                          "uint64_t"};

bool IsKeyword(std::string_view word) {
  static const std::set<std::string_view> kWords(std::begin(kKeywords), std::end(kKeywords));
  return kWords.contains(word);
}

bool IsBuiltIn(std::string_view word) {
  static const std::set<std::string_view> kWords = {"threadIdx",        "blockIdx",      "blockDim",   "gridDim",
                                                    "warpSize",         "__syncthreads", "__syncwarp", "atomicAdd",
                                                    "__shfl_down_sync", "__shfl_sync",   "printf"};
  return kWords.contains(word);
}

ImU32 ColorOf(const Desk& desk, const replay::Token& token, std::string_view word) {
  const Palette& c = desk.color();
  switch (token.kind) {
    case replay::TokenKind::kComment: return c.comment;
    case replay::TokenKind::kNumber:
    case replay::TokenKind::kText: return c.number;
    case replay::TokenKind::kPunctuation: return word == "#" ? c.keyword : c.quiet;
    case replay::TokenKind::kName: return IsKeyword(word) ? c.keyword : IsBuiltIn(word) ? c.builtin : c.text;
  }
  return c.text;
}

// The part of a long line within the clip rectangle; each of its bytes is at most one column.
void DrawLongLine(const Desk& desk, ImDrawList* draw, ImFont* font, ImVec2 at, std::string_view text) {
  const float advance = font->GetCharAdvance('0');
  const ImVec2 from = draw->GetClipRectMin(), to = draw->GetClipRectMax();
  const auto first = static_cast<std::size_t>(std::max(0.0f, (from.x - at.x) / advance));
  const auto shown = static_cast<std::size_t>(std::max(0.0f, (to.x - from.x) / advance)) + 2;
  const std::size_t begin = ByteAt(text, static_cast<double>(first));
  const std::string_view rest = text.substr(begin);
  const ImVec2 place{at.x + advance * static_cast<float>(ColumnOf(text, begin)), at.y};
  DrawText(draw, font, place, desk.color().text, rest.substr(0, ByteAt(rest, static_cast<double>(shown))));
}

}  // namespace

float CodeAdvance(const Desk& desk) { return desk.fonts.code->GetCharAdvance('0'); }

std::size_t CountLetters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

void DrawCode(const Desk& desk, ImVec2 at, std::string_view text, ImFont* font) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (!font) font = desk.fonts.code;
  if (text.size() > kLongestColoured) return DrawLongLine(desk, draw, font, at, text);
  const float advance = font->GetCharAdvance('0');
  for (const replay::Token& token : replay::Tokenize(text)) {
    const std::string_view word = text.substr(token.begin, token.end - token.begin);
    const auto column = static_cast<float>(CountLetters(text.substr(0, token.begin)));
    DrawText(draw, font, {at.x + advance * column, at.y}, ColorOf(desk, token, word), word);
  }
}

void DrawWave(const Desk& desk, ImVec2 from, float to, ImU32 color) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float step = desk.Units(2.5f), height = desk.Units(2.2f);
  int up = 0;
  for (float x = from.x; x < to; x += step) draw->PathLineTo({x, from.y + (up++ % 2 ? 0 : height)});
  draw->PathStroke(color, 0, desk.Units(1.3f));
}

std::string_view WithoutComment(std::string_view text) {
  const auto tokens = replay::Tokenize(text);
  if (tokens.empty() || tokens.back().kind != replay::TokenKind::kComment) return text;
  return text.substr(0, tokens.size() > 1 ? tokens[tokens.size() - 2].end : 0);
}

}  // namespace lockstep::viz
