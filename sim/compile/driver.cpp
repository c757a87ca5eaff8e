#include "sim/compile/driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <set>

#include "shared/base/file.h"
#include "shared/base/process.h"
#include "shared/base/scratch_folder.h"
#include "sim/compile/dependencies.h"
#include "sim/compile/diagnostics.h"
#include "sim/compile/mended_source.h"
#include "sim/compile/precompiled.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;
using Command = std::vector<std::string>;

void AddAll(Command& command, const std::vector<std::string>& more) {
  command.insert(command.end(), more.begin(), more.end());
}

// Without `..` where that makes no difference: behind a link it may.
std::string Absolute(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error), normal = absolute.lexically_normal();
  const bool same = path.find("..") == path.npos || fs::equivalent(absolute, normal, error);
  return (same ? normal : absolute).string();
}

// As an argument: neither a flag nor the name of a file of arguments.
std::string AsArgument(const std::string& path) {
  return path.starts_with('-') || path.starts_with('@') ? "./" + path : path;
}

// FNV-1a: stable from run to run and machine to machine.
std::uint64_t Hash(std::string_view text) {
  std::uint64_t hash = 14695981039346656037u;
  for (unsigned char c : text) hash = (hash ^ c) * 1099511628211u;
  return hash;
}

// One source on its way to an object.
struct Unit {
  std::string source, object;
  bool is_cuda = false;
  std::string id;
  std::string host_object, device_object, host_dependencies, device_dependencies, binary;
};

Command CommonFlags(const Toolchain& toolchain, const BuildRequest& request, bool color) {
  // What nvcc and g++ take, with a warning at most, and clang takes for errors.
  Command flags = {"-Wno-error=c++11-narrowing", "-Wno-register", "-Wno-reserved-user-defined-literal",
                   "-Wno-error=extra-qualification", "-Wno-error=invalid-constexpr",
                   "-Wno-missing-template-arg-list-after-template-kw", "-Wno-error=enum-constexpr-conversion",
                   "-Wno-vla-cxx-extension", "-Wno-implicit-const-int-float-conversion", "-Wno-cuda-compat",
                   // Megabytes each time, for a report that nobody sends.
                   "-fno-crash-diagnostics"};
  flags.push_back(color ? "-fcolor-diagnostics" : "-fno-color-diagnostics");
  flags.push_back("-I" + toolchain.publish.string());
  AddAll(flags, request.compile_flags);
  return flags;
}

// Of several, what the device would choose: the newest that it knows.
unsigned ArchitectureOf(const BuildRequest& request) {
  unsigned chosen = 0;
  for (unsigned asked : request.architectures)
    if (chosen == 0 || (asked > chosen ? asked <= kOwnArchitecture : chosen > kOwnArchitecture)) chosen = asked;
  return chosen ? chosen : kOwnArchitecture;
}

// For __CUDA_ARCH_LIST__: ascending, each once.
std::string ArchitectureList(const BuildRequest& request) {
  std::vector<unsigned> all = request.architectures;
  if (all.empty()) all = {kOwnArchitecture};
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::string list;
  for (unsigned one : all) list += fmt::format("{}{}", list.empty() ? "" : ",", one * 10);
  return list;
}

// What both halves of every CUDA source are compiled with.
Command CudaFlags(const Toolchain& toolchain, const BuildRequest& request, const std::string& level) {
  Command flags = {toolchain.clang.string(), "-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib",
                   "-std=" + (request.standard.empty() ? "c++17" : request.standard), "-O" + level,
                   "-Wno-unknown-cuda-version", "-Wno-pass-failed",
                   // With C++20's modules on, clang takes a host function and its device overload of a precompiled
                   // header for one function.
                   "-Xclang", "-fno-cxx-modules", "-fdeclspec",
                   // The same with and without a CUDA toolkit: else clang takes its version, today's launch calls and
                   // device printf from the one that it finds.
                   "--cuda-path=/nonexistent", "-Xclang", "-target-sdk-version=12.3", "-Xclang",
                   "-fcuda-allow-variadic-functions", "-ffp-contract=on", "-march=native", "-isystem",
                   toolchain.headers.string()};
  flags.push_back("-D__CUDA_ARCH_LIST__=" + ArchitectureList(request));
  if (request.relocatable) AddAll(flags, {"-fgpu-rdc", "-D__CUDACC_RDC__=1"});
  // An object may end in a shared library.
  if (request.product != Product::kProgram) flags.push_back("-fPIC");
  return flags;
}

