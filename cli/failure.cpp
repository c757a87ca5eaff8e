#include "cli/failure.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "shared/base/unfinished_file.h"

namespace lockstep::cli {
namespace {

struct Noted {
  ExitStatus status{};
  std::string message, hint;
};

struct State {
  std::string file;
  bool is_printed = false, has_result = false;
  std::optional<Noted> noted;
};

State& The() {
  static State state;
  return state;
}

std::string TextOf(const Noted& noted) {
  const nlohmann::ordered_json json = {
      {"status", static_cast<int>(noted.status)}, {"message", noted.message}, {"hint", noted.hint}};
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

void AddFailureFlags(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands({})) {
    if (command->get_name().empty()) continue;  // a group of flags
    AddFailureFlags(*command);
    command->add_option("--failure")
        ->description("write the reason of a failure to this file, as JSON")
        ->type_name("FILE")
        ->expected(1);
    if (!command->get_option_no_throw("--json"))
      command->add_flag("--json")->description("print the reason of a failure as JSON");
  }
}

std::string FindFailureFlags(const std::vector<std::string>& words) {
  constexpr std::string_view kFile = "--failure";
  std::string file;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--json") The().is_printed = true;
    if (words[i] == kFile && i + 1 < words.size()) file = words[i + 1];
    if (words[i].starts_with(std::string(kFile) + "=")) file = words[i].substr(kFile.size() + 1);
  }
  return file;
}

void WriteFailureTo(const std::string& file) { The().file = file; }

bool WantsJson() { return The().is_printed; }

void NoteFailure(ExitStatus status, const std::string& message, const std::string& hint) {
  if (status == ExitStatus::kOk || message.empty() || The().noted) return;
  The().noted = Noted{status, message, hint};
}

void NoteResult() { The().has_result = true; }

Expected<void> DeliverFailure() {
  const State& state = The();
  if (!state.noted) return {};
  if (state.is_printed && !state.has_result) std::fputs(TextOf(*state.noted).c_str(), stdout);
  if (state.file.empty()) return {};
  return WriteFile(state.file, TextOf(*state.noted));
}

}  // namespace lockstep::cli
