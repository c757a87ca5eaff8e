#include "viz/panels/lesson_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shared/base/text_diff.h"
#include "viz/model/lesson_view.h"
#include "viz/model/tasks.h"
#include "viz/panels/code_text.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/lesson_drawing.h"
#include "viz/panels/lesson_frame.h"
#include "viz/panels/lesson_panel.h"
#include "viz/panels/lesson_question.h"
#include "viz/panels/lesson_table.h"
#include "viz/panels/present.h"

namespace lockstep::viz {

namespace {

std::vector<std::string> LinesOf(std::string_view text) {
  std::vector<std::string> lines;
  for (const std::string_view line : SplitLines(text)) lines.emplace_back(line.substr(0, line.find('\n')));
  return lines;
}

// The largest letters, up to the text's own, in which every line fits.
ImFont* FittingFont(const Desk& desk, const std::vector<std::string>& lines, float width) {
  for (ImFont* font : desk.fonts.code_sizes)
    if (std::ranges::all_of(lines, [&](const std::string& line) { return TextWidth(font, line) <= width; }))
      return font;
  return desk.fonts.code_sizes.back();
}

// Text that does not even fit in the smallest letters goes on in the next line.
void BreakLines(std::vector<std::string>& lines, ImFont* font, float width) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (TextWidth(font, lines[i]) <= width) continue;
    const char* end = nullptr;
    font->CalcTextSizeA(font->FontSize, width, 0, lines[i].data(), lines[i].data() + lines[i].size(), &end);
    const auto kept = std::max<std::size_t>(static_cast<std::size_t>(end - lines[i].data()), 1);
    std::string rest = lines[i].substr(kept);
    lines[i].resize(kept);
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::move(rest));
  }
}

// In the source panel's colours, if it is C++. Its ground reaches into the margins of the page.
void SetCode(Desk& desk, TextSetter& setter, const Block& block) {
  const bool is_cpp = block.info == "cpp" || block.info == "cuda" || block.info == "cu";
  const float pad = desk.Units(10), width = setter.right() - setter.left() + pad;
  std::vector<std::string> lines = LinesOf(block.text);
  ImFont* font = FittingFont(desk, lines, width);
  BreakLines(lines, font, width);
  const float row = std::floor(font->FontSize * 1.55f);
  const Area ground{{setter.left() - pad, setter.y()},
                    {setter.right() + pad + desk.Units(4),
                     setter.y() + static_cast<float>(lines.size()) * row + 2 * pad - desk.Units(2)}};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(ground.min, ground.max, desk.color().raised, desk.Units(6));
  float y = ground.min.y + pad - desk.Units(1), widest = 0;
  for (const std::string& line : lines) {
    widest = std::max(widest, TextWidth(font, line));
    const ImVec2 at{setter.left(), y};
    if (is_cpp)
      DrawCode(desk, at, line, font);
    else
      DrawText(draw, font, at, desk.color().text, line);
    y += row;
  }
  desk.controls[fmt::format("code {}", desk.Of<LessonPanel>().codes++)] = {{setter.left(), ground.min.y},
                                                                           {setter.left() + widest, y}};
  setter.SetY(ground.max.y);
}

