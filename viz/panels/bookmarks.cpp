#include "viz/panels/bookmarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "shared/replay/choose.h"
#include "shared/replay/headline.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/order.h"
#include "viz/panels/query_view.h"
#include "viz/panels/system_clipboard.h"
#include "viz/panels/tabs.h"
#include "viz/panels/text_field.h"
#include "viz/panels/text_setter.h"

namespace lockstep::viz {
namespace {

void Save(BookmarksView& view) {
  if (view.file.empty()) return;
  const auto written = query::WriteBookmarks(view.file, view.all);
  view.problem = written ? "" : written.error().message;
}

// A bookmark is a moment of the recording, in whichever order that is shown.
replay::MomentAddress AddressIn(const replay::Model& model, const Desk& desk, const replay::Cursor& place) {
  return replay::AddressOf(model.recording(), InRecordedOrder(desk, place));
}

// The thread's last action is the first name.
void Add(View& v, std::size_t) {
  if (v.desk.is_presented) return;
  BookmarksView& view = v.desk.Of<BookmarksView>();
  BringIntoView(v.desk, kBookmarks);
  if (view.all.size() >= query::kMostBookmarks) return;
  const replay::Headline headline = replay::DescribeMoment(*v.model, v.selection);
  std::string name = headline.who + " " + headline.does;
  if (name.size() > query::kLongestName) name.resize(query::kLongestName);
  view.all.push_back({name, AddressIn(*v.model, v.desk, v.selection)});
  view.editing = view.all.size() - 1;
  view.field = TextEditor(name);
  view.field.SelectAll();
  Save(view);
}

void Remove(BookmarksView& view, std::size_t which) {
  view.all.erase(view.all.begin() + static_cast<std::ptrdiff_t>(which));
  view.editing.reset();
  Save(view);
}

void TakeName(BookmarksView& view) {
  const std::size_t which = *view.editing;
  const std::string name = view.field.buffer().Line(0).substr(0, query::kLongestName);
  view.editing.reset();
  if (name.find_first_not_of(' ') == name.npos) return Remove(view, which);
  view.all[which].name = name;
  Save(view);
}

// The next frame goes there.
void AskFor(const replay::Model& model, Desk& desk, BookmarksView& view, const query::Bookmark& bookmark) {
  const auto place = replay::FindMoment(model.recording(), bookmark.moment);
  view.problem = place ? "" : place.error().message;
  if (place) desk.requests.emplace_back(request::GoToMoment{InShownOrder(desk, *place)});
}

bool IsAt(const replay::Model& model, const Desk& desk, const Selection& selection, const query::Bookmark& bookmark) {
  return AddressIn(model, desk, selection) == bookmark.moment;
}

// The file that the bookmarks are beside; empty if they are not kept.
std::string RecordingOf(const BookmarksView& view) {
  const std::string file = view.file.string();
  const std::size_t ending = query::BookmarksFile({}).string().size();
  return file.size() > ending ? file.substr(0, file.size() - ending) : "";
}

// The bookmark after the one that is in view, or before it; from elsewhere, the first or the last one.
void Step(View& v, std::size_t which) {
  BookmarksView& view = v.desk.Of<BookmarksView>();
  const std::size_t count = view.all.size();
  if (count == 0) return;
  const bool forward = which == 1;
  std::size_t at = forward ? 0 : count - 1;
  for (std::size_t i = 0; i < count; ++i) {
    if (!IsAt(*v.model, v.desk, v.selection, view.all[i])) continue;
    at = forward ? std::min(i + 1, count - 1) : i > 0 ? i - 1 : 0;
    break;
  }
  AskFor(*v.model, v.desk, view, view.all[at]);
}

// FILE.lstrace#launch=0&step=120&..., for a message or a command line.
void CopyAddress(View& v, std::size_t) {
  const std::string file = RecordingOf(v.desk.Of<BookmarksView>());
  SystemClipboard().set(replay::WriteAddress(file, AddressIn(*v.model, v.desk, v.selection)));
}

bool TakeKeyOfBookmarks(View& v, std::string_view key) {
  if (!v.desk.Of<BookmarksView>().editing || !IsInView(v.desk, kBookmarks)) return false;
  if (v.desk.is_presented || v.desk.show_map) return false;
  BookmarksView& view = v.desk.Of<BookmarksView>();
  if (key == "Ctrl Q" || (key.size() > 1 && key[0] == 'F') || key.starts_with("Shift F")) return false;
  if (key == "Esc")
    view.editing.reset();
  else if (key == "Enter")
    TakeName(view);
  else
    TypeInField(view.field, key);
  return true;
}

// A word at the right of a row, to click; moves `right` to its left.
bool WordButton(Desk& desk, const char* word, Area row, float& right) {
  const float width = TextWidth(desk.fonts.small, word) + desk.Units(14);
  const Area area{{right - width, row.min.y}, {right, row.max.y}};
  right = area.min.x;
  const bool clicked = Clickable(desk, word, area);
  DrawText(ImGui::GetWindowDrawList(), desk.fonts.small,
           {area.min.x + desk.Units(7), area.center().y - desk.fonts.small->FontSize / 2},
           ImGui::IsItemHovered() ? desk.color().text : desk.color().quiet, word);
  return clicked;
}

std::string MomentText(const query::Bookmark& bookmark) {
  const replay::MomentAddress& moment = bookmark.moment;
  std::string text;
  if (moment.launch && *moment.launch > 0) text += fmt::format("launch {} · ", *moment.launch);
  return text + fmt::format("step {}", moment.step.value_or(0));
}

enum class RowAction { kNone, kGo, kRename, kMove, kCopy, kRemove };

RowAction DrawRow(const replay::Model& model, const Selection& selection, Desk& desk, BookmarksView& view,
                  std::size_t which) {
  const query::Bookmark& bookmark = view.all[which];
  const Palette& c = desk.color();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Area row{at, {at.x + ImGui::GetContentRegionAvail().x, at.y + desk.Units(27)}};
  RowAction action = RowAction::kNone;
  ImGui::PushID(static_cast<int>(which));
  float right = row.max.x - desk.Units(8);
  // The words come first: they lie over the row.
  if (WordButton(desk, "remove", row, right)) action = RowAction::kRemove;
  if (which > 0 && WordButton(desk, "up", row, right)) action = RowAction::kMove;
  if (WordButton(desk, "rename", row, right)) action = RowAction::kRename;
  if (WordButton(desk, "copy", row, right)) action = RowAction::kCopy;
  const Area text{row.min, {right, row.max.y}};
  view.rows[which] = text;
  if (Clickable(desk, "go", text)) action = RowAction::kGo;
  const bool hovered = ImGui::IsItemHovered(), is_here = IsAt(model, desk, selection, bookmark);
  ImGui::PopID();
  draw->ChannelsSetCurrent(0);
  if (is_here || hovered) draw->AddRectFilled(row.min, row.max, is_here ? c.chosen_soft : WithAlpha(c.raised, 0.7f));
  draw->ChannelsSetCurrent(1);
  const float middle = row.center().y;
  const std::string number = fmt::format("{}", which + 1), moment = MomentText(bookmark);
  DrawText(draw, desk.fonts.code_small,
           {row.min.x + desk.Units(34) - TextWidth(desk.fonts.code_small, number),
            middle - desk.fonts.code_small->FontSize / 2},
           c.quiet, number);
  const float moment_width = TextWidth(desk.fonts.small, moment), x = row.min.x + desk.Units(44);
  DrawText(draw, desk.fonts.small, {right - moment_width - desk.Units(8), middle - desk.fonts.small->FontSize / 2},
           c.quiet, moment);
  DrawText(draw, desk.fonts.text, {x, middle - desk.fonts.text->FontSize / 2}, is_here ? c.chosen : c.text,
           FitText(desk.fonts.text, bookmark.name, right - moment_width - x - desk.Units(18)));
  ImGui::SetCursorScreenPos({at.x, row.max.y});
  return action;
}

void Obey(const replay::Model& model, Desk& desk, BookmarksView& view, std::size_t which, RowAction action) {
  switch (action) {
    case RowAction::kNone: return;
    case RowAction::kGo: return AskFor(model, desk, view, view.all[which]);
    case RowAction::kRename:
      view.editing = which;
      view.field = TextEditor(view.all[which].name);
      return view.field.SelectAll();
    case RowAction::kMove: std::swap(view.all[which], view.all[which - 1]); return Save(view);
    case RowAction::kCopy:
      return SystemClipboard().set(replay::WriteAddress(RecordingOf(view), view.all[which].moment));
    case RowAction::kRemove: return Remove(view, which);
  }
}

std::string Hint(const BookmarksView& view) {
  if (!view.problem.empty()) return view.problem;
  if (view.all.empty()) return "K  bookmarks this moment.";
  return view.file.empty() ? "K  adds one     <  >  go through them     They last until the window closes: `lockstep "
                             "record` keeps a recording."
                           : "K  adds one     <  >  go through them     `lockstep export FILE --tour --html OUT.html` "
                             "makes a page of them";
}

}  // namespace

void OpenBookmarks(Desk& desk, const std::filesystem::path& file) {
  BookmarksView& view = desk.Of<BookmarksView>();
  view.file = file;
  auto read = query::ReadBookmarks(file);
  if (read) {
    view.all = std::move(*read);
    return;
  }
  view.problem = read.error().message;
  view.file.clear();
}

void DrawBookmarks(const replay::Model& model, Selection& selection, Desk& desk, Area) {
  BookmarksView& view = desk.Of<BookmarksView>();
  view.rows.clear();
  ImGui::BeginChild("bookmarks");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImDrawList* draw = ImGui::GetWindowDrawList();
  std::pair<std::size_t, RowAction> action{0, RowAction::kNone};
  for (std::size_t i = 0; i < view.all.size(); ++i) {
    if (view.editing == i) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const float width = ImGui::GetContentRegionAvail().x;
      DrawTextField(desk, view.field,
                    {{at.x + desk.Units(36), at.y + 1}, {at.x + width - desk.Units(14), at.y + desk.Units(26)}});
      ImGui::SetCursorScreenPos({at.x, at.y + desk.Units(27)});
      continue;
    }
    draw->ChannelsSplit(2);
    draw->ChannelsSetCurrent(1);
    const RowAction wanted = DrawRow(model, selection, desk, view, i);
    draw->ChannelsMerge();
    if (wanted != RowAction::kNone) action = {i, wanted};
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  TextSetter setter(desk, at.x + desk.Units(14), at.x + ImGui::GetContentRegionAvail().x - desk.Units(14));
  setter.Gap(desk.Units(6));
  setter.Runs(RunsOf(Hint(view)), desk.fonts.small, view.problem.empty() ? desk.color().quiet : desk.color().fault,
              desk.Units(20));
  ImGui::Dummy({1, setter.y() - at.y});
  ImGui::PopStyleVar();
  ImGui::EndChild();
  Obey(model, desk, view, action.first, action.second);
}

const Panel kBookmarks{.name = "bookmarks",
                       .place = PanelPlace::kBelow,
                       .group = "Time",
                       .tab = {.word = "marks", .title = "Bookmarks"},
                       .draw = DrawModel<DrawBookmarks>,
                       .keys = {{{"K"}, "bookmarks this moment", Add},
                                {{"Ctrl L"}, "copies the address of this moment", CopyAddress},
                                {{"<", ">"}, "the bookmark before, the next one", Step},
                                {{"Shift K"},
                                 "the bookmarks: names, order, stops of a tour",
                                 [](View& v, std::size_t) { ToggleTab(v.desk, kBookmarks); }}},
                       .takes = TakeKeyOfBookmarks,
                       .forget = [](Desk& desk) {
                         // Those of a file belong to the recording of this window; others, to the program in view.
                         if (desk.Of<BookmarksView>().file.empty()) desk.Drop<BookmarksView>();
                       }};

}  // namespace lockstep::viz
