#include "viz/panels/query_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "shared/base/trimmed.h"
#include "shared/query/go_to.h"
#include "viz/edit/text_editor.h"
#include "viz/edit/text_letters.h"
#include "viz/panels/ink.h"
#include "viz/panels/query_view.h"
#include "viz/panels/runs.h"
#include "viz/panels/text_field.h"
#include "viz/panels/text_setter.h"
#include "viz/panels/word_list.h"

namespace lockstep::viz {
namespace {

constexpr std::size_t kMostPast = 100;

void TakeProblem(QueryView& view, const query::SyntaxError& error) {
  view.problem = AsSentence(error.Sentence());
  view.problem_at = error.at;
}

void Remember(QueryView& view, std::string_view text) {
  std::erase(view.past, text);
  view.past.emplace_back(text);
  if (view.past.size() > kMostPast) view.past.erase(view.past.begin());
  view.from_past.reset();
}

void Complete(const replay::Model& model, QueryView& view) {
  view.words.completion = query::Complete(model.recording(), view.field.buffer().Line(0), view.field.head().byte);
  view.words.taken.reset();
}

void Close(QueryView& view) {
  view.is_open = false;
  view.problem.clear();
  view.problem_at.reset();
}

void ShowPast(QueryView& view, bool earlier) {
  if (view.past.empty()) return;
  const std::size_t last = view.past.size() - 1;
  if (!view.from_past && !earlier) return;
  std::size_t at = view.from_past.value_or(last + 1);
  if (!earlier && at >= last) return;
  at = earlier ? (at > 0 ? at - 1 : 0) : at + 1;
  view.from_past = at;
  view.field = TextEditor(view.past[at]);
  view.field.Move(By::kLineEnd, Toward::kForward);
  view.words.is_wanted = false;
}

void TakeAnswer(Desk& desk) {
  QueryView& view = desk.Of<QueryView>();
  if (!view.asking) return;
  auto answer = view.asking->Take();
  if (!answer) return;
  if (!*answer) {
    if (!view.is_open) OpenQuery(desk, view.asked);
    view.field.Drop();
    return TakeProblem(view, answer->error());
  }
  Close(view);
  view.answer = std::move(**answer);
  view.chosen.reset();
  view.scrolls_to = 0;
  if (view.answer->rows.size() != 1 || !view.answer->rows[0].place) return;
  view.chosen = 0;
  desk.requests.emplace_back(request::GoToMoment{*view.answer->rows[0].place});
}

bool Type(View& v, std::string_view key) {
  QueryView& view = v.desk.Of<QueryView>();
  const std::string before = view.field.buffer().Line(0);
  const TextPlace head = view.field.head();
  TypeInField(view.field, key);
  const bool changed = view.field.buffer().Line(0) != before;
  if (changed) {
    view.problem.clear();
    view.problem_at.reset();
    view.words.is_wanted = true;
  }
  if (changed || view.field.head() != head) Complete(*v.model, view);
  return true;
}

bool PressInField(View& v, std::string_view key) {
  QueryView& view = v.desk.Of<QueryView>();
  if (key == "Ctrl Q" || (key.size() > 1 && key[0] == 'F')) return false;
  if (key == "Esc") {
    if (view.asking && view.asking->is_running())
      view.asking->Cancel();
    else
      Close(view);
    return true;
  }
  if (key == "Enter") return Ask(*v.model, v.selection, v.desk, view.field.buffer().Line(0)), true;
  if (key == "Tab" || key == "Shift Tab") return TakeNextWord(view.field, view.words, key == "Tab"), true;
  if (key == "↑" || key == "↓") return ShowPast(view, key == "↑"), true;
  if (key == "Ctrl K") return view.field.SelectAll(), true;
  return Type(v, key);
}

bool TakeKeyOfQueryBar(View& v, std::string_view key) {
  if (!v.model) return false;
  if (v.desk.Of<QueryView>().is_open) return PressInField(v, key);
  if (key != "Ctrl K") return false;
  v.desk.show_map = false;  // the bar is not over it
  OpenQuery(v.desk, v.desk.Of<QueryView>().asked);
  return true;
}

// --- the list under the field

void DrawProblem(Desk& desk) {
  QueryView& view = desk.Of<QueryView>();
  const float pad = desk.Units(10), leading = desk.Units(20), width = view.bar->width() - 2 * pad;
  // Outside of a window nothing can be set, so in its first frame the number of lines is estimated.
  const ImFont* font = desk.fonts.text;
  const ImVec2 size = font->CalcTextSizeA(font->FontSize, FLT_MAX, width * 0.88f, view.problem.c_str());
  const bool is_known = view.problem_set == view.problem && view.problem_height > 0;
  const float height = is_known ? view.problem_height : leading * std::ceil(size.y / font->FontSize);
  const Area list = BeginList(desk, "query problem", *view.bar, height + 2 * pad);
  desk.controls["query problem"] = list;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(list.min, {list.min.x + desk.Units(3), list.max.y}, desk.color().fault);
  TextSetter setter(desk, list.min.x + pad, list.max.x - pad);
  setter.SetY(list.min.y + pad);
  setter.Runs(RunsOf(view.problem), desk.fonts.text, desk.color().text, leading);
  view.problem_height = setter.y() - list.min.y - pad;
  view.problem_set = view.problem;
  ImGui::End();
}

void DrawList(View& v, Area) {
  QueryView& view = v.desk.Of<QueryView>();
  view.words.areas.clear();
  if (!view.bar) return;
  if (!view.problem.empty())
    DrawProblem(v.desk);
  else if (view.words.is_wanted || view.field.buffer().Line(0).empty())
    DrawWordList(v.desk, view.field, view.words, *view.bar,
                 "Tab  completes     Enter  asks     ↑  earlier questions     Esc  closes");
}

// A click elsewhere closes the field; one on the list does not.
void PrepareQueryBar(View& v) {
  QueryView& view = v.desk.Of<QueryView>();
  TakeAnswer(v.desk);
  if (!view.is_open || !view.bar || !ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool on_word =
      std::ranges::any_of(view.words.areas, [&](const auto& word) { return word.second.Contains(mouse); });
  if (!view.bar->Contains(mouse) && !on_word) Close(view);
}

}  // namespace

void OpenQuery(Desk& desk, std::string_view text) {
  QueryView& view = desk.Of<QueryView>();
  Close(view);
  view.is_open = true;
  view.field = TextEditor(text);
  view.field.SelectAll();
  view.from_past.reset();
  view.words.completion = {};
  view.words.taken.reset();
  view.words.is_wanted = false;
}

void Ask(const replay::Model& model, const Selection& selection, Desk& desk, std::string_view typed) {
  QueryView& view = desk.Of<QueryView>();
  const std::string text(Trimmed(typed));
  if (text.empty()) return Close(view);
  view.asked = text;
  if (text == "diff") {
    Remember(view, text);
    Close(view);
    return ShowDifferences(desk);
  }
  const auto place = query::ReadGoTo(model.recording(), selection.launch, text);
  auto query = place && !*place ? query::ReadQuery(text) : query::Parsed<query::Query>();
  if (!place || !query) {
    OpenQuery(desk, text);
    view.field.Drop();
    return TakeProblem(view, !place ? place.error() : query.error());
  }
  Remember(view, text);
  if (*place) {
    Close(view);
    desk.requests.emplace_back(request::GoTo{**place});
    return;
  }
  if (!view.asking) view.asking = std::make_unique<Asking>();
  view.asking->Begin(model, std::move(*query), selection);
  view.asking->WaitABit();
}

bool DrawQueryField(const replay::Model& model, Desk& desk, Area area) {
  QueryView& view = desk.Of<QueryView>();
  view.bar = area;
  const bool runs = view.asking && view.asking->is_running();
  const float middle = area.center().y - desk.fonts.small->FontSize / 2;
  if (runs) {
    const std::string text = fmt::format("{:.0f} %   Esc", 100 * view.asking->share());
    const float width = TextWidth(desk.fonts.small, text) + desk.Units(12);
    DrawText(ImGui::GetWindowDrawList(), desk.fonts.small, {area.max.x - width, middle}, desk.color().chosen, text);
    area.max.x -= width + desk.Units(10);
  }
  if (!view.is_open) return false;
  if (view.field.buffer().Line(0).empty() && view.words.completion.words.empty()) Complete(model, view);
  const ImVec2 at = DrawTextField(desk, view.field, area);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (ImGui::IsWindowHovered() && area.Contains(mouse) && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    const double column = (mouse.x - at.x) / TextWidth(desk.fonts.code, "x");
    view.field.MoveTo({0, ByteAt(view.field.buffer().Line(0), column)});
  }
  if (!view.problem_at) return true;
  const float x = at.x + TextWidth(desk.fonts.code, "x") * static_cast<float>(*view.problem_at);
  const float width = TextWidth(desk.fonts.code, "x"), y = area.max.y - desk.Units(4);
  ImGui::GetWindowDrawList()->AddTriangleFilled({x + width / 2, y - desk.Units(5)}, {x + width + 1, y}, {x - 1, y},
                                                desk.color().fault);
  return true;
}

const Panel kQueryBar{.name = "query",
                      .place = PanelPlace::kOver,
                      .group = "Questions",
                      .draw = DrawList,
                      .keys = {{{"Ctrl K", "/"},
                                "ask or go: writes to out[7], why out[7], b2 t5, step 120",
                                [](View& v, std::size_t) {
                                  v.desk.show_map = false;
                                  OpenQuery(v.desk, v.desk.Of<QueryView>().asked);
                                }},
                               {{"Alt ←", "Alt →"}, "back and forward over the places that were visited"}},
                      .is_shown = [](const View& v) { return v.desk.Of<QueryView>().is_open && !v.desk.show_map; },
                      .takes = TakeKeyOfQueryBar,
                      .prepare = PrepareQueryBar,
                      .forget =
                          [](Desk& desk) {
                            QueryView fresh;
                            fresh.past = std::move(desk.Of<QueryView>().past);
                            desk.Of<QueryView>() = std::move(fresh);
                          }};

}  // namespace lockstep::viz
