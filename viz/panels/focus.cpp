#include "viz/panels/focus.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace lockstep::viz {
namespace {

using Target = FocusView::Target;

ImGuiID IdOf(std::string_view name) { return ImGui::GetCurrentWindow()->GetID(name.data(), name.data() + name.size()); }

void Add(Desk& desk, Target target) {
  FocusView& focus = desk.focus;
  const ImDrawList* draw = ImGui::GetWindowDrawList();
  target.clip = {draw->GetClipRectMin(), draw->GetClipRectMax()};
  target.in_menu = (ImGui::GetCurrentWindow()->Flags & ImGuiWindowFlags_Popup) != 0;
  if (focus.has_moved && focus.at == target.id && !target.takes_arrows) BringIntoView(target.area);
  focus.targets.push_back(target);
}

// --- where keys lead

bool IsOffered(const Target& target) { return target.in_menu == IsMenuOpen(); }

const Target* Find(const FocusView& focus, ImGuiID id) {
  const auto found = std::ranges::find(focus.targets, id, &Target::id);
  return found == focus.targets.end() ? nullptr : &*found;
}

void MoveTo(FocusView& focus, const Target& target) {
  focus.is_shown = focus.has_moved = true;
  focus.at = focus.last[target.group] = target.id;
}

// The place where the focus comes into a group.
const Target* EntryOf(const FocusView& focus, ImGuiID group) {
  const Target* entry = nullptr;
  const auto last = focus.last.find(group);
  for (const Target& target : focus.targets) {
    if (target.group != group || !IsOffered(target)) continue;
    if (last != focus.last.end() && target.id == last->second) return &target;
    if (!entry || (target.is_chosen && !entry->is_chosen)) entry = &target;
  }
  return entry;
}

std::vector<ImGuiID> Groups(const FocusView& focus) {
  std::vector<ImGuiID> groups;
  for (const bool edges : {false, true})
    for (const Target& target : focus.targets)
      if (target.is_edge == edges && IsOffered(target) && std::ranges::find(groups, target.group) == groups.end())
        groups.push_back(target.group);
  return groups;
}

void GoToNextGroup(FocusView& focus, bool forward) {
  const std::vector<ImGuiID> groups = Groups(focus);
  if (groups.empty()) return;
  const Target* here = Find(focus, focus.at);
  if (here && !IsOffered(*here)) here = nullptr;
  if (here && !focus.is_shown) return MoveTo(focus, *here);
  std::size_t next = forward ? 0 : groups.size() - 1;
  if (here) {
    const auto at = std::ranges::find(groups, here->group) - groups.begin();
    next = (static_cast<std::size_t>(at) + (forward ? 1 : groups.size() - 1)) % groups.size();
  }
  MoveTo(focus, *EntryOf(focus, groups[next]));
}

// How far it is to the target in this direction, with what is beside the way counting more; none if it is not there.
std::optional<float> Distance(Area from, Area to, Arrows arrow) {
  const ImVec2 a = from.center(), b = to.center();
  const float along =
      arrow.x != 0 ? (b.x - a.x) * static_cast<float>(arrow.x) : (b.y - a.y) * static_cast<float>(arrow.y);
  if (along < 1) return std::nullopt;
  const float apart_x = std::max({from.min.x - to.max.x, to.min.x - from.max.x, 0.0f});
  const float apart_y = std::max({from.min.y - to.max.y, to.min.y - from.max.y, 0.0f});
  const float ahead = arrow.x != 0 ? apart_x : apart_y, beside = arrow.x != 0 ? apart_y : apart_x;
  // Within a row, only what is beside is to the right or to the left.
  if (ahead <= 0 && beside > 0) return std::nullopt;
  return ahead + along * 0.01f + beside * 4;
}

bool GoAlong(FocusView& focus, Arrows arrow) {
  const Target* here = Find(focus, focus.at);
  if (!here) return false;
  const Target* best = nullptr;
  float least = 0;
  for (const Target& target : focus.targets) {
    if (target.group != here->group || target.id == here->id || !IsOffered(target)) continue;
    const auto distance = Distance(here->area, target.area, arrow);
    if (!distance || (best && *distance >= least)) continue;
    best = &target;
    least = *distance;
  }
  if (best) MoveTo(focus, *best);
  return best != nullptr;
}

// A list may have more rows than are drawn.
void ScrollGroup(FocusView& focus, Arrows arrow) {
  const Target* here = Find(focus, focus.at);
  ImGuiWindow* window = here ? ImGui::FindWindowByID(here->group) : nullptr;
  if (!window || arrow.y == 0) return;
  const float to =
      std::clamp(window->Scroll.y + static_cast<float>(arrow.y) * here->area.height() * 3, 0.0f, window->ScrollMax.y);
  if (to == window->Scroll.y) return;
  ImGui::SetScrollY(window, to);
  focus.further = arrow;
}

Arrows ArrowOf(std::string_view key) {
  if (key == "→") return {1, 0};
  if (key == "←") return {-1, 0};
  if (key == "↓") return {0, 1};
  return {0, key == "↑" ? -1 : 0};
}

void Press(FocusView& focus) {
  if (const Target* here = Find(focus, focus.at); !here || here->takes_arrows) return;
  focus.pressed = focus.at;
#if IMGUI_VERSION_NUM >= 19000
  ImGui::ActivateItemByID(focus.at);
#else  // Debian 12
  ImGui::ActivateItem(focus.at);
#endif
}

bool TakeKeyOfFocus(View& view, std::string_view key) {
  FocusView& focus = view.desk.focus;
  if (view.desk.show_help) return false;
  if (key == "Tab" || key == "Shift Tab") return GoToNextGroup(focus, key == "Tab"), true;
  if (!focus.is_shown) return false;
  if (key == "Esc") {
    if (!CloseMenu()) focus.is_shown = false;
    return true;
  }
  if (key == "Enter") return Press(focus), true;
  const Arrows arrow = ArrowOf(key);
  const Target* here = arrow ? Find(focus, focus.at) : nullptr;
  if (!here) return false;
  if (here->takes_arrows)
    focus.arrows.x += arrow.x, focus.arrows.y += arrow.y;
  else if (!GoAlong(focus, arrow))
    ScrollGroup(focus, arrow);
  return true;
}

// --- in each frame

// A click takes the focus along, without the ring.
void FollowMouse(FocusView& focus) {
  if (!ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsMouseClicked(ImGuiMouseButton_Right)) return;
  focus.is_shown = false;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (const Target& target : focus.targets)
    if (target.area.Contains(mouse) && target.clip.Contains(mouse)) focus.at = focus.last[target.group] = target.id;
}

void PrepareFocus(View& view) {
  FollowMouse(view.desk.focus);
  view.desk.focus.targets.clear();
}

// Into a menu that has opened, and back from one that has closed.
void FollowMenu(FocusView& focus) {
  const Target* here = Find(focus, focus.at);
  if (!IsMenuOpen()) {
    if (const Target* opener = Find(focus, std::exchange(focus.opener, 0)); opener && (!here || here->in_menu))
      MoveTo(focus, *opener);
    return;
  }
  if (here && here->in_menu) return;
  const auto first = std::ranges::find(focus.targets, true, &Target::in_menu);
  if (first == focus.targets.end()) return;
  if (!focus.opener) focus.opener = focus.at;
  MoveTo(focus, *EntryOf(focus, first->group));
}

void DrawRing(const Desk& desk, const Target& target) {
  ImDrawList* draw = ImGui::GetForegroundDrawList();
  const float out = desk.Units(2), round = desk.Units(6), rim = desk.Units(3);
  // An area that fills its panel has its ring inside.
  const auto fit = [&](ImVec2 at) {
    return ImVec2{std::clamp(at.x, target.clip.min.x + rim, target.clip.max.x - rim),
                  std::clamp(at.y, target.clip.min.y + rim, target.clip.max.y - rim)};
  };
  const ImVec2 min = fit({target.area.min.x - out, target.area.min.y - out});
  const ImVec2 max = fit({target.area.max.x + out, target.area.max.y + out});
  if (max.x - min.x < rim || max.y - min.y < rim) return;
  draw->AddRect(min, max, desk.color().panel, round, 0, desk.Units(5));
  draw->AddRect(min, max, desk.color().chosen, round, 0, desk.Units(2));
}

void DrawFocus(View& view, Area) {
  FocusView& focus = view.desk.focus;
  focus.pressed = 0;
  focus.arrows = {};
  focus.has_moved = false;
  if (!focus.is_shown) return;
  if (const auto arrow = std::exchange(focus.further, std::nullopt)) GoAlong(focus, *arrow);
  FollowMenu(focus);
  if (const Target* here = Find(focus, focus.at)) return DrawRing(view.desk, *here);
  // The thing that had the focus is gone.
  const std::vector<ImGuiID> groups = Groups(focus);
  focus.is_shown = !groups.empty();
  if (!groups.empty()) MoveTo(focus, *EntryOf(focus, groups.front()));
}

}  // namespace

