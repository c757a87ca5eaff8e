#include "viz/panels/runs.h"

#include <algorithm>

#include "viz/panels/ink.h"
#include "viz/panels/order.h"

namespace lockstep::viz {
namespace {

constexpr std::size_t kMostThreads = 200;  // told of each launch

bool ShowsDifferences(const Desk& desk) { return desk.query.answer && desk.query.answer->compares_runs; }

// Moves the other model to the moment that stands for the one in view. False if the thread never comes there.
bool FollowThere(const replay::Model& model, const replay::Cursor& here, const replay::Cursor& recorded,
                 RunsView& runs) {
  replay::Model& other = *runs.other;
  if (const auto row = RowThere(runs, recorded)) {
    other.MoveTo(*row);
    return true;
  }
  const replay::KeptPlace place = PlaceThere(runs, model, here);
  const auto& launches = other.recording().launches;
  const auto launch = std::ranges::find(launches, place.launch, &trace::RecordedLaunch::number);
  if (launch == launches.end()) return false;
  const auto index = static_cast<std::uint32_t>(launch - launches.begin());
  if (other.launch_place() != index || place.line == 0) other.MoveTo(index, 0);
  if (place.line == 0) return true;  // before the thread's first line
  const auto found = replay::FindKept(other, place);
  if (found) other.MoveTo(*found);
  return found.has_value();
}

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
  if (view.desk.runs) view.desk.runs->is_to_exchange = true;
}

void PrepareRuns(View& view) {
  if (!view.desk.runs) return;
  RunsView& runs = *view.desk.runs;
  const bool is_as_recorded = !view.desk.order || !view.desk.order->shown;
  if (runs.is_to_compare && is_as_recorded) Compare(*view.model, runs);
  auto diff = runs.work.Take();
  if (!diff) return;
  runs.diff = std::move(*diff);
  runs.followed.reset();
  if (ShowsDifferences(view.desk)) ShowDifferences(view.desk);
  if (std::exchange(runs.is_to_go_there, false) && view.desk.query.answer && !view.desk.query.answer->rows.empty()) {
    view.desk.query.chosen = 0;
    view.desk.query.go = view.desk.query.answer->rows.front().place;
  }
}

}  // namespace

void PutBeside(Desk& desk, std::unique_ptr<replay::Model> other, RunNames names) {
  desk.runs = std::make_shared<RunsView>();
  desk.runs->other = std::move(other);
  desk.runs->names = std::move(names);
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
  if (!desk.runs) {
    answer.notes = {
        "There is no other run to compare with. `lockstep debug` keeps the run before a saved edit, and `lockstep view "
        "NEW.lstrace --against OLD.lstrace` opens two recordings."};
  } else if (desk.runs->diff) {
    answer = AnswerOf(*desk.runs->diff, desk.runs->names, desk.runs->shows_second);
    for (AnswerRow& row : answer.rows)
      if (row.place) row.place = InShownOrder(desk, *row.place);
  } else {
    answer.notes = {desk.order && desk.order->shown ? "The runs are compared once the recorded order is shown (J)."
                                                    : "The runs are being compared."};
  }
  desk.query.chosen.reset();
  desk.query.answer = std::move(answer);
}

std::optional<ThreadBeside> RunBeside(const replay::Model& model, const Selection& selection, Desk& desk) {
  if (!desk.runs || !ShowsDifferences(desk)) return std::nullopt;
  RunsView& runs = *desk.runs;
  const replay::Cursor& here = selection;
  const auto is_same = [&](const replay::Cursor& at) {
    return at.launch == here.launch && at.step == here.step && at.block == here.block && at.thread == here.thread;
  };
  if (!runs.followed || !is_same(runs.followed->here))
    runs.followed = {here, FollowThere(model, here, InRecordedOrder(desk, here), runs)};
  return ThreadBeside{.letter = 0,
                      .place = {here.block, here.thread},
                      .model = runs.followed->is_there ? runs.other.get() : nullptr,
                      .run = runs.names.there};
}

float DrawRunChoice(Desk& desk, ImVec2 at, float width) {
  if (!desk.runs) return at.y;
  RunsView& runs = *desk.runs;
  const float room = width / 2 - desk.Units(24);
  const auto fit = [&](const std::string& name) { return std::string(FitText(desk.fonts.small, name, room)); };
  const std::string here = fit(runs.names.here), there = fit(runs.names.there);
  const int chosen = runs.shows_second ? 1 : 0;
  const std::vector<std::string> names = runs.shows_second ? std::vector{there, here} : std::vector{here, there};
  if (DrawChoice(desk, "run", at, names, chosen) != chosen) runs.is_to_exchange = true;
  return at.y + desk.Units(30);
}

std::string RunsSay(const Desk& desk) {
  if (!desk.runs) return "";
  return desk.runs->diff ? Summary(*desk.runs->diff) + ": Shift D" : "The runs are being compared.";
}

const Panel kRuns{.name = "runs",
                  .place = Place::kNowhere,
                  .group = "Questions",
                  .keys = {{{"Shift D", "Shift R"}, "where this run differs from the other one; the other one", Press}},
                  .prepare = PrepareRuns};

}  // namespace lockstep::viz
