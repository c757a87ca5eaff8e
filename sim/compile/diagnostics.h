#pragma once

// What two compilations of one file said, told once.

#include <string>

namespace lockstep {

// Without what colours it on a terminal.
std::string WithoutColors(const std::string& text);

// The host half's messages, then those that only the device half gave. Counts ("2 errors generated") are left out.
std::string MergeDiagnostics(const std::string& host, const std::string& device);

// The compiler's messages. What Lockstep refuses comes last, with a sentence of ours where clang's does not say it, and
// without the errors that follow from the absence of a refused header.
std::string ExplainCompileErrors(const std::string& messages);

// The linker's messages with device symbols as the user wrote them, and what to do about an undefined one.
std::string ExplainLinkErrors(const std::string& messages);

}  // namespace lockstep
