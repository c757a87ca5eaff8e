#include "shared/replay/line_order.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lockstep::replay {
namespace {

// The same on every machine: a shuffle of the standard library may be another one elsewhere.
std::uint32_t Next(std::uint32_t& state) {
  constexpr std::uint32_t kFactor = 1664525, kStep = 1013904223, kLowBits = 16;
  state = state * kFactor + kStep;
  return state >> kLowBits;
}

bool ExpectsOneMore(std::string_view line) {
  const bool is_condition = line.starts_with("if ") || line.starts_with("for ") || line.starts_with("while ") ||
                            line.starts_with("else") || line.starts_with("} else");
  return is_condition && !line.ends_with(';') && !line.ends_with('{');
}

void MoveLifted(const LineOrder& order, Placing& placing, bool down) {
  if (!down) {
    if (placing.at == 0) return;
    std::swap(placing.placed[placing.at], placing.placed[placing.at - 1]);
    --placing.at;
  } else if (placing.at + 1 < placing.placed.size()) {
    std::swap(placing.placed[placing.at], placing.placed[placing.at + 1]);
    ++placing.at;
  } else {
    const std::size_t line = placing.placed[placing.at];
    TakeOut(placing, line);
    placing.is_lifted = false;
    const std::vector<std::size_t> left = LeftOver(order, placing);
    placing.at = placing.placed.size() + static_cast<std::size_t>(std::ranges::find(left, line) - left.begin());
  }
}

}  // namespace

std::vector<std::size_t> RightOrder(const LineOrder& order) {
  std::vector<std::size_t> right;
  for (std::size_t i = 0; i < order.lines.size(); ++i)
    if (order.lines[i].belongs) right.push_back(i);
  return right;
}

std::vector<std::size_t> OrderWithMistake(const LineOrder& order, std::size_t mistake) {
  std::vector<std::size_t> lines = RightOrder(order);
  for (std::size_t i = mistake; i-- > 0;) {
    if (!order.lines[i].belongs) continue;
    std::ranges::replace(lines, i, mistake);
    break;
  }
  return lines;
}

std::vector<std::size_t> ShownOrder(const LineOrder& order) {
  constexpr std::uint32_t kBase = 31;
  std::uint32_t state = 0;
  for (const OrderLine& line : order.lines)
    for (const char letter : line.text) state = state * kBase + static_cast<unsigned char>(letter);
  std::vector<std::size_t> shown(order.lines.size());
  std::iota(shown.begin(), shown.end(), 0);
  for (std::size_t i = shown.size(); i > 1; --i) std::swap(shown[i - 1], shown[Next(state) % i]);
  std::vector<std::size_t> right;
  std::ranges::copy_if(shown, std::back_inserter(right), [&](std::size_t i) { return order.lines[i].belongs; });
  if (std::ranges::is_sorted(right)) std::ranges::reverse(shown);
  return shown;
}

std::vector<std::size_t> DepthsOf(std::span<const std::string_view> lines) {
  std::vector<std::size_t> depths;
  std::size_t depth = 0;
  bool is_one_more = false;  // the line before is a condition without a brace
  for (const std::string_view line : lines) {
    // A brace that closes what a line before opens stands under that line.
    std::size_t open = 0, closed = 0;
    for (const char letter : line) {
      if (letter == '{') ++open;
      if (letter == '}') open > 0 ? --open : ++closed;
    }
    depth -= std::min(depth, closed);
    depths.push_back(depth + (is_one_more && !line.starts_with('{') ? 1 : 0));
    depth += open;
    is_one_more = ExpectsOneMore(line);
  }
  return depths;
}

std::vector<std::size_t> DepthsOf(const LineOrder& order, std::span<const std::size_t> chosen) {
  std::vector<std::string_view> lines;
  for (const std::size_t i : chosen) lines.push_back(order.lines[i].text);
  return DepthsOf(lines);
}

std::vector<std::size_t> LeftOver(const LineOrder& order, const Placing& placing) {
  std::vector<std::size_t> left = ShownOrder(order);
  std::erase_if(left, [&](std::size_t line) { return std::ranges::count(placing.placed, line) != 0; });
  return left;
}

void PutIn(Placing& placing, std::size_t line, std::size_t row) {
  const auto old = std::ranges::find(placing.placed, line);
  if (old != placing.placed.end()) {
    if (static_cast<std::size_t>(old - placing.placed.begin()) < row) --row;
    placing.placed.erase(old);
  }
  row = std::min(row, placing.placed.size());
  placing.placed.insert(placing.placed.begin() + static_cast<std::ptrdiff_t>(row), line);
  placing.at = row;
  placing.is_lifted = false;
}

void TakeOut(Placing& placing, std::size_t line) { std::erase(placing.placed, line); }

bool PressKey(const LineOrder& order, Placing& placing, std::string_view key) {
  const std::size_t rows = order.lines.size(), placed = placing.placed.size();
  if (rows == 0) return false;
  placing.at = std::min(placing.at, rows - 1);
  const bool is_placed = placing.at < placed;
  if (key == "↑" || key == "↓") {
    const bool down = key == "↓";
    if (placing.is_lifted && is_placed)
      MoveLifted(order, placing, down);
    else if (down)
      placing.at = std::min(placing.at + 1, rows - 1);
    else
      placing.at -= placing.at > 0 ? 1 : 0;
    return true;
  }
  if (key == "Space" && is_placed) {
    placing.is_lifted = !placing.is_lifted;
    return true;
  }
  if (key == "Space") {
    // The row after it is the next one that may be wanted.
    placing.placed.push_back(LeftOver(order, placing)[placing.at - placed]);
    placing.at = std::min(placing.at + 1, rows - 1);
    return true;
  }
  if (key == "Backspace" || key == "Delete") {
    if (is_placed) placing.placed.erase(placing.placed.begin() + static_cast<std::ptrdiff_t>(placing.at));
    placing.is_lifted = false;
    return true;
  }
  return false;
}

}  // namespace lockstep::replay
