#include "jobs/confinement.h"

#include <algorithm>
#include <iterator>

#include "shared/base/file.h"
#include "shared/base/sandbox.h"

namespace lockstep::jobs {
namespace {

namespace fs = std::filesystem;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

// A recording, a report, a summary, counts; an editor's leftovers for a compiler.
constexpr std::size_t kMostFiles = 64;
constexpr std::size_t kMoreProcesses = 32;

ProcessLimits LimitsOf(const Confinement& confinement) {
  const ProgramLimits& limits = confinement.limits;
  return {.processor = duration_cast<milliseconds>(limits.processor),
          .elapsed = duration_cast<milliseconds>(limits.elapsed),
          .asleep = duration_cast<milliseconds>(limits.waiting),
          .memory = limits.memory,
          .threads = limits.threads,
          .files = kMostFiles,
          .file_bytes = limits.files};
}

// The first of the writable folders is watched.
ProcessRequest Confine(ProcessRequest request, const Confinement& confinement, Sandbox sandbox) {
  sandbox.secret = confinement.secret;
  sandbox.file_size = confinement.limits.files;
  // Some more than are counted, so that the count tells.
  sandbox.processes = confinement.limits.threads + kMoreProcesses;
  sandbox.user = Sandbox::kFirstUser + static_cast<unsigned>(confinement.number % Sandbox::kUsers);
  request.limits = LimitsOf(confinement);
  if (!sandbox.writable.empty()) request.limits->folder = sandbox.writable.front();
  request.under_study = request.in_background = true;
  return confinement.in_sandbox ? InSandbox(std::move(request), sandbox) : WithoutSandbox(std::move(request), sandbox);
}

std::vector<fs::path> FilesAmong(const std::vector<std::string>& arguments) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const std::string& argument : arguments)
    if (argument.starts_with('/') && fs::is_regular_file(argument, error)) files.emplace_back(argument);
  return files;
}

// The runtime, and cuBLAS and others beside it.
void AddRuntime(const fs::path& folder, std::vector<fs::path>& readable) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename();
    if (name.starts_with("liblockstep") && name.ends_with(".so")) readable.push_back(entry.path());
  }
}

// If Lockstep is not installed, its headers are links into the sources.
void AddLinked(const fs::path& headers, std::vector<fs::path>& readable) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(headers, error)) {
    if (!entry.is_symlink(error)) continue;
    readable.push_back(fs::canonical(entry.path(), error).parent_path());
    return;
  }
}

// The folders that a compiler reads, whoever starts it.
std::vector<fs::path> FilesOfCompiler(const compile::Toolchain& toolchain) {
  std::vector<fs::path> files{toolchain.headers, toolchain.publish, toolchain.plugin, toolchain.library};
  AddLinked(toolchain.headers, files);
  return files;
}

// NVRTC starts the command inside, which needs what every compiler does: all of it can be read by the source, too.
bool UsesNvrtc(const std::string& program) {
  const Expected<std::string> bytes = ReadText(program);
  return bytes && bytes->contains("liblockstep_nvrtc.so");
}

void AddCompiler(const compile::Toolchain& toolchain, std::vector<fs::path>& readable) {
  if (!toolchain.command.empty()) readable.push_back(toolchain.command);
  std::ranges::copy(FilesOfCompiler(toolchain), std::back_inserter(readable));
}

// A name that does not tell a program whether it is checked or recorded. Without a sandbox it is another name of the
// file, which does not outlive the run.
std::string NeutralName(const Confinement& confinement, const std::string& program, const fs::path& folder) {
  constexpr char kName[] = "program";
  if (confinement.in_sandbox) return confinement.products / kName;
  std::error_code error;
  fs::create_hard_link(program, folder / kName, error);
  return error ? program : (folder / kName).string();
}

}  // namespace

Expected<void> FindSandbox() { return lockstep::FindSandbox(); }

ProcessRequest Confined(ProcessRequest request, const Confinement& confinement, const std::string& program,
                        const fs::path& folder) {
  request.command.front() = NeutralName(confinement, program, folder);
  Sandbox sandbox{
      .readable = FilesAmong(request.command), .writable = {folder}, .renamed = {{program, request.command.front()}}};
  if (const auto toolchain = compile::FindToolchain()) {
    AddRuntime(toolchain->library, sandbox.readable);
    if (UsesNvrtc(program)) AddCompiler(*toolchain, sandbox.readable);
  }
  // The system's BLAS starts a thread for each core, and they count.
  request.environment.push_back("OPENBLAS_NUM_THREADS=1");
  request.capture_limit = confinement.limits.output;
  return Confine(std::move(request), confinement, std::move(sandbox));
}

ProcessRequest ConfinedTool(ProcessRequest request, const Confinement& confinement, const std::string& program) {
  return Confine(std::move(request), confinement, {.readable = {program}});
}

void ConfineBuild(compile::BuildRequest& build, const compile::Toolchain& toolchain, const Confinement& confinement) {
  std::vector<fs::path> readable = FilesOfCompiler(toolchain);
  readable.push_back(confinement.source);
  build.repeats = false;  // nothing that is made from its source outlives it
  for (const std::string& input : build.inputs) readable.emplace_back(input);
  build.confine = [confinement, readable](ProcessRequest request, const fs::path& scratch) {
    Sandbox sandbox{.readable = readable, .writable = {scratch, confinement.products}};
    // Of the user's cache, only the file with the precompiled headers.
    for (const std::string& word : request.command)
      if (word.starts_with('/') && word.ends_with(".pch")) sandbox.readable.emplace_back(word);
    return Confine(std::move(request), confinement, std::move(sandbox));
  };
}

std::string Describe(Excess excess, const Confinement& confinement) {
  return lockstep::Describe(excess, LimitsOf(confinement));
}

}  // namespace lockstep::jobs
