#pragma once

// The target of an access: the memory that it may touch, or what it has missed. And what that memory does not allow:
// misaligned accesses, writes to constants.

#include <optional>

#include "sim/inspect/block_maker.h"
#include "sim/inspect/context.h"

namespace lockstep::inspect {

class BoundsCheck {
 public:
  BoundsCheck(CheckContext& context, const BlockMaker& blocks) : context_(context), blocks_(blocks) {}

  // The memory that the access lies in, put into `cached`; null where it has no shadow (the thread's own memory, tables
  // of the program) or where the access is outside of all memory, which is then reported.
  check::Span* Locate(CheckedBlock& block, launch::ThreadRun& thread, const Touch& touch, check::Span& cached);
  // The same, but nothing is reported: null too where Locate reports, or where memory of other blocks is reached.
  check::Span* Find(const CheckedBlock& block, const launch::ThreadRun& thread, const Touch& touch,
                    check::Span& cached);
  void ReportMisaligned(launch::ThreadRun& thread, const Touch& touch, const check::Span& span);
  void ReportReadOnly(launch::ThreadRun& thread, const Touch& touch, const check::Span& span);

 private:
  // The allocation or variable; null for memory without a shadow.
  // Of a thread that the host plays: arrays that the program has named, and no other memory of the host's.
  check::Span* LocatePlayed(CheckedBlock& block, launch::ThreadRun& thread, const Touch& touch, check::Span& cached);
  const ObjectFacts* FactsOf(const machine::Location& location);
  // `block`: whose shared memory was meant, if shared memory was.
  void ReportMiss(const CheckedBlock& block, launch::ThreadRun& thread, const Touch& touch, const machine::Miss& miss);
  // The memory that was missed, where the miss names one.
  std::optional<ObjectFacts> MissedBy(const CheckedBlock& block, const machine::Miss& miss);
  // Memory that is none of the device's, and that a thread may touch all the same, or that is reported as another kind.
  bool IsHarmless(launch::ThreadRun& thread, const Touch& touch);
  void AddFree(report::Finding& finding, const memory::MemoryObject& object) const;

  // --- shared memory of other blocks of the cluster
  check::Span* FindInPeer(const launch::BlockRun* peer, launch::ThreadRun& thread, const Touch& touch,
                          check::Span& cached);
  // The other block whose memory the access meant and left; null: none.
  const launch::BlockRun* MeantPeer(const CheckedBlock& own, const launch::ClusterRun& cluster,
                                    const Touch& touch) const;
  CheckedBlock& CheckedPeer(const launch::BlockRun& peer);
  void ReportMissInPeer(const launch::BlockRun& peer, launch::ThreadRun& thread, const Touch& touch);

  CheckContext& context_;
  const BlockMaker& blocks_;
};

}  // namespace lockstep::inspect
