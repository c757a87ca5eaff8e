// The hooks of the host half in check mode (sim/hooks/check.h).

#include "shared/base/address.h"
#include "sim/hooks/check.h"
#include "sim/inspect/checker.h"

using lockstep::inspect::Checker;
using lockstep::inspect::HostBuffers;

namespace {
// Null in a program that is recorded, which may have the same host half (sim/compile/shared_half.h).
Checker* TheChecker() { return Checker::MayBe() ? Checker::Current() : nullptr; }
}  // namespace

void __lockstep_check_host(const void* address, std::uint64_t size, std::uint32_t how) {
  if (Checker* checker = TheChecker()) checker->HostTouches(AddressOf(address), size, how, __builtin_return_address(0));
}

void __lockstep_check_host_shadow(const char* name, std::uint64_t size, std::uint32_t how) {
  if (Checker* checker = TheChecker())
    checker->families().host.ReportShadow(name, size, how & LOCKSTEP_HOST_WRITES, __builtin_return_address(0));
}

void __lockstep_check_host_allocated(const void* begin, uint64_t size, int in_program) {
  const void* const caller = in_program ? __builtin_return_address(0) : nullptr;
  if (Checker* checker = TheChecker()) checker->families().host.buffers().Allocated(AddressOf(begin), size, caller);
}

void __lockstep_check_host_freed(const void* begin) {
  if (Checker* checker = TheChecker()) checker->families().host.buffers().Freed(AddressOf(begin));
}

void __lockstep_check_host_variable(const void* begin, uint64_t size) {
  if (TheChecker()) HostBuffers::HandOver(AddressOf(begin), size);
}
void __lockstep_check_host_call_ends() { HostBuffers::CallEnds(); }
