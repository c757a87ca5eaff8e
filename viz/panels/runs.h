#pragma once

// Two runs of the program: the one in view and another one, from before an edit, in another order of threads, or of a
// second file. A list says where they differ; a key brings the other one into view, at the same place.

#include <memory>
#include <string>

#include "shared/replay/kept_place.h"
#include "shared/replay/line_map.h"
#include "viz/model/background.h"
#include "viz/model/run_answer.h"
#include "viz/panels/panel.h"

namespace lockstep::viz {

struct RunsView {
  std::unique_ptr<replay::Model> other;
  std::optional<replay::LineMap> lines;  // from the run in view to the other one; none: not yet made
  struct Followed {
    replay::Cursor here;    // of the run in view
    bool is_there = false;  // `other` is at its counterpart
  };
  std::optional<Followed> followed;
  RunNames names;
  bool shows_second = true;     // the run in view is the second of the comparison
  bool is_to_compare = true;    // request: once the recorded order is shown
  bool is_to_go_there = false;  // request: to the first difference, once it is known
  Background<query::RunDiff> work;
  std::optional<query::RunDiff> diff;
};

// Puts the other run beside the one in view, in place of the one before.
void PutBeside(Desk& desk, std::unique_ptr<replay::Model> other, RunNames names);

// The moment of a row of the list in the other run, if `recorded`, in the recorded order, is one.
std::optional<replay::Cursor> RowThere(const RunsView& runs, const replay::Cursor& recorded);
// The place in the other run that stands for one of the run in view; see GoToKept.
replay::KeptPlace PlaceThere(RunsView& runs, const replay::Model& model, const replay::Cursor& here);

// True while the runs are compared.
bool IsComparing(const Desk& desk);
// True while the list of differences is open.
bool ShowsDifferences(const Desk& desk);
// Opens the list of differences, or says why there is none.
void ShowDifferences(Desk& desk);

// The choice of the run in view, in the list's head; returns the end of it.
float DrawRunChoice(Desk& desk, ImVec2 at, float width);

// "12 of 64 recorded threads differ in launch 1 of `scale`: Shift D"; empty if there is no other run.
std::string RunsSay(const Desk& desk);

extern const Panel kRuns;

}  // namespace lockstep::viz
