#include "viz/model/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shared/query/format.h"
#include "shared/query/origin.h"
#include "shared/query/whynot.h"
#include "viz/model/table_words.h"

namespace lockstep::viz {
namespace {

std::string MomentText(const replay::Model& model, const replay::Cursor& place) {
  std::string text = model.recording().launches.size() > 1 ? fmt::format("launch {} · ", place.launch) : "";
  if (place.step > 0) text += fmt::format("step {} · ", place.step - 1);
  text += fmt::format("block {} thread {}", replay::Text(place.block), replay::Text(place.thread));
  if (place.line.number > 0) text += fmt::format(" · line {}", place.line.number);
  return text;
}

std::string ValueText(const query::Value& value) { return value.known() ? value.text : "no value"; }

bool IsSentence(std::string_view title) { return title == "what" || title == "and its line"; }

std::string RowText(const query::Table& table, const query::TableRow& row, std::size_t first) {
  std::string text;
  for (std::size_t i = first; i < table.columns.size(); ++i) {
    const std::string value = ValueText(row.values[i]);
    if (value.empty()) continue;
    text += text.empty() ? "" : IsSentence(table.columns[i]) ? "  →  " : "   ";
    text += IsSentence(table.columns[i]) ? value : Pair(table.columns[i], value);
  }
  while (text.ends_with('\n')) text.pop_back();  // of what a thread printed
  return text;
}

// A row of the log of events: number, launch, step, line, and then what happened. What the host does is no thread's; a
// custom list of columns does not say what is the host's.
AnswerRow OfEvent(const replay::Model& model, const query::Query& query, const query::TableRow& row,
                  const query::Table& table) {
  enum { kStep = 2, kLine = 3, kKind = 4, kCall = 5, kText = 6 };
  AnswerRow shown{.place = row.place};
  const bool is_usual = query.print.empty();
  const bool is_call = is_usual && row.values[kCall].known();
  if (row.values[kStep].known())
    shown.detail = MomentText(model, row.place);
  else if (row.values[kLine].known())
    shown.detail = fmt::format("{}line {}", is_call ? "host · " : "", row.values[kLine].text);
  shown.text = !is_usual ? RowText(table, row, kKind)
               : is_call ? row.values[kCall].text + "   " + row.values[kText].text
                         : row.values[kText].text;
  return shown;
}

// How many columns of a table are about its rows' moments.
std::size_t MomentColumns(const replay::Model& model, query::Form form) {
  if (form != query::Form::kRows && form != query::Form::kUses) return 0;
  return model.recording().launches.size() > 1 ? 5 : 4;
}

Answer OfTable(const replay::Model& model, const query::Query& query, const query::Table& table) {
  Answer answer{.notes = table.notes, .in_time_order = query.form != query::Form::kCount && !query.order};
  const bool counts = query.form == query::Form::kCount;
  // The moment's columns, which come first, are in the detail.
  const std::size_t first = counts ? 1 : MomentColumns(model, query.form);
  for (const query::TableRow& row : table.rows) {
    if (query.form == query::Form::kEvents) {
      answer.rows.push_back(OfEvent(model, query, row, table));
      continue;
    }
    if (IsInWords(query.form)) {
      answer.rows.push_back(RowInWords(query, table, row, MomentText(model, row.place)));
      continue;
    }
    AnswerRow shown{.detail = MomentText(model, row.place), .place = row.place};
    shown.text = RowText(table, row, first);
    if (counts) shown.text = fmt::format("{} ×   {}", row.values[0].text, shown.text);
    if (counts) shown.detail = "first: " + shown.detail;
    answer.rows.push_back(std::move(shown));
  }
  const std::string_view noun = counts                               ? "group"
                                : query.form == query::Form::kEvents ? "event"
                                : IsInWords(query.form)              ? NounOf(query.form)
                                                                     : "moment";
  answer.count = fmt::format("{} {}{}", table.rows.size(), noun, table.rows.size() == 1 ? "" : "s");
  return answer;
}

void AddLink(const replay::Model& model, const query::Link& link, std::size_t depth, Answer& answer) {
  AnswerRow row{.text = link.place, .depth = depth};
  if (!link.value.empty()) row.text += " = " + link.value;
  const auto add = [&](const std::string& part) {
    if (!part.empty()) row.detail += (row.detail.empty() ? "" : "\n") + part;
  };
  add(link.statement.empty() || link.numbers.empty() ? link.statement : link.statement + "  →  " + link.numbers);
  add(query::NoteOf(link));
  if (link.has_moment) row.place = link.moment;
  if (link.has_moment) add(MomentText(model, link.moment));
  answer.rows.push_back(std::move(row));
  for (const query::Link& input : link.inputs) AddLink(model, input, depth + 1, answer);
}

bool IsUnwritten(const query::Link& link) {
  return link.kind == query::LinkKind::kUnwritten || link.kind == query::LinkKind::kHost;
}

Expected<Answer> Origin(replay::Model& model, const query::Query& query, const replay::Cursor& at) {
  auto link = query::FindOrigin(model, *query.target, at);
  Answer answer;
  if (!link || IsUnwritten(*link)) {
    auto last = query::FindOrigin(model, *query.target, std::nullopt);
    if (last && !IsUnwritten(*last)) {
      link = std::move(last);
      answer.notes.emplace_back("Nobody has written it by the moment in view: this is its value at the end.");
    }
  }
  if (!link) return std::unexpected(link.error());
  AddLink(model, *link, 0, answer);
  answer.count = fmt::format("{} link{}", answer.rows.size(), answer.rows.size() == 1 ? "" : "s");
  return answer;
}

Expected<Answer> Reasons(replay::Model& model, const query::Query& query, const replay::Cursor& at) {
  const auto reasons = query::FindWhyNot(model, *query.target, at);
  if (!reasons) return std::unexpected(reasons.error());
  Answer answer{.is_prose = true};
  for (const query::Reason& reason : *reasons) {
    AnswerRow row{.text = reason.sentence};
    if (reason.has_moment) row.place = reason.moment;
    if (reason.has_moment) row.detail = MomentText(model, reason.moment);
    answer.rows.push_back(std::move(row));
  }
  return answer;
}

Expected<Answer> Table(replay::Model& model, const query::Query& query, const replay::Cursor& at,
                       query::Progress* progress) {
  const auto table = query::Run(model, query, at, {.progress = progress});
  if (!table) return std::unexpected(table.error());
  return OfTable(model, query, *table);
}

std::pair<std::uint32_t, replay::Position> TimeOf(const replay::Cursor& cursor) { return {cursor.launch, cursor.step}; }

}  // namespace

Expected<Answer> AnswerTo(replay::Model& model, const query::Query& query, const replay::Cursor& at,
                          query::Progress* progress) {
  auto answer = query.form == query::Form::kWhy      ? Origin(model, query, at)
                : query.form == query::Form::kWhyNot ? Reasons(model, query, at)
                                                     : Table(model, query, at, progress);
  if (answer) answer->question = query.text;
  return answer;
}

bool IsAt(const AnswerRow& row, const replay::Cursor& cursor) {
  return row.place && TimeOf(*row.place) == TimeOf(cursor) && row.place->block == cursor.block &&
         row.place->thread == cursor.thread;
}

std::optional<std::size_t> NextRow(const Answer& answer, const replay::Cursor& from, std::optional<std::size_t> chosen,
                                   bool forward) {
  const auto& rows = answer.rows;
  const bool stands = chosen && *chosen < rows.size() && IsAt(rows[*chosen], from);
  const auto follows = [&](std::size_t i) {
    if (!rows[i].place) return false;
    if (stands || (chosen && !answer.in_time_order)) return forward ? i > *chosen : i < *chosen;
    if (!answer.in_time_order) return true;
    return forward ? TimeOf(*rows[i].place) > TimeOf(from) : TimeOf(*rows[i].place) < TimeOf(from);
  };
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const std::size_t i = forward ? n : rows.size() - 1 - n;
    if (follows(i)) return i;
  }
  return std::nullopt;
}

}  // namespace lockstep::viz
