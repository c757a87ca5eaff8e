#include "sim/compile/mended_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <ranges>
#include <set>
#include <sstream>
#include <string_view>

#include "shared/base/file.h"
#include "shared/base/name_letter.h"
#include "sim/compile/blanks.h"
#include "sim/compile/diagnostics.h"
#include "sim/compile/mended_launches.h"

namespace lockstep::compile {
namespace {

namespace fs = std::filesystem;

// A replacement for `length` characters, by its position.
struct Edit {
  std::size_t length;
  std::string fresh;
};
using Edits = std::map<std::size_t, Edit>;

void MendAlignas(const std::string& text, std::size_t at, Edits& edits) {
  constexpr std::string_view kOld = "alignas";
  if (text.compare(at, kOld.size(), kOld) == 0) edits[at] = {kOld.size(), "_Alignas"};
}

// The `%` that a complaint at `at` refers to: it precedes the next character, or ends the string before a macro's
// argument.
std::size_t FindPercent(const std::string& text, std::size_t at) {
  if (at >= 2 && text[at - 2] == '%') return at - 2;
  while (at > 0 && std::isspace(static_cast<unsigned char>(text[at - 1]))) --at;
  return at >= 2 && text[at - 1] == '"' && text[at - 2] == '%' ? at - 2 : text.npos;
}

// Doubles that `%` and, because clang reports only the first of a statement, those that follow in its string literals.
void MendPercent(const std::string& text, std::size_t at, Edits& edits) {
  at = FindPercent(text, at);
  if (at == text.npos) return;
  edits[at] = {0, "%"};
  bool inside = true;
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '"') {
      inside = !inside;
    } else if (!inside) {
      if (!std::isspace(static_cast<unsigned char>(c)) && c != '\\') return;
    } else if (c == '\\' || (c == '%' && next == '%')) {
      ++i;
    } else if (c == '%' && IsLetterOfName(next) && !std::isdigit(static_cast<unsigned char>(next))) {
      edits[i] = {0, "%"};
    }
  }
}

// The start of the blanks and comments before `at` on its line.
std::size_t BlanksBefore(const std::string& text, std::size_t at) {
  for (;;) {
    if (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) {
      --at;
    } else if (at >= 4 && text.compare(at - 2, 2, "*/") == 0) {
      const std::size_t comment = text.rfind("/*", at - 4);
      if (comment == text.npos || text.find('\n', comment) < at) return at;
      at = comment;
    } else {
      return at;
    }
  }
}

// `<< <` becomes `<<< `, and `>> >` becomes `>>> `, so all following text keeps its column.
void JoinBrackets(const std::string& text, std::size_t at, Edits& edits) {
  const std::string joined = text[at] == '<' ? "<" : ">";
  const std::size_t gap = BlanksBefore(text, at);
  if (gap == at || gap < 2 || text[gap - 1] != text[at] || text[gap - 2] != text[at]) return;
  const bool blank = text[gap] != '/';
  edits[gap] = {blank ? 1u : 0u, joined};
  edits[at] = {1, std::string(blank ? 1 : 0, ' ')};
}

// The number of commas between the `<<<` of a launch and `at`, outside brackets; nothing if `at` is not in a launch.
std::optional<int> ArgumentOfLaunch(const std::string& text, std::size_t at) {
  int depth = 0, commas = 0;
  while (at-- > 0) {
    const char c = text[at];
    if (c == ')' || c == ']' || c == '}') ++depth;
    if ((c == '(' || c == '[' || c == '{') && --depth < 0) return {};
    if (depth > 0) continue;
    if (c == ';') return {};
    if (c == ',') ++commas;
    if (c == '<' && at >= 2 && text.compare(at - 2, 3, "<<<") == 0) return commas;
  }
  return {};
}

void NameShape(const std::string& text, std::size_t at, Edits& edits) {
  if (const std::optional<int> argument = ArgumentOfLaunch(text, at); argument && *argument < 2)
    edits[at] = {0, "dim3"};
}

