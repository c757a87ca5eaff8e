// lockstep nvcc ...: nvcc's command line, for makefiles and build systems that call nvcc. Also used if the command is
// started under the name `nvcc` or `lockstep-nvcc`, which CMake's CUDA language requires.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "cli/build_flags.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/outputs.h"
#include "jobs/build.h"
#include "jobs/nvcc_line.h"
#include "shared/base/unfinished_file.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;
using Action = compile::NvccCommand::Action;

// The CUDA release whose headers and language are implemented.
constexpr std::string_view kRelease = "13.0", kFullRelease = "13.0.88";
constexpr std::string_view kArchitecture = "90";

// A folder with the layout of a CUDA toolkit (bin, include, lib64), for build systems that need one.
fs::path ToolkitRoot(const compile::Toolchain& toolchain) { return toolchain.library / "toolkit"; }

void SayVersion() {
  // Build systems recognise nvcc by the first line and its release by the third.
  fmt::print(
      "nvcc: NVIDIA (R) Cuda compiler driver\n"
      "(that line is for build systems: this is Lockstep {}, which compiles CUDA C++ for the CPU)\n"
      "Cuda compilation tools, release {}, V{}\n",
      LOCKSTEP_VERSION, kRelease, kFullRelease);
}

void SayHelp() {
  fmt::print(
      "Usage: lockstep nvcc [FLAGS] FILE...\n\n"
      "Accepts nvcc's command line and builds objects, libraries and programs that run on the CPU.\n\n{}\n"
      "--lockstep-mode=run|check|record  the mode of the programs\n"
      "--lockstep-toolkit                prints the path of a folder with the layout of a CUDA toolkit\n",
      compile::NvccFlagsForPeople());
}

std::string Quoted(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += fmt::format("{}\"{}\"", line.empty() ? "" : " ", word);
  return line;
}

// The paths that `nvcc -v` prints first; build systems look for these names.
void SayPlaces(const compile::Toolchain& toolchain) {
  const std::string root = ToolkitRoot(toolchain).string();
  const char* path = std::getenv("PATH");
  fmt::print(stderr,
             "#$ TOP={0}\n#$ NVVMIR_LIBRARY_DIR={0}/nvvm/libdevice\n#$ PATH={1}\n#$ INCLUDES=\"-I{0}/include\"\n"
             "#$ LIBRARIES=\"-L{0}/lib64\"\n#$ GPU=-arch compute_{2}\n",
             root, path ? path : "", kArchitecture);
}

// The command that links what this command line links.
void SayLink(const compile::Toolchain& toolchain, const compile::BuildRequest& request) {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error).parent_path() / "lockstep-nvcc";
  fmt::print(stderr, "#$ \"{}\" -o \"{}\" {} \"-L{}/lib64\" \"{}\" -lcudadevrt -lcudart\n", self.string(),
             request.output, Quoted(request.inputs), ToolkitRoot(toolchain).string(),
             (toolchain.library / "liblockstep.so").string());
}

std::string ForMake(const std::string& path) {
  std::string escaped;
  for (char c : path) {
    if (c == ' ' || c == '#') escaped += '\\';
    if (c == '$') escaped += '$';
    escaped += c;
  }
  return escaped;
}

bool IsOfTheSystem(const compile::Toolchain& toolchain, const std::string& path) {
  for (const fs::path& folder :
       {fs::path("/usr"), toolchain.system, toolchain.headers, toolchain.publish, toolchain.resources})
    if (!folder.empty() && path.starts_with(folder.string() + "/")) return true;
  return false;
}

std::string MakeRule(const compile::Toolchain& toolchain, const compile::NvccCommand& command,
                     const std::string& target, const std::vector<std::string>& dependencies) {
  std::string rule = command.dependencies.target.empty() ? ForMake(target) : command.dependencies.target;
  rule += " :";
  std::string phony;
  for (const std::string& path : dependencies) {
    if (!command.dependencies.system && IsOfTheSystem(toolchain, path)) continue;
    if (path.ends_with(".pch")) continue;  // precompiled headers of the cache
    rule += " \\\n  " + ForMake(path);
    if (!compile::IsAnySource(path)) phony += "\n" + ForMake(path) + ":\n";
  }
  return rule + "\n" + (command.dependencies.phony ? phony : "");
}

