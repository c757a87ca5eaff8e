#include "shared/replay/drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "shared/base/trimmed.h"
#include "shared/base/whole_number.h"

namespace lockstep::replay {
namespace {

constexpr std::size_t kMost = 40;

void Insert(std::vector<std::size_t>& columns, std::size_t column) {
  const auto at = std::ranges::lower_bound(columns, column);
  if (at == columns.end() || *at != column) columns.insert(at, column);
}

bool HasColumn(const DrawingRow& row, std::size_t column) {
  return std::ranges::any_of(
      row.cells, [&](const DrawingCell& cell) { return column >= cell.column && column < cell.column + cell.span; });
}

class DrawingReader {
 public:
  Expected<Drawing> Read(std::string_view text) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
      ++number_;
      const std::string_view words = Trimmed(line);
      if (words.empty()) continue;
      auto done = words.starts_with('>') ? Arrows(words.substr(1)) : Row(words);
      if (!done) return std::unexpected(done.error());
    }
    if (drawing_.rows.empty()) return FailHere("the drawing has no row `label: cells`");
    if (!drawing_.rows.back().arrows.empty()) return FailHere("the arrows lead to no row");
    return std::move(drawing_);
  }

 private:
  std::unexpected<Error> FailHere(const std::string& why) const {
    return Fail(fmt::format("{}: {}", std::max<std::size_t>(number_, 1), why));
  }

  Expected<void> Row(std::string_view words) {
    const std::size_t colon = words.find(':');
    if (colon == words.npos) return FailHere("a row is `label: cells`, and a line of arrows begins with `>`");
    DrawingRow row{.label = std::string(Trimmed(words.substr(0, colon)))};
    std::istringstream cells{std::string(words.substr(colon + 1))};
    std::size_t column = 0;
    for (std::string word; cells >> word;) {
      if (word == "|" || word == "||") {
        Insert(drawing_.gaps, column);
        if (word == "||") Insert(drawing_.bars, column);
        continue;
      }
      const std::optional<DrawingCell> cell = Cell(word, column);
      if (!cell) return FailHere(fmt::format("`{}` is as wide as 1 to {} cells", word, kMost));
      column += cell->span;
      if (word != ".") row.cells.push_back(*cell);
    }
    drawing_.columns = std::max(drawing_.columns, column);
    if (drawing_.columns > kMost || drawing_.rows.size() == kMost)
      return FailHere(fmt::format("a drawing has at most {} columns and {} rows", kMost, kMost));
    if (!drawing_.rows.empty())
      for (const DrawingArrow& arrow : drawing_.rows.back().arrows)
        if (!HasColumn(row, arrow.to))
          return FailHere(fmt::format("an arrow leads to column {}, which is not here", arrow.to));
    drawing_.rows.push_back(std::move(row));
    return {};
  }

  static std::optional<DrawingCell> Cell(std::string word, std::size_t column) {
    DrawingCell cell{.column = column};
    if (const std::size_t star = word.rfind('*'); star != word.npos && star > 0) {
      if (const auto span = WholeNumber<std::size_t>(std::string_view(word).substr(star + 1))) {
        if (*span == 0 || *span > kMost) return std::nullopt;
        cell.span = *span;
        word.resize(star);
      }
    }
    using enum DrawingCell::Look;
    if (word == "_") {
      cell.look = kEmpty;
      return cell;
    }
    if (word.size() > 1 && (word.back() == '!' || word.back() == '~')) {
      cell.look = word.back() == '!' ? kMarked : kOther;
      word.pop_back();
    }
    std::ranges::replace(word, '_', ' ');
    cell.text = word == " " ? "" : word;
    return cell;
  }

  Expected<void> Arrows(std::string_view words) {
    if (drawing_.rows.empty()) return FailHere("arrows come from the row above, and there is none");
    DrawingRow& row = drawing_.rows.back();
    std::istringstream pairs{std::string(words)};
    for (std::string pair; pairs >> pair;) {
      const std::size_t dash = pair.find('-');
      const auto from = WholeNumber<std::size_t>(pair.substr(0, dash));
      const auto to = dash == pair.npos ? std::nullopt : WholeNumber<std::size_t>(pair.substr(dash + 1));
      if (!from || !to) return FailHere(fmt::format("`{}` is no arrow: `0-2` goes from column 0 to column 2", pair));
      if (!HasColumn(row, *from)) return FailHere(fmt::format("the row above has no column {}", *from));
      row.arrows.push_back({*from, *to});
    }
    return {};
  }

  Drawing drawing_;
  std::size_t number_ = 0;
};

}  // namespace

Expected<Drawing> ReadDrawing(std::string_view text) { return DrawingReader().Read(text); }

}  // namespace lockstep::replay
