#include "viz/panels/lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shared/replay/expression.h"
#include "shared/replay/model.h"
#include "viz/model/markdown.h"
#include "viz/panels/ink.h"
#include "viz/panels/setter.h"

namespace lockstep::viz {
namespace {

void SetCode(Desk& desk, Setter& setter, const std::string& text) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float pad = desk.Units(12), row = std::floor(desk.fonts.code_small->FontSize * 1.55f);
  const auto rows = static_cast<float>(std::ranges::count(text, '\n'));
  const ImVec2 min{setter.left(), setter.y()}, max{setter.right(), setter.y() + rows * row + 2 * pad - desk.Units(4)};
  draw->AddRectFilled(min, max, desk.color().raised, desk.Units(6));
  draw->PushClipRect(min, max, true);
  float y = min.y + pad - desk.Units(1);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    DrawText(draw, desk.fonts.code_small, {min.x + pad, y}, desk.color().text,
             std::string_view(text).substr(begin, end - begin));
    y += row;
    begin = end + 1;
  }
  draw->PopClipRect();
  setter.SetY(max.y);
}

void SetImage(Desk& desk, Setter& setter, const LessonView& lesson, const Block& block) {
  const auto image = std::ranges::find(lesson.images, block.text, &LessonImage::name);
  const std::size_t pixels = image == lesson.images.end() ? 0 : std::size_t{image->width} * image->height;
  if (pixels == 0 || image->rgba.size() != pixels * 4) {
    setter.Runs({{.text = fmt::format("[picture {} is missing]", block.text)}}, desk.fonts.small, desk.color().faint,
                desk.Units(22));
    return;
  }
  Texture& texture = desk.lesson_images[image->name];
  if (texture.empty()) {
    const std::span words(reinterpret_cast<const std::uint32_t*>(image->rgba.data()), pixels);
    texture.Update(words, image->width, image->height, 0, image->height);
    texture.SetFilter(Texture::Filter::kSmooth);
  }
  const float room = setter.right() - setter.left();
  const float width = std::min(room, static_cast<float>(image->width) * desk.scale);
  const float height = std::round(width * static_cast<float>(image->height) / static_cast<float>(image->width));
  ImGui::GetWindowDrawList()->AddImageRounded(texture.id(), {setter.left(), setter.y()},
                                              {setter.left() + width, setter.y() + height}, {0, 0}, {1, 1}, 0xffffffff,
                                              desk.Units(4));
  setter.SetY(setter.y() + height + desk.Units(6));
  if (!block.runs.empty()) setter.Runs(block.runs, desk.fonts.small, desk.color().quiet, desk.Units(18));
}

void SetTableRow(Desk& desk, Setter& setter, const Block& block) {
  const float left = setter.left(), right = setter.right(), top = setter.y() + desk.Units(4);
  const float column = (right - left) / static_cast<float>(std::max<std::size_t>(block.cells.size(), 1));
  float bottom = top;
  for (std::size_t i = 0; i < block.cells.size(); ++i) {
    const float x = left + column * static_cast<float>(i);
    Setter cell(desk, x, x + column - desk.Units(10));
    cell.SetY(top);
    ImFont* font = block.head ? desk.fonts.strong : desk.fonts.text;
    cell.Runs(block.cells[i], font, desk.color().text, desk.Units(22));
    bottom = std::max(bottom, cell.y());
  }
  ImGui::GetWindowDrawList()->AddLine({left, bottom}, {right, bottom}, desk.color().line);
  setter.SetY(bottom);
}

void SetItem(Desk& desk, Setter& setter, const Block& block, float left) {
  const float indent = left + desk.Units(22) * static_cast<float>(block.level);
  const float y = setter.y();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (block.number == 0) {
    draw->AddCircleFilled({indent - desk.Units(11), y + desk.fonts.text->FontSize * 0.58f}, desk.Units(2.4f),
                          desk.color().quiet, 12);
  } else if (block.number > 0) {
    const std::string text = fmt::format("{}.", block.number);
    DrawText(draw, desk.fonts.text, {indent - desk.Units(8) - TextWidth(desk.fonts.text, text), y}, desk.color().quiet,
             text);
  }
  setter.Indent(indent);
  setter.Runs(block.runs, desk.fonts.text, desk.color().text, desk.Units(24));
  setter.Indent(left);
  setter.Gap(desk.Units(4));
}

