#include "cli/command.h"

#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "cli/failure.h"
#include "shared/base/printable.h"

namespace lockstep::cli {

// CLI11 passes an exit status out of a callback by an exception of its own; main() turns it back into a number.
void OnRun(CLI::App* command, std::function<int()> action) {
  command->callback([action = std::move(action)] { throw CLI::RuntimeError(action()); });
}

void OnRun(CLI::App* command, std::function<ExitStatus()> action) {
  OnRun(command, [action = std::move(action)] { return static_cast<int>(action()); });
}

ExitStatus Complain(ExitStatus status, const Error& error, const std::string& hint) {
  NoteFailure(status, error.message, hint);
  std::fflush(stdout);
  const std::string sentence = hint.empty() ? error.message : error.message + "; " + hint;
  std::fprintf(stderr, "lockstep: %s\n", PrintableLines(sentence).c_str());
  return status;
}

void PrintDiagnostics(const std::string& text) { std::fputs(PrintableLines(text, WantsColor(stderr)).c_str(), stderr); }

std::vector<std::string>& ProgramArguments() {
  static std::vector<std::string> arguments;
  return arguments;
}

std::vector<std::string>& NvccFlags() {
  static std::vector<std::string> flags;
  return flags;
}

void AddLimitFlag(CLI::App& command, double& seconds) {
  constexpr double kLeast = 0.001, kMost = 31'536'000;  // a millisecond, and a year
  const auto judge = [](const std::string& text) -> std::string {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool good = error == std::errc() && end == text.data() + text.size() && number >= kLeast && number <= kMost;
    return good ? "" : "expected a number of seconds from 0.001 to 31536000 (a year), not " + text;
  };
  command.add_option("--limit", seconds, "end the program after this many seconds")
      ->check(CLI::Validator(judge, "SECONDS"));
}

bool WantsColor(std::FILE* stream) {
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(fileno(stream)) && (no_color == nullptr || *no_color == '\0');
}

}  // namespace lockstep::cli