void BringIntoView(Area area) {
  ImGuiWindow* window = ImGui::GetCurrentWindow();
  const ImRect inner = window->InnerRect;
  const float above = inner.Min.y - area.min.y, below = area.max.y - inner.Max.y;
  if (above > 0)
    ImGui::SetScrollY(window, std::max(0.0f, window->Scroll.y - above));
  else if (below > 0)
    ImGui::SetScrollY(window, window->Scroll.y + std::min(below, -above));
}

void Reach(Desk& desk, bool is_chosen) {
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  Add(desk,
      {.id = ImGui::GetItemID(), .group = ImGui::GetCurrentWindow()->ID, .area = {min, max}, .is_chosen = is_chosen});
}

bool Reach(Desk& desk, std::string_view name, Area area, bool is_chosen) {
  const ImGuiID id = IdOf(name);
  Add(desk, {.id = id, .group = ImGui::GetCurrentWindow()->ID, .area = area, .is_chosen = is_chosen});
  return desk.focus.pressed == id;
}

Arrows ReachWithArrows(Desk& desk, std::string_view name, Area area, bool is_edge) {
  const ImGuiID id = IdOf(name);
  Add(desk, {.id = id, .group = id, .area = area, .takes_arrows = true, .is_edge = is_edge});
  return desk.focus.at == id && desk.focus.is_shown ? desk.focus.arrows : Arrows();
}

