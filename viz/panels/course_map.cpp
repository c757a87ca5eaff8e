#include "viz/panels/course_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "viz/model/course_layout.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/lesson_panel.h"
#include "viz/panels/text_setter.h"

namespace lockstep::viz {
namespace {

// In units.
constexpr float kHead = 76, kFoot = 46, kPad = 28, kRadius = 13;

using Lesson = CourseLesson;

std::string Joined(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : std::string(between)) + word;
  return text;
}

MapLayout LayOut(const Desk& desk, const CourseView& course, Area area) {
  std::vector<PartSize> parts;
  for (const CoursePart& part : course.parts) parts.push_back({part.lessons.size(), part.puzzles.size()});
  const MapMeasures measures;
  return LayOutMap(parts, area.width() - desk.Units(kPad), area.height(),
                   {.part_head = desk.Units(measures.part_head),
                    .part_gap = desk.Units(measures.part_gap),
                    .least_column = desk.Units(measures.least_column),
                    .most_column = desk.Units(measures.most_column),
                    .least_pitch = desk.Units(measures.least_pitch),
                    .most_pitch = desk.Units(measures.most_pitch),
                    .puzzles_gap = desk.Units(measures.puzzles_gap),
                    .puzzle_width = desk.Units(measures.puzzle_width),
                    .puzzle_height = desk.Units(measures.puzzle_height),
                    .indent = desk.Units(measures.indent)});
}

struct Station {
  const Lesson* lesson;
  Area area;      // the lesson's row
  ImVec2 center;  // of its circle
};

std::vector<Station> Stations(const Desk& desk, const CourseView& course, const MapLayout& layout, ImVec2 origin) {
  std::vector<Station> stations;
  for (std::size_t part = 0; part < course.parts.size(); ++part)
    for (std::size_t i = 0; i < course.parts[part].lessons.size(); ++i) {
      const ImVec2 at{origin.x + layout.lessons[part][i].x, origin.y + layout.lessons[part][i].y};
      const Area area{at, {at.x + layout.width - desk.Units(12), at.y + layout.pitch}};
      stations.push_back({&course.parts[part].lessons[i], area, {at.x + desk.Units(8 + kRadius), area.center().y}});
    }
  return stations;
}

// The puzzles of all parts. Their areas are side by side.
std::vector<Station> PuzzleStations(const Desk& desk, const CourseView& course, const MapLayout& layout,
                                    ImVec2 origin) {
  const MapMeasures measures;
  const float width = desk.Units(measures.puzzle_width), height = desk.Units(measures.puzzle_height);
  std::vector<Station> stations;
  for (std::size_t part = 0; part < course.parts.size(); ++part)
    for (std::size_t i = 0; i < course.parts[part].puzzles.size(); ++i) {
      const ImVec2 at{origin.x + layout.puzzles[part][i].x, origin.y + layout.puzzles[part][i].y};
      const Area area{at, {at.x + width, at.y + height}};
      stations.push_back({&course.parts[part].puzzles[i], area, {area.center().x, at.y + desk.Units(2 + kRadius)}});
    }
  return stations;
}

void DrawPartHead(Desk& desk, const CoursePart& part, std::size_t number, ImVec2 at, float width) {
  const auto done = std::ranges::count_if(part.lessons, &Lesson::is_done);
  TextSetter setter(desk, at.x + desk.Units(8), at.x + width - desk.Units(16));
  setter.SetY(at.y);
  std::string words = fmt::format("Part {}   {} of {}", number + 1, done, part.lessons.size());
  if (!part.puzzles.empty())
    words +=
        fmt::format("   puzzles {} of {}", std::ranges::count_if(part.puzzles, &Lesson::is_done), part.puzzles.size());
  setter.Runs({{.text = words}}, desk.fonts.small, desk.color().quiet, desk.Units(20));
  setter.Runs({{.text = part.title}}, desk.fonts.strong, desk.color().text, desk.Units(21));
}

// The line that a part's lessons stand on, in the colour of what is done.
void DrawTrack(const Desk& desk, const std::vector<Station>& stations) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  for (std::size_t i = 1; i < stations.size(); ++i) {
    const Station &from = stations[i - 1], &to = stations[i];
    if (from.center.x != to.center.x || to.center.y < from.center.y) continue;
    if (to.area.min.y != from.area.max.y) continue;
    const bool done = from.lesson->is_done && to.lesson->is_done;
    draw->AddLine(from.center, to.center, done ? desk.color().read : desk.color().line, desk.Units(3));
  }
}

