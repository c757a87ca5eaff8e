#include "shared/replay/allocation_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "shared/trace/host_places.h"
#include "shared/trace/lookup.h"
#include "shared/trace/trace.h"

namespace lockstep::replay {
namespace {

bool IsLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view FromNextLetter(std::string_view text) {
  const auto at = text.find_first_not_of(" \t\r\n");
  return at == text.npos ? "" : text.substr(at);
}

// Past the parenthesis that `text` begins with, and what it holds; empty if it does not end.
std::string_view AfterParentheses(std::string_view text) {
  int open = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    open += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (open == 0) return text.substr(i + 1);
  }
  return "";
}

// Past the name, and past members and elements of it: `batch.rows[1].data`. An index that is no number, and the last
// one, end it: the name is then that of the whole.
std::size_t EndOfPath(std::string_view text) {
  std::size_t end = 0, i = 0;
  while (true) {
    while (i < text.size() && IsLetter(text[i])) ++i;
    end = i;
    if (i < text.size() && text[i] == '[') {
      const std::size_t close = text.find_first_not_of("0123456789", i + 1);
      if (close == i + 1 || close == text.npos || text[close] != ']') return end;
      i = close + 1;
    }
    if (i + 1 >= text.size() || text[i] != '.' || !IsLetter(text[i + 1])) return end;
    ++i;
  }
}

// The variable, or the member of one, whose address begins `text`, after any casts: "(void**)&d_out, bytes)".
std::string_view VariableOf(std::string_view text) {
  text = FromNextLetter(text);
  for (const std::string_view cast : {"reinterpret_cast<", "static_cast<"}) {
    if (!text.starts_with(cast)) continue;
    const auto end = text.find('(');
    return end == text.npos ? "" : VariableOf(text.substr(end + 1));
  }
  if (text.starts_with('(')) {
    const std::string_view after = FromNextLetter(AfterParentheses(text));
    return after.starts_with('&') || after.starts_with('(') ? VariableOf(after) : VariableOf(text.substr(1));
  }
  if (!text.starts_with('&')) return "";
  text = FromNextLetter(text.substr(1));
  const std::size_t end = EndOfPath(text);
  const std::string_view name = text.substr(0, end);
  return name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) ? "" : name;
}

// The n-th line from 1 on, and the two after it: a call may be longer than its line.
std::string_view LinesFrom(std::string_view text, std::uint32_t number) {
  for (std::uint32_t i = 1; i < number; ++i) {
    const auto end = text.find('\n');
    if (end == text.npos) return "";
    text.remove_prefix(end + 1);
  }
  std::size_t end = 0;
  for (int i = 0; i < 3 && end < text.size(); ++i) end = std::min(text.find('\n', end), text.size() - 1) + 1;
  return text.substr(0, end);
}

std::string NameInSource(const trace::Recording& recording, const trace::HostEvent& event,
                         const trace::HostPlace& place) {
  const trace::FileId file = trace::FindFile(recording, place.file);
  if (file == trace::FileId::kNone) return "";
  const std::string_view text = LinesFrom(recording.files[trace::Index(file)].text, place.line);
  // A line may have several calls.
  const std::size_t column = place.column == 0 ? 0 : std::min<std::size_t>(place.column - 1, text.find('\n'));
  const std::size_t there = text.find(event.call, std::min(column, text.size())),
                    call = there != text.npos ? there : text.find(event.call);
  if (event.call.empty() || call == text.npos) return "";
  const auto open = text.find('(', call + event.call.size());
  if (open == text.npos) return "";
  return std::string(VariableOf(text.substr(open + 1)));
}

}  // namespace

void NameAllocations(trace::Recording& recording) {
  std::set<std::string> taken;
  for (const trace::Object& object : recording.objects) taken.insert(object.name);
  for (const trace::HostEvent& event : recording.host_events) {
    const std::size_t index = trace::Index(event.to.object);
    if (event.kind != trace::HostEventKind::kAllocate || event.error != 0 || index >= recording.objects.size())
      continue;
    trace::Object& object = recording.objects[index];
    const trace::HostPlace* place = object.name.empty() ? trace::PlaceOf(recording, event) : nullptr;
    if (!place) continue;
    std::string name = NameInSource(recording, event, *place);
    if (name.empty()) name = fmt::format("allocation_line_{}", place->line);
    std::string numbered = name;
    for (int i = 2; !taken.insert(numbered).second; ++i) numbered = fmt::format("{}_{}", name, i);
    object.name = numbered;
  }
}

trace::ObjectId AllocationOfHost(const trace::Recording& recording, std::string_view name) {
  trace::ObjectId found = trace::ObjectId::kNone;
  for (const trace::HostEvent& event : recording.host_events) {
    if (event.kind != trace::HostEventKind::kAllocate || event.error != 0 ||
        trace::Index(event.to.object) >= recording.objects.size())
      continue;
    const trace::HostPlace* place = trace::PlaceOf(recording, event);
    if (place && NameInSource(recording, event, *place) == name) found = event.to.object;
  }
  return found;
}

}  // namespace lockstep::replay
