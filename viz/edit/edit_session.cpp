#include "viz/edit/edit_session.h"

namespace lockstep::viz {
namespace {

bool IsOthers(std::string_view key) {
  for (const std::string_view held : {"Ctrl ", "Shift "})
    if (key.starts_with(held) && key.size() > held.size() + 1) key.remove_prefix(held.size());
  return key == "Ctrl Q" || (key.size() > 1 && key[0] == 'F' && key != "F3");
}

}  // namespace

void EditSession::Save() {
  const Expected<void> saved = draft.Save();
  problem = saved ? "" : saved.error().message;
  if (saved) draft.ForgetNews();
}

void EditSession::Resolve(Prefer prefer) {
  draft.Resolve(prefer);
  is_active = true;
  problem.clear();
  if (prefer != Prefer::kBoth) return;
  if (const auto mark = Find(draft.editor().buffer(), {std::string(kMarkOfMine), true}, {}, Toward::kForward))
    draft.editor().MoveTo(mark->begin);
}

void EditSession::OpenFind() {
  const TextSelection& selection = draft.editor().selection();
  if (!selection.empty() && selection.anchor.line == selection.head.line)
    find.field = TextEditor(draft.editor().buffer().Text(selection.range()));
  find.field.SelectAll();
  find.is_open = true;
}

void EditSession::FindNext(Toward toward) {
  const TextRange here = draft.editor().selection().range();
  const TextPlace from = toward == Toward::kForward ? here.end : here.begin;
  if (const auto found = Find(draft.editor().buffer(), find.query(), from, toward)) draft.editor().Select(*found);
}

// Typed text is looked for at once, from the beginning of the selection on.
bool EditSession::PressInFind(std::string_view key, const Clipboard& clipboard) {
  if (key == "Esc" || key == "Ctrl F") find.is_open = false;
  if (key == "Enter" || key == "↓") FindNext(Toward::kForward);
  if (key == "Shift Enter" || key == "↑") FindNext(Toward::kBackward);
  if (key == "Ctrl I") find.match_case = !find.match_case;
  const std::optional<Stroke> stroke = StrokeOf(key);
  const bool is_line = stroke && (stroke->key == KeyName::kEnter || stroke->key == KeyName::kTab);
  if (!stroke || is_line || !find.is_open) return true;
  const std::string before = find.query().text;
  viz::Press(find.field, *stroke,
             {[&] {
                const std::string text = clipboard.get();
                return text.substr(0, text.find_first_of("\r\n"));
              },
              clipboard.set},
             1);
  if (find.query().text == before && key != "Ctrl I") return true;
  const TextPlace from = draft.editor().selection().range().begin;
  if (const auto found = Find(draft.editor().buffer(), find.query(), from, Toward::kForward))
    draft.editor().Select(*found);
  return true;
}

bool EditSession::Press(std::string_view key, const Clipboard& clipboard, std::size_t lines_in_page) {
  if (!is_active || IsOthers(key)) return false;
  ++keys_taken;
  if (key == "Ctrl S") return Save(), true;
  if (key == "F3") return FindNext(Toward::kForward), true;
  if (key == "Shift F3") return FindNext(Toward::kBackward), true;
  if (find.is_open) return PressInFind(key, clipboard);
  if (key == "Ctrl F") return OpenFind(), true;
  if (key == "Esc") return is_active = false, true;
  if (const std::optional<Stroke> stroke = StrokeOf(key)) {
    const std::uint64_t before = draft.editor().buffer().version();
    viz::Press(draft.editor(), *stroke, clipboard, lines_in_page);
    if (draft.editor().buffer().version() != before && !draft.IsAsking()) draft.ForgetNews();
  }
  return true;
}

}  // namespace lockstep::viz
