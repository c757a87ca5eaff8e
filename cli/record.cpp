// lockstep record FILE... -o OUT.lstrace [-- ARGUMENTS]: runs the program and writes down what its threads did.

#include <filesystem>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/record_flags.h"

namespace lockstep::cli {
namespace {

ExitStatus Record(RecordFlags& flags) {
  const ExitStatus status = RecordProgram(flags);
  std::error_code error;
  if (std::filesystem::exists(flags.settings.path, error))
    std::fprintf(stderr, "lockstep: recorded %s\n", flags.settings.path.c_str());
  return status;
}

}  // namespace

void AddRecord(CLI::App& app) {
  auto flags = std::make_shared<RecordFlags>();
  CLI::App* command = app.add_subcommand("record", "Run a program and record what its threads do");
  AddRecordFlags(*command, *flags);
  command->add_option("-o,--output", flags->settings.path, "the recording")->default_val("recording.lstrace");
  OnRun(command, [flags] { return Record(*flags); });
}

}  // namespace lockstep::cli
