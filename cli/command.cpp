#include "cli/command.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace lockstep::cli {

// CLI11 carries an exit status out of a callback as an exception of its own; main() turns it back into a number.
void OnRun(CLI::App* command, std::function<int()> action) {
  command->callback([action = std::move(action)] { throw CLI::RuntimeError(action()); });
}

void OnRun(CLI::App* command, std::function<ExitStatus()> action) {
  command->callback([action = std::move(action)] { throw CLI::RuntimeError(static_cast<int>(action())); });
}

ExitStatus Complain(ExitStatus status, const Error& error) {
  std::fflush(stdout);
  std::fprintf(stderr, "lockstep: %s\n", error.message.c_str());
  return status;
}

std::vector<std::string>& ProgramArguments() {
  static std::vector<std::string> arguments;
  return arguments;
}

std::vector<std::string>& NvccFlags() {
  static std::vector<std::string> flags;
  return flags;
}

bool WantsColor(std::FILE* stream) {
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(fileno(stream)) && (no_color == nullptr || *no_color == '\0');
}

}  // namespace lockstep::cli
