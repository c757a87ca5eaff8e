#include "viz/edit/edit_keys.h"

#include "viz/edit/text_letters.h"

namespace lockstep::viz {
namespace {

struct Motion {
  By by;
  Toward toward;
};

std::optional<Motion> MotionOf(const Stroke& stroke) {
  const bool control = stroke.control;
  switch (stroke.key) {
    case KeyName::kLeft: return Motion{control ? By::kWord : By::kLetter, Toward::kBackward};
    case KeyName::kRight: return Motion{control ? By::kWord : By::kLetter, Toward::kForward};
    case KeyName::kUp: return Motion{By::kLine, Toward::kBackward};
    case KeyName::kDown: return Motion{By::kLine, Toward::kForward};
    case KeyName::kHome: return Motion{control ? By::kText : By::kLineEnd, Toward::kBackward};
    case KeyName::kEnd: return Motion{control ? By::kText : By::kLineEnd, Toward::kForward};
    case KeyName::kPageUp: return Motion{By::kPage, Toward::kBackward};
    case KeyName::kPageDown: return Motion{By::kPage, Toward::kForward};
    default: return std::nullopt;
  }
}

bool PressControl(TextEditor& editor, const Stroke& stroke, const Clipboard& clipboard) {
  switch (stroke.letter[0]) {
    case 'a': editor.SelectAll(); return true;
    case 'c': clipboard.set(editor.Copy()); return true;
    case 'x': clipboard.set(editor.Cut()); return true;
    case 'v': editor.Paste(clipboard.get()); return true;
    case 'z':
      if (stroke.shift)
        editor.Redo();
      else
        editor.Undo();
      return true;
    case 'y': editor.Redo(); return true;
    case '/': editor.ToggleComment(); return true;
    default: return false;
  }
}

}  // namespace

std::optional<Stroke> StrokeOf(std::string_view key) {
  static constexpr std::pair<std::string_view, KeyName> kNames[] = {{"←", KeyName::kLeft},
                                                                    {"→", KeyName::kRight},
                                                                    {"↑", KeyName::kUp},
                                                                    {"↓", KeyName::kDown},
                                                                    {"Home", KeyName::kHome},
                                                                    {"End", KeyName::kEnd},
                                                                    {"Page Up", KeyName::kPageUp},
                                                                    {"Page Down", KeyName::kPageDown},
                                                                    {"Backspace", KeyName::kBackspace},
                                                                    {"Delete", KeyName::kDelete},
                                                                    {"Enter", KeyName::kEnter},
                                                                    {"Tab", KeyName::kTab}};
  Stroke stroke;
  const auto take = [&](std::string_view held) {
    const bool is_held = key.starts_with(held);
    if (is_held) key.remove_prefix(held.size());
    return is_held;
  };
  stroke.control = take("Ctrl ");
  stroke.shift = take("Shift ");
  for (const auto& [name, named] : kNames)
    if (key == name) stroke.key = named;
  if (stroke.key != KeyName::kNone) return stroke;
  if (key.empty() || NextLetter(key, 0) != key.size()) {
    if (key != "Space") return std::nullopt;
    key = " ";
  }
  stroke.letter = key;
  char& first = stroke.letter[0];
  if (first >= 'A' && first <= 'Z' && (stroke.control || !stroke.shift)) first = static_cast<char>(first - 'A' + 'a');
  return stroke;
}

bool Press(TextEditor& editor, const Stroke& stroke, const Clipboard& clipboard, std::size_t lines_in_page) {
  if (const auto motion = MotionOf(stroke)) {
    editor.Move(motion->by, motion->toward, stroke.shift, lines_in_page);
    return true;
  }
  const By by = stroke.control ? By::kWord : By::kLetter;
  switch (stroke.key) {
    case KeyName::kBackspace: editor.Erase(by, Toward::kBackward); return true;
    case KeyName::kDelete: editor.Erase(by, Toward::kForward); return true;
    case KeyName::kEnter: editor.Enter(); return true;
    case KeyName::kTab:
      if (stroke.control) return false;
      if (stroke.shift)
        editor.Indent(Toward::kBackward);
      else
        editor.Tab();
      return true;
    case KeyName::kNone: break;
    default: return false;
  }
  if (stroke.control) return PressControl(editor, stroke, clipboard);
  editor.Type(stroke.letter);
  return true;
}

}  // namespace lockstep::viz
