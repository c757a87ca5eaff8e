#include "viz/panels/runs.h"

#include <algorithm>

#include "viz/panels/controls.h"
#include "viz/panels/ink.h"
#include "viz/panels/order.h"
#include "viz/panels/query_view.h"

namespace lockstep::viz {
namespace {

constexpr std::size_t kMostThreads = 200;  // told of each launch

void Compare(const replay::Model& model, RunsView& runs) {
  runs.is_to_compare = false;
  const std::shared_ptr<replay::Model> other = runs.other->Fork();
  const auto compare = [other, shows_second = runs.shows_second](replay::Model& here, query::Progress& progress) {
    const query::DiffLimits limits{.threads = kMostThreads, .progress = &progress};
    return shows_second ? query::DiffRuns(*other, here, limits) : query::DiffRuns(here, *other, limits);
  };
  runs.work.Begin(model, compare);
  runs.work.WaitABit();
}

void Press(View& view, std::size_t which) {
  if (which == 0) return ShowDifferences(view.desk);
  if (view.desk.Find<RunsView>()) view.desk.requests.emplace_back(request::ExchangeRuns());
}

void PrepareRuns(View& view) {
  RunsView* const found = view.desk.Find<RunsView>();
  if (!found) return;
  RunsView& runs = *found;
  const bool is_as_recorded = !view.desk.Of<OrderView>().shown;
  if (runs.is_to_compare && is_as_recorded) Compare(*view.model, runs);
  auto diff = runs.work.Take();
  if (!diff) return;
  runs.diff = std::move(*diff);
  runs.followed.reset();
  if (ShowsDifferences(view.desk)) ShowDifferences(view.desk);
  QueryView& query = view.desk.Of<QueryView>();
  if (!std::exchange(runs.is_to_go_there, false) || !query.answer || query.answer->rows.empty()) return;
  query.chosen = 0;
  if (const auto& place = query.answer->rows.front().place)
    view.desk.requests.emplace_back(request::GoToMoment{*place});
}

}  // namespace

bool IsComparing(const Desk& desk) {
  const RunsView* runs = desk.Find<RunsView>();
  return runs && runs->work.is_running();
}

bool ShowsDifferences(const Desk& desk) {
  return desk.Of<QueryView>().answer && desk.Of<QueryView>().answer->compares_runs;
}

void PutBeside(Desk& desk, std::unique_ptr<replay::Model> other, RunNames names) {
  desk.Drop<RunsView>();
  RunsView& runs = desk.Of<RunsView>();
  runs.other = std::move(other);
  runs.names = std::move(names);
}

std::optional<replay::Cursor> RowThere(const RunsView& runs, const replay::Cursor& recorded) {
  return runs.diff ? OtherSide(*runs.diff, recorded, runs.shows_second) : std::nullopt;
}

replay::KeptPlace PlaceThere(RunsView& runs, const replay::Model& model, const replay::Cursor& here) {
  if (!runs.lines) runs.lines.emplace(model.recording(), runs.other->recording());
  return replay::PlaceIn(runs.other->recording(), *runs.lines, model, here);
}

void ShowDifferences(Desk& desk) {
  Answer answer{.question = "diff", .compares_runs = true};
  const RunsView* runs = desk.Find<RunsView>();
  if (!runs) {
    answer.notes = {
        "There is no other run to compare with. `lockstep debug` keeps the run before a saved edit, and `lockstep view "
        "NEW.lstrace --against OLD.lstrace` opens two recordings."};
  } else if (runs->diff) {
    answer = AnswerOf(*runs->diff, runs->names, runs->shows_second);
    for (AnswerRow& row : answer.rows)
      if (row.place) row.place = InShownOrder(desk, *row.place);
  } else {
    answer.notes = {desk.Of<OrderView>().shown ? "The runs are compared once the recorded order is shown (J)."
                                               : "The runs are being compared."};
  }
  desk.Of<QueryView>().chosen.reset();
  desk.Of<QueryView>().answer = std::move(answer);
}

float DrawRunChoice(Desk& desk, ImVec2 at, float width) {
  RunsView* const found = desk.Find<RunsView>();
  if (!found) return at.y;
  RunsView& runs = *found;
  const float room = width / 2 - desk.Units(24);
  const auto fit = [&](const std::string& name) { return std::string(FitText(desk.fonts.small, name, room)); };
  const std::string here = fit(runs.names.here), there = fit(runs.names.there);
  const int chosen = runs.shows_second ? 1 : 0;
  const std::vector<std::string> names = runs.shows_second ? std::vector{there, here} : std::vector{here, there};
  if (DrawChoice(desk, "run", at, names, chosen) != chosen) desk.requests.emplace_back(request::ExchangeRuns());
  return at.y + desk.Units(30);
}

std::string RunsSay(const Desk& desk) {
  const RunsView* runs = desk.Find<RunsView>();
  if (!runs) return "";
  return runs->diff ? Summary(*runs->diff) + ": Shift D" : "The runs are being compared.";
}

const Panel kRuns{.name = "runs",
                  .place = PanelPlace::kNowhere,
                  .group = "Questions",
                  .keys = {{{"Shift D", "Shift R"}, "where this run differs from the other one; the other one", Press}},
                  .prepare = PrepareRuns};

}  // namespace lockstep::viz
