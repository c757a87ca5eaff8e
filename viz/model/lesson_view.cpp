#include "viz/model/lesson_view.h"

#include "shared/replay/arrays.h"
#include "shared/replay/choose.h"

namespace lockstep::viz {

void GoToPlace(replay::Model& model, Selection& selection, const ExercisePlace& place) {
  if (place.launch >= model.recording().launches.size()) return;
  selection.playing = false;
  if (place.launch != selection.launch) selection = {{.launch = place.launch}, selection.breakpoints};
  if (place.step) selection.step = *place.step + 1;
  model.MoveTo(selection);
  selection.step = model.position();
  replay::ChooseThread(model, selection, place.block, place.thread);
  if (!place.cell || !replay::DescribeArray(model, place.cell->object)) return;
  selection.object = place.cell->object;
  selection.cell = place.cell;
}

}  // namespace lockstep::viz