std::uint64_t Moved(std::uint64_t at, int by, std::uint64_t end) {
  const std::uint64_t far = static_cast<std::uint64_t>(std::abs(by));
  if (by < 0) return at - std::min(far, at);
  return end == 0 ? 0 : std::min(at + far, end - 1);
}

bool IsMenuOpen() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }

bool CloseMenu() {
  const ImVector<ImGuiPopupData>& open = ImGui::GetCurrentContext()->OpenPopupStack;
  if (open.empty()) return false;
  ImGui::ClosePopupToLevel(open.Size - 1, true);
  return true;
}

bool Clickable(Desk& desk, const char* name, Area area) {
  ImGui::SetCursorScreenPos(area.min);
  const bool pressed = ImGui::InvisibleButton(name, {std::max(area.width(), 1.0f), std::max(area.height(), 1.0f)});
  Reach(desk);
  return pressed;
}

const Panel kFocus{.name = "focus",
                   .place = PanelPlace::kOver,
                   .group = "Window",
                   .draw = DrawFocus,
                   .keys = {{{"Tab", "Shift Tab"}, "the next part of the window, the one before; a ring shows where"},
                            {{"Arrows", "Enter"}, "with the ring: move it, press what it is around; Esc removes it"}},
                   .needs_model = false,
                   .takes = TakeKeyOfFocus,
                   .prepare = PrepareFocus};

}  // namespace lockstep::viz