void MendLaunch(const std::string& text, std::size_t at, Edits& edits) {
  if (text[at] == '<' || text[at] == '>') JoinBrackets(text, at, edits);
  if (text[at] == '{') NameShape(text, at, edits);
}

void Insert(const std::optional<Wrapping>& wrapping, Edits& edits) {
  if (!wrapping) return;
  edits[wrapping->begin] = {0, std::string(wrapping->before)};
  edits[wrapping->end] = {0, std::string(wrapping->after)};
}

void MendDeviceLaunch(const std::string& text, std::size_t at, Edits& edits) { Insert(WrapLaunch(text, at), edits); }

void MendKernelInDeviceCode(const std::string& text, std::size_t at, Edits& edits) {
  Insert(WrapLaunchOrName(text, at), edits);
}

// Past `alignas(...)`, if it is at `at`.
std::size_t SkipAlignment(const std::string& text, std::size_t at) {
  for (const std::string_view word : {"alignas", "_Alignas"}) {
    if (text.compare(at, word.size(), word) != 0) continue;
    const std::size_t end = text.find(')', at);
    return end == text.npos ? at : SkipBlanks(text, end + 1);
  }
  return at;
}

// `__shared__ T name[4];`: clang complains at the name. With another variable in the declaration, nothing is changed.
void MendShared(const std::string& text, std::size_t at, Edits& edits) {
  constexpr std::string_view kShared = "__shared__";
  const std::size_t shared = text.rfind(kShared, at);
  if (shared == text.npos || at - shared > 1000) return;
  const std::size_t type = SkipAlignment(text, SkipBlanks(text, shared + kShared.size()));
  std::size_t end = at;
  while (end < text.size() && IsLetterOfName(text[end])) ++end;
  const std::string name = text.substr(at, end - at);
  const std::size_t semicolon = text.find_first_of(";,={(", end);
  if (type >= at || name.empty() || semicolon == text.npos || text[semicolon] != ';') return;
  if (text.substr(type, at - type).find_first_of(";{}") != text.npos) return;
  const std::string dimensions = text.substr(end, semicolon - end), room = "__lockstep_room_of_" + name;
  edits[type] = {0, "::__lockstep_room<"};
  edits[at] = {semicolon - at, dimensions + "> " + room + "; auto& " + name + " = " + room + ".value"};
}

// `extern __shared__ T name;`, which nvcc takes for a definition.
void DefineShared(const std::string& text, std::size_t at, Edits& edits) {
  constexpr std::string_view kExtern = "extern";
  const std::size_t begin = text.find_last_of(";{}", at), word = text.rfind(kExtern, at);
  if (word == text.npos || (begin != text.npos && word < begin)) return;
  edits[word] = {kExtern.size(), std::string(kExtern.size(), ' ')};
}

// `this->name` in a class template, where the class has no such name: with a type that is known later, as in other
// compilers, this is an error only where the function is used.
void LookUpLater(const std::string& text, std::size_t at, Edits& edits) {
  constexpr std::string_view kThis = "this->";
  const std::size_t begin = at < kThis.size() ? text.npos : at - kThis.size();
  if (begin == text.npos || text.compare(begin, kThis.size(), kThis) != 0) return;
  edits[begin] = {kThis.size(), "static_cast<__remove_cvref(decltype(*this))*>(this)->"};
}

struct Remedy {
  std::string_view complaint;
  void (*mend)(const std::string& text, std::size_t at, Edits& edits);
  std::string_view follows = {};  // what the complaint has after that
};
constexpr Remedy kRemedies[] = {
    {"error: an attribute list cannot appear here", MendAlignas},
    {"error: 'alignas' attribute cannot be applied to types", MendAlignas},
    {"error: invalid % escape in inline assembly string", MendPercent},
    {"error: expected expression", MendLaunch},
    {"error: initialization is not supported for __shared__ variables", MendShared},
    {"error: __shared__ variable '", DefineShared, "' cannot be 'extern'"},
    {"error: no member named '", LookUpLater, ">'"},  // of a class template
    {"error: reference to __global__ function '", MendKernelInDeviceCode},
    // A note on "no matching function"; that error has the place.
    {"not viable: call to __global__ function from __", MendDeviceLaunch},
};