// The half's own flags, then those of the program and of the file.
Command Complete(const Toolchain& toolchain, const BuildRequest& request, const Unit& unit, Command half) {
  Command command = half;
  if (request.precompiled_headers)
    AddAll(command, IncludeCudaHeaders(toolchain, half, request.compile_flags, request.cancelled));
  else
    AddAll(command, {"-include", "cuda_runtime.h"});
  AddAll(command, CommonFlags(toolchain, request, request.color));
  // Clang's driver keeps -cuid to itself where one half is compiled alone.
  AddAll(command, {"-Xclang", "-cuid=" + unit.id});
  return command;
}

// Written for g++, some of them: what clang does not use is no matter.
void AddHostFlags(Command& command, const BuildRequest& request) {
  if (request.host_flags.empty()) return;
  AddAll(command, {"-Qunused-arguments", "-Wno-unknown-warning-option", "-Wno-ignored-optimization-argument"});
  AddAll(command, request.host_flags);
}

void AddPlugin(Command& command, const Toolchain& toolchain, const BuildRequest& request, const Unit& unit) {
  const std::string plugin = toolchain.plugin.string();
  AddAll(command,
         {"-Xclang", "-load", "-Xclang", plugin, "-fpass-plugin=" + plugin, "-mllvm", "-lockstep-unit=" + unit.id});
  if (request.relocatable) AddAll(command, {"-mllvm", "-lockstep-rdc"});
  AddAll(command, {"-mllvm", "-lockstep-mode=" + std::string(ModeName(request.mode))});
  for (const std::string& folder :
       {toolchain.headers.string() + "/", toolchain.resources.string(), toolchain.publish.string() + "/lockstep/",
        std::string("/usr/include/"), std::string("/usr/lib/")})
    if (!folder.empty()) AddAll(command, {"-mllvm", "-lockstep-library=" + folder});
}

Command HostCommand(const Toolchain& toolchain, const BuildRequest& request, const Unit& unit) {
  Command command = Complete(toolchain, request, unit,
                             CudaFlags(toolchain, request, request.optimize.empty() ? "0" : request.optimize));
  if (request.debug) command.push_back("-g");
  // Reports name the lines of allocations, copies and launches.
  else if (request.mode == Mode::kCheck)
    command.push_back("-gline-tables-only");
  AddHostFlags(command, request);
  AddPlugin(command, toolchain, request, unit);
  AddAll(command, {"-mllvm", "-lockstep-host"});
  AddAll(command, {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", unit.binary, "-MD", "-MF", unit.host_dependencies,
                   "-MT", "unit", "-c", unit.source, "-o", unit.host_object});
  return command;
}

Command DeviceCommand(const Toolchain& toolchain, const BuildRequest& request, const Unit& unit) {
  Command half = CudaFlags(toolchain, request,
                           request.mode == Mode::kRun     ? "3"
                           : request.mode == Mode::kCheck ? "2"
                                                          : "0");
  // The runtime ends a kernel by leaving its stack behind, so device code must not keep promises to unwinders; and
  // device code looks at the same bytes through several types more freely than the C++ standard allows. Whole numbers
  // wrap, as a GPU's do, in all modes alike.
  AddAll(half, {"-fno-strict-aliasing", "-fwrapv", "-fno-exceptions", "-fno-math-errno", "-Wno-macro-redefined",
                fmt::format("-D__CUDA_ARCH__={}", ArchitectureOf(request) * 10), "-Xclang", "-fcuda-is-device",
                "-Xclang", "-ffake-address-space-map"});
  Command command = Complete(toolchain, request, unit, half);
  AddPlugin(command, toolchain, request, unit);
  AddAll(command, {"-g", "-Xclang", "-fexperimental-assignment-tracking=disabled"});
  if (request.debug) AddAll(command, {"-mllvm", "-lockstep-keep-debug"});
  if (!request.engine.empty()) AddAll(command, {"-mllvm", "-lockstep-engine=" + request.engine});
  if (request.shows_engines) command.push_back("-Rremark-backend-plugin");
  AddAll(command, request.device_flags);
  AddAll(command, {"-MD", "-MF", unit.device_dependencies, "-MT", "unit", "-c", unit.source, "-o", unit.device_object});
  return command;
}

