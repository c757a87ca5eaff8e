#include "viz/app/start.h"

#include <algorithm>

#include "shared/replay/choose.h"
#include "shared/replay/moment_address.h"
#include "viz/panels/bookmarks.h"
#include "viz/panels/watches.h"

namespace lockstep::viz {

ImGuiSession::ImGuiSession() {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // no settings file in the working folder
  ImGui::GetIO().LogFilename = nullptr;
}

ImGuiSession::~ImGuiSession() { ImGui::DestroyContext(); }

namespace {

// A launch that was not recorded, or does not exist, leaves the window unchanged.
void GoToLaunch(Screen& screen, std::uint32_t number) {
  const auto& launches = screen.model()->recording().launches;
  const auto found = std::ranges::find(launches, number, &trace::RecordedLaunch::number);
  if (found == launches.end()) return;
  screen.selection() = {replay::FirstCursor(*screen.model(), static_cast<std::uint32_t>(found - launches.begin()))};
  screen.model()->MoveTo(screen.selection());
}

void PlaceAt(Screen& screen, const ViewOptions& options) {
  if (options.step || options.thread || options.launch) screen.KeepPlace();
  screen.OpenPage(options.page);
  replay::Model* model = screen.model();
  if (!model) return;
  Selection& selection = screen.selection();
  if (options.launch) GoToLaunch(screen, *options.launch);
  if (options.step) {
    selection.step = *options.step;
    model->MoveTo(selection);
    selection.step = model->position();
    // Without a thread, the one of the step is shown, as `step N` in the bar does.
    if (!options.thread && selection.step > 0)
      replay::GoToMoment(*model, selection, replay::MomentAfter(*model, selection.step - 1));
    else
      replay::Follow(*model, selection);
  }
  if (!options.thread) return;
  const auto inside = [](trace::Dim3 index, trace::Dim3 extent) {
    return trace::Dim3{std::min(index.x, extent.x - 1), std::min(index.y, extent.y - 1),
                       std::min(index.z, extent.z - 1)};
  };
  const trace::Dim3 block = inside(options.thread->first, model->launch().grid);
  const trace::Dim3 thread = inside(options.thread->second, model->launch().block);
  // Without a moment, the thread is shown when it works on its first element, as in the initial place.
  const replay::ThreadSlot slot = model->SlotOf(block, thread);
  if (!options.step && slot != replay::ThreadSlot::kNone) {
    selection.step = replay::FirstMomentOf(*model, slot);
    model->MoveTo(selection);
  }
  replay::ChooseThread(*model, selection, block, thread);
}

}  // namespace

void Restore(Screen& screen, const KeptStops& kept) {
  screen.selection().breakpoints = ToBreakpoints(kept.breakpoints, screen.model()->recording());
  for (const std::string& watch : kept.watches)
    if (!IsWatched(screen.desk(), watch)) ToggleWatch(screen.desk(), watch);
  std::vector<replay::Cursor> places;
  for (const std::string& text : kept.places) {
    const auto address = replay::ReadAddress(text);
    const auto place = address ? replay::FindMoment(screen.model()->recording(), address->moment)
                               : Expected<replay::Cursor>(std::unexpected(address.error()));
    if (place) places.push_back(InShownOrder(screen.desk(), *place));
  }
  screen.places().Restore(std::move(places));
}

KeptStops StopsOf(const Screen& screen, bool is_end) {
  constexpr std::size_t kMostPlaces = 50;
  KeptStops kept;
  if (const replay::Model* model = screen.model()) {
    kept.breakpoints = ToKeep(screen.selection().breakpoints, model->recording());
    for (const replay::Cursor& place : screen.places().Past(kMostPlaces, is_end))
      kept.places.push_back(
          replay::WriteAddress("", replay::AddressOf(model->recording(), InRecordedOrder(screen.desk(), place))));
  }
  kept.watches = screen.desk().Of<WatchesView>().expressions;
  return kept;
}

void Place(Screen& screen, const ViewOptions& options) {
  if (!options.bookmarks_file.empty()) OpenBookmarks(screen.desk(), options.bookmarks_file);
  PlaceAt(screen, options);
  if (!options.ask.empty()) screen.Ask(options.ask);
}

}  // namespace lockstep::viz
