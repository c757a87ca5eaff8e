#include "viz/panels/cell_keys.h"

#include <algorithm>
#include <array>
#include <ranges>

#include "shared/replay/arrays.h"
#include "shared/replay/choose.h"
#include "shared/replay/headline.h"
#include "viz/panels/query_bar.h"
#include "viz/panels/system_clipboard.h"

namespace lockstep::viz {
namespace {

// The array of the chosen cell; none if no cell is chosen, or it is not in the array any more.
std::optional<replay::ArrayInfo> ArrayOfCell(const View& view) {
  const auto& cell = view.selection.cell;
  auto array = cell ? replay::DescribeArray(*view.model, cell->object) : std::nullopt;
  return array && cell->index < array->count ? array : std::nullopt;
}

// `which` 0: the write before the one that is in view; 1: the next one.
void GoToWrite(View& view, std::size_t which) {
  const replay::Model& model = *view.model;
  const auto array = ArrayOfCell(view);
  if (!array) return;
  const auto& cell = view.selection.cell;
  const std::uint64_t begin = cell->index * array->element_size, end = begin + array->element_size;
  const auto writes = [&](replay::StepIndex i) {
    const trace::Step& step = model.launch().steps[i];
    return step.offset < end && begin < std::uint64_t{step.offset} + step.size;
  };
  const auto steps = model.index().WritesTo(cell->object);
  const auto after = std::ranges::lower_bound(steps, model.position());
  std::optional<replay::StepIndex> found;
  if (which == 1) {
    const auto next = std::find_if(after, steps.end(), writes);
    if (next != steps.end()) found = *next;
  } else {
    for (auto it = after; it != steps.begin() && !found;) {
      --it;
      if (writes(*it) && *it + 1 < model.position()) found = *it;
    }
  }
  if (found) view.desk.query.go = replay::MomentAfter(model, *found);
}

void AskAboutCell(View& view, std::size_t which) {
  static constexpr std::array<std::string_view, 3> kQuestions = {"accesses of ", "why ", "uses of "};
  const auto array = ArrayOfCell(view);
  if (!array || view.desk.present.is_on) return;
  Ask(*view.model, view.selection, view.desk,
      std::string(kQuestions[which]) + replay::NameCell(*array, view.selection.cell->index));
}

void CopyCell(View& view, std::size_t) {
  const auto array = ArrayOfCell(view);
  if (!array) return;
  const replay::CellValue value = replay::ReadCell(*view.model, *array, view.selection.cell->index);
  if (value.known && !value.never_written) SystemClipboard().set(value.text);
}

// A breakpoint at writes to the cell, or none any more.
void StopAtWrites(View& view, std::size_t) {
  const auto array = ArrayOfCell(view);
  if (!array) return;
  const std::string text = "writes to " + replay::NameCell(*array, view.selection.cell->index);
  Breakpoints& breakpoints = view.selection.breakpoints;
  const std::size_t before = breakpoints.all().size();
  const auto id = breakpoints.Add(text, trace::FileId::kNone);
  if (id && breakpoints.all().size() == before) breakpoints.Remove(*id);
  view.desk.below = Below::kStops;
}

}  // namespace

const Panel kCellKeys{
    .name = "cell keys",
    .place = Place::kNowhere,
    .group = "Questions",
    .keys = {{{"(", ")"}, "the chosen cell: the write before, the next write", GoToWrite},
             {{"R", "Y", "U"}, "the chosen cell: all reads and writes; why it has its value; its uses", AskAboutCell},
             {{"D"}, "stops when the chosen cell is written, or no longer", StopAtWrites},
             {{"Ctrl C"}, "copies the value of the chosen cell", CopyCell}}};

}  // namespace lockstep::viz