Command PlainCommand(const Toolchain& toolchain, const BuildRequest& request, const Unit& unit) {
  const bool is_c = request.language.empty() ? fs::path(unit.source).extension() == ".c" : request.language == "c";
  Command command = {is_c ? (toolchain.clang.parent_path() / "clang-19").string() : toolchain.clang.string()};
  if (!is_c) command.push_back("-std=" + (request.standard.empty() ? "c++17" : request.standard));
  AddAll(command, CommonFlags(toolchain, request, request.color));
  command.push_back("-O" + (request.optimize.empty() ? "0" : request.optimize));
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
  // By its path, which programs keep, because the library has no name of its own.
  AddAll(command, {(toolchain.library / "liblockstep.so").string(), "-lm", "-lpthread", "-ldl", "-o", request.output});
  if (request.on_command) command.push_back("-v");
  return command;
}

Command ArchiveCommand(const BuildRequest& request, const std::vector<std::string>& objects) {
  Command command = {FindTool("ar").string(), "rcsD", request.output};
  AddAll(command, objects);
  return command;
}

Expected<Process> StartCaptured(const BuildRequest& request, Command command) {
  if (request.on_command) request.on_command(command);
  if (request.dry_run) command = {"/bin/true"};
  return Process::Start({.command = std::move(command), .capture_errors = true, .cancelled = request.cancelled});
}

BuildFailure OursToMend(Error error) { return {.error = std::move(error), .blame = Blame::kLockstep}; }

BuildFailure PlaceToMend(Error error) { return {.error = std::move(error), .blame = Blame::kPlace}; }

// Of whichever tool. What is quoted of the program (`3 | puts("...")`) does not count.
std::optional<BuildFailure> FailedForWantOfRoom(const std::string& errors) {
  std::istringstream lines(errors);
  for (std::string line; std::getline(lines, line);)
    for (const char* reason : {"No space left on device", "Disk quota exceeded"})
      if (line.find(reason) != line.npos && line.find(" | ") == line.npos)
        return PlaceToMend({"the disk is full: make room, or set TMPDIR and LOCKSTEP_CACHE to folders that have some"});
  return std::nullopt;
}

bool BlamesPrecompiledHeaders(const ProcessResult& result) {
  return result.status != 0 && result.errors.find(".pch'") != std::string::npos;
}

bool Crashed(const ProcessResult& result) {
  return result.status == 134 || result.status == 139 ||
         result.errors.find("PLEASE submit a bug report") != std::string::npos;
}

// Of a crash: what the plugin says it was working on last; nothing where the crash was clang's own.
std::string WhatPluginWasAt(const std::string& errors) {
  constexpr std::string_view kWords = "Lockstep's plugin was working on ";
  const std::size_t at = errors.rfind(kWords);
  if (at == errors.npos) return "";
  const std::size_t start = at + kWords.size();
  return ", in Lockstep's plugin, at " + errors.substr(start, errors.find('\n', start) - start);
}

class Builder {
 public:
  Builder(const Toolchain& toolchain, BuildRequest request, const ScratchFolder& scratch)
      : toolchain_(toolchain), request_(std::move(request)), scratch_(scratch) {
    // Flags of g++'s kind may change the language (-fopenmp, -fno-exceptions): headers parsed without them do not fit.
    for (const std::string& flag : request_.host_flags)
      if (!flag.starts_with("-W")) request_.precompiled_headers = false;
    // From C++20 on clang compares functions that come out of precompiled headers as it does those of modules, and
    // takes the host's and the device's overload of one function for two definitions of it.
    if (request_.standard.ends_with("20") || request_.standard.ends_with("2a") || request_.standard.ends_with("23"))
      request_.precompiled_headers = false;
  }

