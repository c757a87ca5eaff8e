#pragma once

// Values that were never written: where they come from, and what is decided by them. A load gives the origin of what it
// reads (sim/hooks/check.h), which travels with the value; it is a finding once it decides a branch or an address, or
// reaches the host.

#include "sim/check/origins.h"
#include "sim/check/unwritten.h"
#include "sim/hooks/check.h"
#include "sim/hooks/library.h"
#include "sim/inspect/context.h"

namespace lockstep::inspect {

// Origins of local variables, known by name or not.
inline bool IsOfLocal(std::uint32_t origin) {
  return origin == LOCKSTEP_ORIGIN_LOCAL || origin & LOCKSTEP_ORIGIN_VARIABLE;
}

class ValueCheck {
 public:
  explicit ValueCheck(CheckContext& context) : context_(context), origins_(LOCKSTEP_ORIGIN_FIRST) {}

  // --- kernels
  // The origin of what is read here, of which some bytes seem to have no value; 0 if they are padding.
  std::uint32_t OriginOf(launch::ThreadRun& thread, const Touch& touch, const check::Span& span);
  // ... of what the shuffle at `site` gave for a lane that does not take part.
  std::uint32_t OriginOfLane(launch::ThreadRun& thread, const LockstepSite* site);
  // The thread has stored a value of that origin in [address, address + size).
  void NoteStored(launch::ThreadRun& thread, check::Span& span, std::uint64_t address, std::uint64_t size,
                  std::uint32_t origin);
  // A value of this origin is used at `site`.
  void ReportUse(launch::ThreadRun& thread, const LockstepSite* site, std::uint32_t origin,
                 check::UseOfValue use = check::UseOfValue::kDecides);

  // --- the host
  void HostWrites(std::uint64_t address, std::uint64_t size);
  // From now on other processes may write it, which nobody sees.
  void OthersWrite(std::uint64_t address, std::uint64_t size);
  void HostCopies(std::uint64_t to, std::uint64_t from, std::uint64_t size, const void* caller);
  // The memory at `address` has been written by this call.
  void HostFilled(std::uint64_t address, const PartialWrite& write);
  // A library uses a row of its operand.
  void LibraryReads(const char* function, const LockstepOperand& operand, std::uint64_t row, const void* caller);
  // The host looks at the bytes: they decide.
  void HostReads(std::uint64_t address, std::uint64_t size, const void* caller);
  // Through a pointer: memory that host and device share counts as written, but for what kernels have made of values
  // that nobody wrote.
  void HostUses(std::uint64_t address, std::uint64_t size, bool writes);

 private:
  // The first cell of what is read that has bytes without a value; null where they are padding.
  const check::Cell* FirstUnwritten(const Touch& touch, const check::Span& span);
  std::uint32_t OriginOf(launch::ThreadRun& thread, const Touch& touch, const check::Span& span,
                         const check::Cell& cell);
  // Bytes without a value in what the host reads, of which no kernel has stored anything.
  struct Unwritten {
    std::uint64_t count = 0, first = 0;  // how many, and the address of the first
    std::uint32_t origin = 0;            // of the first, where a copy brought it; else 0
  };

  // Null for memory that has no shadow.
  ObjectFacts* FindObject(std::uint64_t address);
  std::uint32_t StoredOriginOf(const check::Span& span, const check::Cell& cell);
  std::uint32_t OriginOfHostCopy(const ObjectFacts& source, std::uint64_t address, const void* caller);
  bool IsOfHostCopy(std::uint32_t origin) const;
  Unwritten FindUnwritten(const ObjectFacts& facts, std::uint64_t address, std::uint64_t size);
  // Adds what is known of the bytes to the finding.
  void Describe(report::Finding& finding, const ObjectFacts& facts, const Unwritten& unwritten);
  void ReportLocalUse(launch::ThreadRun& thread, const LockstepSite* site, std::uint32_t origin, bool decides);
  // A kernel stored what it made of unwritten memory, and the host reads it.
  void ReportStored(check::Note note, std::uint32_t origin);

  CheckContext& context_;
  check::Origins origins_;
};

}  // namespace lockstep::inspect
