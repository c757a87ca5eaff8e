#include "viz/app/start.h"

#include <algorithm>

#include "shared/replay/choose.h"

namespace lockstep::viz {

ImGuiSession::ImGuiSession() {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // nothing is remembered in the folder that one happens to be in
  ImGui::GetIO().LogFilename = nullptr;
}

ImGuiSession::~ImGuiSession() { ImGui::DestroyContext(); }

namespace {

// A launch that was not recorded, or is not there, leaves the window where it is.
void GoToLaunch(Screen& screen, std::uint32_t number) {
  const auto& launches = screen.model()->recording().launches;
  const auto found = std::ranges::find(launches, number, &RecordedLaunch::number);
  if (found == launches.end()) return;
  screen.selection() = {FirstCursor(*screen.model(), static_cast<std::uint32_t>(found - launches.begin()))};
  screen.model()->MoveTo(screen.selection());
}

}  // namespace

void Place(Screen& screen, const ViewOptions& options) {
  screen.OpenPage(options.page);
  Model* model = screen.model();
  if (!model) return;
  Selection& selection = screen.selection();
  if (options.launch) GoToLaunch(screen, *options.launch);
  if (options.step) {
    selection.step = *options.step;
    model->MoveTo(selection);
    selection.step = model->position();
    Follow(*model, selection);
  }
  if (!options.thread) return;
  const auto inside = [](Dim3 index, Dim3 extent) {
    return Dim3{std::min(index.x, extent.x - 1), std::min(index.y, extent.y - 1), std::min(index.z, extent.z - 1)};
  };
  const Dim3 block = inside(options.thread->first, model->launch().grid);
  const Dim3 thread = inside(options.thread->second, model->launch().block);
  // A thread without a moment: the moment at which it works on its first element, as the window starts with.
  const ThreadSlot slot = model->SlotOf(block, thread);
  if (!options.step && slot != ThreadSlot::kNone) {
    selection.step = FirstMomentOf(*model, slot);
    model->MoveTo(selection);
  }
  ChooseThread(*model, selection, block, thread);
}

}  // namespace lockstep::viz
