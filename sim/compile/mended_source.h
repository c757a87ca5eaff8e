#pragma once

// What nvcc takes and clang refuses, mended in a copy of the source that clang reads in the file's place.
//
// - Behind another specifier, as in `__shared__ alignas(16) float tile[256];`, clang wants the older word `_Alignas`,
//   which means the same.
// - In inline PTX a `%` that no operand's number follows stands for itself: `%smid` is `%%smid` to clang.
//
// Only the places that clang complains of are touched, and lines stay where they are.

#include <string>

namespace lockstep {

// Whether there is something to mend among `errors` (clang's messages about one compilation).
bool CanBeMended(const std::string& errors);
// Writes the mended copies into `folder` and returns the flag that makes clang read them; empty where nothing changes.
std::string MendSources(const std::string& errors, const std::string& folder);

}  // namespace lockstep
