#pragma once

// The state that all families of checks share, by reference: where findings go, what is known of memory, launches and
// the order of the program, and the parts that findings are made of. The families do not know one another.

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/session/host_places.h"
#include "shared/session/report_file.h"
#include "shared/trace/words.h"
#include "sim/check/cells.h"
#include "sim/check/collector.h"
#include "sim/check/order.h"
#include "sim/inspect/program_memory.h"
#include "sim/inspect/report_writer.h"
#include "sim/launch/block_run.h"
#include "sim/launch/launch.h"
#include "sim/machine/machine.h"

namespace lockstep::inspect {

// An access by a thread, as its hook describes it.
struct Touch {
  LockstepSite* site = nullptr;
  std::uint64_t address = 0, size = 0;
  std::uint64_t base = 0;  // the pointer that the program computed the address from; 0: not known
  trace::AccessKind kind = trace::AccessKind::kRead;
  std::uint32_t ordinal = 0;  // FindingSide::ordinal; 0: not counted
};

// The access before, as the cell's notes have it, and the one that is made now.
struct NotedPair {
  check::Note earlier, now;
  bool earlier_wrote = false;
  std::uint32_t ordinal = 0;             // FindingSide::ordinal of the earlier one; 0: not known
  const std::uint64_t* value = nullptr;  // what is written now; null: not known
};

// A kernel, or other work on the device, as findings name it.
struct LaunchFacts {
  std::uint32_t number = 0;
  std::uint32_t first_block = 0, floor = 0;  // serial number of its block 0; its first episode
  const LockstepKernel* kernel = nullptr;    // null: a copy, a fill or a free
  trace::Dim3 grid, block;
  const void* caller = nullptr;
  const char* what = "";
  std::uint64_t stream = 0;
};

struct CheckContext {
  // `parallel`: several OS threads run blocks at once.
  CheckContext(session::CheckSettings settings, machine::Machine& machine, bool parallel);

  const session::CheckSettings settings;
  machine::Machine& machine;
  const bool parallel;
  check::Collector collector;
  ProgramMemory memory;
  check::Episodes episodes;
  ReportWriter report;
  LaunchFacts launch;                          // the last kernel's
  std::vector<LaunchFacts> works;              // kernels and other work, in the order of their blocks' serial numbers
  std::uint32_t next_block = 1;                // serial number of the next work's first block
  std::atomic<bool> fault_is_reported{false};  // a finding says what ends the launch that runs

  // A kernel starts: the facts of `launch` are its own from now on.
  void BeginLaunch(const launch::LaunchRequest& request, std::uint32_t number);

  // --- parts of findings
  // The site of that number; null where there is none.
  const LockstepSite* SiteAt(std::uint32_t number) const { return number < sites_.size() ? sites_[number] : nullptr; }
  report::SourcePlace PlaceOf(const LockstepSite* site) const;
  // A number that all sites of one file, line and column share. Only with CheckSettings::with_ordinals.
  std::uint32_t PlaceNumber(const LockstepSite& site) const { return places_[site.id]; }
  // A finding in the kernel that runs.
  report::Finding Begin(report::FindingKind kind, std::string fact, const LockstepSite* site) const;
  report::FindingSide SideOf(const launch::ThreadRun& thread, const LockstepSite* site, report::Action action,
                             std::uint64_t size) const;
  report::FindingSide SideOf(const launch::ThreadRun& thread, const Touch& touch) const;
  // Of a thread, or a call of the host's, that may be over.
  report::FindingSide SideOf(check::Segment segment, std::uint32_t site, report::Action action, std::uint64_t size,
                             std::uint32_t ordinal = 0) const;
  check::Rank RankOf(const launch::ThreadRun& thread) const;
  check::Rank RankOf(check::Segment segment) const;

  // --- findings about the running thread
  void Add(const check::FindingKey& key, const launch::ThreadRun& thread, report::Finding finding);
  // True where this is no news and has been counted: no words need to be found for it.
  bool CountsAgain(const check::FindingKey& key, const launch::ThreadRun& thread);
  // A finding about one access, one for each site.
  void ReportAt(launch::ThreadRun& thread, const Touch& touch, report::FindingKind kind, std::string fact,
                std::string hint, std::optional<report::FindingObject> object = {});
  // The access is reported, and the kernel cannot go on.
  [[noreturn]] void StopKernel(std::string_view what);

 private:
  const LaunchFacts& LaunchOf(const check::Episode& episode) const;

  // Units of libraries and modules may be loaded between launches.
  void LearnUnits();

  std::size_t units_ = 0;  // that are known
  std::vector<const LockstepSite*> sites_;
  std::vector<std::uint32_t> places_;  // by number of a site; empty: not asked for
};

}  // namespace lockstep::inspect