  std::expected<Preprocessed, BuildFailure> RunPreprocessor() {
    request_.precompiled_headers = false;
    if (auto sorted = SortInputs(); !sorted) return std::unexpected(sorted.error());
    Unit& unit = units_[0];
    std::ofstream(unit.binary).close();  // an empty one
    Command command = unit.is_cuda ? HostCommand(toolchain_, request_, unit) : PlainCommand(toolchain_, request_, unit);
    *std::ranges::find(command, "-c") = "-E";
    Expected<Process> process = StartCaptured(request_, std::move(command));
    if (!process) return std::unexpected(OursToMend(process.error()));
    const ProcessResult result = process->Wait();
    if (result.status != 0) return std::unexpected(Failed(unit, result, {}).error());
    TakeDependencies(unit, unit.host_dependencies);
    return Preprocessed{.text = ReadText(unit.host_object).value_or(""),
                        .diagnostics = MergeDiagnostics(result.errors, ""),
                        .dependencies = std::move(result_.dependencies)};
  }

  std::expected<BuildResult, BuildFailure> Run() {
    if (auto sorted = SortInputs(); !sorted) return std::unexpected(sorted.error());
    for (Unit& unit : units_)
      if (auto compiled = Compile(unit); !compiled) return std::unexpected(compiled.error());
    if (request_.product != Product::kObject)
      if (auto linked = Link(); !linked) return std::unexpected(linked.error());
    return std::move(result_);
  }

 private:
  using Step = std::expected<void, BuildFailure>;

  Step SortInputs() {
    std::error_code gone;
    (void)fs::current_path(gone);
    if (gone)
      return std::unexpected(BuildFailure{
          .error = {fmt::format("the working folder cannot be read ({}): change to another", gone.message())}});
    for (const std::string& input : request_.inputs) {
      std::error_code error;
      if (!fs::exists(input, error))
        return std::unexpected(BuildFailure{.error = {fmt::format("no such file: {}", input)}});
      if (fs::is_directory(input, error))
        return std::unexpected(BuildFailure{.error = {fmt::format("{} is a folder", input)}});
      // Compilers and linkers read a device or a pipe for as long as it gives them bytes.
      if (!fs::is_regular_file(input, error))
        return std::unexpected(BuildFailure{.error = {fmt::format("{} is not a regular file", input)}});
      const bool is_cuda =
          request_.language.empty() ? IsCudaSource(input) : request_.language == "cu" && IsAnySource(input);
      if (!IsAnySource(input)) {
        objects_.push_back(input);
        result_.dependencies.push_back(Absolute(input));
        continue;
      }
      units_.push_back(MakeUnit(input, is_cuda));
      objects_.push_back(units_.back().object);
    }
    if (request_.product == Product::kObject && units_.size() != 1)
      return std::unexpected(BuildFailure{.error = {"an object is made of exactly one source file"}});
    if (request_.product == Product::kObject) units_[0].object = request_.output;
    return {};
  }

  Unit MakeUnit(const std::string& input, bool is_cuda) {
    Unit unit{.source = AsArgument(input), .is_cuda = is_cuda};
    // Names may be as long as the file system allows, and endings follow.
    const std::string name = fs::path(input).stem().string().substr(0, 60);
    const std::string stem = (scratch_.path() / fmt::format("{}-{}", units_.size(), name)).string();
    unit.object = stem + ".o";
    unit.host_object = is_cuda ? stem + ".host.o" : unit.object;
    unit.device_object = stem + ".device.o";
    unit.host_dependencies = stem + ".host.d";
    unit.device_dependencies = stem + ".device.d";
    unit.binary = stem + ".unit";
    // Not of the output's name: the same source with the same flags gives the same bytes wherever they go.
    std::string identity = Absolute(input) + "\n";
    for (const std::string& flag : request_.compile_flags) identity += "\n" + flag;
    unit.id = fmt::format("{:016x}", Hash(identity));
    return unit;
  }

