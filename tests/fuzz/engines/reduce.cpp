#include "tests/fuzz/engines/reduce.h"

#include <algorithm>
#include <sstream>
#include <vector>

namespace lockstep::fuzz {
namespace {

using Lines = std::vector<std::string>;

struct Range {
  std::size_t first, end;
};

Lines LinesOf(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string TextOf(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

bool Contains(const std::string& line, const char* part) { return line.find(part) != std::string::npos; }

// The bodies of the kernels.
std::vector<Range> BodiesOf(const Lines& lines) {
  std::vector<Range> bodies;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with("__global__")) continue;
    int depth = 0;
    std::size_t end = i;
    do depth += static_cast<int>(std::ranges::count(lines[end], '{') - std::ranges::count(lines[end], '}'));
    while (depth > 0 && ++end < lines.size());
    bodies.push_back({i + 1, end});
  }
  return bodies;
}

// Whole statements, and whole exchanges: what is between two barriers belongs to both.
bool MayGo(const Lines& lines, Range range) {
  int depth = 0, barriers = 0;
  for (std::size_t i = range.first; i < range.end; ++i) {
    for (const char letter : lines[i]) {
      depth += letter == '{' ? 1 : letter == '}' ? -1 : 0;
      if (depth < 0) return false;
    }
    barriers += Contains(lines[i], "__syncthreads();") || Contains(lines[i], "__syncwarp(");
    if (Contains(lines[i], "m.out[")) return false;
  }
  return depth == 0 && barriers % 2 == 0;
}

// Without some of the statements; the same lines if none can go.
Lines WithoutSome(const Lines& lines, std::size_t size, const std::function<bool(const std::string&)>& has_trouble) {
  Lines left = lines;
  for (std::size_t body = 0; body < BodiesOf(left).size(); ++body)
    for (std::size_t at = BodiesOf(left)[body].first; at + size <= BodiesOf(left)[body].end;) {
      Lines fewer = left;
      const auto from = fewer.begin() + static_cast<std::ptrdiff_t>(at);
      fewer.erase(from, from + static_cast<std::ptrdiff_t>(size));
      if (MayGo(left, {at, at + size}) && has_trouble(TextOf(fewer)))
        left = std::move(fewer);
      else
        ++at;
    }
  return left;
}

}  // namespace

std::string Reduce(const std::string& program, const std::function<bool(const std::string&)>& has_trouble) {
  Lines lines = LinesOf(program);
  for (bool again = true; again;) {
    std::size_t longest = 0;
    for (const Range body : BodiesOf(lines)) longest = std::max(longest, body.end - body.first);
    const std::size_t before = lines.size();
    for (std::size_t size = longest; size > 0; size = size > 8 ? size * 2 / 3 : size - 1)
      lines = WithoutSome(lines, size, has_trouble);
    again = lines.size() < before;
  }
  return TextOf(lines);
}

}  // namespace lockstep::fuzz
