// A comparison as text and as JSON.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "shared/base/printable.h"
#include "shared/report/compare.h"

namespace lockstep::report {
namespace {

using Json = nlohmann::ordered_json;

bool IsFloat(ElementKind element) { return element >= ElementKind::kFloat16; }

std::string FormatCell(const Comparison& comparison, const PairResult& pair, const CellDifference& cell) {
  return fmt::format("at {}: {} ({}), {} ({})", FormatIndex(cell.cell, pair.shape), cell.a, comparison.a, cell.b,
                     comparison.b);
}

// True if there is a largest difference: bytes and structs are only equal or not.
bool HasLargest(const PairResult& pair) { return pair.element != ElementKind::kBytes; }

std::string FormatPair(const Comparison& comparison, const PairResult& pair) {
  std::string text = Printable(FormatVerdict(pair)) + "\n";
  if (pair.different == 0) return text;
  text += fmt::format("       first difference {}\n", Printable(FormatCell(comparison, pair, pair.first)));
  if (HasLargest(pair) && pair.largest.cell != pair.first.cell)
    text += fmt::format("       largest difference {}\n", Printable(FormatCell(comparison, pair, pair.largest)));
  return text;
}

std::string_view WordOf(Outcome outcome) {
  constexpr std::string_view kWords[] = {"equal", "close", "different", "unlike", "missing"};
  return kWords[static_cast<int>(outcome)];
}

Json ToJson(const PairResult& pair, const CellDifference& cell) {
  if (pair.different == 0) return nullptr;
  Json json = {{"cell", cell.cell}, {"index", FormatIndex(cell.cell, pair.shape)}};
  const bool has_amount =
      pair.element != ElementKind::kBytes && !(IsFloat(pair.element) && cell.difference == kNotANumber);
  json["difference"] = has_amount ? Json(cell.difference) : Json(nullptr);
  json["a"] = cell.a;
  json["b"] = cell.b;
  return json;
}

}  // namespace

std::string FormatType(const PairResult& pair) {
  std::string text = pair.type.empty() ? std::string(Word(pair.element)) : pair.type;
  for (std::uint64_t extent : pair.shape) text += fmt::format("[{}]", extent);
  return text;
}

std::string FormatAmount(const PairResult& pair, std::uint64_t difference) {
  if (difference == kNotANumber && IsFloat(pair.element)) return "a NaN against a number";
  if (IsFloat(pair.element)) return fmt::format("{} ULP", difference);
  return fmt::format("{}", difference);
}

std::string FormatVerdict(const PairResult& pair) {
  switch (pair.outcome) {
    case Outcome::kEqual: return "equal";
    case Outcome::kUnlike: return "cannot be compared: " + pair.why;
    case Outcome::kMissing: return "missing: " + pair.why;
    case Outcome::kClose:
    case Outcome::kDifferent: break;
  }
  std::string text = fmt::format("{}: {} of {} cells", pair.outcome == Outcome::kClose ? "close" : "differs",
                                 pair.different, pair.cells);
  if (HasLargest(pair)) text += fmt::format(", largest difference {}", FormatAmount(pair, pair.largest.difference));
  return text;
}

std::string FormatSummary(const Comparison& comparison) {
  if (comparison.pairs.empty()) {
    return "nothing to compare: neither side copied anything back from the device or published anything";
  }
  const auto count = [&](Outcome outcome) {
    return std::ranges::count(comparison.pairs, outcome, &PairResult::outcome);
  };
  std::string text = fmt::format("{} {} compared: {} equal", comparison.pairs.size(),
                                 comparison.pairs.size() == 1 ? "capture" : "captures", count(Outcome::kEqual));
  const auto add = [&](Outcome outcome, std::string_view word) {
    if (count(outcome) != 0) text += fmt::format(", {} {}", count(outcome), word);
  };
  add(Outcome::kClose, "close");
  add(Outcome::kDifferent, "different");
  add(Outcome::kUnlike, "not comparable");
  add(Outcome::kMissing, "on one side only");
  return text;
}

std::string FormatIndex(std::uint64_t cell, const std::vector<std::uint64_t>& shape) {
  std::string text;
  for (std::size_t i = shape.size(); i > 1; --i) {
    const std::uint64_t extent = std::max<std::uint64_t>(shape[i - 1], 1);
    text.insert(0, fmt::format("[{}]", cell % extent));
    cell /= extent;
  }
  return fmt::format("[{}]", cell) + text;
}

std::string FormatComparison(const Comparison& comparison, bool color) {
  // A single long name must not widen the column for all others.
  constexpr std::size_t kWidest = 60;
  std::size_t name_width = 1, type_width = 1;
  for (const PairResult& pair : comparison.pairs) {
    name_width = std::max(name_width, std::min(kWidest, pair.name.size()));
    type_width = std::max(type_width, std::min(kWidest, FormatType(pair).size()));
  }
  std::string text;
  for (const PairResult& pair : comparison.pairs) {
    const bool good = pair.outcome == Outcome::kEqual || pair.outcome == Outcome::kClose;
    const std::string_view begin = !color ? "" : good ? "\x1b[32m" : "\x1b[31m", end = color ? "\x1b[0m" : "";
    text += fmt::format("{:>4}  {:<{}}  {:<{}}  {}{}{}", pair.number, pair.name.empty() ? "?" : Printable(pair.name),
                        name_width, Printable(FormatType(pair)), type_width, begin, FormatPair(comparison, pair), end);
  }
  const auto note = [&](const std::string& side) {
    text += Printable(fmt::format("{} ended early: what follows is missing", side)) + "\n";
  };
  if (!comparison.complete_a) note(comparison.a);
  if (!comparison.complete_b) note(comparison.b);
  return text + FormatSummary(comparison) + "\n";
}

std::string ComparisonAsJson(const Comparison& comparison) {
  Json pairs = Json::array();
  for (const PairResult& pair : comparison.pairs) {
    pairs.push_back({{"number", pair.number},
                     {"name", pair.name},
                     {"element", Word(pair.element)},
                     {"type", pair.type},
                     {"shape", pair.shape},
                     {"outcome", WordOf(pair.outcome)},
                     {"why", pair.why},
                     {"cells", pair.cells},
                     {"different", pair.different},
                     {"first", ToJson(pair, pair.first)},
                     {"largest", ToJson(pair, pair.largest)}});
  }
  const Json json = {{"schema", 1},
                     {"same", comparison.Same()},
                     {"a", {{"side", comparison.a}, {"complete", comparison.complete_a}}},
                     {"b", {{"side", comparison.b}, {"complete", comparison.complete_b}}},
                     {"pairs", std::move(pairs)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lockstep::report