void SetImage(Desk& desk, TextSetter& setter, const LessonView& lesson, const Block& block) {
  const auto image = std::ranges::find(lesson.images, block.text, &LessonImage::name);
  const std::size_t pixels = image == lesson.images.end() ? 0 : std::size_t{image->width} * image->height;
  if (pixels == 0 || image->rgba.size() != pixels * 4) {
    setter.Runs({{.text = fmt::format("[picture {} is missing]", block.text)}}, desk.fonts.small, desk.color().faint,
                desk.Units(22));
    return;
  }
  Texture& texture = desk.Of<LessonImages>().by_name[image->name];
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

void SetItem(Desk& desk, TextSetter& setter, const Block& block, float left) {
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

// "*Try it:* ...": what the reader is asked to do stands in a frame.
bool IsCall(const Block& block) {
  return HasTasks(block.runs) ||
         (!block.runs.empty() && block.runs[0].emphasis && block.runs[0].text.starts_with("Try it"));
}

void SetParagraph(Desk& desk, TextSetter& setter, const Block& block) {
  const auto words = [&](TextSetter& to) { to.Runs(block.runs, desk.fonts.text, desk.color().text, desk.Units(24)); };
  if (IsCall(block)) {
    const auto& done = desk.Of<LessonPanel>().done[desk.Of<LessonPanel>().page];
    const bool all = HasTasks(block.runs) && std::ranges::all_of(block.runs, [&](const TextRun& run) {
                       return !run.link.starts_with(kTryLink) || done.contains(run.link);
                     });
    SetFramed(desk, setter, all ? desk.color().read : desk.color().chosen, words);
  } else {
    words(setter);
  }
  setter.Gap(desk.Units(10));
}

std::optional<replay::Drawing> DrawingOf(const Block& block) {
  if (block.info != "drawing") return std::nullopt;
  auto drawing = replay::ReadDrawing(block.text);
  return drawing ? std::optional(std::move(*drawing)) : std::nullopt;
}

void SetBlock(Desk& desk, TextSetter& setter, const LessonView& lesson, const Block& block) {
  const Palette& c = desk.color();
  const float left = setter.left();
  switch (block.kind) {
    case BlockKind::kHeading:
      setter.Gap(desk.Units(block.level == 1 ? 4.0f : 12.0f));
      setter.Runs(block.runs, block.level == 1 ? desk.fonts.title : desk.fonts.strong, c.text,
                  desk.Units(block.level == 1 ? 30.0f : 24.0f));
      setter.Gap(desk.Units(6));
      break;
    case BlockKind::kParagraph: SetParagraph(desk, setter, block); break;
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
      if (const auto drawing = DrawingOf(block))
        SetDrawing(desk, setter, *drawing);
      else
        SetCode(desk, setter, block);
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
    case BlockKind::kTableRow: break;  // SetPage sets whole tables
  }
}

void Follow(Desk& desk, const LessonPage& page, replay::Directions to) {
  if (!to.launch && !to.exercise) to.launch = page.launch;
  desk.requests.emplace_back(request::Follow{std::move(to)});
}

// A link is reached at its first part.
std::optional<replay::Directions> PressedLink(Desk& desk, const Links& links) {
  std::optional<replay::Directions> pressed;
  std::optional<std::size_t> last;
  for (const Links::Part& part : links.parts) {
    if (last == part.number || part.target.starts_with(kTryLink)) continue;
    last = part.number;
    const auto to = DirectionsOf(part.target);
    if (to && Reach(desk, fmt::format("link {}", part.number), part.area)) pressed = to;
  }
  return pressed;
}

// Follows the link under the mouse, or the one that is pressed by keys.
void TakeLinks(View& view, const LessonPage& page, const Links& links) {
  LessonPanel& panel = view.desk.Of<LessonPanel>();
  panel.hovered_link.reset();
  if (const auto pressed = PressedLink(view.desk, links)) return Follow(view.desk, page, *pressed);
  if (!ImGui::IsWindowHovered()) return;
  const auto under = std::ranges::find_if(
      links.parts, [](const Links::Part& part) { return part.area.Contains(ImGui::GetIO().MousePos); });
  if (under == links.parts.end() || under->target.starts_with(kTryLink)) return;
  auto to = DirectionsOf(under->target);
  if (!to) return;
  panel.hovered_link = under->number;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (!ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
  Follow(view.desk, page, std::move(*to));
}

// Names the areas of the links, for tests and other programs.
void NameLinks(Desk& desk, const Links& links) {
  for (const Links::Part& part : links.parts) desk.controls.try_emplace(part.target, part.area);
}

}  // namespace

namespace {

void SetBlocks(View& view, TextSetter& setter, const std::string& markdown, const LessonPage* page) {
  const std::vector<Block> blocks = ReadMarkdown(markdown);
  std::size_t question = 0;
  for (auto block = blocks.begin(); block != blocks.end();) {
    const auto is_row = [](const Block& b) { return b.kind == BlockKind::kTableRow; };
    const auto end = is_row(*block) ? std::find_if_not(block, blocks.end(), is_row) : std::next(block);
    const bool asks = block->kind == BlockKind::kCode && replay::IsQuestionBlock(block->info);
    if (is_row(*block))
      SetTable(view.desk, setter, {block, end});
    else if (asks && page && question < page->questions.size())
      SetQuestion(view, setter, *page, question++);
    else if (!asks || page)
      SetBlock(view.desk, setter, *view.lesson, *block);
    block = end;
  }
}

bool IsPresented(const Desk& desk, const std::string& link) {
  const PresentView& present = desk.Of<PresentView>();
  return desk.is_presented && present.page == desk.Of<LessonPanel>().page && present.link == link;
}

void ScrollToPresented(Desk& desk, const Links& links) {
  if (!desk.Of<PresentView>().scrolls) return;
  desk.Of<PresentView>().scrolls = false;
  const auto part = std::ranges::find(links.parts, desk.Of<PresentView>().link, &Links::Part::target);
  if (part == links.parts.end()) return;
  const float top = ImGui::GetWindowPos().y, height = ImGui::GetWindowHeight(), y = part->area.min.y;
  if (y < top || part->area.max.y > top + height) ImGui::SetScrollY(ImGui::GetScrollY() + y - top - height * 0.4f);
}

}  // namespace

void SetMarkdown(View& view, TextSetter& setter, const std::string& markdown) {
  Links links;
  links.look = [&](std::size_t, const std::string&) { return LinkLook{.color = view.desk.color().text}; };
  setter.Collect(&links);
  SetBlocks(view, setter, markdown, nullptr);
  setter.Collect(nullptr);
}

void SetPage(View& view, TextSetter& setter, const LessonPage& page) {
  Desk& desk = view.desk;
  Links links;
  const std::set<std::string>& done = desk.Of<LessonPanel>().done[desk.Of<LessonPanel>().page];
  links.look = [&](std::size_t number, const std::string& target) -> LinkLook {
    if (target.starts_with(kTryLink)) {
      const bool ticked = done.contains(target);
      return {.color = ticked ? desk.color().read : desk.color().text, .box = ticked};
    }
    const bool marked = desk.Of<LessonPanel>().hovered_link == number || IsPresented(desk, target);
    return {.color = desk.color().chosen, .back = marked ? desk.color().chosen_soft : 0};
  };
  setter.Collect(&links);
  SetBlocks(view, setter, page.markdown, &page);
  NameLinks(desk, links);
  TakeLinks(view, page, links);
  ScrollToPresented(desk, links);
  setter.Collect(nullptr);
}

}  // namespace lockstep::viz
