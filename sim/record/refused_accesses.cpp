// The recorder's reports of accesses that a GPU would refuse, or that go on with memory that nobody meant.

#include <fmt/format.h>

#include <algorithm>

#include "sim/launch/faults.h"
#include "sim/record/bad_access.h"
#include "sim/record/recorder.h"

namespace lockstep::record {
namespace {

// Beyond this many texts in a launch, a bad access ends the kernel after all.
constexpr std::size_t kMostTexts = 10'000;

const char* Verb(trace::AccessKind access) {
  switch (access) {
    case trace::AccessKind::kRead: return "read";
    case trace::AccessKind::kWrite: return "wrote";
    default: return "changed";
  }
}

// As a step has it.
std::uint16_t SizeOf(std::uint64_t bytes) { return static_cast<std::uint16_t>(std::min<std::uint64_t>(bytes, 0xffff)); }

// Of the current thread: "thread (0,0,0) of block (0,0,0) at a.cu:4 wrote 4 bytes just past the end of `a`".
std::string Sentence(trace::AccessKind kind, std::uint64_t size, const std::string& where) {
  return fmt::format("{} {} {} byte{} {}", launch::DescribeCurrentThread(), Verb(kind), size, size == 1 ? "" : "s",
                     where);
}

}  // namespace

void Recorder::RefuseAccess(launch::ThreadRun& thread, LockstepSite* site, const machine::MemoryAccess& access,
                            trace::AccessKind kind) {
  thread.site = site;
  // Next to an array of the host lies memory that has no name, and where an access was meant to go is not known here.
  if (request_->played) return;
  const auto scope = scopes_.find(thread.run);
  const auto [address, size, base] = access;
  const machine::Miss miss = machine::Classify(
      machine_, scope == scopes_.end() ? ArenaOf(*thread.block) : scope->second.shared, address, base);
  if (IsOn(thread)) missed_ = MissedBy(thread, miss, address, size, kind);
  std::string what = Sentence(kind, size, DescribeMiss(miss, address, NameOf(miss, thread.run)));
  if (!GoesOnAfter(thread, miss, address, size))
    launch::RaiseFault(launch::LaunchFault::kIllegalAddress, std::move(what));
  Faults(thread, what);
}

std::string Recorder::NameOf(const machine::Miss& miss, const launch::BlockRun* block) const {
  if (miss.object) return objects_.NameOf(*miss.object);
  const auto scope = scopes_.find(block);
  if (!IsInShared(miss) || scope == scopes_.end()) return "";
  const trace::ObjectId variable = scope->second.shared_objects[miss.shared];
  return fmt::format("`{}`", launch_.objects[trace::Index(variable) & ~trace::kLaunchObjectBit].name);
}

// The memory that the access most likely was meant for is part of the story, though it may not have been used yet.
Recorder::Missed Recorder::MissedBy(const launch::ThreadRun& thread, const machine::Miss& miss, std::uint64_t address,
                                    std::uint64_t size, trace::AccessKind access) {
  Missed missed{.size = SizeOf(size), .writes = access != trace::AccessKind::kRead};
  if (IsInShared(miss)) {
    const Target target = scopes_.at(thread.run).InShared(miss.shared, address);
    missed.object = target.object;
    missed.offset = static_cast<std::int64_t>(target.offset);
  } else if (miss.kind == machine::MissKind::kAllocation && miss.is_near) {
    const ProgramObject object = objects_.Of(*miss.object);
    snapshots_.NoteUse(object, trace::ObjectKind::kAllocation, objects_.ElementSize(object.id));
    missed.object = object.id;
    missed.offset = static_cast<std::int64_t>(address - object.address);
  } else {
    return {};
  }
  return missed;
}

// If findings are recorded, each of them has its moment: the kernel does not end with the first, as it does not
// under check.
bool Recorder::GoesOnAfter(const launch::ThreadRun& thread, const machine::Miss& miss, std::uint64_t address,
                           std::uint64_t size) const {
  return !settings_.places.empty() && launch_.texts.size() < kMostTexts &&
         IsHarmless(machine_.memory(), *thread.block, miss, address, size);
}

void Recorder::RefuseAddress(launch::ThreadRun& thread, LockstepSite* site, const machine::MemoryAccess& access,
                             trace::AccessKind kind) {
  thread.site = site;
  std::string what = Sentence(kind, access.size, "at an address that its type does not allow");
  if (settings_.places.empty() || launch_.texts.size() >= kMostTexts)
    launch::RaiseFault(launch::LaunchFault::kMisalignedAddress, std::move(what));
  Faults(thread, what);
}

void Recorder::LeavesLocal(launch::ThreadRun& thread, LockstepSite* site, const machine::MemoryAccess& access,
                           trace::AccessKind kind, const machine::AddressRange& local, const std::string& name) {
  thread.site = site;
  if (IsOn(thread)) {
    steps_.Settle();
    missed_ = {.object = ScopeOf(thread).Find(local.begin, 1).object,
               .offset = static_cast<std::int64_t>(access.address - local.begin),
               .size = SizeOf(access.size),
               .writes = kind != trace::AccessKind::kRead};
  }
  launch::RaiseFault(
      launch::LaunchFault::kIllegalAddress,
      Sentence(kind, access.size,
               DescribeOutside(access.address, local, name.empty() ? "a local variable" : fmt::format("`{}`", name))));
}

void Recorder::RefuseBesideLocal(launch::ThreadRun& thread, LockstepSite* site, const machine::MemoryAccess& access,
                                 trace::AccessKind kind) {
  const ThreadScope::Local* local = ScopeOf(thread).PastWhich(access.address);
  if (local)
    LeavesLocal(thread, site, access, kind, local->range,
                std::string(launch_.objects[trace::LaunchObjectIndex(local->object)].name));
}

void Recorder::LeavesMember(launch::ThreadRun& thread, LockstepSite* site, const machine::MemoryAccess& access,
                            trace::AccessKind kind, std::uint64_t begin, const std::string& member) {
  if (!IsOn(thread) || launch_.texts.size() >= kMostTexts) return;
  steps_.Settle();
  // An access outside the whole object is refused as such.
  const auto whole = targets_.Find(thread, scopes_, {.address = begin}, trace::AccessKind::kRead);
  const auto target =
      targets_.Find(thread, scopes_, {.address = access.address, .size = access.size, .base = begin}, kind);
  if (!whole || !target || whole->object != target->object || !left_members_.insert(site).second) return;
  thread.site = site;
  missed_ = {.object = target->object,
             .offset = static_cast<std::int64_t>(target->offset),
             .size = SizeOf(access.size),
             .writes = kind != trace::AccessKind::kRead};
  const char* where = access.address < begin ? "before the start of" : "past the end of";
  Faults(thread, Sentence(kind, access.size, fmt::format("{} {}", where, member)));
}

}  // namespace lockstep::record
