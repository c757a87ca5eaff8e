#include "viz/panels/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "shared/replay/choose.h"
#include "shared/replay/findings.h"
#include "shared/replay/thread_state.h"
#include "shared/trace/read_in_parts.h"
#include "viz/model/hit_finder.h"
#include "viz/panels/controls.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/order.h"
#include "viz/panels/query_view.h"
#include "viz/panels/rerun.h"
#include "viz/panels/runs.h"
#include "viz/panels/stops.h"

namespace lockstep::viz {
namespace {

struct Speed {
  const char* name;
  double stops;  // in a second
};
// No more than frames: the panels must see all of them.
constexpr std::array kSpeeds = {Speed{"x 1/4", 2}, Speed{"x 1/2", 4}, Speed{"x 1", 8},
                                Speed{"x 2", 16},  Speed{"x 4", 32},  Speed{"x 8", 64}};

std::string Grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), "\u202f");
  return digits;
}

enum class Icon { kFirst, kBack, kPlay, kPause, kForward, kLast };

void DrawTriangle(ImDrawList* draw, ImVec2 center, float size, float direction, ImU32 color) {
  draw->AddTriangleFilled({center.x - direction * size * 0.5f, center.y - size * 0.62f},
                          {center.x + direction * size * 0.6f, center.y},
                          {center.x - direction * size * 0.5f, center.y + size * 0.62f}, color);
}

void DrawIcon(ImDrawList* draw, Icon icon, ImVec2 center, float size, ImU32 color) {
  const auto bar = [&](float x, float half) {
    draw->AddRectFilled({center.x + x - half, center.y - size * 0.62f}, {center.x + x + half, center.y + size * 0.62f},
                        color);
  };
  switch (icon) {
    case Icon::kFirst: bar(-size * 0.6f, size * 0.1f), DrawTriangle(draw, center, size, -1, color); break;
    case Icon::kLast: bar(size * 0.6f, size * 0.1f), DrawTriangle(draw, center, size, 1, color); break;
    case Icon::kBack: DrawTriangle(draw, center, size, -1, color); break;
    case Icon::kForward: DrawTriangle(draw, center, size, 1, color); break;
    case Icon::kPlay: DrawTriangle(draw, center, size * 1.15f, 1, color); break;
    case Icon::kPause: bar(-size * 0.32f, size * 0.18f), bar(size * 0.32f, size * 0.18f); break;
  }
}

bool DrawButton(Desk& desk, Icon icon, const char* tip, ImVec2 at, float size, bool strong = false) {
  ImGui::SetCursorScreenPos(at);
  ImGui::PushID(tip);
  const bool clicked = ImGui::InvisibleButton("button", {size, size});
  Reach(desk);
  ImGui::PopID();
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 back = strong ? desk.color().chosen : hovered ? desk.color().line : desk.color().raised;
  draw->AddRectFilled(at, {at.x + size, at.y + size}, back, desk.Units(6));
  const ImU32 ink = strong ? desk.color().panel : hovered ? desk.color().text : desk.color().quiet;
  DrawIcon(draw, icon, {at.x + size / 2, at.y + size / 2}, size * 0.3f, ink);
  if (hovered) {
    BeginTip(desk);
    TipRow(desk, tip, "");
    EndTip();
  }
  return clicked;
}

float DrawTransport(const replay::Model& model, Selection& selection, Desk& desk, ImVec2 at) {
  const float size = desk.Units(30), gap = desk.Units(4);
  float x = at.x;
  const auto next = [&](float extra = 0) {
    const ImVec2 place{x, at.y};
    x += size + gap + extra;
    return place;
  };
  const replay::Stride stride = desk.Of<TimelineView>().stride;
  if (DrawButton(desk, Icon::kFirst, "To the start  (Home)", next(), size)) selection.step = 0;
  if (DrawButton(desk, Icon::kBack, "Step back  (←)", next(), size))
    StepTo(model, selection, stride, replay::Direction::kBackward);
  if (DrawButton(desk, selection.playing ? Icon::kPause : Icon::kPlay, "Play  (space; backwards: shift space)", next(),
                 size, true)) {
    selection.playing = !selection.playing;
    desk.Of<TimelineView>().backwards = false;
  }
  if (DrawButton(desk, Icon::kForward, "Step forward  (→)", next(), size))
    StepTo(model, selection, stride, replay::Direction::kForward);
  if (DrawButton(desk, Icon::kLast, "To the end  (End)", next(), size)) selection.step = model.end();
  return x;
}