  Step Compile(Unit& unit) {
    constexpr int kRounds = 8;  // what is mended may uncover more
    const std::size_t earlier = result_.diagnostics.size();
    SourceMender mender(scratch_.path().string());
    const std::vector<std::string> flags = request_.compile_flags;
    Step compiled = CompileOnce(unit);
    for (int round = 0; round < kRounds && !compiled && compiled.error().blame == Blame::kProgram; ++round) {
      if (!mender.Mend(compiled.error().diagnostics)) break;
      request_.compile_flags = flags;
      AddAll(request_.compile_flags, mender.Flags());
      AddAll(request_.compile_flags, {"-ferror-limit=0", "-fmacro-backtrace-limit=0"});
      compiled = CompileOnce(unit);
    }
    request_.compile_flags = flags;
    std::string& told = compiled ? result_.diagnostics : compiled.error().diagnostics;
    if (told.size() > earlier) told = told.substr(0, earlier) + mender.AtOriginalColumns(told.substr(earlier));
    return compiled;
  }

  Step CompileOnce(Unit& unit) { return unit.is_cuda ? CompileHalves(unit) : CompilePlain(unit); }

  Step CompileHalves(Unit& unit) {
    // What the host half registers as its "GPU binary": the name under which the device half registers itself.
    std::ofstream(unit.binary, std::ios::binary) << "LOCKSTEP" << '\0' << unit.id << '\0';
    const Command device_command = DeviceCommand(toolchain_, request_, unit),
                  host_command = HostCommand(toolchain_, request_, unit);
    Expected<Process> device = StartCaptured(request_, device_command);
    if (!device) return std::unexpected(OursToMend(device.error()));
    Expected<Process> host = StartCaptured(request_, host_command);
    if (!host) return std::unexpected(OursToMend(host.error()));
    const ProcessResult host_result = host->Wait(), device_result = device->Wait();
    // Before the program is blamed: the precompiled headers may be damaged, or a system header below them have changed.
    for (const auto& [result, command] :
         {std::pair{&host_result, &host_command}, std::pair{&device_result, &device_command}}) {
      const bool certain = BlamesPrecompiledHeaders(*result) || Crashed(*result);
      if (result->status == 0 || !DropPrecompiledHeaders(*command, certain)) continue;
      request_.precompiled_headers = false;
      return CompileHalves(unit);
    }
    if (host_result.status != 0 || device_result.status != 0) return Failed(unit, host_result, device_result);
    result_.diagnostics += MergeDiagnostics(host_result.errors, device_result.errors);
    TakeDependencies(unit, unit.host_dependencies);
    TakeDependencies(unit, unit.device_dependencies);
    return Join(unit);
  }

  Step CompilePlain(Unit& unit) {
    if (request_.product == Product::kObject) unit.host_object = unit.object;
    Expected<Process> process = StartCaptured(request_, PlainCommand(toolchain_, request_, unit));
    if (!process) return std::unexpected(OursToMend(process.error()));
    const ProcessResult result = process->Wait();
    if (result.status != 0) return Failed(unit, result, {});
    result_.diagnostics += MergeDiagnostics(result.errors, "");
    TakeDependencies(unit, unit.host_dependencies);
    return {};
  }

  Step Failed(const Unit& unit, const ProcessResult& host, const ProcessResult& device) {
    if (auto failed = FailedForWantOfRoom(host.errors + device.errors)) return std::unexpected(std::move(*failed));
    // A crash is the compiler's or the plugin's fault, whatever the program looks like.
    for (const ProcessResult* half : {&host, &device})
      if (Crashed(*half))
        return std::unexpected(
            BuildFailure{.diagnostics = half->errors,
                         .error = {fmt::format(
                             "the compiler crashed on {} ({} half{}); this is not your program's fault: please report "
                             "it with the file",
                             unit.source, half == &host ? "host" : "device", WhatPluginWasAt(half->errors))},
                         .blame = Blame::kLockstep});
    return std::unexpected(BuildFailure{
        .diagnostics = result_.diagnostics + ExplainCompileErrors(MergeDiagnostics(host.errors, device.errors)),
        .error = {fmt::format("{} does not compile", unit.source)}});
  }

