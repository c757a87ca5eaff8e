#pragma once

// How findings name an access.

#include <fmt/format.h>

#include <string>

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

// "1 byte", "4 bytes"
inline std::string Bytes(std::uint64_t count) { return fmt::format("{} byte{}", count, count == 1 ? "" : "s"); }

// "`name`", or what to say of memory that has none.
inline std::string Quoted(const std::string& name, const char* otherwise) {
  return name.empty() ? otherwise : "`" + name + "`";
}

}  // namespace lockstep