// The places of the window's positions on the screen.
struct Scale {
  Scale(const TimeWindow& window, Area track)
      : begin(window.begin), per_pixel(window.width() / track.width()), left(track.min.x), width(track.width()) {}
  float XOf(double position) const { return left + static_cast<float>((position - begin) / per_pixel); }
  double At(float x) const { return begin + (static_cast<double>(x) - left) * per_pixel; }
  // The first position that is in the window.
  replay::Position First() const { return static_cast<replay::Position>(std::max(begin, 0.0)); }
  bool Has(double position) const { return position >= begin && position <= begin + per_pixel * width; }

  double begin, per_pixel;
  float left, width;
};

// The activity of one block in the launch's steps, from its first step to its last.
struct Span {
  std::size_t begin = 0, end = 0;
  std::size_t steps = 0;  // its own steps: fewer than from begin to end if blocks take turns
  bool IsAlone() const { return steps > 0 && steps == end - begin; }
};

Span SpanOfBlock(const replay::Model& model, std::uint32_t block) {
  const std::uint32_t threads = model.index().threads_per_block();
  Span span{.begin = model.end()};
  for (std::uint32_t i = 0; i < threads; ++i) {
    const auto steps = model.index().StepsOf(static_cast<replay::ThreadSlot>(block * threads + i));
    if (steps.empty()) continue;
    span.begin = std::min<std::size_t>(span.begin, steps.front());
    span.end = std::max<std::size_t>(span.end, std::size_t{steps.back()} + 1);
    span.steps += steps.size();
  }
  return span;
}

// Draws blocks in alternating shades, the chosen one in its own. Shades that are too narrow to distinguish would form
// meaningless patterns, so they are replaced by a flat one.
void DrawBlocks(const replay::Model& model, const Selection& selection, const Desk& desk, const Scale& scale,
                Area bar) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const auto& steps = model.launch().steps;
  const auto columns = static_cast<int>(bar.width());
  const auto block_at = [&](int i) {
    const auto at = static_cast<std::size_t>(scale.At(bar.min.x + static_cast<float>(i)));
    return steps[std::min(at, steps.size() - 1)].block;
  };
  const int narrow = static_cast<int>(desk.Units(3));
  const auto chosen = model.BlockSlot(selection.block);
  const Span span = chosen ? SpanOfBlock(model, *chosen) : Span{};
  const ImU32 chosen_shade = Blend(c.raised, c.chosen, 0.30f);
  for (int column = 0, run = 0; column < columns; column = run) {
    const std::uint32_t here = block_at(column);
    for (run = column + 1; run < columns && block_at(run) == here;) ++run;
    const float share = run - column < narrow ? 0.275f : here % 2 ? 0.55f : 0.0f;
    const bool is_chosen = chosen && here == *chosen && !span.IsAlone();
    const float x = bar.min.x + static_cast<float>(column);
    draw->AddRectFilled({x, bar.min.y}, {x + static_cast<float>(run - column), bar.max.y},
                        is_chosen ? chosen_shade : Blend(c.raised, c.line, share));
  }
  if (!span.IsAlone()) return;
  const float begin = std::max(scale.XOf(static_cast<double>(span.begin)), bar.min.x);
  const float end = std::min(scale.XOf(static_cast<double>(span.end)), bar.max.x);
  if (begin > bar.max.x || end < bar.min.x) return;
  draw->AddRectFilled({begin, bar.min.y}, {std::max(end, begin + desk.Units(2)), bar.max.y}, chosen_shade);
}

// The moments of an answer, across the bar.
void DrawAnswerTicks(const Desk& desk, const replay::Model& model, const Scale& scale, Area track, float bar_end) {
  if (!desk.Of<QueryView>().answer) return;
  float last = -1e9f;
  for (const AnswerRow& row : desk.Of<QueryView>().answer->rows) {
    if (!row.place || row.place->launch != model.launch_place() || !scale.Has(row.place->step)) continue;
    const float x = std::floor(scale.XOf(row.place->step));
    if (x == last) continue;
    last = x;
    ImGui::GetWindowDrawList()->AddRectFilled({x - desk.Units(0.5f), track.min.y - desk.Units(3)},
                                              {x + desk.Units(1), bar_end + desk.Units(1)}, desk.color().text);
  }
}