  // One object of two halves. Objects that go straight into a program need not be joined.
  Step Join(Unit& unit) {
    if (request_.product != Product::kObject && request_.product != Product::kArchive) {
      *std::ranges::find(objects_, unit.object) = unit.host_object;
      objects_.push_back(unit.device_object);
      return {};
    }
    Expected<Process> process = StartCaptured(
        request_, {toolchain_.linker.string(), "-r", unit.host_object, unit.device_object, "-o", unit.object});
    if (!process) return std::unexpected(OursToMend(process.error()));
    const ProcessResult joined = process->Wait();
    if (joined.status != 0)
      return std::unexpected(BuildFailure{
          .diagnostics = joined.errors, .error = {"the two halves do not join"}, .blame = Blame::kLockstep});
    return {};
  }

  Step Link() {
    const bool archive = request_.product == Product::kArchive;
    std::error_code gone;
    // `ar` adds to an archive that is there.
    if (archive && !request_.dry_run) fs::remove(request_.output, gone);
    const std::string dependencies = scratch_.File("link.d");
    Expected<Process> process =
        StartCaptured(request_, archive ? ArchiveCommand(request_, objects_)
                                        : LinkCommand(toolchain_, request_, objects_, dependencies));
    if (!process) return std::unexpected(OursToMend(process.error()));
    const ProcessResult result = process->Wait();
    if (auto failed = FailedForWantOfRoom(result.errors); failed && result.status != 0)
      return std::unexpected(std::move(*failed));
    if (result.status != 0)
      return std::unexpected(BuildFailure{.diagnostics = result_.diagnostics + ExplainLinkErrors(result.errors),
                                          .error = {fmt::format("{} does not link", request_.output)}});
    result_.diagnostics += result.errors;
    for (const std::string& name : ReadMakeRule(ReadText(dependencies).value_or("")))
      // What was made on the way is nobody's to keep.
      if (!name.starts_with(scratch_.path().string())) result_.libraries.push_back(Absolute(name));
    return {};
  }

  void TakeDependencies(const Unit& unit, const std::string& rule) {
    // The source itself is known, and clang may have written it otherwise.
    std::string source = Absolute(unit.source), as_written = source;
    std::ranges::replace(as_written, '\\', '/');
    AddDependency(std::move(source));
    for (const std::string& name : ReadMakeRule(ReadText(rule).value_or("")))
      if (std::string absolute = Absolute(name); absolute != as_written) AddDependency(std::move(absolute));
  }

  void AddDependency(std::string path) {
    if (!known_.insert(path).second || path.starts_with(scratch_.path().string())) return;
    result_.dependencies.push_back(std::move(path));
  }

  const Toolchain& toolchain_;
  BuildRequest request_;
  const ScratchFolder& scratch_;
  std::vector<Unit> units_;
  std::vector<std::string> objects_;  // in the order of the inputs; device halves behind
  BuildResult result_;
  std::set<std::string> known_;  // dependencies
};

}  // namespace

std::string_view ModeName(Mode mode) { return mode == Mode::kRun ? "run" : mode == Mode::kCheck ? "check" : "record"; }

bool IsCudaSource(const std::string& path) { return fs::path(path).extension() == ".cu"; }

bool IsAnySource(const std::string& path) {
  static constexpr std::string_view kExtensions[] = {".cu", ".cpp", ".cc", ".cxx", ".c++", ".c", ".C"};
  return std::ranges::find(kExtensions, fs::path(path).extension().string()) != std::end(kExtensions);
}

std::expected<BuildResult, BuildFailure> Build(const Toolchain& toolchain, const BuildRequest& request) {
  const Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return std::unexpected(PlaceToMend(scratch.error()));
  auto built = Builder(toolchain, request, *scratch).Run();
  if (!built && request.cancelled && request.cancelled())
    return std::unexpected(BuildFailure{.error = {"the build was cancelled"}, .blame = Blame::kCaller});
  return built;
}

std::expected<Preprocessed, BuildFailure> Preprocess(const Toolchain& toolchain, const BuildRequest& request) {
  const Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return std::unexpected(PlaceToMend(scratch.error()));
  return Builder(toolchain, request, *scratch).RunPreprocessor();
}

}  // namespace lockstep