const Remedy* FindRemedy(const std::string& message) {
  for (const Remedy& remedy : kRemedies)
    if (const std::size_t found = message.find(remedy.complaint);
        found != message.npos && message.find(remedy.follows, found) != message.npos)
      return &remedy;
  return nullptr;
}

struct Repair {
  std::size_t line, column;  // from 1
  const Remedy* remedy;
  auto operator<=>(const Repair&) const = default;
};
using Repairs = std::map<std::string, std::set<Repair>>;  // by file

std::string AbsolutePath(const std::string& file) {
  std::error_code error;
  return fs::absolute(file, error).lexically_normal().string();
}

// The numbers of `:12:5: ` in a message.
struct Numbers {
  std::size_t line = 0, column = 0;
  std::size_t end = 0;  // the offset past it
};

// A number between two colons, the first of which is at `at`; moves `at` to the second.
std::optional<std::size_t> ReadNumber(std::string_view text, std::size_t& at) {
  constexpr std::size_t kMostDigits = 9;
  if (at >= text.size() || text[at] != ':') return std::nullopt;
  const std::size_t begin = at + 1;
  const std::size_t end = text.substr(begin, kMostDigits + 1).find_first_not_of("0123456789");
  if (end == text.npos || end == 0 || text[begin + end] != ':') return std::nullopt;
  std::size_t number = 0;
  std::from_chars(text.data() + begin, text.data() + begin + end, number);
  at = begin + end;
  return number;
}

std::optional<Numbers> ReadNumbers(std::string_view text, std::size_t at) {
  const auto line = ReadNumber(text, at);
  const auto column = line ? ReadNumber(text, at) : std::nullopt;
  if (!column || !text.substr(at).starts_with(": ")) return std::nullopt;
  return Numbers{*line, *column, at + 2};
}

struct Complaint {
  std::string_view file;
  Numbers place;
  bool is_note = false;
};

// The start of a message of clang: "a.cu:12:5: error: ...".
std::optional<Complaint> ReadComplaint(std::string_view line) {
  for (std::size_t at = line.find(':', 1); at != line.npos; at = line.find(':', at + 1)) {
    const std::optional<Numbers> numbers = ReadNumbers(line, at);
    if (!numbers) continue;
    const std::string_view rest = line.substr(numbers->end);
    for (const std::string_view kind : {"fatal error: ", "error: ", "warning: ", "note: "})
      if (rest.starts_with(kind)) return Complaint{line.substr(0, at), *numbers, kind == "note: "};
  }
  return std::nullopt;
}

// The places of clang's complaints: the complaint itself and, for macros, the places that they expand to.
Repairs FindRepairs(const std::string& errors) {
  Repairs repairs;
  std::istringstream lines(WithoutColors(errors));
  struct SourcePlace {
    std::string file;
    std::size_t line, column;
  };
  // Of the last error.
  std::vector<SourcePlace> places;
  const Remedy* remedy = nullptr;
  for (std::string line; std::getline(lines, line);) {
    const std::optional<Complaint> message = ReadComplaint(line);
    if (!message) continue;
    if (!message->is_note) places.clear(), remedy = nullptr;
    if (!message->is_note || line.contains(": expanded from "))
      places.push_back({AbsolutePath(std::string(message->file)), message->place.line, message->place.column});
    if (!remedy) remedy = FindRemedy(line);
    if (remedy)
      for (const SourcePlace& at : places) repairs[at.file].insert({at.line, at.column, remedy});
  }
  return repairs;
}

// The offset past the codes for colors that the line begins with.
std::size_t EndOfColors(std::string_view line) {
  constexpr std::string_view kStart = "\x1b[";
  std::size_t at = 0;
  while (line.substr(at).starts_with(kStart)) {
    const std::size_t end = line.find_first_not_of("0123456789;", at + kStart.size());
    if (end == line.npos || !std::isalpha(static_cast<unsigned char>(line[end]))) break;
    at = end + 1;
  }
  return at;
}