enum class Role { kPlain, kHere, kNeeded };

void DrawStation(const Desk& desk, const Station& station, Role role, bool pointed) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const Lesson& lesson = *station.lesson;
  const float radius = desk.Units(kRadius);
  if (role == Role::kHere || pointed) {
    const float inset = desk.Units(2);
    draw->AddRectFilled({station.area.min.x, station.area.min.y + inset},
                        {station.area.max.x, station.area.max.y - inset},
                        role == Role::kHere ? c.chosen_soft : c.raised, desk.Units(8));
  }
  const ImU32 edge = role == Role::kNeeded ? c.write
                     : lesson.is_done      ? c.read
                     : role == Role::kHere ? c.chosen
                                           : c.faint;
  draw->AddCircleFilled(station.center, radius, lesson.is_done ? c.read : c.panel, 32);
  draw->AddCircle(station.center, radius, edge, 32, desk.Units(role == Role::kNeeded ? 3.0f : 1.8f));
  const std::string number = std::to_string(lesson.number);
  const ImU32 ink = lesson.is_done ? TextOn(desk.theme, c.read) : c.text;
  DrawText(
      draw, desk.fonts.small,
      {station.center.x - TextWidth(desk.fonts.small, number) / 2, station.center.y - desk.fonts.small->FontSize / 2},
      ink, number);
  const float x = station.center.x + radius + desk.Units(11), room = station.area.max.x - x - desk.Units(8);
  const float top = station.center.y - (desk.fonts.text->FontSize + desk.fonts.small->FontSize + desk.Units(4)) / 2;
  DrawText(draw, role == Role::kHere ? desk.fonts.strong : desk.fonts.text, {x, top}, c.text,
           FitText(role == Role::kHere ? desk.fonts.strong : desk.fonts.text, lesson.title, room));
  const bool is_begun = !lesson.is_done && lesson.page > 0;
  const std::string detail =
      is_begun ? fmt::format("page {} of {}", lesson.page + 1, lesson.pages) : Joined(lesson.teaches, " · ");
  DrawText(draw, desk.fonts.small, {x, top + desk.fonts.text->FontSize + desk.Units(4)}, c.quiet,
           FitText(desk.fonts.small, detail, room));
}

// A square with its number, and under it the least that was reached.
void DrawPuzzle(const Desk& desk, const Station& station, bool is_here, bool is_pointed) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const Lesson& puzzle = *station.lesson;
  const float half = desk.Units(12), round = desk.Units(5);
  const ImVec2 min{station.center.x - half, station.center.y - half}, max{min.x + 2 * half, min.y + 2 * half};
  const ImU32 ground = puzzle.is_done ? c.read : is_here ? c.chosen_soft : is_pointed ? c.raised : c.panel;
  const ImU32 edge = is_here || is_pointed ? c.chosen : puzzle.is_done ? c.read : c.faint;
  draw->AddRectFilled(min, max, ground, round);
  draw->AddRect(min, max, edge, round, ImDrawFlags_None, desk.Units(is_here || is_pointed ? 2.2f : 1.5f));
  const auto centred = [&](float y, ImU32 ink, const std::string& text) {
    DrawText(draw, desk.fonts.small, {station.center.x - TextWidth(desk.fonts.small, text) / 2, y}, ink, text);
  };
  centred(station.center.y - desk.fonts.small->FontSize / 2, puzzle.is_done ? TextOn(desk.theme, c.read) : c.text,
          std::to_string(puzzle.number));
  if (puzzle.best) centred(max.y + desk.Units(2), c.quiet, fmt::format("{}", *puzzle.best));
}

