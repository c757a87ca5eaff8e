#include "sim/compile/driver.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "shared/base/file.h"
#include "shared/base/hash.h"
#include "shared/base/process.h"
#include "shared/base/scratch_folder.h"
#include "shared/base/source_text.h"
#include "shared/base/unfinished_file.h"
#include "shared/module/module_file.h"
#include "sim/compile/command_lines.h"
#include "sim/compile/dependencies.h"
#include "sim/compile/diagnostics.h"
#include "sim/compile/kernel_parts.h"
#include "sim/compile/known_kernels.h"
#include "sim/compile/mended_source.h"
#include "sim/compile/module_build.h"
#include "sim/compile/precompiled.h"
#include "sim/hooks/unit.h"

namespace lockstep::compile {
namespace {

namespace fs = std::filesystem;

// Removes `..` if that does not change the meaning, which it may after a link.
std::string Absolute(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error), normal = absolute.lexically_normal();
  const bool same = path.find("..") == path.npos || fs::equivalent(absolute, normal, error);
  return (same ? normal : absolute).string();
}

Expected<Process> StartCaptured(const BuildRequest& request, const fs::path& scratch, Command command) {
  if (request.on_command) request.on_command(command);
  if (request.dry_run) command = {"/bin/true"};
  ProcessRequest process{.command = std::move(command), .capture_errors = true, .cancelled = request.cancelled};
  if (request.processor_limit.count() > 0) process.limits = ProcessLimits{.processor = request.processor_limit};
  return Process::Start(request.confine ? request.confine(std::move(process), scratch) : std::move(process));
}

// The kinds of files that the linker takes: ELF, archives and LLVM's bitcode by their first bytes; libraries also by
// their names, because some of the system's are scripts of the linker.
bool IsForTheLinker(const std::string& path) {
  using namespace std::string_view_literals;
  const fs::path name = fs::path(path).filename();
  if (name.extension() == ".a" || name.string().contains(".so")) return true;
  char start[8] = {};
  std::ifstream(path).read(start, sizeof start);
  return std::ranges::any_of(
      std::array{"\x7f"
                 "ELF"sv,
                 "!<arch>\n"sv, "!<thin>\n"sv, "BC\xc0\xde"sv},
      [&](std::string_view magic) { return std::string_view(start, sizeof start).starts_with(magic); });
}

BuildFailure LockstepFailure(Error error) { return {.error = std::move(error), .cause = FailureCause::kLockstep}; }

BuildFailure PlaceToMend(Error error) { return {.error = std::move(error), .cause = FailureCause::kPlace}; }

// A source chooses much of what a compiler writes, so how a compiler has failed is never read from its messages.

// A tool that fails removes what it has written, so a disk is taken for full while some space is left.
bool IsFull(const fs::path& folder) {
  constexpr std::uint64_t kLeast = 4 << 20;  // bytes
  struct statvfs disk{};
  if (statvfs(folder.c_str(), &disk) != 0) return false;
  return std::uint64_t{disk.f_bavail} * disk.f_frsize < kLeast || (disk.f_files > 0 && disk.f_favail == 0);
}

// The exit status of a process that this signal ended, as shells and sandboxes report it.
constexpr int StatusOf(int signal) { return 128 + signal; }

// Beyond `limits`, or beyond the size of a file that the sandbox allows.
Excess ExcessOf(const ProcessResult& result) {
  const bool was_too_large = result.excess == Excess::kNone && result.status == StatusOf(SIGXFSZ);
  return was_too_large ? Excess::kFiles : result.excess;
}

// Clang returns this for an error of its own, as of sysexits.h.
constexpr int kSoftwareError = 70;

bool Crashed(const ProcessResult& result) { return result.status == kSoftwareError || result.status > StatusOf(0); }

// After a crash: what the plugin was working on; empty if the crash was clang's own.
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
    UseOurToolkit(request_.compile_flags);
    // Host flags may change the language (-fopenmp, -fno-exceptions), so precompiled headers would not match.
    for (const std::string& flag : request_.host_flags)
      if (!flag.starts_with("-W")) request_.precompiled_headers = false;
    // From C++20 on, clang compares functions of precompiled headers like those of modules, and mistakes the host's
    // and the device's overload of a function for two definitions of it. PyTorch's headers, which need C++20 and take
    // a minute to parse, have no such pairs.
    const bool is_modern =
        request_.standard.ends_with("20") || request_.standard.ends_with("2a") || request_.standard.ends_with("23");
    if (is_modern && !std::ranges::all_of(request_.inputs, BeginsWithPyTorchsHeaders))
      request_.precompiled_headers = false;
  }

  std::expected<Preprocessed, BuildFailure> RunPreprocessor() {
    request_.precompiled_headers = false;
    if (auto sorted = SortInputs(); !sorted) return std::unexpected(sorted.error());
    Unit& unit = units_[0];
    std::ofstream(unit.binary).close();  // an empty one
    Command command = unit.is_cuda ? HostCommand(toolchain_, request_, unit) : PlainCommand(toolchain_, request_, unit);
    *std::ranges::find(command, "-c") = "-E";
    Expected<Process> process = StartCaptured(request_, scratch_.path(), std::move(command));
    if (!process) return std::unexpected(LockstepFailure(process.error()));
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

  // For each mode, a library of the device half; all of them in one file.
  std::expected<BuildResult, BuildFailure> RunForModule(std::vector<Mode> modes) {
    is_module_ = true;
    request_.product = Product::kSharedLibrary;
    if (auto sorted = SortInputs(); !sorted) return std::unexpected(sorted.error());
    if (units_.size() != 1 || objects_.size() != 1 || !units_[0].is_cuda)
      return std::unexpected(BuildFailure{.error = {"a module is made of exactly one CUDA source (.cu)"}});
    module::Module made{.source = fs::path(units_[0].source).filename(), .abi = LOCKSTEP_ABI, .codes = {}, .names = {}};
    const std::string output = std::exchange(request_.output, scratch_.File("module.so").string());
    if (modes.empty()) modes = {Mode::kRun, Mode::kCheck, Mode::kRecord};
    std::string diagnostics;
    for (Mode mode : modes) {
      request_.mode = mode;
      result_.diagnostics.clear();
      if (auto compiled = Compile(units_[0]); !compiled) return std::unexpected(compiled.error());
      objects_ = {units_[0].device_object};
      if (auto linked = Link(); !linked) return std::unexpected(linked.error());
      made.codes.push_back({.mode = std::string(ModeName(mode)), .bytes = ReadText(request_.output).value_or("")});
      // Each mode has the same warnings.
      if (diagnostics.empty()) diagnostics = result_.diagnostics;
    }
    result_.diagnostics = diagnostics;
    result_.libraries.clear();
    if (request_.dry_run) return std::move(result_);
    if (auto written = WriteFile(output, module::Write(made)); !written)
      return std::unexpected(PlaceToMend(written.error()));
    return std::move(result_);
  }

 private:
  using Step = std::expected<void, BuildFailure>;

  Step SortInputs() {
    std::error_code gone;
    (void)fs::current_path(gone);
    if (gone)
      return std::unexpected(BuildFailure{
          .error = {fmt::format("cannot read the working folder ({}): change to another one", gone.message())}});
    for (const std::string& input : request_.inputs) {
      std::error_code error;
      if (!fs::exists(input, error))
        return std::unexpected(BuildFailure{.error = {fmt::format("no such file: {}", input)}});
      if (fs::is_directory(input, error))
        return std::unexpected(BuildFailure{.error = {fmt::format("{} is a folder", input)}});
      // Compilers and linkers would read a device or a pipe as long as it supplies bytes.
      if (!fs::is_regular_file(input, error))
        return std::unexpected(BuildFailure{.error = {fmt::format("{} is not a regular file", input)}});
      const bool is_cuda =
          request_.language.empty() ? IsCudaSource(input) : request_.language == "cu" && IsAnySource(input);
      if (!IsAnySource(input)) {
        if (!IsForTheLinker(input))
          return std::unexpected(BuildFailure{
              .error = {fmt::format("{} is neither a source (.cu, .cpp, .c) nor an object or a library", input)}});
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

  static void PlaceHostHalf(Unit& unit, const ScratchFolder& folder) {
    const std::string stem = folder.File(unit.name).string();
    unit.host_object = stem + ".host.o";
    unit.host_dependencies = stem + ".host.d";
    unit.binary = stem + ".unit";
  }

  Unit MakeUnit(const std::string& input, bool is_cuda) {
    Unit unit{.source = AsArgument(input), .is_cuda = is_cuda};
    // A name may be as long as the file system allows, and suffixes are appended.
    const std::string name = fs::path(input).stem().string().substr(0, 60);
    unit.name = fmt::format("{}-{}", units_.size(), name);
    const std::string stem = scratch_.File(unit.name).string();
    unit.object = stem + ".o";
    PlaceHostHalf(unit, scratch_);
    if (!is_cuda) unit.host_object = unit.object;
    unit.device_object = stem + ".device.o";
    unit.device_dependencies = stem + ".device.d";
    // The output's name is not part of the identity: the same source with the same flags gives the same bytes.
    std::string identity = Absolute(input) + "\n";
    for (const std::string& flag : request_.compile_flags) identity += "\n" + flag;
    if (is_module_) identity += "\nmodule";
    unit.id = fmt::format("{:016x}", Fnv1a(identity));
    return unit;
  }

  Step Compile(Unit& unit) {
    constexpr int kRounds = 8;  // each fix may uncover further errors
    const std::size_t earlier = result_.diagnostics.size();
    // A source that is not trusted may name any file with `#line`, and would get to see it.
    SourceMender mender(scratch_.path().string(),
                        request_.confine ? fs::path(Absolute(unit.source)).parent_path().string() : "");
    const std::vector<std::string> flags = request_.compile_flags;
    Step compiled = CompileOnce(unit);
    for (int round = 0; round < kRounds && !compiled && compiled.error().cause == FailureCause::kProgram &&
                        compiled.error().excess == Excess::kNone;
         ++round) {
      if (!mender.Mend(compiled.error().diagnostics)) break;
      request_.compile_flags = flags;
      for (const std::string& flag : mender.Flags()) request_.compile_flags.push_back(flag);
      for (const char* flag : {"-ferror-limit=0", "-fmacro-backtrace-limit=0"}) request_.compile_flags.push_back(flag);
      compiled = CompileOnce(unit);
    }
    request_.compile_flags = flags;
    std::string& told = compiled ? result_.diagnostics : compiled.error().diagnostics;
    if (told.size() > earlier) told = told.substr(0, earlier) + mender.AtOriginalColumns(told.substr(earlier));
    return compiled;
  }

  Step CompileOnce(Unit& unit) {
    if (is_module_) return CompileDeviceHalf(unit);
    return unit.is_cuda ? CompileHalves(unit) : CompilePlain(unit);
  }

  Step CompileDeviceHalf(Unit& unit) {
    const Command command = DeviceCommand(toolchain_, request_, unit);
    Expected<Process> process = StartCaptured(request_, scratch_.path(), command);
    if (!process) return std::unexpected(LockstepFailure(process.error()));
    ProcessResult result = process->Wait();
    result.errors = WithoutOurHeaders(result.errors);
    if (result.status != 0 && ShallDropPrecompiled(result, command)) return CompileDeviceHalf(unit);
    if (result.status != 0) return Failed(unit, {}, result);
    result_.diagnostics += MergeDiagnostics("", result.errors);
    TakeDependencies(unit, unit.device_dependencies);
    return {};
  }

  // The precompiled headers may be damaged, or a system header used by them may have changed. If so, from now on there
  // are none.
  bool ShallDropPrecompiled(const ProcessResult& result, const Command& command) {
    if (IsExcess(result)) return false;
    // Whoever is not trusted must not be able to have them removed.
    const bool certain = !request_.confine && Crashed(result);
    if (result.status == 0 || !DropPrecompiledHeaders(command, certain)) return false;
    request_.precompiled_headers = false;
    return true;
  }

  struct HostHalf {
    Command command;
    ProcessResult result;
  };

  std::expected<HostHalf, BuildFailure> CompileHost(const BuildRequest& request, const Unit& unit,
                                                    const ScratchFolder& folder) {
    // The "GPU binary" that the host half registers: the name under which the device half registers itself.
    std::ofstream(unit.binary, std::ios::binary) << "LOCKSTEP" << '\0' << unit.id << '\0';
    Command command = HostCommand(toolchain_, request, unit);
    Expected<Process> process = StartCaptured(request, folder.path(), command);
    if (!process) return std::unexpected(LockstepFailure(process.error()));
    return HostHalf{std::move(command), process->Wait()};
  }

  // Host code that plays a kernel is recorded, checked and explained by different code.
  bool IsOwnHostIfPlayed() const { return request_.mode == Mode::kRecord || request_.explains; }

  // The half that builds of both modes share, and `unit` with its files; nothing where they have none in common.
  std::optional<HostHalf> TakeSharedHost(Unit& unit) {
    constexpr std::string_view kMarks = "lockstep/play.h";
    if (!request_.shared || request_.mode == Mode::kRun || request_.dry_run) return std::nullopt;
    // Mostly, it is the source itself that includes them.
    if (IsOwnHostIfPlayed() && SourceTextOf(unit.source).contains(kMarks)) return std::nullopt;
    SharedHalf& shared = *request_.shared;
    BuildRequest request = request_;
    request.mode = Mode::kCheck;
    request.explains = false;
    Unit common = unit;
    PlaceHostHalf(common, shared.folder());
    HostHalf half{.command = HostCommand(toolchain_, request, common)};
    half.result = shared.Get(fmt::format("{}", fmt::join(half.command, "\n")), [&]() -> ProcessResult {
      auto compiled = CompileHost(request, common, shared.folder());
      return compiled ? std::move(compiled->result)
                      : ProcessResult{.status = 1, .errors = compiled.error().error.message};
    });
    const bool is_played = ReadText(common.host_dependencies).value_or("").contains(kMarks);
    if (IsOwnHostIfPlayed() && is_played) return std::nullopt;
    unit.host_object = common.host_object;
    unit.host_dependencies = common.host_dependencies;
    return half;
  }

  // Not of a source that is not trusted, of which nothing may be kept.
  bool SetsKernelsApart() const {
    return request_.mode != Mode::kRecord && keeps_parts_ && !request_.relocatable && !request_.confine &&
           !request_.dry_run && !request_.shows_engines;
  }

  Step MakePartsFolder(Unit& unit) {
    unit.parts.clear();
    if (!SetsKernelsApart()) return {};
    unit.parts = scratch_.File(unit.name + ".parts").string();
    std::error_code error;
    fs::remove_all(unit.parts, error);
    if (!fs::create_directory(unit.parts, error))
      return std::unexpected(PlaceToMend({fmt::format("cannot write {}: {}", unit.parts, error.message())}));
    return {};
  }

  // The kernels that the device half may leave out; adds them to its `command`.
  std::optional<KnownKernels> FindKnownKernels(const Unit& unit, Command& command) {
    if (unit.parts.empty() || !leaves_out_) return std::nullopt;
    std::optional<KnownKernels> known = KnownKernels::Of(toolchain_, request_, unit, command);
    if (!known) return std::nullopt;
    const std::string list = unit.parts + "/known";
    std::ofstream names(list);
    for (const auto& [name, folder] : known->names()) names << name << '\n';
    command.insert(command.end(), {"-mllvm", "-lockstep-known=" + list});
    return known;
  }

  // In doubt, nothing is left out.
  bool ShallLeaveNothingOut(const Unit& unit, const ProcessResult& device) {
    std::error_code error;
    if (!leaves_out_ || device.status == 0 || !fs::exists(unit.parts + "/known.refused", error)) return false;
    leaves_out_ = false;
    return true;
  }

  bool CompileParts(const Unit& unit, std::optional<KnownKernels> known) {
    parts_.clear();
    if (unit.parts.empty()) return true;
    auto parts = CompileKernelParts(toolchain_, request_, unit, known ? &*known : nullptr, [&](Command command) {
      return StartCaptured(request_, scratch_.path(), std::move(command));
    });
    if (!parts) return false;
    parts_ = std::move(*parts);
    return true;
  }

  Step CompileHalves(Unit& unit) {
    if (auto made = MakePartsFolder(unit); !made) return made;
    Command device_command = DeviceCommand(toolchain_, request_, unit);
    std::optional<KnownKernels> known = FindKnownKernels(unit, device_command);
    Expected<Process> device = StartCaptured(request_, scratch_.path(), device_command);
    if (!device) return std::unexpected(LockstepFailure(device.error()));
    std::optional<HostHalf> shared = TakeSharedHost(unit);
    if (!shared) PlaceHostHalf(unit, scratch_);
    auto host = shared ? std::move(*shared) : CompileHost(request_, unit, scratch_);
    if (!host) return std::unexpected(host.error());
    ProcessResult& host_result = host->result;
    ProcessResult device_result = device->Wait();
    for (ProcessResult* result : {&host_result, &device_result}) result->errors = WithoutOurHeaders(result->errors);
    // Before the program is blamed.
    if (ShallDropPrecompiled(host_result, host->command) || ShallDropPrecompiled(device_result, device_command))
      return CompileHalves(unit);
    if (ShallLeaveNothingOut(unit, device_result)) return CompileHalves(unit);
    if (host_result.status != 0 || device_result.status != 0) return Failed(unit, host_result, device_result);
    if (!CompileParts(unit, known)) {
      (known && !known->names().empty() ? leaves_out_ : keeps_parts_) = false;
      return CompileHalves(unit);
    }
    result_.diagnostics += MergeDiagnostics(host_result.errors, device_result.errors);
    TakeDependencies(unit, unit.host_dependencies);
    TakeDependencies(unit, unit.device_dependencies);
    return Join(unit);
  }

  Step CompilePlain(Unit& unit) {
    if (request_.product == Product::kObject) unit.host_object = unit.object;
    Expected<Process> process = StartCaptured(request_, scratch_.path(), PlainCommand(toolchain_, request_, unit));
    if (!process) return std::unexpected(LockstepFailure(process.error()));
    const ProcessResult result = process->Wait();
    if (result.status != 0) return Failed(unit, result, {});
    result_.diagnostics += MergeDiagnostics(result.errors, "");
    TakeDependencies(unit, unit.host_dependencies);
    return {};
  }

  // Of a compiler with limits: then the program is the cause, and nothing is tried again.
  bool IsExcess(const ProcessResult& result) const {
    return result.excess != Excess::kNone || (request_.confine && ExcessOf(result) != Excess::kNone);
  }

  // The ends that no source should bring about in a tool: it needed too much, the disk is full, or it crashed.
  std::optional<BuildFailure> FailedStrangely(const ProcessResult& result, const std::string& doing) const {
    if (result.status == 0) return std::nullopt;
    if (IsExcess(result))
      return BuildFailure{
          .diagnostics = result.errors, .error = {"the compiler was stopped"}, .excess = ExcessOf(result)};
    if (IsFull(scratch_.path()) || IsFull(fs::path(Absolute(request_.output)).parent_path()))
      return BuildFailure{
          .diagnostics = Crashed(result) ? "" : result.errors,
          .error = {"the disk is full: free some space, or set TMPDIR and LOCKSTEP_CACHE to folders on another disk"},
          .cause = FailureCause::kPlace};
    // By the system, where memory is short.
    if (result.status == StatusOf(SIGKILL))
      return LockstepFailure({"the compiler was killed; is there enough memory?"});
    if (!Crashed(result)) return std::nullopt;
    return BuildFailure{
        .diagnostics = result.errors,
        .error = {fmt::format("the {}{}; this is not your program's fault: please report it with the file", doing,
                              WhatPluginWasAt(result.errors))},
        .cause = FailureCause::kLockstep,
        .crashed = true};
  }

  Step Failed(const Unit& unit, const ProcessResult& host, const ProcessResult& device) {
    for (const ProcessResult* half : {&host, &device}) {
      const char* name = half == &host ? "host" : "device";
      if (auto failed = FailedStrangely(*half, fmt::format("compiler crashed on {} ({} half)", unit.source, name)))
        return std::unexpected(std::move(*failed));
    }
    return std::unexpected(BuildFailure{
        .diagnostics = result_.diagnostics + ExplainCompileErrors(MergeDiagnostics(host.errors, device.errors)),
        .error = {fmt::format("{} does not compile", unit.source)}});
  }

  // Joins the halves and the parts into one object. Objects that are linked at once need not be joined.
  Step Join(Unit& unit) {
    if (request_.product != Product::kObject && request_.product != Product::kArchive) {
      *std::ranges::find(objects_, unit.object) = unit.host_object;
      objects_.push_back(unit.device_object);
      objects_.insert(objects_.end(), parts_.begin(), parts_.end());
      return {};
    }
    Command command = {toolchain_.linker.string(), "-r", unit.host_object, unit.device_object};
    command.insert(command.end(), parts_.begin(), parts_.end());
    command.insert(command.end(), {"-o", unit.object});
    Expected<Process> process = StartCaptured(request_, scratch_.path(), std::move(command));
    if (!process) return std::unexpected(LockstepFailure(process.error()));
    const ProcessResult joined = process->Wait();
    if (joined.status != 0)
      return std::unexpected(BuildFailure{.diagnostics = joined.errors,
                                          .error = {"the two halves cannot be joined"},
                                          .cause = FailureCause::kLockstep});
    return {};
  }

  Step Link() {
    const bool archive = request_.product == Product::kArchive;
    std::error_code gone;
    // `ar` would add to an existing archive.
    if (archive && !request_.dry_run) fs::remove(request_.output, gone);
    const std::string dependencies = scratch_.File("link.d");
    Expected<Process> process =
        StartCaptured(request_, scratch_.path(),
                      archive      ? ArchiveCommand(request_, objects_)
                      : is_module_ ? ModuleLinkCommand(toolchain_, request_, objects_, dependencies)
                                   : LinkCommand(toolchain_, request_, objects_, dependencies));
    if (!process) return std::unexpected(LockstepFailure(process.error()));
    const ProcessResult result = process->Wait();
    if (auto failed = FailedStrangely(result, fmt::format("linker crashed on {}", request_.output)))
      return std::unexpected(std::move(*failed));
    if (result.status != 0)
      return std::unexpected(BuildFailure{.diagnostics = result_.diagnostics + ExplainLinkErrors(result.errors),
                                          .error = {fmt::format("{} does not link", request_.output)}});
    result_.diagnostics += result.errors;
    for (const std::string& name : ReadMakeRule(ReadText(dependencies).value_or("")))
      if (!IsIntermediate(name)) result_.libraries.push_back(Absolute(name));
    return {};
  }

  void TakeDependencies(const Unit& unit, const std::string& rule) {
    // The source itself is known, and clang may have spelled it differently.
    std::string source = Absolute(unit.source), as_written = source;
    std::ranges::replace(as_written, '\\', '/');
    AddDependency(std::move(source));
    for (const std::string& name : ReadMakeRule(ReadText(rule).value_or("")))
      if (std::string absolute = Absolute(name); absolute != as_written) AddDependency(std::move(absolute));
  }

  void AddDependency(std::string path) {
    if (!known_.insert(path).second || IsIntermediate(path)) return;
    result_.dependencies.push_back(std::move(path));
  }

  // Intermediate files are not part of the result.
  bool IsIntermediate(const std::string& path) const {
    return path.starts_with(scratch_.path().string()) ||
           (request_.shared && path.starts_with(request_.shared->folder().path().string()));
  }

  const Toolchain& toolchain_;
  BuildRequest request_;
  const ScratchFolder& scratch_;
  std::vector<Unit> units_;
  std::vector<std::string> objects_;  // in the order of the inputs, followed by device halves
  bool is_module_ = false;
  bool keeps_parts_ = true;  // false after one has failed
  bool leaves_out_ = true;   // kernels that are known by their names
  BuildResult result_;
  std::set<std::string> known_;     // dependencies
  std::vector<std::string> parts_;  // objects of the unit that is compiled
};

}  // namespace

std::expected<BuildResult, BuildFailure> Build(const Toolchain& toolchain, const BuildRequest& request) {
  const Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return std::unexpected(PlaceToMend(scratch.error()));
  auto built = Builder(toolchain, request, *scratch).Run();
  if (!built && request.cancelled && request.cancelled()) return std::unexpected(CancelledBuild());
  return built;
}

std::expected<BuildResult, BuildFailure> BuildModule(const Toolchain& toolchain, const ModuleRequest& request) {
  const Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return std::unexpected(PlaceToMend(scratch.error()));
  auto built = Builder(toolchain, request.build, *scratch).RunForModule(request.modes);
  if (!built && request.build.cancelled && request.build.cancelled()) return std::unexpected(CancelledBuild());
  return built;
}

std::expected<Preprocessed, BuildFailure> Preprocess(const Toolchain& toolchain, const BuildRequest& request) {
  const Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return std::unexpected(PlaceToMend(scratch.error()));
  return Builder(toolchain, request, *scratch).RunPreprocessor();
}

}  // namespace lockstep::compile