// The hits of breakpoints, in the upper half of the bar. There may be millions, so each column asks for the next one.
void DrawHitTicks(const Desk& desk, const Selection& selection, const Scale& scale, Area track) {
  const float height = desk.Units(7);
  for (const Breakpoint& breakpoint : selection.breakpoints.all()) {
    if (IsLogPoint(breakpoint.query)) continue;
    const FoundHits* found = breakpoint.is_on ? desk.Of<StopsView>().finder.Of(breakpoint.id) : nullptr;
    if (!found) continue;
    const auto& hits = found->hits.steps;
    for (auto next = std::ranges::lower_bound(hits, scale.First()); next != hits.end() && scale.Has(*next + 1.0);) {
      const float x = std::floor(scale.XOf(*next + 1.0));
      ImGui::GetWindowDrawList()->AddRectFilled({x, track.min.y}, {x + desk.Units(1), track.min.y + height},
                                                WithAlpha(desk.color().fault, 0.75f));
      const auto end = static_cast<replay::StepIndex>(scale.At(x + 1));
      next = std::upper_bound(next, hits.end(), std::max(end, *next));
    }
  }
}

// Which part of the time the bar shows, as a thin line at its lower edge; none if it shows all.
void DrawShownPart(const Desk& desk, double steps, Area bar) {
  const TimeWindow& window = desk.Of<TimelineView>().window;
  if (window.IsWhole(steps)) return;
  const auto x_of = [&](double position) { return bar.min.x + static_cast<float>(position / steps) * bar.width(); };
  const float begin = std::min(x_of(window.begin), bar.max.x - desk.Units(3));
  ImGui::GetWindowDrawList()->AddRectFilled({begin, bar.max.y - desk.Units(2)},
                                            {std::max(x_of(window.end), begin + desk.Units(3)), bar.max.y},
                                            desk.color().text);
}

// The bar: the active block in alternating shades, and the chosen thread's own steps as ticks under it.
void DrawTrack(const replay::Model& model, const Selection& selection, Desk& desk, Area track) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const auto& steps = model.launch().steps;
  const float bar_end = track.min.y + desk.Units(16);
  draw->AddRectFilled(track.min, {track.max.x, bar_end}, c.raised, desk.Units(3));
  if (steps.empty()) return;
  const Scale scale(desk.Of<TimelineView>().window, track);
  DrawBlocks(model, selection, desk, scale, {track.min, {track.max.x, bar_end}});
  const float done = std::clamp(scale.XOf(model.position()), track.min.x, track.max.x);
  draw->AddRectFilled(track.min, {done, bar_end}, WithAlpha(c.chosen, 0.16f));
  const replay::ThreadSlot slot = model.SlotOf(selection.block, selection.thread);
  float last = -1e9f;
  if (slot != replay::ThreadSlot::kNone) {
    const auto own = model.index().StepsOf(slot);
    for (auto at = std::ranges::lower_bound(own, scale.First()); at != own.end(); ++at) {
      const replay::StepIndex i = *at;
      if (!scale.Has(i + 1.0)) break;
      const float x = std::floor(scale.XOf(i + 1.0));
      if (x < last + 2) continue;
      last = x;
      draw->AddRectFilled({x, bar_end + desk.Units(3)}, {x + 1, bar_end + desk.Units(8)},
                          i < model.position() ? c.chosen : c.mark);
    }
  }
  if (const trace::RecordedFinding* finding = replay::ChosenFinding(model, selection)) {
    for (const replay::Position moment : replay::MomentsOfFinding(model, selection)) {
      if (!scale.Has(moment)) continue;
      const ImVec2 at{std::round(scale.XOf(moment)), (track.min.y + bar_end) / 2};
      const float r = desk.Units(5);
      draw->AddQuadFilled({at.x, at.y - r}, {at.x + r, at.y}, {at.x, at.y + r}, {at.x - r, at.y},
                          SeverityColor(desk.theme, finding->severity));
    }
  }
  DrawAnswerTicks(desk, model, scale, track, bar_end);
  DrawHitTicks(desk, selection, scale, track);
  DrawShownPart(desk, static_cast<double>(steps.size()), {track.min, {track.max.x, bar_end}});
  if (!scale.Has(model.position())) return;
  const float x = std::round(done);
  draw->AddRectFilled({x - desk.Units(1), track.min.y - desk.Units(4)}, {x + desk.Units(1), bar_end + desk.Units(8)},
                      c.chosen);
  draw->AddCircleFilled({x, track.min.y - desk.Units(4)}, desk.Units(4.5f), c.chosen, 20);
}