ExitStatus Write(const std::string& path, const std::string& text, const std::vector<std::string>& inputs) {
  if (path.empty()) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return ExitStatus::kOk;
  }
  if (const auto refused = JudgeOutputs({{"-o", path, true}}, inputs)) return *refused;
  if (auto written = WriteFile(path, text); !written) return Complain(ExitStatus::kCannotWrite, written.error());
  return ExitStatus::kOk;
}

ExitStatus WriteDependencies(const compile::Toolchain& toolchain, const compile::NvccCommand& command,
                             const std::string& output, const std::vector<std::string>& dependencies) {
  if (!command.dependencies.wanted || command.request.dry_run) return ExitStatus::kOk;
  const std::string file =
      command.dependencies.file.empty() ? fs::path(output).replace_extension(".d").string() : command.dependencies.file;
  return Write(file, MakeRule(toolchain, command, output, dependencies), command.request.inputs);
}

ExitStatus BuildOne(const compile::Toolchain& toolchain, const compile::NvccCommand& command,
                    const compile::BuildRequest& request) {
  if (const auto refused = request.dry_run ? std::nullopt : JudgeProgramOutput(request)) return *refused;
  const auto built = command.action == Action::kModules
                         ? jobs::BuildModule({.build = request, .modes = {}}, ToTerminal())
                         : jobs::Build(request, ToTerminal());
  if (!built) return PrintFailure(built.error());
  return WriteDependencies(toolchain, command, request.output, built->dependencies);
}

ExitStatus MakeObjects(const compile::Toolchain& toolchain, const compile::NvccCommand& command) {
  for (const std::string& input : command.request.inputs) {
    compile::BuildRequest request = command.request;
    request.inputs = {input};
    request.product = compile::Product::kObject;
    request.output = compile::ObjectNameOf(command, input);
    if (const ExitStatus status = BuildOne(toolchain, command, request); status != ExitStatus::kOk) return status;
  }
  return ExitStatus::kOk;
}

ExitStatus MakeEmptyObject(const compile::BuildRequest& request) {
  for (const std::string& input : request.inputs)
    if (!fs::exists(input)) return Complain(ExitStatus::kBadInput, {fmt::format("no such file: {}", input)});
  if (const auto refused = JudgeProgramOutput(request)) return *refused;
  const auto made = jobs::MakeEmptyObject(request.output);
  return made ? ExitStatus::kOk : PrintFailure(made.error());
}

ExitStatus ShowPreprocessed(const compile::Toolchain& toolchain, const compile::NvccCommand& command) {
  std::string all;
  for (const std::string& input : command.request.inputs) {
    compile::BuildRequest request = command.request;
    request.inputs = {input};
    request.product = compile::Product::kObject;
    const auto made = jobs::Preprocess(request);
    if (!made) return PrintFailure(made.error());
    PrintDiagnostics(made->diagnostics);
    all += command.action == Action::kPreprocess
               ? made->text
               : MakeRule(toolchain, command, fs::path(input).stem().string() + ".o", made->dependencies);
  }
  const bool to_file = command.action == Action::kDependencies && !command.dependencies.file.empty();
  return Write(to_file ? command.dependencies.file : command.request.output, all, command.request.inputs);
}

// Writes the preprocessed host half of each source, under nvcc's name for it.
ExitStatus WriteHostSources(const compile::Toolchain& toolchain, const compile::NvccCommand& command) {
  for (const std::string& input : command.request.inputs) {
    compile::NvccCommand one = command;
    one.action = Action::kPreprocess;
    one.request.inputs = {input};
    if (one.request.output.empty())
      one.request.output =
          (fs::path(command.output_folder) / (fs::path(input).filename().string() + ".cpp.ii")).string();
    if (const ExitStatus status = ShowPreprocessed(toolchain, one); status != ExitStatus::kOk) return status;
  }
  return ExitStatus::kOk;
}

int RunProgram(const compile::NvccCommand& command) {
  const std::string path = fs::absolute(command.request.output).string();
  const auto ended = jobs::RunProcess(jobs::ToProcess({.arguments = command.run_arguments}, path, {}), {});
  return ended ? ended->status : static_cast<int>(PrintFailure(ended.error()));
}