// The offset of each line of `text`.
std::vector<std::size_t> LineStarts(const std::string& text) {
  std::vector<std::size_t> starts{0};
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') starts.push_back(i + 1);
  return starts;
}

Edits FindEdits(const std::string& text, const std::set<Repair>& repairs) {
  const std::vector<std::size_t> starts = LineStarts(text);
  Edits edits;
  for (const Repair& repair : repairs) {
    if (repair.line == 0 || repair.line > starts.size() || repair.column == 0) continue;
    const std::size_t at = starts[repair.line - 1] + repair.column - 1;
    if (at < text.size()) repair.remedy->mend(text, at, edits);
  }
  return edits;
}

std::string Apply(const Edits& edits, const std::string& text) {
  std::string mended;
  std::size_t done = 0;
  for (const auto& [at, edit] : edits) {
    mended.append(text, done, at - done).append(edit.fresh);
    done = at + edit.length;
  }
  return mended.append(text, done);
}

// A `#line` directive can name any file, so the read must be safe.
std::string TextOf(const std::string& path) {
  constexpr std::uint64_t kLargest = 64 << 20;
  return ReadText(path, kLargest).value_or("");
}

}  // namespace

bool SourceMender::Mend(const std::string& errors) {
  bool mended = false;
  for (const auto& [file, repairs] : FindRepairs(errors)) {
    if (!within_.empty() && !file.starts_with(within_ + "/")) continue;
    const auto known = copies_.find(file);
    const std::string text = known == copies_.end() ? TextOf(file) : known->second.text;
    const Edits edits = FindEdits(text, repairs);
    if (edits.empty()) continue;
    mended = true;
    Copy& copy = copies_[file];
    const std::vector<std::size_t> starts = LineStarts(text);
    std::size_t last_line = 0;
    long moved = 0;  // shift by the line's earlier edits
    for (const auto& [at, edit] : edits) {
      const std::size_t line = std::ranges::upper_bound(starts, at) - starts.begin();
      if (line != last_line) moved = 0;
      last_line = line;
      const long shift = static_cast<long>(edit.fresh.size()) - static_cast<long>(edit.length);
      if (shift != 0) copy.moves.push_back({line, at - starts[line - 1] + 1 + moved + edit.fresh.size(), shift});
      moved += shift;
    }
    copy.text = Apply(edits, text);
    if (copy.path.empty()) copy.path = (fs::path(folder_) / fmt::format("mended-{}", copies_.size())).string();
    std::ofstream(copy.path, std::ios::binary) << copy.text;
  }
  if (mended) WriteOverlay();
  return mended;
}

void SourceMender::WriteOverlay() const {
  nlohmann::json files = nlohmann::json::array();
  for (const auto& [file, copy] : copies_)
    files.push_back({{"type", "file"}, {"name", file}, {"external-contents", copy.path}});
  std::ofstream(fs::path(folder_) / kOverlay)
      << nlohmann::json{{"version", 0}, {"use-external-names", false}, {"roots", files}}.dump(
             -1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<std::string> SourceMender::Flags() const {
  if (copies_.empty()) return {};
  return {"-ivfsoverlay" + (fs::path(folder_) / kOverlay).string()};
}

std::string SourceMender::AtOriginalColumns(const std::string& messages) const {
  std::string restored;
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line); restored += line + "\n") {
    const std::size_t begin = EndOfColors(line), end = line.find_first_of(":\x1b", begin);
    const std::optional<Numbers> place = end == line.npos ? std::nullopt : ReadNumbers(line, end);
    if (!place || begin == end) continue;
    const auto copy = copies_.find(AbsolutePath(line.substr(begin, end - begin)));
    if (copy == copies_.end()) continue;
    long column = static_cast<long>(place->column);
    for (const Move& move : copy->second.moves | std::views::reverse)
      if (move.line == place->line && column >= static_cast<long>(move.column)) column -= move.shift;
    line = fmt::format("{}:{}:{}: {}", line.substr(0, end), place->line, column, line.substr(place->end));
  }
  return restored;
}

}  // namespace lockstep::compile
