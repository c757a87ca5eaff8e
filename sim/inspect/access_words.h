#pragma once

// How findings name an access.

#include <fmt/format.h>

#include <string>

#include "shared/report/finding.h"
#include "shared/trace/words.h"
#include "sim/check/cells.h"

namespace lockstep::inspect {

// Of the access that a cell's note is about.
constexpr report::Action ActionOf(check::Note note, bool wrote) {
  return note.is_atomic() ? report::Action::kAtomic : wrote ? report::Action::kWrite : report::Action::kRead;
}

// "a thread `reads` 4 bytes"
constexpr const char* Verb(trace::AccessKind kind) {
  switch (kind) {
    case trace::AccessKind::kRead: return "reads";
    case trace::AccessKind::kWrite: return "writes";
    case trace::AccessKind::kAtomic: return "updates";
  }
  return "updates";
}

// "1 byte", "4 bytes"
inline std::string Bytes(std::uint64_t count) { return fmt::format("{} byte{}", count, count == 1 ? "" : "s"); }

// "`name`", or what to say of memory that has none.
inline std::string Quoted(const std::string& name, const char* otherwise) {
  return name.empty() ? otherwise : "`" + name + "`";
}

// "a thread writes past the end of `name`"
inline std::string FactOfOutside(trace::AccessKind kind, bool before, const std::string& name) {
  return fmt::format("a thread {} {} {}", Verb(kind), before ? "before the start of" : "past the end of", name);
}

}  // namespace lockstep::inspect
