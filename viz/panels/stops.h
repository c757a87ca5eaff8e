#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "shared/query/place.h"
#include "shared/replay/arrays.h"
#include "shared/replay/stepping.h"
#include "viz/edit/text_editor.h"
#include "viz/model/hit_finder.h"
#include "viz/panels/panel.h"
#include "viz/panels/query_view.h"

namespace lockstep::viz {

// Breakpoints, and the field in which one of them is typed.
struct StopsView {
  HitFinder finder;
  std::optional<replay::Direction> run;  // request: to the next hit, once all are known
  std::optional<int> editing;            // the breakpoint whose text is in the field; 0: a new one
  TextEditor field;
  std::string problem;                    // of the text in the field
  std::optional<std::size_t> problem_at;  // the place in it
  WordList words;
  std::map<int, std::vector<query::Piece>> cells;  // of breakpoints for cells, by their ids; for one launch
  std::uint32_t cells_of = 0xffffffff;
  std::map<int, Area> rows;  // areas of their texts in this frame, by their ids; 0: the row for a new one
};

// The breakpoints as a list: what each stops at or logs, how often, and a field to change it. Each is a query
// (shared/query/hits.h).
void DrawStops(const replay::Model& model, Selection& selection, Desk& desk, Area area);

// Types a breakpoint's text: 0 is a new one, which begins with `text`.
void EditStop(const Breakpoints& breakpoints, Desk& desk, int id, std::string_view text = {});

// Goes to the next hit in this direction, now or once all hits are known; to the launch's end or start if there is
// none.
void RunTo(replay::Model& model, Selection& selection, Desk& desk, replay::Direction direction);

// "12 hits", "the 3rd of 12 hits", "searching 40 %", or why there are none.
std::string DescribeHits(const HitFinder& finder, const Breakpoint& breakpoint, replay::Position moment);

// The marks in the margin of the source at a line.
enum class StopMark : std::uint8_t { kNone, kPlain, kConditional, kLog };
StopMark MarkOf(const Breakpoint* breakpoint);
// A disc; with a condition a disc with a hole; a diamond for a log point; only its edge if it is off.
// Pale if it is never hit.
void DrawStopMark(const Desk& desk, ImVec2 center, const Breakpoint& breakpoint, bool is_never_hit = false);
// True once it is known that no thread ever comes to it in this launch.
bool IsNeverHit(const HitFinder& finder, const Breakpoint& breakpoint);

// The array's cells, or some of them, for which there is a breakpoint that is on.
std::set<std::uint64_t> CellsWithStops(const replay::Model& model, const Selection& selection, Desk& desk,
                                       const replay::ArrayInfo& array);
void DrawStopOnCell(const Desk& desk, Area cell);

extern const Panel kStops;

}  // namespace lockstep::viz
