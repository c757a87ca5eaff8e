#pragma once

// The request for a build, and its result.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/base/process.h"
#include "sim/compile/shared_half.h"

namespace lockstep::compile {

enum class Mode : std::uint8_t { kRun, kCheck, kRecord };
std::string_view ModeName(Mode mode);

enum class Product : std::uint8_t { kProgram, kObject, kSharedLibrary, kArchive };

// The compute capability of the simulated device, times ten.
inline constexpr unsigned kOwnArchitecture = 90;

struct BuildRequest {
  std::vector<std::string> inputs;  // .cu, .cpp/.cc/.cxx/.c, .o, .a, .so
  std::string output;               // the program; of kObject: the object (one input)
  Mode mode = Mode::kRun;
  Product product = Product::kProgram;
  std::string optimize;                    // of the host half: "0".."3"; empty: clang's default (0)
  std::string standard;                    // "c++17"; empty: c++17
  bool debug = false;                      // -g
  bool explains = false;                   // kCheck: kernels count what each warp's requests cost
  bool relocatable = false;                // -rdc=true: device symbols are shared between files
  std::vector<unsigned> architectures;     // as requested, 80 for compute_80; empty: kOwnArchitecture
  std::string language;                    // -x: "cu", "c++" or "c" for every source; empty: by the file's name
  std::vector<std::string> compile_flags;  // -I, -D, -W..., in clang's spelling
  std::vector<std::string> host_flags;     // for host halves, plain sources and the link: -fopenmp, -m...
  std::vector<std::string> device_flags;   // for device halves only
  std::vector<std::string> link_flags;     // -l, -L, -Wl,...
  bool color = false;                      // diagnostics with colours
  bool precompiled_headers = true;         // parse the CUDA headers once and keep them
  bool repeats = false;                    // built after each edit: keep the headers of the source, too
  std::shared_ptr<SharedHalf> shared;      // with other builds of the same sources that go on now; null: with none
  // One of the names of `--engine` (cli/build_flags.cpp); empty: "warps" in run mode, "threads" with `debug`.
  std::string engine;
  bool shows_engines = false;  // add each kernel's engine and the reason to the diagnostics
  bool dry_run = false;        // start no command
  std::function<void(const std::vector<std::string>&)> on_command;  // called with each command before it starts
  std::function<bool()> cancelled;               // once it returns true, the build ends at once, with all its processes
  std::chrono::milliseconds processor_limit{0};  // time on processors of each compiler and linker; 0: no limit
  // For sources that are not trusted: puts a compiler or linker into a sandbox and under limits. `scratch` is the
  // folder that it writes to, besides that of `output`.
  std::function<ProcessRequest(ProcessRequest, const std::filesystem::path& scratch)> confine;
};

struct BuildResult {
  std::string diagnostics;                // messages of clang and the linker, each once, with warnings
  std::vector<std::string> dependencies;  // every file that was read to compile, absolute
  std::vector<std::string> libraries;     // every file that was linked, absolute
};

enum class FailureCause : std::uint8_t {
  kProgram,   // the program does not compile or link, or an input is missing
  kPlace,     // a folder that Lockstep writes to
  kLockstep,  // Lockstep itself is broken
  kCaller,    // BuildRequest::cancelled
};

struct BuildFailure {
  std::string diagnostics;  // empty if `error` gives the reason
  Error error;              // one sentence
  FailureCause cause = FailureCause::kProgram;
  Excess excess = Excess::kNone;  // of a compiler with limits
  bool crashed = false;           // a compiler or linker; `diagnostics` has what it wrote about itself
};

// The result of a build that BuildRequest::cancelled has ended.
BuildFailure CancelledBuild();

// True for file names that are compiled as CUDA.
bool IsCudaSource(const std::string& path);
// True for file names that are compiled at all; others are passed to the linker.
bool IsAnySource(const std::string& path);

}  // namespace lockstep::compile
