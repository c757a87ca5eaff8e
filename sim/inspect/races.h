#pragma once

// Races within a grid: two accesses that the cell's check (sim/check/races.h) holds against each other. Whether they
// are a race, and of which kind, is decided by sim/check/conflict.h; the facts for that are gathered here.

#include <atomic>

#include "sim/check/conflict.h"
#include "sim/inspect/block.h"
#include "sim/inspect/context.h"

namespace lockstep::inspect {

class RaceCheck {
 public:
  explicit RaceCheck(CheckContext& context) : context_(context) {}

  void LaunchBegins() { signals_ = false; }
  // An atomic: threads of this launch speak to one another.
  void NoteSignal() {
    if (!signals_.load(std::memory_order_relaxed)) signals_.store(true, std::memory_order_relaxed);
  }
  // Both accesses are of the launch that runs.
  void Report(CheckedBlock& block, launch::ThreadRun& thread, const Touch& touch, const check::Span& span,
              const NotedPair& pair);

  // Reads or writes what an asynchronous copy may still write, or writes what one may still read.
  void CheckOpenCopies(CheckedBlock& block, launch::ThreadRun& thread, const Touch& touch, const check::Span& span);

 private:
  void ReportOpenCopy(launch::ThreadRun& thread, const Touch& touch, const check::Span& span, const OpenCopy& copy,
                      bool writes);
  void ReportFenceMissing(CheckedBlock& block, launch::ThreadRun& thread, const Touch& touch, const check::Span& span,
                          const NotedPair& pair);
  bool UseSameIndex(const check::Span& span, const Touch& touch, std::uint32_t thread, check::Note earlier) const;
  check::Conflict ConflictOf(CheckedBlock& block, launch::ThreadRun& thread, const Touch& touch,
                             const check::Span& span, const NotedPair& pair) const;

  CheckContext& context_;
  std::atomic<bool> signals_{false};
};

}  // namespace lockstep::inspect
