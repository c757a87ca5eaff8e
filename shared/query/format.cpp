#include "shared/query/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "shared/base/printable.h"
#include "shared/query/step_row.h"

namespace lockstep::query {
namespace {

using Json = nlohmann::ordered_json;
using replay::Text;

constexpr std::size_t kWidest = 60;  // of a column, in bytes; the last one has no limit

std::string CellText(const Value& value) { return Printable(value.known() ? value.text : "-"); }

std::string TableAsText(const Table& table) {
  std::vector<std::size_t> widths;
  std::vector<bool> is_number(table.columns.size(), true);
  for (const std::string& title : table.columns) widths.push_back(Printable(title).size());
  for (const TableRow& row : table.rows)
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      widths[i] = std::max(widths[i], CellText(row.values[i]).size());
      if (row.values[i].known() && !row.values[i].number) is_number[i] = false;
    }
  std::string text;
  const auto add_line = [&](const auto& cell_of) {
    std::string line;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const bool is_last = i + 1 == table.columns.size();
      const std::size_t width = is_last && !is_number[i] ? 0 : std::min(widths[i], kWidest);
      line += is_number[i] ? fmt::format("{:>{}}", cell_of(i), width) : fmt::format("{:<{}}", cell_of(i), width);
      if (!is_last) line += "  ";
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  };
  if (!table.rows.empty()) add_line([&](std::size_t i) { return Printable(table.columns[i]); });
  for (const TableRow& row : table.rows) add_line([&](std::size_t i) { return CellText(row.values[i]); });
  if (table.rows.empty()) text += "no recorded step fits\n";
  for (const std::string& note : table.notes) text += "note: " + Printable(note) + "\n";
  return text;
}

Json NumberAsJson(const replay::Number& number) {
  if (number.kind() == replay::Number::Kind::kBool) return number.IsTrue();
  // JSON has neither NaN nor infinity: they stay texts.
  if (number.IsFloating()) return std::isfinite(number.AsDouble()) ? Json(number.AsDouble()) : Json(number.Text());
  if (number.kind() == replay::Number::Kind::kUnsignedLong) return static_cast<std::uint64_t>(number.AsSigned());
  return number.AsSigned();
}

Json ValueAsJson(const Value& value) {
  if (!value.known()) return nullptr;
  if (value.number) return NumberAsJson(*value.number);
  return value.text;
}

Json RowAsJson(const Table& table, const TableRow& row) {
  Json json = Json::object();
  for (std::size_t i = 0; i < table.columns.size(); ++i) json[table.columns[i]] = ValueAsJson(row.values[i]);
  return json;
}

// Bytes of a program's texts that are not UTF-8 become U+FFFD.
std::string Dump(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string AsCsv(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string CsvLine(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) line += (i ? "," : "") + AsCsv(cells[i]);
  return line + "\r\n";
}

Json MomentAsJson(const replay::Cursor& moment) {
  return {{"launch", moment.launch},
          {"step", StepBefore(moment)},
          {"block", Text(moment.block)},
          {"thread", Text(moment.thread)},
          {"line", moment.line.number}};
}

std::string MomentAsText(const replay::Cursor& moment) {
  return fmt::format("launch {}, step {}, block {}, thread {}, line {}", moment.launch, StepBefore(moment),
                     Text(moment.block), Text(moment.thread), moment.line.number);
}

std::string_view Word(LinkKind kind) {
  switch (kind) {
    case LinkKind::kComputed: return "computed";
    case LinkKind::kCopied: return "copied";
    case LinkKind::kReturned: return "returned";
    case LinkKind::kBrought: return "brought";
    case LinkKind::kArgument: return "argument";
    case LinkKind::kIndex: return "index";
    case LinkKind::kHost: return "host";
    case LinkKind::kUnwritten: return "unwritten";
    case LinkKind::kUnrecorded: return "unrecorded";
    case LinkKind::kEarlier: return "earlier";
    case LinkKind::kMore: return "more";
    case LinkKind::kParts: return "parts";
    case LinkKind::kNotFollowed: return "not followed";
  }
  return "";
}

void AddLink(const Link& link, const std::string& first, const std::string& rest, std::string& text) {
  text += first + Printable(link.place);
  if (!link.value.empty()) text += " = " + Printable(link.value);
  if (const std::string note = NoteOf(link); !note.empty()) text += ": " + Printable(note);
  text += "\n";
  const std::string inner = rest + (link.inputs.empty() ? "    " : "│   ");
  if (!link.statement.empty())
    text += inner + Printable(link.statement) + (link.numbers.empty() ? "" : "    that is " + Printable(link.numbers)) +
            "\n";
  if (link.has_moment) text += inner + MomentAsText(link.moment) + "\n";
  for (std::size_t i = 0; i < link.inputs.size(); ++i) {
    const bool is_last = i + 1 == link.inputs.size();
    AddLink(link.inputs[i], rest + (is_last ? "└── " : "├── "), rest + (is_last ? "    " : "│   "), text);
  }
}

Json LinkAsJson(const Link& link) {
  Json json{{"kind", Word(link.kind)}, {"place", link.place}, {"value", link.value}};
  if (!link.statement.empty()) json["statement"] = link.statement;
  if (!link.numbers.empty()) json["numbers"] = link.numbers;
  if (const std::string note = NoteOf(link); !note.empty()) json["note"] = note;
  if (link.has_moment) json["moment"] = MomentAsJson(link.moment);
  if (link.inputs.empty()) return json;
  json["inputs"] = Json::array();
  for (const Link& input : link.inputs) json["inputs"].push_back(LinkAsJson(input));
  return json;
}

// Calls `act` for the link and all below it, with its depth.
template <class Act>
void ForAll(const Link& link, std::size_t depth, const Act& act) {
  act(link, depth);
  for (const Link& input : link.inputs) ForAll(input, depth + 1, act);
}

std::string OriginAsCsv(const Link& link) {
  std::string text = CsvLine(
      {"depth", "kind", "place", "value", "launch", "step", "block", "thread", "line", "statement", "numbers", "note"});
  ForAll(link, 0, [&](const Link& one, std::size_t depth) {
    std::vector<std::string> cells{std::to_string(depth), std::string(Word(one.kind)), one.place, one.value};
    if (one.has_moment) {
      const auto& at = one.moment;
      cells.insert(cells.end(), {std::to_string(at.launch), std::to_string(StepBefore(at)), Text(at.block),
                                 Text(at.thread), std::to_string(at.line.number)});
    } else {
      cells.resize(cells.size() + 5);
    }
    cells.insert(cells.end(), {one.statement, one.numbers, NoteOf(one)});
    text += CsvLine(cells);
  });
  return text;
}

Json ReasonAsJson(const Reason& reason) {
  Json json{{"sentence", reason.sentence}};
  if (reason.has_moment) json["moment"] = MomentAsJson(reason.moment);
  return json;
}

}  // namespace

std::string NoteOf(const Link& link) {
  if (link.kind == LinkKind::kEarlier)
    return fmt::format("its value from the round before; written {} times until then", link.rounds);
  return link.note;
}

std::string FormatTable(const Table& table, Format format) {
  std::string text;
  switch (format) {
    case Format::kText: return TableAsText(table);
    case Format::kJson: {
      Json rows = Json::array();
      for (const TableRow& row : table.rows) rows.push_back(RowAsJson(table, row));
      return Dump({{"columns", table.columns}, {"selected", table.selected}, {"notes", table.notes}, {"rows", rows}},
                  1);
    }
    case Format::kJsonLines:
      for (const TableRow& row : table.rows) text += Dump(RowAsJson(table, row));
      return text;
    case Format::kCsv:
      text = CsvLine(table.columns);
      for (const TableRow& row : table.rows) {
        std::vector<std::string> cells;
        for (const Value& value : row.values) cells.push_back(value.known() ? value.text : "");
        text += CsvLine(cells);
      }
      return text;
  }
  return text;
}

std::string FormatOrigin(const Link& link, Format format) {
  std::string text;
  switch (format) {
    case Format::kText: AddLink(link, "", "", text); return text;
    case Format::kJson: return Dump(LinkAsJson(link), 1);
    case Format::kJsonLines:
      ForAll(link, 0, [&](const Link& one, std::size_t depth) {
        Link alone = one;
        alone.inputs.clear();
        Json json = LinkAsJson(alone);
        json["depth"] = depth;
        text += Dump(json);
      });
      return text;
    case Format::kCsv: return OriginAsCsv(link);
  }
  return text;
}

std::string FormatReasons(const std::vector<Reason>& reasons, Format format) {
  std::string text;
  Json all = Json::array();
  if (format == Format::kCsv) text = CsvLine({"sentence", "launch", "step", "block", "thread", "line"});
  for (const Reason& reason : reasons) {
    const replay::Cursor& at = reason.moment;
    switch (format) {
      case Format::kText:
        text +=
            Printable(reason.sentence) + "\n" + (reason.has_moment ? "    " + MomentAsText(at) + "\n" : std::string());
        break;
      case Format::kJson: all.push_back(ReasonAsJson(reason)); break;
      case Format::kJsonLines: text += Dump(ReasonAsJson(reason)); break;
      case Format::kCsv: {
        std::vector<std::string> cells{reason.sentence, "", "", "", "", ""};
        if (reason.has_moment)
          cells = {reason.sentence, std::to_string(at.launch), std::to_string(StepBefore(at)),
                   Text(at.block),  Text(at.thread),           std::to_string(at.line.number)};
        text += CsvLine(cells);
        break;
      }
    }
  }
  return format == Format::kJson ? Dump(all, 1) : text;
}

}  // namespace lockstep::query