void SetBlock(Desk& desk, Setter& setter, const LessonView& lesson, const Block& block) {
  const Palette& c = desk.color();
  const float left = setter.left();
  switch (block.kind) {
    case BlockKind::kHeading:
      setter.Gap(desk.Units(block.level == 1 ? 4.0f : 12.0f));
      setter.Runs(block.runs, block.level == 1 ? desk.fonts.title : desk.fonts.strong, c.text,
                  desk.Units(block.level == 1 ? 30.0f : 24.0f));
      setter.Gap(desk.Units(6));
      break;
    case BlockKind::kParagraph:
      setter.Runs(block.runs, desk.fonts.text, c.text, desk.Units(24));
      setter.Gap(desk.Units(10));
      break;
    case BlockKind::kQuote: {
      const float top = setter.y();
      setter.Indent(left + desk.Units(16));
      setter.Runs(block.runs, desk.fonts.text, c.quiet, desk.Units(24));
      setter.Indent(left);
      ImGui::GetWindowDrawList()->AddRectFilled(
          {left, top - desk.Units(2)}, {left + desk.Units(3), setter.y() - desk.Units(4)}, c.chosen, desk.Units(2));
      setter.Gap(desk.Units(10));
      break;
    }
    case BlockKind::kCode:
      SetCode(desk, setter, block.text);
      setter.Gap(desk.Units(14));
      break;
    case BlockKind::kRule:
      ImGui::GetWindowDrawList()->AddLine({left, setter.y() + desk.Units(6)},
                                          {setter.right(), setter.y() + desk.Units(6)}, c.line);
      setter.Gap(desk.Units(20));
      break;
    case BlockKind::kItem: SetItem(desk, setter, block, left); break;
    case BlockKind::kImage:
      SetImage(desk, setter, lesson, block);
      setter.Gap(desk.Units(12));
      break;
    case BlockKind::kTableRow: SetTableRow(desk, setter, block); break;
  }
}

void DrawPages(const LessonView& lesson, Desk& desk, Area head) {
  if (lesson.pages.size() < 2) return;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float size = desk.Units(26), middle = (head.min.y + head.max.y) / 2;
  float x = head.max.x - size;
  const auto arrow = [&](const char* id, float direction, bool possible) {
    ImGui::SetCursorScreenPos({x, middle - size / 2});
    const bool clicked = ImGui::InvisibleButton(id, {size, size}) && possible;
    (direction > 0 ? desk.lesson.next : desk.lesson.previous) =
        Area{{x, middle - size / 2}, {x + size, middle + size / 2}};
    const ImU32 ink = !possible ? desk.color().line : ImGui::IsItemHovered() ? desk.color().text : desk.color().quiet;
    const ImVec2 c{x + size / 2, middle};
    const float r = desk.Units(4.5f);
    draw->AddLine({c.x - direction * r * 0.5f, c.y - r}, {c.x + direction * r * 0.5f, c.y}, ink, desk.Units(1.8f));
    draw->AddLine({c.x + direction * r * 0.5f, c.y}, {c.x - direction * r * 0.5f, c.y + r}, ink, desk.Units(1.8f));
    return clicked;
  };
  const std::size_t page = desk.lesson.page;
  if (arrow("next", 1, page + 1 < lesson.pages.size())) ++desk.lesson.page;
  const std::string text = fmt::format("{} of {}", page + 1, lesson.pages.size());
  x -= TextWidth(desk.fonts.small, text) + desk.Units(2);
  DrawText(draw, desk.fonts.small, {x, middle - desk.fonts.small->FontSize / 2}, desk.color().quiet, text);
  x -= size + desk.Units(2);
  if (arrow("previous", -1, page > 0)) --desk.lesson.page;
}

struct Look {
  ImU32 color;
  const char* word;
};

Look LookOf(const Desk& desk, ExerciseState state) {
  switch (state) {
    case ExerciseState::kBuilding: return {desk.color().quiet, "Building…"};
    case ExerciseState::kBroken: return {desk.color().fault, "Does not compile"};
    case ExerciseState::kWrong: return {desk.color().write, "Not yet"};
    case ExerciseState::kSolved: return {desk.color().read, "Solved"};
    case ExerciseState::kNone: break;
  }
  return {desk.color().quiet, "Exercise"};
}

// What the exercise's sentence leads to, as the link under it says.
std::string LinkText(const ExercisePlace& place) {
  return fmt::format("Show {} thread {} of block {}", place.cell ? "the cell and" : "the moment of", Text(place.thread),
                     Text(place.block));
}

// From the words under the exercise's state to its compiler's output.
void SetExercise(Desk& desk, Setter& setter, const Exercise& exercise, bool hovered) {
  if (!exercise.status.empty()) {
    std::string sentence = exercise.status;  // the terminal's go on after a place; here they stand alone
    if (sentence[0] >= 'a' && sentence[0] <= 'z') sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
    setter.Runs(RunsOf(sentence), desk.fonts.text, desk.color().text, desk.Units(21));
    setter.Gap(desk.Units(4));
  }
  if (exercise.place) {
    TextRun link{.text = LinkText(*exercise.place)};
    if (hovered) link.link = "place";
    setter.Runs({link}, desk.fonts.text, desk.color().chosen, desk.Units(21));
    setter.Gap(desk.Units(4));
  }
  if (!exercise.file.empty()) {
    setter.Runs(RunsOf("Edit `" + exercise.file + "` in your own editor; saving it runs it again."), desk.fonts.small,
                desk.color().quiet, desk.Units(18));
  }
}

constexpr float kStateHeight = 38, kCompilerHeight = 150;  // in units

float ExerciseHeight(Desk& desk, const Exercise& exercise, float width) {
  Setter words = Setter::Measuring(desk, width);
  SetExercise(desk, words, exercise, false);
  return words.y() + desk.Units(kStateHeight + 12 + (exercise.compiler_output.empty() ? 0 : kCompilerHeight));
}