// Straight lines with round corners.
void DrawWay(const std::vector<ImVec2>& points, float radius, ImU32 color, float thick) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const auto toward = [&](ImVec2 from, ImVec2 to) {
    const float length = std::hypot(to.x - from.x, to.y - from.y), by = std::min(radius, length / 2);
    return length == 0 ? from : ImVec2{from.x + (to.x - from.x) / length * by, from.y + (to.y - from.y) / length * by};
  };
  draw->PathLineTo(points.front());
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    draw->PathLineTo(toward(points[i], points[i - 1]));
    draw->PathBezierQuadraticCurveTo(points[i], toward(points[i], points[i + 1]));
  }
  draw->PathLineTo(points.back());
  draw->PathStroke(color, ImDrawFlags_None, thick);
}

// From what a lesson needs to the lesson. Between columns the line runs where no words are: from the circle to the gap
// beside its column (to the right: under its words), along the gap to the other's row, and over that to the other's
// circle.
void DrawNeed(const Desk& desk, const Station& from, const Station& to) {
  const float radius = desk.Units(kRadius), thick = desk.Units(1.8f);
  const ImU32 color = WithAlpha(desk.color().write, 0.75f);
  const ImVec2 end{to.center.x - radius, to.center.y};
  if (to.center.x == from.center.x) {
    const float bend = desk.Units(26);
    const ImVec2 begin{from.center.x - radius, from.center.y};
    ImGui::GetWindowDrawList()->AddBezierCubic(begin, {begin.x - bend, begin.y}, {end.x - bend, end.y}, end, color,
                                               thick);
    return;
  }
  const float under = from.area.max.y - desk.Units(1), over = to.area.min.y - desk.Units(1);
  const bool is_left = to.center.x < from.center.x;
  const float out = is_left ? from.area.min.x - desk.Units(4) : from.area.max.x + desk.Units(4);
  const float in = to.area.min.x - desk.Units(4);
  std::vector<ImVec2> points;
  if (is_left)
    points = {{from.center.x - radius, from.center.y}, {out, from.center.y}};
  else
    points = {{from.center.x, from.center.y + radius}, {from.center.x, under}, {out, under}};
  const bool has_columns_between = std::abs(in - out) > desk.Units(20);
  if (has_columns_between) points.insert(points.end(), {{out, over}, {in, over}});
  points.insert(points.end(), {{has_columns_between ? in : out, end.y}, end});
  DrawWay(points, desk.Units(7), color, thick);
}

std::string PuzzlesDone(const CourseView& course) {
  std::ptrdiff_t all = 0, done = 0;
  for (const CoursePart& part : course.parts) {
    all += std::ssize(part.puzzles);
    done += std::ranges::count_if(part.puzzles, &Lesson::is_done);
  }
  return all == 0 ? "" : fmt::format(", {} of {} puzzles", done, all);
}

void DrawMapHead(View& view, Area area) {
  Desk& desk = view.desk;
  const Palette& c = desk.color();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const auto lessons = view.lesson->course.Lessons();
  const auto done = std::ranges::count_if(lessons, &Lesson::is_done);
  const float x = area.min.x + desk.Units(kPad + 8), y = area.min.y + desk.Units(20);
  const float title = DrawText(draw, desk.fonts.title, {x, y}, c.text, "The course");
  DrawText(draw, desk.fonts.text,
           {x + title + desk.Units(14), y + desk.fonts.title->FontSize - desk.fonts.text->FontSize - desk.Units(2)},
           c.quiet, fmt::format("{} of {} lessons done", done, lessons.size()) + PuzzlesDone(view.lesson->course));
  const float bar = y + desk.Units(36), width = std::min(area.width() - 2 * desk.Units(kPad + 8), desk.Units(420));
  const float share = lessons.empty() ? 0 : static_cast<float>(done) / static_cast<float>(lessons.size());
  draw->AddRectFilled({x, bar}, {x + width, bar + desk.Units(4)}, c.line, desk.Units(2));
  if (share > 0) draw->AddRectFilled({x, bar}, {x + width * share, bar + desk.Units(4)}, c.read, desk.Units(2));
  const std::string words = "Back to the lesson";
  const float pad = desk.Units(12), height = desk.Units(30);
  const float button =
      TextWidth(desk.fonts.text, words) + TextWidth(desk.fonts.code_small, "Esc") + 2 * pad + desk.Units(10);
  const ImVec2 max{area.max.x - desk.Units(kPad), y + height - desk.Units(2)}, min{max.x - button, max.y - height};
  ImGui::SetCursorScreenPos(min);
  if (ImGui::InvisibleButton("close", {button, height})) desk.show_map = false;
  const bool hovered = ImGui::IsItemHovered();
  draw->AddRectFilled(min, max, hovered ? Blend(c.raised, c.line, 0.7f) : c.raised, desk.Units(6));
  DrawText(draw, desk.fonts.text, {min.x + pad, (min.y + max.y - desk.fonts.text->FontSize) / 2}, c.text, words);
  DrawText(
      draw, desk.fonts.code_small,
      {max.x - pad - TextWidth(desk.fonts.code_small, "Esc"), (min.y + max.y - desk.fonts.code_small->FontSize) / 2},
      c.quiet, "Esc");
  desk.controls["close map"] = {min, max};
}

