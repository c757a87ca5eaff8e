#include "jobs/explain.h"

#include <fmt/format.h>

#include "sim/metrics/tell_counts.h"

namespace lockstep::jobs {
namespace {

AdviceOptions OptionsOf(const Explain& explain) {
  AdviceOptions options{.device = FindDevice(explain.device.empty() ? kDefaultDevice : explain.device)};
  if (explain.registers) options.registers = explain.registers;
  return options;
}

}  // namespace

std::string KnownDevices() { return DeviceNames(); }

std::string UsualDevice() { return std::string(kDefaultDevice); }

Expected<void> JudgeExplain(const Explain& explain) {
  if (explain.device.empty() || FindDevice(explain.device)) return {};
  return Fail(fmt::format("--device {}: known are {}", explain.device, DeviceNames()));
}

void BuildExplained(BuildRequest& request) {
  for (const char* flag : {"-mllvm", "-lockstep-explain"}) request.device_flags.push_back(flag);
}

void AddAdvice(Report& report, const RunCounts& counts, const Explain& explain) {
  for (const KernelCounts& kernel : counts)
    for (Finding& advice : AdviceOn(kernel, OptionsOf(explain))) report.findings.push_back(std::move(advice));
}

std::string TellExplanation(const RunCounts& counts, const Explain& explain, const TellOptions& tell) {
  return TellCounts(counts, OptionsOf(explain), tell);
}

std::string JsonWithExplanation(const std::string& report, const RunCounts& counts, const Explain& explain,
                                const TellOptions& tell) {
  return WithCounts(report, counts, OptionsOf(explain), tell);
}

}  // namespace lockstep::jobs
