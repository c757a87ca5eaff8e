#include "viz/panels/system_clipboard.h"

#include <imgui.h>

namespace lockstep::viz {

const Clipboard& SystemClipboard() {
  static const Clipboard kClipboard{[] {
                                      const char* text = ImGui::GetClipboardText();
                                      return std::string(text ? text : "");
                                    },
                                    [](const std::string& text) { ImGui::SetClipboardText(text.c_str()); }};
  return kClipboard;
}

}  // namespace lockstep::viz