// As the keys do without the focus.
void TakeArrows(const replay::Model& model, Selection& selection, const Desk& desk, Arrows arrows) {
  using enum replay::Direction;
  for (int i = 0; i < std::abs(arrows.x); ++i)
    StepTo(model, selection, desk.Of<TimelineView>().stride, arrows.x > 0 ? kForward : kBackward);
  for (int i = 0; i < std::abs(arrows.y); ++i)
    StepTo(model, selection, replay::Stride::kWarp, arrows.y > 0 ? kForward : kBackward);
}

// A new launch is shown as a whole; in a part of it, the current moment stays in view.
void FollowPosition(const replay::Model& model, TimelineView& timeline) {
  const double steps = model.end();
  const std::pair whole{model.launch_place(), model.end()};
  if (timeline.whole != whole) timeline.window = {0, steps};
  if (timeline.followed != model.position()) timeline.window = timeline.window.Showing(model.position(), steps);
  timeline.whole = whole;
  timeline.followed = model.position();
}

void DragTrack(const replay::Model& model, Selection& selection, Desk& desk, Area track) {
  ImGui::SetCursorScreenPos({track.min.x, track.min.y - desk.Units(8)});
  ImGui::InvisibleButton("track", {track.width(), track.height() + desk.Units(16)});
  TakeArrows(model, selection, desk, ReachWithArrows(desk, "by keys", track));
  const ImGuiIO& io = ImGui::GetIO();
  const double at =
      Scale(desk.Of<TimelineView>().window, track).At(std::clamp(io.MousePos.x, track.min.x, track.max.x));
  const auto under = static_cast<replay::Position>(std::clamp(std::lround(at), 0l, static_cast<long>(model.end())));
  TimeWindow& window = desk.Of<TimelineView>().window;
  if (ImGui::IsItemHovered()) {
    const float sideways = io.KeyShift ? io.MouseWheel : -io.MouseWheelH;
    if (sideways != 0) window = window.Moved(-sideways * window.width() / 10, model.end());
    if (io.MouseWheel != 0 && !io.KeyShift) window = window.Zoomed(std::pow(1.5, io.MouseWheel), at, model.end());
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) window = {0, static_cast<double>(model.end())};
  }
  if (ImGui::IsItemActive()) {
    selection.step = under;
    selection.playing = false;
  } else if (ImGui::IsItemHovered() && under > 0) {
    const replay::ThreadSlot thread = model.index().ThreadOf(model.launch().steps[under - 1]);
    if (thread == replay::ThreadSlot::kNone) return;
    BeginTip(desk);
    TipRow(desk, "step", Grouped(under - 1));
    TipRow(desk, "block", replay::Text(model.BlockOf(thread)));
    TipRow(desk, "thread", replay::Text(model.ThreadOf(thread)));
    EndTip();
  }
}

}  // namespace

void StepTo(const replay::Model& model, Selection& selection, replay::Stride stride, replay::Direction direction) {
  if (const auto to = replay::NextStop(model, selection.block, selection.thread, stride, direction))
    selection.step = *to;
}

std::optional<replay::Position> OwnMoment(const replay::Model& model, const Selection& selection) {
  const replay::ThreadSlot slot = model.SlotOf(selection.block, selection.thread);
  if (slot == replay::ThreadSlot::kNone) return std::nullopt;
  const auto steps = model.index().StepsOf(slot);
  const replay::ThreadPhase phase = replay::PhaseOf(model, slot);
  if (steps.empty() || (phase != replay::ThreadPhase::kNotStarted && phase != replay::ThreadPhase::kExited))
    return std::nullopt;
  if (phase == replay::ThreadPhase::kNotStarted) return replay::FirstMomentOf(model, slot);
  return steps.back();
}

