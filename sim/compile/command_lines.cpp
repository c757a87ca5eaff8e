#include "sim/compile/command_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "shared/base/find_tool.h"
#include "sim/compile/dependencies.h"
#include "sim/compile/precompiled.h"

namespace lockstep::compile {
namespace {

// Those of the toolkit's libraries that are files beside the runtime.
constexpr const char* kLibrariesBeside[] = {
#define LIBRARY_WE_ARE(name)
#define LIBRARY_BESIDE(name) "liblockstep_" #name ".so",
#define LIBRARY_IN(name, other)
#include "sim/compile/toolkit_libraries.def"
#undef LIBRARY_IN
#undef LIBRARY_BESIDE
#undef LIBRARY_WE_ARE
};

namespace fs = std::filesystem;

void AddAll(Command& command, const std::vector<std::string>& more) {
  command.insert(command.end(), more.begin(), more.end());
}

// A program that loads a library of kernels may have another CUDA runtime, whose functions its calls must not find
// (cmake/OwnNames.cmake).
void AddOwnNames(Command& command, const Toolchain& toolchain) {
  command.push_back("-Wl,@" + (toolchain.library / "liblockstep.so").string() + ".names");
  for (const char* name : kLibrariesBeside) command.push_back("-Wl,@" + (toolchain.library / name).string() + ".names");
}

Command CommonFlags(const Toolchain& toolchain, const BuildRequest& request, bool color) {
  // Code that nvcc and g++ accept, with a warning at most, and clang treats as errors.
  Command flags = {"-Wno-error=c++11-narrowing", "-Wno-register", "-Wno-reserved-user-defined-literal",
                   "-Wno-error=extra-qualification", "-Wno-error=invalid-constexpr",
                   "-Wno-missing-template-arg-list-after-template-kw", "-Wno-error=enum-constexpr-conversion",
                   "-Wno-vla-cxx-extension", "-Wno-implicit-const-int-float-conversion", "-Wno-cuda-compat",
                   // Crash reports take megabytes and are not sent anywhere.
                   "-fno-crash-diagnostics"};
  flags.push_back(color ? "-fcolor-diagnostics" : "-fno-color-diagnostics");
  flags.push_back("-I" + toolchain.publish.string());
  AddAll(flags, request.compile_flags);
  return flags;
}

// Of several architectures, the one that the device would choose: the newest that it supports.
unsigned ArchitectureOf(const BuildRequest& request) {
  unsigned chosen = 0;
  for (unsigned asked : request.architectures)
    if (chosen == 0 || (asked > chosen ? asked <= kOwnArchitecture : chosen > kOwnArchitecture)) chosen = asked;
  return chosen ? chosen : kOwnArchitecture;
}

// For __CUDA_ARCH_LIST__: ascending, without duplicates.
std::string ArchitectureList(const BuildRequest& request) {
  std::vector<unsigned> all = request.architectures;
  if (all.empty()) all = {kOwnArchitecture};
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::string list;
  for (unsigned one : all) list += fmt::format("{}{}", list.empty() ? "" : ",", one * 10);
  return list;
}

// Integers wrap: in device code as on a GPU, in host code so that a reference is computed as its kernel is. Clang draws
// conclusions from an overflow that g++, nvcc's host compiler, does not draw.
constexpr const char* kWraps = "-fwrapv";

// Without the instructions for halves: LLVM 19 exchanges the sides of their compare with a constant in memory, and
// leaves the relation as it was. As floats, halves give the same results.
// The warning is of what clang itself makes of some processors.
Command ForThisProcessor() { return {"-march=native", "-mno-avx512fp16", "-Wno-invalid-feature-combination"}; }

// The flags for both halves of every CUDA source.
Command CudaFlags(const Toolchain& toolchain, const BuildRequest& request, const std::string& level) {
  Command flags = {toolchain.clang.string(), "-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib",
                   "-std=" + (request.standard.empty() ? "c++17" : request.standard), "-O" + level,
                   "-Wno-unknown-cuda-version", "-Wno-pass-failed",
                   // With C++20 modules enabled, clang mistakes a host function and its device overload from a
                   // precompiled header for one function.
                   "-Xclang", "-fno-cxx-modules", "-fdeclspec",
                   // The same with and without a CUDA toolkit: otherwise clang takes its version, launch calls and
                   // device printf from the toolkit that it finds.
                   "--cuda-path=/nonexistent", "-Xclang", "-target-sdk-version=12.3", "-Xclang",
                   "-fcuda-allow-variadic-functions", "-ffp-contract=on", kWraps, "-isystem",
                   toolchain.headers.string()};
  AddAll(flags, ForThisProcessor());
  flags.push_back("-D__CUDA_ARCH_LIST__=" + ArchitectureList(request));
  if (request.relocatable) AddAll(flags, {"-fgpu-rdc", "-D__CUDACC_RDC__=1"});
  // An object may become part of a shared library.
  if (request.product != Product::kProgram) flags.push_back("-fPIC");
  return flags;
}

// The half's own flags, followed by those of the program and of the file. `marks` are macros of the half.
Command Complete(const Toolchain& toolchain, const BuildRequest& request, const Unit& unit, Command half,
                 const Command& marks) {
  Command command = half;
  if (request.precompiled_headers) {
    HeaderRequest headers{.half = half, .flags = request.compile_flags, .cancelled = request.cancelled};
    AddAll(headers.flags, marks);
    // A file made from a confined source must not outlive it.
    if (!request.confine || request.repeats) headers.source = unit.source;
    headers.only_large = !request.repeats;
    AddAll(command, IncludeHeaders(toolchain, headers));
  } else {
    AddAll(command, {"-include", "cuda_runtime.h"});
  }
  AddAll(command, marks);
  AddAll(command, CommonFlags(toolchain, request, request.color));
  // Clang's driver does not pass -cuid on when it compiles only one half.
  AddAll(command, {"-Xclang", "-cuid=" + unit.id});
  return command;
}

// Some of these flags are for g++; clang may ignore them without a warning.
void AddHostFlags(Command& command, const BuildRequest& request) {
  if (request.host_flags.empty()) return;
  AddAll(command, {"-Qunused-arguments", "-Wno-unknown-warning-option", "-Wno-ignored-optimization-argument"});
  AddAll(command, request.host_flags);
}

Command LoadPlugin(const Toolchain& toolchain) { return {"-Xclang", "-load", "-Xclang", toolchain.plugin.string()}; }

void AddPlugin(Command& command, const Toolchain& toolchain, const BuildRequest& request, const Unit& unit) {
  const std::string plugin = toolchain.plugin.string();
  AddAll(command, {"-fpass-plugin=" + plugin, "-mllvm", "-lockstep-unit=" + unit.id});
  if (request.relocatable) AddAll(command, {"-mllvm", "-lockstep-rdc"});
  if (request.explains) AddAll(command, {"-mllvm", "-lockstep-explain"});
  AddAll(command, {"-mllvm", "-lockstep-mode=" + std::string(ModeName(request.mode))});
  for (const std::string& folder :
       {toolchain.headers.string() + "/", toolchain.resources.string(), toolchain.publish.string() + "/lockstep/",
        std::string("/usr/include/"), std::string("/usr/lib/"), toolchain.system.string()})
    if (!folder.empty()) AddAll(command, {"-mllvm", "-lockstep-library=" + folder});
}

// The folders with the sources of Thrust and CUB: those of the system, and those that the program names.
std::vector<std::string> CubFolders(const BuildRequest& request) {
  std::vector<std::string> folders = {"/usr/include/thrust/", "/usr/include/cub/"};
  std::error_code error;
  for (const std::string& folder : HeaderFolders(request.compile_flags))
    if (fs::exists(fs::path(folder) / "cub/cub.cuh", error))
      folders.push_back((fs::absolute(folder, error) / "").lexically_normal().string());
  return folders;
}

// Thrust and CUB are library code, whose actions count as those of the line that calls it, except in recordings: there
// they are stepped through.
void AddCubFolders(Command& command, const BuildRequest& request) {
  const std::string kind = request.mode == Mode::kRecord ? "-lockstep-program=" : "-lockstep-library=";
  for (const std::string& folder : CubFolders(request)) AddAll(command, {"-mllvm", kind + folder});
}

void AddFoldersSetApart(Command& command, const BuildRequest& request) {
  for (const std::string& folder : CubFolders(request)) AddAll(command, {"-mllvm", "-lockstep-apart=" + folder});
}

// The plugin's arguments about the code of a device half.
void AddDevicePlugin(Command& command, const Toolchain& toolchain, const BuildRequest& request, const Unit& unit) {
  AddPlugin(command, toolchain, request, unit);
  AddCubFolders(command, request);
  if (request.debug) AddAll(command, {"-mllvm", "-lockstep-keep-debug"});
  AddAll(command, {"-mllvm", fmt::format("-lockstep-architecture={}", ArchitectureOf(request))});
  if (!request.engine.empty()) AddAll(command, {"-mllvm", "-lockstep-engine=" + request.engine});
}

std::string DeviceLevel(Mode mode) { return mode == Mode::kRun ? "3" : mode == Mode::kCheck ? "2" : "0"; }

}  // namespace

void UseOurToolkit(std::vector<std::string>& flags) {
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::size_t start = flags[i].starts_with("-isystem") ? 8 : flags[i].starts_with("-I") ? 2 : 0;
    if (start == 0) continue;
    const bool is_apart = flags[i].size() == start && i + 1 < flags.size();
    const fs::path folder = is_apart ? flags[i + 1] : flags[i].substr(start);
    std::error_code error;
    const bool is_toolkit = fs::exists(folder / "crt/host_config.h", error) && fs::exists(folder / "cuda.h", error);
    if (!is_toolkit || fs::exists(folder / "lockstep/device.h", error)) continue;
    const fs::path libraries = folder / "cccl";
    flags[i] = (fs::is_directory(libraries, error) ? "-I" + libraries.string() : "-idirafter" + folder.string());
    if (is_apart) flags.erase(flags.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}

std::string AsArgument(const std::string& path) {
  return path.starts_with('-') || path.starts_with('@') ? "./" + path : path;
}

Command HostCommand(const Toolchain& toolchain, const BuildRequest& request, const Unit& unit) {
  // Host code may play a kernel (shared/lockstep/play.h).
  const Command marks = request.mode == Mode::kRun ? Command{} : Command{"-DLOCKSTEP_PLAYS"};
  Command command = Complete(toolchain, request, unit,
                             CudaFlags(toolchain, request, request.optimize.empty() ? "0" : request.optimize), marks);
  AddAll(command, LoadPlugin(toolchain));
  if (request.debug) command.push_back("-g");
  AddHostFlags(command, request);
  // Reports name the lines of allocations, copies and launches.
  if (request.mode == Mode::kCheck) command.push_back("-gline-tables-only");
  if (request.mode == Mode::kRecord) AddAll(command, {"-g", "-Xclang", "-fexperimental-assignment-tracking=disabled"});
  AddPlugin(command, toolchain, request, unit);
  AddAll(command, {"-mllvm", "-lockstep-host"});
  AddFoldersSetApart(command, request);
  AddAll(command, {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", unit.binary, "-MD", "-MF", unit.host_dependencies,
                   "-MT", "unit", "-c", unit.source, "-o", unit.host_object});
  return command;
}

Command DeviceCommand(const Toolchain& toolchain, const BuildRequest& request, const Unit& unit) {
  Command half = CudaFlags(toolchain, request, DeviceLevel(request.mode));
  // The runtime ends a kernel by abandoning its stack, so device code must not rely on unwinding; device code accesses
  // the same bytes through several types more freely than the C++ standard allows.
  AddAll(half, {"-fno-strict-aliasing", "-fno-exceptions", "-fno-math-errno", "-Wno-macro-redefined",
                fmt::format("-D__CUDA_ARCH__={}", ArchitectureOf(request) * 10), "-Xclang", "-fcuda-is-device",
                "-Xclang", "-ffake-address-space-map"});
  // Headers, too, have inline PTX.
  AddAll(half, LoadPlugin(toolchain));
  // Some functions of the device library say more to the checker than their accesses do.
  if (request.mode == Mode::kCheck) half.push_back("-D__LOCKSTEP_CHECKS__");
  Command command = Complete(toolchain, request, unit, half, {});
  AddDevicePlugin(command, toolchain, request, unit);
  AddAll(command, {"-g", "-Xclang", "-fexperimental-assignment-tracking=disabled"});
  // The members of a class matter in device code also if only the host constructs one.
  if (request.mode != Mode::kRun) AddAll(command, {"-Xclang", "-fno-use-ctor-homing"});
  if (!unit.parts.empty()) {
    AddAll(command, {"-mllvm", "-lockstep-parts=" + unit.parts});
    AddFoldersSetApart(command, request);
  }
  if (request.shows_engines) command.push_back("-Rremark-backend-plugin");
  AddAll(command, request.device_flags);
  AddAll(command, {"-MD", "-MF", unit.device_dependencies, "-MT", "unit", "-c", unit.source, "-o", unit.device_object});
  return command;
}

Command KernelPartCommand(const Toolchain& toolchain, const BuildRequest& request, const Unit& unit,
                          const std::string& module, const std::string& object) {
  // The module holds the other options of the half's compilation.
  Command command = {toolchain.clang.string(),
                     "-x",
                     "ir",
                     "-O" + DeviceLevel(request.mode),
                     "-ffp-contract=on",
                     "-Wno-pass-failed",
                     "-fno-crash-diagnostics",
                     "-Qunused-arguments"};
  AddAll(command, ForThisProcessor());
  if (request.product != Product::kProgram) command.push_back("-fPIC");
  AddAll(command, LoadPlugin(toolchain));
  AddDevicePlugin(command, toolchain, request, unit);
  AddAll(command, {"-mllvm", "-lockstep-part", "-Xclang", "-fexperimental-assignment-tracking=disabled"});
  AddAll(command, request.device_flags);
  AddAll(command, {"-c", module, "-o", object});
  return command;
}

Command PlainCommand(const Toolchain& toolchain, const BuildRequest& request, const Unit& unit) {
  const bool is_c = request.language.empty() ? fs::path(unit.source).extension() == ".c" : request.language == "c";
  Command command = {is_c ? (toolchain.clang.parent_path() / "clang-19").string() : toolchain.clang.string()};
  if (!is_c) command.push_back("-std=" + (request.standard.empty() ? "c++17" : request.standard));
  AddAll(command, CommonFlags(toolchain, request, request.color));
  AddAll(command, {"-O" + (request.optimize.empty() ? "0" : request.optimize), kWraps});
  if (request.debug) command.push_back("-g");
  if (request.product != Product::kProgram) command.push_back("-fPIC");
  AddHostFlags(command, request);
  AddAll(command, {"-isystem", toolchain.headers.string(), "-MD", "-MF", unit.host_dependencies, "-MT", "unit"});
  if (!request.language.empty()) AddAll(command, {"-x", request.language});
  AddAll(command, {"-c", unit.source, "-o", unit.host_object});
  return command;
}

Command LinkCommand(const Toolchain& toolchain, const BuildRequest& request, const std::vector<std::string>& objects,
                    const std::string& dependencies) {
  Command command = {toolchain.clang.string(), request.color ? "-fcolor-diagnostics" : "-fno-color-diagnostics",
                     "--ld-path=" + toolchain.linker.string(), "-Wl,--no-demangle"};
  if (request.product == Product::kSharedLibrary) command.push_back("-shared");
  AddHostFlags(command, request);
  for (const std::string& object : objects) command.push_back(AsArgument(object));
  AddAll(command, request.link_flags);
  AddAll(command, {"-Xlinker", "--dependency-file=" + dependencies});
  // For `dlopen("libcuda.so.1")`.
  AddAll(command, {"-Xlinker", "-rpath", "-Xlinker", (toolchain.library / "loaded").string()});
  if (request.product == Product::kSharedLibrary) AddOwnNames(command, toolchain);
  command.push_back("-Wl,--as-needed");
  for (const char* name : kLibrariesBeside) command.push_back((toolchain.library / name).string());
  command.push_back("-Wl,--no-as-needed");
  // By its path, which the program stores, because the library has no soname.
  AddAll(command, {(toolchain.library / "liblockstep.so").string(), "-lm", "-lpthread", "-ldl", "-o", request.output});
  if (request.on_command) command.push_back("-v");
  return command;
}

Command ModuleLinkCommand(const Toolchain& toolchain, const BuildRequest& request,
                          const std::vector<std::string>& objects, const std::string& dependencies) {
  Command command = {toolchain.clang.string(), "--ld-path=" + toolchain.linker.string(), "-Wl,--no-demangle"};
  AddAll(command, objects);
  // The process that loads it has the runtime, wherever that lies; its names hide none of the module.
  AddAll(command, {"-shared", "-nostdlib++", "-Wl,-Bsymbolic", "-Xlinker", "--dependency-file=" + dependencies, "-lm",
                   "-o", request.output});
  return command;
}

Command ArchiveCommand(const BuildRequest& request, const std::vector<std::string>& objects) {
  Command command = {FindTool("ar").string(), "rcsD", request.output};
  AddAll(command, objects);
  return command;
}

}  // namespace lockstep::compile
