#include "lessons/engine/order_program.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/base/file.h"
#include "shared/base/printable.h"
#include "shared/base/text_diff.h"
#include "shared/base/trimmed.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;
using replay::LineOrder;
using replay::Question;

constexpr std::uint64_t kLargestProgram = 256 << 10;  // bytes
constexpr std::size_t kMostLines = 5000;
constexpr std::size_t kMostAround = 12;  // lines of the kernel that are shown before or after those to be put in order

// The program's lines, and where those that belong stand in it.
struct Located {
  std::vector<std::string> lines;
  std::size_t begin = 0, count = 0;
  std::size_t end() const { return begin + count; }
};

Expected<Located> Locate(const fs::path& folder, const LineOrder& order) {
  const fs::path name = order.program;
  if (name.is_absolute() || std::ranges::count(name, "..") > 0)
    return Fail(fmt::format("`{}` is not in the lesson's folder", Printable(order.program)));
  const Expected<std::string> text = ReadText(folder / name, kLargestProgram);
  if (!text) return std::unexpected(text.error());
  Located located;
  for (const std::string_view line : SplitLines(*text)) located.lines.emplace_back(line.substr(0, line.find('\n')));
  if (located.lines.size() > kMostLines) return Fail(fmt::format("`{}` has too many lines", order.program));
  std::vector<std::string_view> part;
  for (const std::size_t i : replay::RightOrder(order)) part.emplace_back(order.lines[i].text);
  const auto is_same = [](std::string_view line, std::string_view wanted) { return Trimmed(line) == wanted; };
  const auto found = std::ranges::search(located.lines, part, is_same);
  if (found.empty()) return Fail(fmt::format("the lines that belong do not stand together in `{}`", order.program));
  const auto again = std::search(found.begin() + 1, located.lines.end(), part.begin(), part.end(), is_same);
  if (again != located.lines.end())
    return Fail(fmt::format("the lines that belong stand in `{}` more than once", order.program));
  located.begin = static_cast<std::size_t>(found.begin() - located.lines.begin());
  located.count = part.size();
  return located;
}

bool IsIndented(const std::string& line) { return line.empty() || line[0] == ' ' || line[0] == '\t'; }

}  // namespace

std::string OrderNameOf(const Question& question) { return fs::path(question.order.program).stem().string(); }

Expected<void> ReadSurroundings(const fs::path& folder, LineOrder& order) {
  const Expected<Located> located = Locate(folder, order);
  if (!located) return std::unexpected(located.error());
  const std::vector<std::string>& lines = located->lines;
  std::size_t first = located->begin, last = located->end();
  while (first > 0 && located->begin - first < kMostAround && IsIndented(lines[first])) --first;
  while (last < lines.size() && last - located->end() < kMostAround && IsIndented(lines[last])) ++last;
  if (last < lines.size()) ++last;
  const auto at = [&](std::size_t i) { return lines.begin() + static_cast<std::ptrdiff_t>(i); };
  order.before.assign(at(first), at(located->begin));
  order.after.assign(at(located->end()), at(last));
  return {};
}

Expected<ComposedProgram> ComposeProgram(const fs::path& folder, const LineOrder& order,
                                         std::span<const std::size_t> chosen) {
  const Expected<Located> located = Locate(folder, order);
  if (!located) return std::unexpected(located.error());
  const std::string& first = located->lines[located->begin];
  const std::size_t indent = first.find_first_not_of(' ');
  ComposedProgram composed{.begin = located->begin};
  const auto add = [&](const std::string& line) { composed.text += line + '\n'; };
  std::for_each_n(located->lines.begin(), located->begin, add);
  const std::vector<std::size_t> depths = replay::DepthsOf(order, chosen);
  for (std::size_t i = 0; i < chosen.size(); ++i)
    add(std::string(indent + 2 * depths[i], ' ') + order.lines[chosen[i]].text);
  std::for_each(located->lines.begin() + static_cast<std::ptrdiff_t>(located->end()), located->lines.end(), add);
  return composed;
}

}  // namespace lockstep::lessons