std::string TotalSays(const replay::Model& model) {
  const bool is_so_far = model.launch().truncated_why == trace::kStillBeingRead;
  return fmt::format(" of {} steps{}", Grouped(model.end()), is_so_far ? " so far" : "");
}

void Play(const replay::Model& model, Selection& selection, Desk& desk) {
  const double now = ImGui::GetTime();
  if (!selection.playing) {
    desk.Of<TimelineView>().played_until = now;
    return;
  }
  const double pause = 1 / kSpeeds[std::min(desk.Of<TimelineView>().speed, kSpeeds.size() - 1)].stops;
  if (desk.Of<TimelineView>().played_until + pause > now) return;
  desk.Of<TimelineView>().played_until = std::max(desk.Of<TimelineView>().played_until + pause, now - pause);
  const bool forward = !desk.Of<TimelineView>().backwards;
  const auto direction = forward ? replay::Direction::kForward : replay::Direction::kBackward;
  const auto to = replay::NextStop(model, selection.block, selection.thread, desk.Of<TimelineView>().stride, direction);
  if (!to) {
    selection.playing = false;
    return;
  }
  selection.step = *to;
  const auto hit = NextStop(model, selection.breakpoints, desk.Of<StopsView>().finder,
                            model.SlotOf(selection.block, selection.thread), direction);
  if (hit && (forward ? *hit + 1 <= *to : *hit + 1 >= *to)) {
    selection.step = *hit + 1;
    selection.playing = false;
  }
}

namespace {

// The words on other runs, and on a recording that ends early.
void DrawUnderTrack(const replay::Model& model, const Desk& desk, const Area& track) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const std::string order = OrderSays(desk);
  const bool is_of_order = !order.empty() && !desk.Of<RerunView>().state.is_running;
  std::string again = is_of_order ? order : desk.Of<RerunView>().state.says;
  if (const std::string runs = RunsSay(desk); !runs.empty() && !is_of_order) again += (again.empty() ? "" : " ") + runs;
  if (!again.empty())
    DrawText(draw, desk.fonts.small, {track.min.x, track.max.y + desk.Units(2)}, desk.color().quiet,
             FitText(desk.fonts.small, again, track.width() * (model.launch().truncated ? 0.4f : 1)));
  if (model.launch().truncated) {
    const std::string why =
        FitText(desk.fonts.small, "The recording ends here: " + model.launch().truncated_why, track.width());
    DrawText(draw, desk.fonts.small, {track.max.x - TextWidth(desk.fonts.small, why), track.max.y + desk.Units(2)},
             desk.color().waiting, why);
  }
}

}  // namespace

void DrawTimeline(const replay::Model& model, Selection& selection, Desk& desk) {
  const Area area = Canvas();
  const float pad = desk.Units(14), top = area.min.y + desk.Units(12);
  float x = DrawTransport(model, selection, desk, {area.min.x + pad, top}) + desk.Units(10);
  static const std::vector<std::string> kStrides = {"step", "thread", "warp", "block"};
  // In a narrow window the bar of time needs the room.
  const bool is_narrow = area.width() < desk.Units(1100);
  const float stride_width = is_narrow ? desk.Units(78) : ChoiceWidth(desk, kStrides);
  const ImVec2 at{x, top + desk.Units(3)};
  const auto stride = static_cast<int>(desk.Of<TimelineView>().stride);
  const int chosen = is_narrow ? DrawMenu(desk, "stride", at, stride_width, kStrides, stride)
                               : DrawChoice(desk, "stride", at, kStrides, stride);
  desk.Of<TimelineView>().stride = static_cast<replay::Stride>(chosen);
  x += stride_width + desk.Units(8);
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const Speed& speed : kSpeeds) names.emplace_back(speed.name);
    return names;
  }();
  // With large letters the keys + and - are left.
  if (area.width() > desk.Units(900)) {
    const float menu_width = desk.Units(62);
    const int speed = DrawMenu(desk, "speed", {x, top + desk.Units(3)}, menu_width, kNames,
                               static_cast<int>(desk.Of<TimelineView>().speed));
    desk.Of<TimelineView>().speed = static_cast<std::size_t>(std::max(speed, 0));
    x += menu_width + desk.Units(8);
  }
  // With fewer still, so is J.
  if (area.width() > desk.Units(680)) {
    const float order_width = desk.Units(area.width() > desk.Units(900) ? 136 : 100);
    DrawOrderMenu(desk, {x, top + desk.Units(3)}, order_width);
    x += order_width + desk.Units(8);
  }
  x += desk.Units(12);

  ImDrawList* draw = ImGui::GetWindowDrawList();
  const std::string counter = Grouped(model.position());
  const std::string total = TotalSays(model);
  const float text_width = TextWidth(desk.fonts.strong, counter) + TextWidth(desk.fonts.small, total);
  const float text_x = area.max.x - pad - std::max(text_width, desk.Units(150));
  const float text_y = top + (desk.Units(30) - desk.fonts.strong->FontSize) / 2;
  const float counter_width = DrawText(draw, desk.fonts.strong, {text_x, text_y}, desk.color().text, counter);
  DrawText(draw, desk.fonts.small, {text_x + counter_width, text_y + desk.Units(2)}, desk.color().quiet, total);

  const Area track{{x, top + desk.Units(5)}, {text_x - desk.Units(24), top + desk.Units(30)}};
  if (track.width() < desk.Units(40)) return;
  desk.Of<TimelineView>().track = track;
  FollowPosition(model, desk.Of<TimelineView>());
  DragTrack(model, selection, desk, track);
  DrawTrack(model, selection, desk, track);
  DrawUnderTrack(model, desk, track);
}

