#include "jobs/explain.h"

#include "shared/metrics/format_counts.h"
#include "shared/session/devices.h"

namespace lockstep::jobs {
namespace {

metrics::AdviceOptions OptionsOf(const Explain& explain) {
  metrics::AdviceOptions options{
      .device =
          session::FindDevice(explain.device.empty() ? session::kDefaultDevice : std::string_view(explain.device))};
  if (explain.registers) options.registers = explain.registers;
  return options;
}

}  // namespace

void AddAdvice(report::Report& report, const metrics::RunCounts& counts, const Explain& explain) {
  for (const metrics::KernelCounts& kernel : counts.kernels)
    for (report::Finding& advice : metrics::AdviceOn(kernel, OptionsOf(explain)))
      report.findings.push_back(std::move(advice));
}

std::string FormatExplanation(const metrics::RunCounts& counts, const Explain& explain,
                              const report::FormatOptions& tell) {
  return metrics::FormatCounts(counts, OptionsOf(explain), tell);
}

std::string JsonWithExplanation(const std::string& report, const metrics::RunCounts& counts, const Explain& explain,
                                const report::FormatOptions& tell) {
  return metrics::WithCounts(report, counts, OptionsOf(explain), tell);
}

}  // namespace lockstep::jobs
