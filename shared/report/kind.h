#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "shared/base/severity.h"

namespace lockstep::report {

enum class FindingKind : std::uint8_t {
#define LOCKSTEP_FINDING(name, key, severity, meaning) name,
#include "shared/report/findings.def"
#undef LOCKSTEP_FINDING
};

inline constexpr int kFindingKinds = 0
#define LOCKSTEP_FINDING(name, key, severity, meaning) +1
#include "shared/report/findings.def"
#undef LOCKSTEP_FINDING
    ;

// The columns of findings.def.
std::string_view Key(FindingKind kind);
Severity SeverityOf(FindingKind kind);
std::string_view Meaning(FindingKind kind);
std::string_view Word(Severity severity);  // "error", "warning", "advice"

// The kind with this key, if there is one.
std::optional<FindingKind> FindingKindOf(std::string_view key);

}  // namespace lockstep::report
