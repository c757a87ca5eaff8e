#include "cli/record_flags.h"

#include <fmt/format.h>

#include "cli/command.h"
#include "jobs/block_choice.h"
#include "shared/trace/read_index.h"

namespace lockstep::cli {

std::expected<jobs::RecordRequest, ExitStatus> ToRequest(const RecordFlags& flags) {
  session::RecordSettings settings = flags.settings;
  for (const std::string& text : flags.blocks) {
    const std::optional<trace::Dim3> block = trace::ReadIndex(text);
    if (!block)
      return std::unexpected(
          Complain(ExitStatus::kBadUsage, {fmt::format("--block {}: expected x, x,y or x,y,z", text)}));
    settings.blocks.push_back(*block);
  }
  for (const std::string& text : flags.choices)
    if (const auto added = jobs::AddBlocks(text, settings); !added)
      return std::unexpected(Complain(ExitStatus::kBadUsage, {"--blocks: " + added.error().message}));
  auto program = ToProgram(flags.flags, flags.limit);
  if (!program) return std::unexpected(program.error());
  return jobs::RecordRequest{.program = std::move(*program), .settings = std::move(settings)};
}

void AddRecordFlags(CLI::App& command, RecordFlags& flags) {
  AddBuildFlags(command, flags.flags);
  AddDeviceFlag(command, flags.flags);
  command.add_option("--kernel", flags.settings.kernel, "record only launches of this kernel");
  command.add_option("--launch", flags.settings.launch, "record only this launch, counted from 0");
  command.add_flag("--every-launch", flags.settings.every_launch,
                   "record every launch, not only the first of each kernel");
  command.add_option("--block", flags.blocks, "record this block, x,y,z; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  command
      .add_option("--blocks", flags.choices,
                  "record these blocks: all, first:N, every:N, corners, or x,y,z;x,y,z; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  command.add_option("--steps", flags.settings.max_steps,
                     "the budget of steps for each launch (2000000, less if there are many)");
  command.add_option("--memory", flags.settings.max_memory, "the budget of bytes for each launch's memory")
      ->capture_default_str();
  command
      .add_option("--order", flags.settings.order,
                  "the order of threads: lockstep, serial, consumer-first, shuffled or shuffled:SEED")
      ->capture_default_str();
  AddLimitFlag(command, flags.limit);
}

}  // namespace lockstep::cli