namespace {

constexpr auto kOn = replay::Direction::kForward, kBack = replay::Direction::kBackward;

template <replay::Stride kStride>
void StepOrBack(View& view, std::size_t which) {
  StepTo(*view.model, view.selection, kStride, which == 0 ? kOn : kBack);
}

std::vector<KeyRow> Keys() {
  return {
      {{"→", "←"},
       "one stop forward or back, by the chosen stride",
       [](View& v, std::size_t which) {
         StepTo(*v.model, v.selection, v.desk.Of<TimelineView>().stride, which == 0 ? kOn : kBack);
       }},
      {{"↓", "↑"}, "the warp: one line in each of its threads", StepOrBack<replay::Stride::kWarp>},
      {{"Page Down", "Page Up"}, "the block: one line in each of its threads", StepOrBack<replay::Stride::kBlock>},
      {{".", ","}, "a single step: one read, one write, one line", StepOrBack<replay::Stride::kStep>},
      {{"G"},
       "the chosen thread's time: its first element, or its end",
       [](View& v, std::size_t) {
         if (const auto moment = OwnMoment(*v.model, v.selection)) v.selection.step = *moment;
       }},
      {{"1", "2", "3", "4"},
       "the stride: step, thread, warp, block",
       [](View& v, std::size_t which) { v.desk.Of<TimelineView>().stride = static_cast<replay::Stride>(which); }},
      {{"Space", "Shift Space"},
       "play, pause; backwards",
       [](View& v, std::size_t which) {
         v.desk.Of<TimelineView>().backwards = which == 1;
         v.selection.playing = !v.selection.playing;
       }},
      {{"+", "-"},
       "play faster, slower",
       [](View& v, std::size_t which) {
         std::size_t& speed = v.desk.Of<TimelineView>().speed;
         if (which == 0 ? speed + 1 < kSpeeds.size() : speed > 0) speed += which == 0 ? 1 : -1;
       }},
      {{"Z", "Shift Z"},
       "show less of the time, more of it",
       [](View& v, std::size_t which) {
         TimeWindow& window = v.desk.Of<TimelineView>().window;
         window = window.Zoomed(which == 0 ? 2 : 0.5, v.model->position(), v.model->end());
       }},
      {{"Home", "End"},
       "the first moment, the last moment",
       [](View& v, std::size_t which) { v.selection.step = which == 0 ? 0 : v.model->end(); }},
  };
}

}  // namespace

const Panel kTimeline{.name = "timeline",
                      .place = PanelPlace::kBottom,
                      .group = "Time",
                      .draw = DrawModel<DrawTimeline>,
                      .keys = Keys(),
                      .prepare = [](View& v) { Play(*v.model, v.selection, v.desk); }};

}  // namespace lockstep::viz
