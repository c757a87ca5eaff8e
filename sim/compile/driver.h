#pragma once

// From sources to a program: the front door of this folder.
//
//   Expected<Toolchain> toolchain = FindToolchain();
//   Expected<BuildResult> built = Build(*toolchain, {.inputs = {"grey.cu"}, .output = "grey"});
//
// A .cu file is compiled twice, side by side: its host half as it stands, its device half for this processor through
// the plugin. Both halves become one object; objects and the runtime become a program.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "sim/compile/toolchain.h"

namespace lockstep {

enum class Mode : std::uint8_t { kRun, kCheck, kRecord };
std::string_view ModeName(Mode mode);

enum class Product : std::uint8_t { kProgram, kObject, kSharedLibrary, kArchive };

// The compute capability of the device that programs find, times ten.
inline constexpr unsigned kOwnArchitecture = 90;

struct BuildRequest {
  std::vector<std::string> inputs;  // .cu, .cpp/.cc/.cxx/.c, .o, .a, .so
  std::string output;               // the program; of kObject: the object (one input)
  Mode mode = Mode::kRun;
  Product product = Product::kProgram;
  std::string optimize;                    // of the host half: "0".."3"; empty: clang's default (0)
  std::string standard;                    // "c++17"; empty: c++17
  bool debug = false;                      // -g
  bool relocatable = false;                // -rdc=true: device symbols are shared between files
  std::vector<unsigned> architectures;     // those that are asked for, 80 for compute_80; empty: kOwnArchitecture
  std::string language;                    // -x: "cu", "c++" or "c" for every source; empty: what its name says
  std::vector<std::string> compile_flags;  // -I, -D, -W... as clang takes them
  std::vector<std::string> host_flags;     // for host halves, plain sources and the link: -fopenmp, -m...
  std::vector<std::string> device_flags;   // for device halves only
  std::vector<std::string> link_flags;     // -l, -L, -Wl,...
  bool color = false;                      // diagnostics with colours
  bool precompiled_headers = true;         // the CUDA headers are parsed once and kept
  std::string engine;                      // "loops" or "fibers" for every kernel; empty: each kernel's own choice
  bool shows_engines = false;              // the diagnostics say which engine each kernel has, and why
  bool dry_run = false;                    // nothing is started
  std::function<void(const std::vector<std::string>&)> on_command;  // is told of each command before it starts
  std::function<bool()> cancelled;  // true, and from then on: the build ends at once, and all that it has started
};

struct BuildResult {
  std::string diagnostics;                // what clang and the linker said, each once; warnings too
  std::vector<std::string> dependencies;  // every file that was read to compile, absolute
  std::vector<std::string> libraries;     // every file that was linked, absolute
};

enum class Blame : std::uint8_t {
  kProgram,   // it does not compile or link, or an input is missing
  kPlace,     // a folder that we write to
  kLockstep,  // something is broken on our side
  kCaller,    // BuildRequest::cancelled
};

struct BuildFailure {
  std::string diagnostics;  // empty where the reason is `error`
  Error error;              // one sentence
  Blame blame = Blame::kProgram;
};

std::expected<BuildResult, BuildFailure> Build(const Toolchain& toolchain, const BuildRequest& request);

// The text of one source after the preprocessor (of its host half), and the files it is made of.
struct Preprocessed {
  std::string text, diagnostics;
  std::vector<std::string> dependencies;  // absolute
};
std::expected<Preprocessed, BuildFailure> Preprocess(const Toolchain& toolchain, const BuildRequest& request);

// Build() through a cache: rebuilt only when a source, a header, a flag or Lockstep itself changed.
// Returns the program's path.
struct CachedProgram {
  std::string path;
  std::string diagnostics;
  bool was_built = false;
};
std::expected<CachedProgram, BuildFailure> BuildCached(const Toolchain& toolchain, BuildRequest request);

// True for names that are compiled as CUDA.
bool IsCudaSource(const std::string& path);
// True for names that are compiled at all: the others are given to the linker.
bool IsAnySource(const std::string& path);

}  // namespace lockstep
