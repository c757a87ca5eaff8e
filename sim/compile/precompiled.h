#pragma once

// Headers, parsed once: the CUDA headers, which saves half of the time that a small program takes to compile, and the
// headers that a source begins with, if it is compiled again and again or they are large. Headers that clang rejects
// are corrected once (mended_source.h) and kept so.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/compile/toolchain.h"

namespace lockstep::compile {

struct HeaderRequest {
  std::vector<std::string> half;    // every flag of the half except the file's own: halves with equal flags share them
  std::vector<std::string> flags;   // the file's own that its headers may depend on: -I, -D, -W, -f...
  std::string source;               // whose leading #includes are precompiled too; empty: only the CUDA headers are
  bool only_large = false;          // of `source`: only if they are large
  std::function<bool()> cancelled;  // that of BuildRequest
};

// The flags that make clang start from the CUDA headers: precompiled if the file's own flags do not change the headers'
// meaning, else `-include cuda_runtime.h`. After any failure, the result is the plain flags.
std::vector<std::string> IncludeHeaders(const Toolchain& toolchain, const HeaderRequest& request);

// Called after `command` failed: removes the precompiled headers that it used if they or their sources have been
// touched, or in any case if `certain`. True if headers were removed, so that another attempt without them makes sense.
bool DropPrecompiledHeaders(const std::vector<std::string>& command, bool certain);

// Names the precompiled headers that `command` uses, as they are now; nothing if it uses none.
std::optional<std::string> StateOfPrecompiledHeaders(const std::vector<std::string>& command);

// Clang's messages without the lines that name our headers as the ones that include others.
std::string WithoutOurHeaders(const std::string& messages);

// True for #include directives of Thrust, CUB or PyTorch's extensions, which take most of the time that a source with
// them takes to parse.
bool NamesLargeHeaders(std::string_view includes);

// True for an extension on PyTorch's own tensors (python/lockstep/_torch_build.py).
bool BeginsWithPyTorchsHeaders(const std::string& source);

// The #include directives that a source begins with, before anything but comments, a line each: those with <> and those
// of Lockstep's own headers. A header that `folders` have, which are searched first, ends them, unless the folder is
// one of NVIDIA's C++ libraries or of PyTorch.
std::string LeadingIncludes(std::string_view text, const std::vector<std::string>& folders);

}  // namespace lockstep::compile
