// lockstep record FILE... -o OUT.lstrace [-- ARGUMENTS]: runs the program and writes down what its threads did.

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/outputs.h"
#include "cli/record_flags.h"
#include "shared/base/printable.h"
#include "shared/base/scratch_folder.h"
#include "shared/base/unfinished_file.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

// A name that is this run's alone, so that what is there afterwards is what it has recorded: beside the recording,
// where it only has to be renamed, or in the scratch folder, where the recording goes into a device or a pipe.
Expected<fs::path> PathOfThisRun(const fs::path& wanted, const ScratchFolder& scratch) {
  const Expected<Destination> destination = FindDestination(wanted);
  if (!destination) return std::unexpected(destination.error());
  if (!destination->is_replaced) return scratch.File("recording.lstrace");
  return fs::path(fmt::format("{}.{}", destination->path.string(), getpid()));
}

ExitStatus Record(RecordFlags& flags) {
  const fs::path wanted = flags.settings.path;
  if (const auto refused = JudgeOutputs({{"-o", wanted}}, flags.flags.request.inputs)) return *refused;
  const Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return Complain(ExitStatus::kCannotWrite, scratch.error());
  const Expected<fs::path> own = PathOfThisRun(wanted, *scratch);
  if (!own) return Complain(ExitStatus::kCannotWrite, own.error());
  flags.settings.path = *own;
  flags.settings.shown = wanted;
  const ExitStatus status = RecordProgram(flags);
  std::error_code error;
  if (!fs::exists(flags.settings.path, error)) return status;
  if (auto moved = MoveInto(flags.settings.path, wanted); !moved)
    return Complain(ExitStatus::kCannotWrite, moved.error());
  std::fprintf(stderr, "lockstep: recorded %s\n", Printable(wanted.string()).c_str());
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