int MakeProgram(const compile::Toolchain& toolchain, const compile::NvccCommand& command) {
  const ExitStatus status = BuildOne(toolchain, command, command.request);
  if (command.verbose) SayLink(toolchain, command.request);
  if (status != ExitStatus::kOk || !command.run || command.request.dry_run) return static_cast<int>(status);
  return RunProgram(command);
}

// Removes only what the command line would have made: no folder, no device, and none of its inputs.
ExitStatus RemoveProduct(const fs::path& product, const std::vector<std::string>& inputs) {
  std::error_code error;
  if (!fs::is_regular_file(product, error)) return ExitStatus::kOk;
  if (const auto refused = JudgeOutputs({{"-clean", product}}, inputs)) return *refused;
  if (fs::remove(product, error)) return ExitStatus::kOk;
  return Complain(ExitStatus::kCannotWrite, {fmt::format("cannot remove `{}`: {}", product.string(), error.message())});
}

ExitStatus Clean(const compile::NvccCommand& command) {
  std::vector<fs::path> products{command.request.output};
  for (const std::string& input : command.request.inputs)
    if (compile::IsAnySource(input))
      products.push_back(fs::path(command.output_folder) / (fs::path(input).stem().string() + ".o"));
  for (const fs::path& product : products)
    if (const ExitStatus status = RemoveProduct(product, command.request.inputs); status != ExitStatus::kOk)
      return status;
  return ExitStatus::kOk;
}

// nvcc's default names for outputs.
void NameOutput(compile::NvccCommand& command) {
  std::string& output = command.request.output;
  if (!output.empty()) return;
  switch (command.action) {
    case Action::kBuild:
    case Action::kClean: output = "a.out"; break;
    case Action::kArchive: output = "a.a"; break;
    case Action::kDeviceLink: output = "a_dlink.o"; break;
    default: break;
  }
}

int Perform(const compile::Toolchain& toolchain, compile::NvccCommand command) {
  NameOutput(command);
  switch (command.action) {
    case Action::kObjects:
    case Action::kModules: return static_cast<int>(MakeObjects(toolchain, command));
    case Action::kDeviceLink: return static_cast<int>(MakeEmptyObject(command.request));
    case Action::kPreprocess:
    case Action::kDependencies: return static_cast<int>(ShowPreprocessed(toolchain, command));
    case Action::kHostSource: return static_cast<int>(WriteHostSources(toolchain, command));
    case Action::kClean: return static_cast<int>(Clean(command));
    case Action::kArchive:
      command.request.product = compile::Product::kArchive;
      return static_cast<int>(BuildOne(toolchain, command, command.request));
    default: return MakeProgram(toolchain, command);
  }
}

// Handles flags that only print information.
bool Answer(Action action) {
  switch (action) {
    case Action::kVersion: SayVersion(); return true;
    case Action::kHelp: SayHelp(); return true;
    case Action::kListArchitectures: fmt::print("compute_{}\n", kArchitecture); return true;
    case Action::kListCodes: fmt::print("sm_{}\n", kArchitecture); return true;
    default: return false;
  }
}

}  // namespace

int Nvcc(const std::vector<std::string>& words) {
  Expected<compile::NvccCommand> command = compile::ReadNvccCommandLine(words);
  if (!command) return static_cast<int>(Complain(ExitStatus::kBadUsage, command.error()));
  if (Answer(command->action)) return 0;
  const Expected<compile::Toolchain> toolchain = compile::FindToolchain();
  if (!toolchain) return static_cast<int>(Complain(ExitStatus::kMissingTool, toolchain.error()));
  if (command->action == Action::kToolkit) {
    fmt::print("{}\n", ToolkitRoot(*toolchain).string());
    return 0;
  }
  command->request.color = WantsColor(stderr);
  if (command->verbose) {
    SayPlaces(*toolchain);
    command->request.on_command = [](const std::vector<std::string>& started) {
      fmt::print(stderr, "#$ {}\n", Quoted(started));
    };
  }
  return Perform(*toolchain, std::move(*command));
}

// For the list of subcommands; main() passes the words to Nvcc() before the command line library sees them.
void AddNvcc(CLI::App& app) {
  app.add_subcommand("nvcc", "Act as nvcc: accept its command line (make NVCC=\"lockstep nvcc\")");
}

}  // namespace lockstep::cli
