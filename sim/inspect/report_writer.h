#pragma once

// The report of a checked program: what was found, and how much was looked at. It is written whenever something new has
// been found, since what the host does next may end the program.

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shared/session/report_file.h"
#include "sim/check/collector.h"
#include "sim/inspect/own_report.h"
#include "sim/machine/machine.h"

namespace lockstep::inspect {

class ReportWriter {
 public:
  ReportWriter(const session::CheckSettings& settings, const machine::Machine& machine, check::Collector& collector)
      : settings_(settings), machine_(machine), collector_(collector) {}

  // --- what was looked at
  void CountLaunch(const LockstepKernel* kernel, std::uint64_t threads);
  // The launch that was counted last has no hooks: this part of the program was built in another mode.
  void NoteUnchecked(const LockstepKernel* kernel, std::uint64_t threads);
  void CountAccesses(std::uint64_t count) { accesses_ += count; }
  void CountLibraryCall() { ++library_calls_; }
  // The actions of threads differ between orders: a loop waits for what a thread reads here, or an atomic orders two
  // blocks, and the other one may come first.
  void NoteChance() {
    if (!depends_on_order_.load(std::memory_order_relaxed)) depends_on_order_.store(true, std::memory_order_relaxed);
  }
  std::uint64_t launches() const { return launches_; }

  // The program runs by itself: the report does not go into the file of the settings.
  void ReportsItself(OwnReport own) { own_ = std::move(own); }

  void Write();
  // At the program's end.
  void Finish();
  void WriteNews() {
    if (collector_.HasChanged()) Write();
  }

 private:
  report::Report SoFar() const;

  const session::CheckSettings& settings_;
  const machine::Machine& machine_;
  check::Collector& collector_;
  std::uint64_t launches_ = 0, unchecked_launches_ = 0, library_calls_ = 0;
  std::atomic<std::uint64_t> threads_{0}, accesses_{0};
  std::atomic<bool> depends_on_order_{false};
  std::vector<const LockstepKernel*> kernels_run_;
  std::vector<std::string> unchecked_;  // names
  std::optional<OwnReport> own_;
};

}  // namespace lockstep::inspect
