// lockstep dap: the Debug Adapter Protocol on standard input and output, for editors.

#include <unistd.h>

#include <csignal>

#include "cli/command.h"
#include "cli/commands.h"
#include "dap/serve.h"

namespace lockstep::cli {
namespace {

ExitStatus Dap() {
  std::signal(SIGPIPE, SIG_IGN);
  const auto served = dap::Serve(STDIN_FILENO, STDOUT_FILENO);
  return served ? ExitStatus::kOk : Complain(ExitStatus::kBadInput, served.error());
}

}  // namespace

void AddDap(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("dap", "Serve an editor's debugger (Debug Adapter Protocol) on stdin and stdout");
  OnRun(command, [] { return Dap(); });
}

}  // namespace lockstep::cli