// The topics that the pointed lesson needs and teaches, or the number that the puzzle is to reach.
std::string WordsOn(const Lesson& lesson) {
  if (lesson.IsPuzzle())
    return fmt::format("Puzzle {}   {}   {}{}", lesson.number, lesson.title, lesson.goal,
                       lesson.best ? fmt::format("   your best {}", *lesson.best) : "");
  return fmt::format("{} {}   needs {}   teaches {}", lesson.number, lesson.title,
                     lesson.needs.empty() ? "nothing" : Joined(lesson.needs, ", "),
                     lesson.teaches.empty() ? "nothing new" : Joined(lesson.teaches, ", "));
}

void DrawMapFoot(View& view, Area area, const Lesson* pointed) {
  const Desk& desk = view.desk;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddLine(area.min, {area.max.x, area.min.y}, desk.color().line);
  const bool has_puzzles =
      std::ranges::any_of(view.lesson->course.parts, [](const CoursePart& part) { return !part.puzzles.empty(); });
  const std::string text = pointed
                               ? WordsOn(*pointed)
                               : std::string("Click a lesson to open it. The arrow keys choose one, Enter opens it.") +
                                     (has_puzzles ? " The squares are puzzles of three minutes." : "");
  const float x = area.min.x + desk.Units(kPad + 8);
  DrawText(draw, desk.fonts.text, {x, area.center().y - desk.fonts.text->FontSize / 2}, desk.color().quiet,
           FitText(desk.fonts.text, text, area.max.x - desk.Units(kPad) - x));
}

void OpenLesson(View& view, const std::string& name) {
  if (name != view.lesson->name) view.desk.requests.emplace_back(request::OpenLesson{name});
  view.desk.show_map = false;
}

const Station* Find(const std::vector<Station>& stations, const std::string& name) {
  const auto found = std::ranges::find(stations, name, [](const Station& one) { return one.lesson->name; });
  return found == stations.end() ? nullptr : &*found;
}

// The lesson or puzzle that the mouse or the keys point at, of lessons and puzzles.
const Station* Pointed(const Desk& desk, const std::vector<Station>& lessons, const std::vector<Station>& puzzles) {
  for (const std::vector<Station>* stations : {&lessons, &puzzles})
    for (const Station& station : *stations)
      if (ImGui::IsWindowHovered() && station.area.Contains(ImGui::GetIO().MousePos)) return &station;
  const Station* chosen = Find(lessons, desk.Of<MapView>().chosen);
  return chosen ? chosen : Find(puzzles, desk.Of<MapView>().chosen);
}

