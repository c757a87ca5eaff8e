// The `lockstep` command: a table of contents. Each subcommand lives in the file of its name.

#include "cli/command.h"
#include "cli/commands.h"

namespace {

using lockstep::cli::ExitStatus;

int Run(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::RuntimeError& ended) {
    return ended.get_exit_code();
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(ExitStatus::kBadUsage);
  }
  std::fputs(app.help().c_str(), stderr);
  return static_cast<int>(ExitStatus::kBadUsage);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace lockstep::cli;
  CLI::App app{"Lockstep runs CUDA C++ programs on the CPU: to learn, step through, check and compare kernels.",
               "lockstep"};
  app.set_version_flag("--version", "lockstep " LOCKSTEP_VERSION);
  app.require_subcommand(0, 1);

  AddTrace(app);

  return Run(app, argc, argv);
}
