#pragma once

// Texts that the same program printed in two orders of its threads.

#include <string_view>

namespace lockstep::jobs {

// True if one can be the other with its parts in another order: `printf` writes them as threads come to it. Where one
// of them has a number with a fraction, numbers may also differ as sums in another order do. Blanks do not count.
bool IsPrintedAlike(std::string_view a, std::string_view b);

}  // namespace lockstep::jobs
