#include "sim/inspect/report_writer.h"

#include <algorithm>
#include <string_view>

#include "shared/session/host_places.h"
#include "shared/session/message.h"

namespace lockstep::inspect {
namespace {

// Of Thrust's and CUB's kernels, a program has many that only other sizes or devices need.
bool IsOfLibrary(const LockstepUnit& unit, const LockstepKernel& kernel) {
  if (kernel.function >= unit.function_count || !unit.functions[kernel.function].file) return false;
  const std::string_view file = unit.functions[kernel.function].file;
  return file.contains("/include/thrust/") || file.contains("/include/cub/") || file.contains("/cccl/");
}

}  // namespace

void ReportWriter::CountLaunch(const LockstepKernel* kernel, std::uint64_t threads) {
  ++launches_;
  threads_ += threads;
  if (std::ranges::count(kernels_run_, kernel) == 0) kernels_run_.push_back(kernel);
}

void ReportWriter::NoteUnchecked(const LockstepKernel* kernel, std::uint64_t threads) {
  ++unchecked_launches_;
  threads_ -= threads;
  if (std::ranges::count(unchecked_, kernel->pretty_name) == 0) unchecked_.push_back(kernel->pretty_name);
}

report::Report ReportWriter::SoFar() const {
  report::Report report{.findings = collector_.Take()};
  report.checked = {.launches = launches_ - unchecked_launches_,
                    .threads = threads_,
                    .accesses = accesses_,
                    .library_calls = library_calls_,
                    .accesses_vary = depends_on_order_,
                    .kernels_unchecked = unchecked_,
                    .modelled = machine_.modelled()};
  for (const LockstepUnit* unit : machine_.Units())
    for (std::uint32_t i = 0; i < unit->kernel_count; ++i)
      if (std::ranges::count(kernels_run_, &unit->kernels[i]) == 0 && !IsOfLibrary(*unit, unit->kernels[i]))
        report.checked.kernels_never_run.push_back(unit->kernels[i].pretty_name);
  session::FindModules(report);
  return report;
}

void ReportWriter::Write() {
  if (own_) return own_->Write(SoFar());
  if (auto written = session::WriteReport(SoFar(), settings_.path); !written)
    session::Say({.status = ExitStatus::kCannotWrite, .text = written.error().message});
}

void ReportWriter::Finish() { own_ ? own_->Finish(SoFar()) : Write(); }

}  // namespace lockstep::inspect
