#pragma once

// What a line of the source says of where its values come from.

#include <string>
#include <string_view>
#include <vector>

#include "shared/replay/statement.h"

namespace lockstep::query {

// The names that an expression's value depends on: not those of members, of called functions, of types in casts, nor
// those inside brackets, which say where to look and not what is there.
std::vector<std::string> NamesOf(std::string_view expression);

// The name that a target begins with: `sum` of `sum`, `acc` of `acc[i].x`.
std::string FirstName(std::string_view target);

// Of a line with `return x;`.
replay::Statement ReturnOf(std::string_view line);

// The statement of the line that wrote `name`: a local variable, or memory behind a pointer or of any other name.
replay::Statement StatementOf(std::string_view line, const std::string& name, bool is_local);

}  // namespace lockstep::query
