#include "shared/replay/prints.h"

#include <fmt/format.h>

namespace lockstep::replay {

std::vector<Print> PrintsOf(const Model& model) {
  std::vector<Print> prints;
  const trace::RecordedLaunch& launch = model.launch();
  launch.steps.ForEach([&](std::size_t i, const trace::Step& step) {
    if (step.kind != trace::StepKind::kPrint || step.offset >= launch.texts.size()) return;
    prints.push_back({static_cast<StepIndex>(i), model.index().ThreadOf(step), launch.texts[step.offset]});
  });
  return prints;
}

std::string OnOneLine(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  std::string line;
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (letter == '\n')
      line += "\\n";
    else if (letter == '\t')
      line += "  ";
    else if (code < 0x20 || code == 0x7f)
      line += fmt::format("\\x{:02x}", code);
    else
      line += letter;
  }
  return line;
}

void GoToPrint(const Model& model, Cursor& cursor, const Print& print) {
  cursor.step = print.step + 1;
  if (print.thread == ThreadSlot::kNone) return;
  cursor.block = model.BlockOf(print.thread);
  cursor.thread = model.ThreadOf(print.thread);
}

}  // namespace lockstep::replay
