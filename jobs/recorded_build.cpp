#include "jobs/recorded_build.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <string_view>

#include "jobs/device_choice.h"
#include "shared/session/devices.h"
#include "shared/session/variables.h"

namespace lockstep::jobs {
namespace {

const std::string kDevice = session::Assign(session::kDeviceVariable, "");

struct List {
  std::string_view name;
  std::vector<std::string> compile::BuildRequest::* words;
};
constexpr std::array kLists = {
    List{"input", &compile::BuildRequest::inputs},    List{"compile", &compile::BuildRequest::compile_flags},
    List{"host", &compile::BuildRequest::host_flags}, List{"device", &compile::BuildRequest::device_flags},
    List{"link", &compile::BuildRequest::link_flags},
};
struct Text {
  std::string_view name;
  std::string compile::BuildRequest::* text;
};
constexpr std::array kTexts = {
    Text{"optimize", &compile::BuildRequest::optimize},
    Text{"standard", &compile::BuildRequest::standard},
    Text{"language", &compile::BuildRequest::language},
    Text{"engine", &compile::BuildRequest::engine},
};
struct Switch {
  std::string_view name;
  bool compile::BuildRequest::* is_on;
};
constexpr std::array kSwitches = {
    Switch{"debug", &compile::BuildRequest::debug},
    Switch{"relocatable", &compile::BuildRequest::relocatable},
};

// Not those that load a plugin, name another tool or write files.
bool IsTrusted(std::string_view flag) {
  constexpr std::array kTrusted = std::to_array<std::string_view>(
      {"-I",       "-D",        "-U",      "-l",           "-L",     "-O",           "-g",          "-std=",
       "-pthread", "-w",        "-W",      "-fno-",        "-ffp-",  "-ffast-math",  "-fopenmp",    "-fPIC",
       "-fpic",    "-fstrict-", "-fwrapv", "-fexceptions", "-frtti", "-fvisibility", "-fsanitize=", "-march=",
       "-mtune=",  "-mcpu=",    "-mavx",   "-msse",        "-mfma",  "-mf16c",       "-m64"});
  const auto begins = [&](std::string_view with) { return flag.starts_with(with); };
  const bool passes_on = begins("-Wl,") || begins("-Wp,") || begins("-Wa,");  // words to another tool
  return !passes_on && std::ranges::any_of(kTrusted, begins);
}

// Our own options of the compiler's plugin are two words.
const std::string* FirstUntrusted(const std::vector<std::string>& flags) {
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] == "-mllvm" && i + 1 < flags.size() && flags[i + 1].starts_with("-lockstep-"))
      ++i;
    else if (!IsTrusted(flags[i]))
      return &flags[i];
  }
  return nullptr;
}

// False if the word means nothing.
bool TakeWord(std::string_view name, const std::string& value, Program& program) {
  compile::BuildRequest& build = program.build;
  if (const auto list = std::ranges::find(kLists, name, &List::name); list != kLists.end()) {
    (build.*list->words).push_back(value);
    return true;
  }
  if (const auto text = std::ranges::find(kTexts, name, &Text::name); text != kTexts.end()) {
    build.*text->text = value;
    return true;
  }
  if (const auto on = std::ranges::find(kSwitches, name, &Switch::name); on != kSwitches.end()) {
    build.*on->is_on = true;
    return true;
  }
  if (name == "gpu" && session::FindDevice(value)) {
    RunOnDevice(program, value);
    return true;
  }
  unsigned number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (name != "architecture" || error != std::errc{} || end != value.data() + value.size()) return false;
  build.architectures.push_back(number);
  return true;
}

}  // namespace

std::vector<std::string> BuildWords(const Program& program) {
  const compile::BuildRequest& build = program.build;
  std::vector<std::string> words;
  for (const List& list : kLists)
    for (const std::string& word : build.*list.words) words.push_back(fmt::format("{}={}", list.name, word));
  for (const Text& text : kTexts)
    if (!(build.*text.text).empty()) words.push_back(fmt::format("{}={}", text.name, build.*text.text));
  for (const Switch& on : kSwitches)
    if (build.*on.is_on) words.push_back(std::string(on.name));
  for (const unsigned architecture : build.architectures) words.push_back(fmt::format("architecture={}", architecture));
  for (const std::string& variable : program.environment)
    if (variable.starts_with(kDevice)) words.push_back("gpu=" + variable.substr(kDevice.size()));
  if (words.size() == 1 && build.inputs.size() == 1) words.clear();
  return words;
}

Expected<Program> RecordedProgram(const trace::Recording& recording) {
  Program program{.arguments = recording.arguments};
  for (const std::string& word : recording.build) {
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string value = equals < word.size() ? word.substr(equals + 1) : "";
    if (!TakeWord(std::string_view(word).substr(0, equals), value, program))
      return Fail(fmt::format("the recording says `{}` of how its program was built, which is not known here", word));
  }
  if (recording.build.empty()) program.build.inputs = {recording.program};
  for (const auto& [name, words] : kLists)
    if (const std::string* flag = name == "input" ? nullptr : FirstUntrusted(program.build.*words))
      return Fail(fmt::format("the program was built with `{}`, which is not taken from a recording", *flag));
  std::error_code error;
  for (const std::string& input : program.build.inputs)
    if (!std::filesystem::is_regular_file(input, error)) return Fail(fmt::format("`{}` is not there any more", input));
  const auto is_first = [&] { return !program.build.inputs.empty() && program.build.inputs[0] == recording.program; };
  if (!is_first() || !compile::IsAnySource(recording.program))
    return Fail(fmt::format("`{}` is not a source that can be built", recording.program));
  return program;
}

}  // namespace lockstep::jobs
