#include "shared/base/xml_text.h"

#include "shared/base/printable.h"

namespace lockstep {

std::string ForXml(std::string_view text) {
  std::string safe;
  for (const char c : PrintableLines(text)) {
    if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (c == '&')
      safe += "&amp;";
    else if (c == '"')
      safe += "&quot;";
    else if (c == '\n' || c == '\t')
      safe += ' ';
    else
      safe += c;
  }
  return safe;
}

}  // namespace lockstep
