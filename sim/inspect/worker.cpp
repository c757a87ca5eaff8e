#include "sim/inspect/worker.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace lockstep::inspect {

constinit thread_local CheckedWorker* this_worker __attribute__((tls_model("initial-exec"))) = nullptr;

CheckedWorker& ThisWorker() {
  // Never freed: hooks of destructors may still come.
  if (!this_worker) this_worker = new CheckedWorker;
  return *this_worker;
}

void CheckedWorker::NoteAtomic(const void* address, std::uint64_t size) {
  std::uint64_t now = 0;
  if (atomic) {
    std::memcpy(&now, atomic, atomic_size);
    writes += now != atomic_before;
  }
  atomic = address;
  atomic_size = std::min<std::uint64_t>(size, sizeof now);
  atomic_before = 0;
  if (address) std::memcpy(&atomic_before, address, atomic_size);
}

bool CheckedWorker::HasWritten() {
  NoteAtomic(nullptr, 0);
  return std::exchange(writes_asked, writes) != writes;
}

}  // namespace lockstep::inspect
