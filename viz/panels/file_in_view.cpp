#include "viz/panels/file_in_view.h"

#include "shared/replay/replay.h"

namespace lockstep::viz {

trace::FileId FileInView(const replay::Model& model, const Selection& selection) {
  const auto is_known = [&](trace::FileId file) { return trace::Index(file) < model.recording().files.size(); };
  if (selection.line.number != 0) return selection.line.file;
  const replay::Line line = replay::LineOf(model, model.SlotOf(selection.block, selection.thread));
  if (is_known(line.file)) return line.file;
  const trace::Kernel* kernel = model.kernel();
  const trace::Function* function = kernel ? model.function(kernel->function) : nullptr;
  return function ? function->file : trace::FileId{0};
}

}  // namespace lockstep::viz
