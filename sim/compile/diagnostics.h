#pragma once

// The messages of the two compilations of one file, merged.

#include <string>

namespace lockstep::compile {

// Removes terminal colours.
std::string WithoutColors(const std::string& text);

// The host half's messages, followed by those that only the device half has. Counts ("2 errors generated") are left
// out.
std::string MergeDiagnostics(const std::string& host, const std::string& device);

// Several warnings, each on one line, and few of them: for a text that is followed by what matters more. Other
// messages, and a single warning, stay as they are.
std::string ShortWarnings(const std::string& messages);

// The compiler's messages, with refused features last: each gets a sentence of ours if clang's does not name it, and
// the errors that follow from a refused header are left out.
std::string ExplainCompileErrors(const std::string& messages);

// The linker's messages with device symbols as the user wrote them, and advice on undefined ones.
std::string ExplainLinkErrors(const std::string& messages);

}  // namespace lockstep::compile
