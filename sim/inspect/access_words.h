#pragma once

// How findings name an access.

#include "shared/report/finding.h"
#include "shared/trace/words.h"

namespace lockstep {

constexpr Deed DeedOf(AccessKind kind) {
  switch (kind) {
    case AccessKind::kRead: return Deed::kRead;
    case AccessKind::kWrite: return Deed::kWrote;
    case AccessKind::kAtomic: return Deed::kUpdated;
  }
  return Deed::kUpdated;
}

// "a thread `reads` 4 bytes"
constexpr const char* Verb(AccessKind kind) {
  switch (kind) {
    case AccessKind::kRead: return "reads";
    case AccessKind::kWrite: return "writes";
    case AccessKind::kAtomic: return "updates";
  }
  return "updates";
}

}  // namespace lockstep