void DrawStations(View& view, const std::vector<Station>& stations, const Station* pointed) {
  Desk& desk = view.desk;
  const CourseView& course = view.lesson->course;
  const auto needed = pointed ? course.NeededBy(*pointed->lesson) : std::vector<const Lesson*>();
  DrawTrack(desk, stations);
  desk.Of<MapView>().lessons.clear();
  for (const Station& station : stations) {
    const bool is_needed = std::ranges::find(needed, station.lesson) != needed.end();
    const Role role = is_needed                                   ? Role::kNeeded
                      : station.lesson->name == view.lesson->name ? Role::kHere
                                                                  : Role::kPlain;
    DrawStation(desk, station, role, &station == pointed);
    desk.Of<MapView>().lessons[station.lesson->name] = station.area;
  }
  for (const Lesson* lesson : needed) DrawNeed(desk, *Find(stations, lesson->name), *pointed);
}

void DrawPuzzles(View& view, const std::vector<Station>& puzzles, const Station* pointed) {
  for (const Station& puzzle : puzzles) {
    DrawPuzzle(view.desk, puzzle, puzzle.lesson->name == view.lesson->name, &puzzle == pointed);
    view.desk.Of<MapView>().lessons[puzzle.lesson->name] = puzzle.area;
  }
}

// Keys that leave the view scroll it.
void KeepInView(const Station& station) {
  const float top = ImGui::GetWindowPos().y, height = ImGui::GetWindowHeight();
  if (station.area.min.y < top) ImGui::SetScrollY(ImGui::GetScrollY() + station.area.min.y - top);
  if (station.area.max.y > top + height) ImGui::SetScrollY(ImGui::GetScrollY() + station.area.max.y - top - height);
}

void DrawMap(View& view, Area) {
  Desk& desk = view.desk;
  const CourseView& course = view.lesson->course;
  const Area window = Canvas();
  DrawMapHead(view, window);
  const Area body{{window.min.x, window.min.y + desk.Units(kHead)}, {window.max.x, window.max.y - desk.Units(kFoot)}};
  ImGui::SetCursorScreenPos(body.min);
  ImGui::BeginChild("map", {body.width(), std::max(body.height(), 1.0f)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 origin{at.x + desk.Units(kPad), at.y + desk.Units(6)};
  const MapLayout layout = LayOut(desk, course, {origin, {body.max.x, body.min.y + body.height() - desk.Units(14)}});
  for (std::size_t i = 0; i < course.parts.size(); ++i)
    DrawPartHead(desk, course.parts[i], i, {origin.x + layout.parts[i].x, origin.y + layout.parts[i].y}, layout.width);
  const std::vector<Station> stations = Stations(desk, course, layout, origin);
  const std::vector<Station> puzzles = PuzzleStations(desk, course, layout, origin);
  const Station* pointed = Pointed(desk, stations, puzzles);
  DrawStations(view, stations, pointed);
  DrawPuzzles(view, puzzles, pointed);
  for (const std::vector<Station>* all : {&stations, &puzzles})
    if (const Station* chosen = Find(*all, desk.Of<MapView>().chosen)) KeepInView(*chosen);
  const bool hovered = ImGui::IsWindowHovered() && pointed;
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const bool opens =
      hovered && pointed->area.Contains(ImGui::GetIO().MousePos) && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  ImGui::SetCursorScreenPos({at.x, origin.y + layout.height});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
  DrawMapFoot(view, {{window.min.x, body.max.y}, window.max}, pointed ? pointed->lesson : nullptr);
  if (opens) OpenLesson(view, pointed->lesson->name);
}

// --- keys

std::string& Chosen(View& view) {
  std::string& chosen = view.desk.Of<MapView>().chosen;
  if (chosen.empty()) chosen = view.lesson->name;
  return chosen;
}

// The one `by` away in the list of all lessons and puzzles.
void Choose(View& view, int by) {
  const auto all = view.lesson->course.InOrder();
  std::string& chosen = Chosen(view);
  const auto here = std::ranges::find(all, chosen, &Lesson::name);
  if (all.empty()) return;
  const auto at = here == all.end() ? 0 : std::clamp<std::ptrdiff_t>(here - all.begin() + by, 0, std::ssize(all) - 1);
  chosen = all[static_cast<std::size_t>(at)]->name;
}

// From a puzzle, which stands in a row, to the nearest lesson above or below; of the last part none is below.
void LeavePuzzles(View& view, int by) {
  const CourseView& course = view.lesson->course;
  const std::string from = Chosen(view);
  std::string before;
  do {
    before = Chosen(view);
    Choose(view, by);
    if (const Lesson* here = course.Find(Chosen(view)); here && !here->IsPuzzle()) return;
  } while (Chosen(view) != before);
  Chosen(view) = from;
}

// The lesson at the same height in the next part that has lessons.
void ChoosePart(View& view, int by) {
  const std::vector<CoursePart>& parts = view.lesson->course.parts;
  std::string& chosen = Chosen(view);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto here = std::ranges::find(parts[i].lessons, chosen, &Lesson::name);
    if (here == parts[i].lessons.end()) continue;
    const auto row = static_cast<std::size_t>(here - parts[i].lessons.begin());
    for (std::size_t to = i + static_cast<std::size_t>(by); to < parts.size(); to += static_cast<std::size_t>(by)) {
      if (parts[to].lessons.empty()) continue;
      chosen = parts[to].lessons[std::min(row, parts[to].lessons.size() - 1)].name;
      return;
    }
    return;
  }
  Choose(view, 0);
}

// All keys but those of the window itself.
bool TakeKeyOfCourseMap(View& view, std::string_view key) {
  if (!view.desk.show_map) return false;
  if (key == "T" || key == "?" || key == "F1" || key == "Ctrl Q") return false;
  if (view.desk.show_help) return false;
  const std::string& chosen = view.desk.Of<MapView>().chosen;
  const Lesson* here = view.lesson->course.Find(chosen.empty() ? view.lesson->name : chosen);
  const bool in_puzzles = here && here->IsPuzzle();
  const int by = key == "↓" || key == "→" ? 1 : -1;
  if (key == "↓" || key == "↑") in_puzzles ? LeavePuzzles(view, by) : Choose(view, by);
  if (key == "→" || key == "←") in_puzzles ? Choose(view, by) : ChoosePart(view, by);
  if (key == "Enter" && !chosen.empty()) OpenLesson(view, chosen);
  if (key == "Esc" || key == "M") view.desk.show_map = false;
  return true;
}

void ShowMap(View& view, std::size_t) {
  if (!view.lesson || view.lesson->course.parts.empty()) return;
  view.desk.show_map = true;
  view.desk.Of<MapView>().chosen.clear();
}

}  // namespace

