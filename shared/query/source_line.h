#pragma once

// The statement of a source line that stands at a column.

#include <cstdint>
#include <string>
#include <string_view>

#include "shared/replay/statement.h"

namespace lockstep::query {

// The name that a target begins with: `sum` of `sum`, `acc` of `acc[i].x`.
std::string FirstName(std::string_view target);

// The simple statement that the column, from 1, is in: one of those of a `for` header, of its body, of a list of
// declarations. The line's only one, whatever the column; empty if it is in none.
std::string_view PartAt(std::string_view line, std::uint32_t column);
replay::Statement StatementAt(std::string_view line, std::uint32_t column);

// The line without its indentation; of a line with several statements, the one at the column.
std::string QuoteAt(std::string_view line, std::uint32_t column);

}  // namespace lockstep::query
