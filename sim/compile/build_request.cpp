#include "sim/compile/build_request.h"

#include <algorithm>
#include <iterator>

namespace lockstep::compile {

namespace fs = std::filesystem;

std::string_view ModeName(Mode mode) { return mode == Mode::kRun ? "run" : mode == Mode::kCheck ? "check" : "record"; }

bool IsCudaSource(const std::string& path) { return fs::path(path).extension() == ".cu"; }

bool IsAnySource(const std::string& path) {
  static constexpr std::string_view kExtensions[] = {".cu", ".cpp", ".cc", ".cxx", ".c++", ".c", ".C"};
  return std::ranges::find(kExtensions, fs::path(path).extension().string()) != std::end(kExtensions);
}

BuildFailure CancelledBuild() { return {.error = {"the build was cancelled"}, .cause = FailureCause::kCaller}; }

}  // namespace lockstep::compile
