#include "cli/explain.h"

#include <fmt/format.h>

#include "sim/metrics/tell_counts.h"

namespace lockstep::cli {

void AddExplainFlags(CLI::App& command, ExplainFlags& flags) {
  command.add_flag("--explain", flags.wanted,
                   "tell what each line costs: sectors, banks, divergence, atomics, occupancy");
  command
      .add_option("--device", flags.device,
                  fmt::format("--explain: the device whose occupancy is told: {} ({})", DeviceNames(), kDefaultDevice))
      ->type_name("NAME");
  command
      .add_option("--registers", flags.registers,
                  "--explain: registers of a thread, as the device's compiler tells them (nvcc -Xptxas -v)")
      ->check(CLI::Range(1, 255));
}

Expected<void> JudgeExplainFlags(const ExplainFlags& flags) {
  if (!flags.wanted && (!flags.device.empty() || flags.registers))
    return Fail("--device and --registers belong to --explain");
  if (!flags.device.empty() && !FindDevice(flags.device))
    return Fail(fmt::format("--device {}: known are {}", flags.device, DeviceNames()));
  return {};
}

void BuildExplained(BuildRequest& request) {
  for (const char* flag : {"-mllvm", "-lockstep-explain"}) request.device_flags.push_back(flag);
}

namespace {

AdviceOptions OptionsOf(const ExplainFlags& flags) {
  AdviceOptions options{.device = FindDevice(flags.device.empty() ? kDefaultDevice : flags.device)};
  if (flags.registers) options.registers = flags.registers;
  return options;
}

}  // namespace

void AddAdvice(Report& report, const RunCounts& counts, const ExplainFlags& flags) {
  for (const KernelCounts& kernel : counts)
    for (Finding& advice : AdviceOn(kernel, OptionsOf(flags))) report.findings.push_back(std::move(advice));
}

std::string TellExplanation(const RunCounts& counts, const ExplainFlags& flags, const TellOptions& tell) {
  return TellCounts(counts, OptionsOf(flags), tell);
}

std::string JsonWithExplanation(const std::string& report, const RunCounts& counts, const ExplainFlags& flags,
                                const TellOptions& tell) {
  return WithCounts(report, counts, OptionsOf(flags), tell);
}

}  // namespace lockstep::cli
