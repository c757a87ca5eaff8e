#include "cuda/nvcc.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> Candidates() {
  std::vector<fs::path> candidates;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* home = std::getenv(variable); home != nullptr && *home != '\0')
      candidates.push_back(fs::path(home) / "bin/nvcc");
  }
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (!folder.empty()) candidates.push_back(fs::path(folder) / "nvcc");
  }
  candidates.push_back("/usr/local/cuda/bin/nvcc");
  // If several versions are installed, the newest folder name comes first.
  std::vector<fs::path> versions;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/usr/local", ignored)) {
    if (entry.path().filename().string().starts_with("cuda-")) versions.push_back(entry.path() / "bin/nvcc");
  }
  std::ranges::sort(versions, std::greater());
  candidates.insert(candidates.end(), versions.begin(), versions.end());
  candidates.push_back("/opt/cuda/bin/nvcc");
  return candidates;
}

// A toolkit's version.json has `"cuda" : { "name" : ..., "version" : "13.0.1" }`; its folder often has a name like
// cuda-13.0.
std::string VersionOf(const fs::path& nvcc) {
  std::error_code ignored;
  const fs::path home = fs::weakly_canonical(nvcc, ignored).parent_path().parent_path();
  const std::string name = home.filename().string();
  if (name.starts_with("cuda-")) return name.substr(5);
  std::ifstream in(home / "include/cuda_runtime_api.h");
  for (std::string line; std::getline(in, line);) {
    constexpr std::string_view kDefine = "#define CUDART_VERSION";
    const std::size_t at = line.find(kDefine);
    if (at == std::string::npos) continue;
    const int version = std::atoi(line.c_str() + at + kDefine.size());
    if (version > 0) return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
  }
  return "";
}

}  // namespace

Expected<Nvcc> FindNvcc() {
  for (const fs::path& candidate : Candidates()) {
    if (access(candidate.c_str(), X_OK) == 0 && !fs::is_directory(candidate))
      return Nvcc{candidate, VersionOf(candidate)};
  }
  return Fail("there is no nvcc on PATH, below CUDA_HOME, or in /usr/local/cuda");
}

std::vector<std::string> NvccCommand(const Nvcc& nvcc, const NvccRequest& request) {
  std::vector<std::string> command = {nvcc.path.string(), "-include", "lockstep/capture.h", "-I", request.publish};
  if (!request.standard.empty()) command.push_back("-std=" + request.standard);
  if (!request.optimize.empty()) command.push_back("-O" + request.optimize);
  if (request.relocatable) command.push_back("-rdc=true");
  if (request.for_this_gpu) command.push_back("-arch=native");
  for (const auto* more : {&request.compile_flags, &request.inputs, &request.link_flags}) {
    command.insert(command.end(), more->begin(), more->end());
  }
  command.insert(command.end(), {"-o", request.output});
  return command;
}

}  // namespace lockstep
