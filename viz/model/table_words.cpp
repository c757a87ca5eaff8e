#include "viz/model/table_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/query/forms.h"

namespace lockstep::viz {
namespace {

using query::Form;

constexpr std::string_view kBetween = "   ", kNoValue = "no\u00a0value";

// A row whose values are asked for by their columns' titles.
class Named {
 public:
  Named(const query::Table& table, const query::TableRow& row) : table_(table), row_(row) {}

  // Empty without a value.
  std::string operator[](std::string_view title) const {
    const auto column = std::ranges::find(table_.columns, title);
    if (column == table_.columns.end()) return "";
    const query::Value& value = row_.values[static_cast<std::size_t>(column - table_.columns.begin())];
    return value.known() ? value.text : "";
  }

  // The columns from this one on, which the query asked for.
  std::string From(std::size_t first) const {
    std::string text;
    for (std::size_t i = first; i < table_.columns.size(); ++i) {
      const query::Value& value = row_.values[i];
      text += std::string(kBetween) + Pair(table_.columns[i], value.known() ? value.text : std::string(kNoValue));
    }
    return text;
  }

 private:
  const query::Table& table_;
  const query::TableRow& row_;
};

std::string Times(std::string_view count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == "1" ? "" : "s");
}

AnswerRow OfHits(const Named& row, const std::string& moment) {
  AnswerRow shown{.text = fmt::format("line {}{}{}", row["line"], kBetween, row["source"])};
  shown.detail = row["times"] == "0"
                     ? "no recorded thread came to it"
                     : fmt::format("{} by {}, on average {} at once\nfirst: {}", Times(row["times"], "time"),
                                   Times(row["threads"], "thread"), Times(row["lanes"], "lane"), moment);
  return shown;
}

AnswerRow OfThread(const query::Query& query, const Named& row) {
  constexpr std::size_t kOwn = 4;  // columns that the query does not name: thread, lane, line, state
  const bool is_grid = query.scope == query::Scope::kGrid;
  AnswerRow shown{.text = "thread\u00a0" + row["thread"] + row.From(kOwn + (is_grid ? 1 : 0))};
  if (is_grid) shown.detail = "block " + row["block"] + " · ";
  shown.detail += fmt::format("lane {} · {}", row["lane"], row["state"]);
  if (const std::string line = row["line"]; !line.empty()) shown.detail += " · line " + line;
  return shown;
}

AnswerRow OfRound(const Named& row, const std::string& moment) {
  constexpr std::size_t kOwn = 2;  // iteration, step
  return {.text = "round\u00a0" + row["iteration"] + row.From(kOwn), .detail = moment};
}

AnswerRow OfChange(const Named& row) {
  const std::string then = row["then"], now = row["now"], difference = row["difference"];
  const auto or_none = [](const std::string& value) { return value.empty() ? std::string(kNoValue) : value; };
  if (then == now) return {.text = Pair(row["name"], or_none(now)), .detail = "unchanged"};
  AnswerRow shown{.text = fmt::format("{}:  {}  →  {}", row["name"], or_none(then), or_none(now))};
  if (!difference.empty()) shown.detail = "difference: " + difference;
  return shown;
}

AnswerRow OfPhase(const Named& row) {
  AnswerRow shown{.text = fmt::format("phase {} of block {}", row["phase"], row["block"])};
  if (const std::string launch = row["launch"]; !launch.empty()) shown.text += " in launch " + launch;
  shown.detail = fmt::format("steps {} to {}", row["from"], row["to"]);
  if (row["arrived"].empty()) {
    shown.detail += ", with no barrier at its end";
    return shown;
  }
  shown.detail += fmt::format("\nbarrier on line {}: {} came, {} first; {} last, {} later", row["line"],
                              Times(row["arrived"], "thread"), row["first"], row["last"], Times(row["lag"], "step"));
  return shown;
}

AnswerRow OfRace(const Named& row, const std::string& moment) {
  std::string sides = row["what"];
  if (const std::size_t between = sides.find("; "); between != std::string::npos) sides.replace(between, 2, "\n");
  return {.text = fmt::format("{}:  {}", row["place"], row["kind"]),
          .detail = fmt::format("{}\nmissing: {}\nin the other order: {}\n{}", sides, row["missing"],
                                row["other order"], moment)};
}

}  // namespace

std::string Pair(std::string_view name, std::string_view value) {
  return fmt::format("{}\u00a0=\u00a0{}", name, value);
}

bool IsInWords(Form form) { return !NounOf(form).empty(); }

AnswerRow RowInWords(const query::Query& query, const query::Table& table, const query::TableRow& row,
                     const std::string& moment) {
  const Named named(table, row);
  AnswerRow shown = query.form == Form::kHits      ? OfHits(named, moment)
                    : query.form == Form::kThreads ? OfThread(query, named)
                    : query.form == Form::kLoop    ? OfRound(named, moment)
                    : query.form == Form::kSince   ? OfChange(named)
                    : query.form == Form::kPhases  ? OfPhase(named)
                                                   : OfRace(named, moment);
  // All changes are those of one moment: none of them leads anywhere else.
  if (query.form != Form::kSince) shown.place = row.place;
  return shown;
}

std::string_view NounOf(Form form) {
  const query::FormRow* row = query::FindForm(form);
  return row ? row->noun : "";
}

}  // namespace lockstep::viz