// How the exercise stands. All of it leads to what its sentence speaks of.
void DrawExercise(Desk& desk, const Exercise& exercise, Area area) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float pad = desk.Units(20);
  const Look look = LookOf(desk, exercise.state);
  Area link = area;
  if (!exercise.compiler_output.empty()) link.max.y -= desk.Units(kCompilerHeight);
  desk.lesson.status = link;
  bool hovered = false;
  if (exercise.place) {
    ImGui::SetCursorScreenPos(link.min);
    if (ImGui::InvisibleButton("status", {link.width(), link.height()})) desk.lesson.to_place = true;
    hovered = ImGui::IsItemHovered();
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  draw->AddRectFilled(area.min, area.max, Blend(desk.color().panel, look.color, hovered ? 0.12f : 0.07f));
  draw->AddRectFilled(area.min, {area.max.x, area.min.y + desk.Units(2)}, look.color);
  DrawText(draw, desk.fonts.strong, {area.min.x + pad, area.min.y + desk.Units(14)}, look.color, look.word);
  Setter words(desk, area.min.x + pad, area.max.x - pad);
  words.SetY(area.min.y + desk.Units(kStateHeight));
  SetExercise(desk, words, exercise, hovered);
  if (exercise.compiler_output.empty()) return;
  ImGui::SetCursorScreenPos({area.min.x + pad, link.max.y});
  ImGui::BeginChild("compiler", {area.width() - 2 * pad, desk.Units(kCompilerHeight - 10)}, false,
                    ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PushFont(desk.fonts.code_small);
  ImGui::TextUnformatted(exercise.compiler_output.c_str());
  ImGui::PopFont();
  ImGui::EndChild();
}

// Whose program is in view: a page chooses it, and so may the learner.
void DrawPrograms(Desk& desk, Area area) {
  static const std::vector<std::string> kPrograms = {"lesson", "exercise"};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float pad = desk.Units(20), middle = area.center().y;
  draw->AddLine(area.min, {area.max.x, area.min.y}, desk.color().line);
  DrawText(draw, desk.fonts.small, {area.min.x + pad, middle - desk.fonts.small->FontSize / 2}, desk.color().quiet,
           "Program");
  const float width = ChoiceWidth(desk, kPrograms);
  const ImVec2 at{area.max.x - pad - width, middle - desk.Units(12)};
  const int chosen = DrawChoice(desk, "program", at, kPrograms, static_cast<int>(desk.lesson.shown));
  desk.lesson.shown = static_cast<Shown>(chosen);
  desk.lesson.programs = Area{at, {at.x + width, at.y + desk.Units(24)}};
}

// The exercise's state belongs to its page; a lesson that marks none shows it on all.
bool ShowsExercise(const LessonView& lesson, std::size_t page) {
  const Exercise& exercise = lesson.exercise;
  if (exercise.state == ExerciseState::kNone && exercise.file.empty()) return false;
  return page >= lesson.pages.size() || lesson.pages[page].exercise ||
         std::ranges::none_of(lesson.pages, &LessonPage::exercise);
}

}  // namespace

void DrawLesson(const LessonView& lesson, Desk& desk) {
  Area head;
  Area area = DrawHeader(desk, lesson.title.empty() ? "Lesson" : lesson.title, "", 0, &head);
  desk.lesson.status = desk.lesson.previous = desk.lesson.next = desk.lesson.programs = std::nullopt;
  desk.lesson.page = std::min(desk.lesson.page, lesson.pages.empty() ? 0 : lesson.pages.size() - 1);
  DrawPages(lesson, desk, head);
  const float pad = desk.Units(20);
  if (!lesson.exercise.file.empty()) {
    const Area foot{{area.min.x, area.max.y - desk.Units(58)}, area.max};
    DrawPrograms(desk, foot);
    area.max.y = foot.min.y;
  }
  const bool with_exercise = ShowsExercise(lesson, desk.lesson.page);
  const float exercise = with_exercise ? ExerciseHeight(desk, lesson.exercise, area.width() - 2 * pad) : 0;
  if (!lesson.pages.empty()) {
    ImGui::SetCursorScreenPos(area.min);
    const std::string id = fmt::format("page {}", desk.lesson.page);
    ImGui::BeginChild(id.c_str(), {area.width(), std::max(area.height() - exercise, 1.0f)});
    const LessonPage& page = lesson.pages[desk.lesson.page];
    const float left = area.min.x + pad;
    Setter setter(desk, left, area.max.x - pad - desk.Units(4));
    setter.Gap(desk.Units(6));
    for (const Block& block : ReadMarkdown(page.markdown)) SetBlock(desk, setter, lesson, block);
    ImGui::SetCursorScreenPos({left, setter.y()});
    ImGui::Dummy({1, desk.Units(24)});
    ImGui::EndChild();
  }
  if (with_exercise) DrawExercise(desk, lesson.exercise, {{area.min.x, area.max.y - exercise}, area.max});
}

}  // namespace lockstep::viz