// Three stations on a line.
float DrawMapButton(Desk& desk, ImVec2 at) {
  const float size = desk.Units(26);
  ImGui::SetCursorScreenPos({at.x, at.y - size / 2});
  if (ImGui::InvisibleButton("course", {size, size})) desk.show_map = true;
  Reach(desk);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 ink = hovered ? desk.color().text : desk.color().quiet;
  if (hovered)
    draw->AddRectFilled({at.x, at.y - size / 2}, {at.x + size, at.y + size / 2}, desk.color().raised, desk.Units(6));
  const float x = std::floor(at.x + size * 0.34f), step = desk.Units(6.5f);
  draw->AddLine({x, at.y - step}, {x, at.y + step}, ink, desk.Units(1.4f));
  for (int i = -1; i <= 1; ++i) {
    const float y = at.y + step * static_cast<float>(i);
    draw->AddCircleFilled({x, y}, desk.Units(2.3f), ink, 12);
    draw->AddLine({x + desk.Units(5), y}, {x + desk.Units(12), y}, ink, desk.Units(1.4f));
  }
  desk.controls["course"] = {{at.x, at.y - size / 2}, {at.x + size, at.y + size / 2}};
  return size;
}

const Panel kCourseMap{.name = "course map",
                       .place = PanelPlace::kWhole,
                       .group = "Lesson",
                       .draw = DrawMap,
                       .keys = {{{"M"}, "the course: all lessons, and what each needs", ShowMap}},
                       .needs_model = false,
                       .is_shown = [](const View& v) { return v.desk.show_map && v.lesson; },
                       .takes = TakeKeyOfCourseMap,
                       .prepare =
                           [](View& v) {
                             // Keys are not typed into a text that nobody sees.
                             if (v.desk.show_map && v.edit) v.edit->is_active = false;
                           }};

}  // namespace lockstep::viz
