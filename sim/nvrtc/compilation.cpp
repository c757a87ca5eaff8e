#include "sim/nvrtc/compilation.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

#include "shared/base/exit_status.h"
#include "shared/base/file.h"
#include "shared/base/process.h"
#include "shared/base/scratch_folder.h"
#include "shared/base/unfinished_file.h"
#include "shared/module/module_file.h"
#include "sim/hooks/library.h"

namespace lockstep::nvrtc {
namespace {

namespace fs = std::filesystem;

// The command, whose folder bin lies beside the one of this library, or further up where that is nested.
fs::path FindCommand() {
  Dl_info own{};
  dladdr(reinterpret_cast<const void*>(&nvrtcVersion), &own);
  std::error_code error;
  fs::path folder = own.dli_fname ? fs::canonical(own.dli_fname, error).parent_path() : fs::path();
  for (int up = 0; up < 3 && !folder.empty(); ++up) {
    folder = folder.parent_path();
    if (fs::path command = folder / "bin/lockstep"; fs::exists(command, error)) return command;
  }
  return {};
}

// All programs' files, until this process ends. A program that is compiled later still finds the object, and no folder.
const Expected<ScratchFolder>& Folder() {
  static const auto& folder = [] -> auto& {
    std::atexit(RemoveScratchFolders);
    return *new Expected<ScratchFolder>(ScratchFolder::Make());
  }();
  return folder;
}

// Options that choose nothing here.
bool IsIgnored(std::string_view option) {
  static constexpr std::string_view kIgnored[] = {"--device-int128", "-device-int128", "--no-cache", "-no-cache",
                                                  "--pch",           "-pch",           "--minimal",  "-minimal"};
  static constexpr std::string_view kBeginnings[] = {
      "--create-pch=",    "--use-pch=", "--pch-dir=",           "--pch-verbose=",
      "--split-compile=", "--time=",    "--fdevice-time-trace="};
  return std::ranges::count(kIgnored, option) != 0 ||
         std::ranges::any_of(kBeginnings, [&](std::string_view beginning) { return option.starts_with(beginning); });
}

bool MakesAllDeviceCode(std::string_view option) {
  return option == "-default-device" || option == "--device-as-default-execution-space";
}

bool LeavesSourceFolderOut(std::string_view option) {
  return option == "--no-source-include" || option == "-no-source-include";
}

// One word of the list that follows -Xcompiler.
std::string AsWord(const std::string& path) {
  std::string word;
  for (char c : path) {
    if (std::string_view(" \t\n,\\'\"").contains(c)) word += '\\';
    word += c;
  }
  return word;
}

// A file that is included in quotes is looked for among the named headers, and then in the folder of the program's
// name.
std::string QuoteFolders(const CompileRequest& request, const fs::path& headers) {
  std::string folders = "-iquote," + AsWord(headers.string());
  if (std::ranges::any_of(request.options, LeavesSourceFolderOut)) return folders;
  std::error_code error;
  return folders + ",-iquote," + AsWord(fs::absolute(fs::path(request.name), error).parent_path().string());
}

// The long forms that only NVRTC has.
std::string OurOption(const std::string& option) {
  static constexpr std::pair<std::string_view, std::string_view> kForms[] = {{"--define-macro=", "-D"},
                                                                             {"--undefine-macro=", "-U"},
                                                                             {"--include-path=", "-I"},
                                                                             {"--pre-include=", "-include="}};
  for (const auto& [theirs, ours] : kForms)
    if (option.starts_with(theirs)) return std::string(ours) + option.substr(theirs.size());
  return option;
}

constexpr std::string_view kNamePrefix = "__lockstep_name_";

std::string SourceText(const CompileRequest& request) {
  const bool all = std::ranges::any_of(request.options, MakesAllDeviceCode);
  // On the first line, so that lines keep their numbers.
  std::string text = all ? "_Pragma(\"clang force_cuda_host_device begin\") " : "";
  text += request.text;
  if (all) text += "\n_Pragma(\"clang force_cuda_host_device end\")";
  for (std::size_t i = 0; i < request.expressions.size(); ++i)
    text += fmt::format("\nextern \"C\" __device__ __attribute__((used)) const void* {}{} = (const void*)({});",
                        kNamePrefix, i, request.expressions[i]);
  return text + "\n";
}

// A path inside the folder, or nothing for one that would leave it.
std::optional<fs::path> Inside(const fs::path& folder, const std::string& name) {
  const fs::path path = fs::path(name).lexically_normal();
  if (path.empty() || path.is_absolute() || *path.begin() == "..") return std::nullopt;
  return folder / path;
}

bool Put(const fs::path& path, const std::string& text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  return WriteFile(path, text).has_value();
}

// The plugin leaves a line of text for each name (sim/compile/pass/unit/asked_names.h).
std::map<std::string, std::string> NamesIn(const std::string& module, const CompileRequest& request) {
  std::map<std::string, std::string> names;
  const Expected<module::Module> read = module::Read(module.data(), module.size());
  if (!read) return names;
  const std::string& code = read->codes[0].bytes;
  for (std::size_t i = 0; i < request.expressions.size(); ++i) {
    const std::string mark = fmt::format("lockstep: {}{} is ", kNamePrefix, i);
    const auto at = code.find(mark);
    if (at == code.npos) continue;
    const auto begin = at + mark.size();
    names[request.expressions[i]] = code.substr(begin, code.find('\0', begin) - begin);
  }
  return names;
}

Compilation Refuse(nvrtcResult result, std::string why) {
  return {.result = result, .log = "lockstep: " + std::move(why) + "\n", .module = {}, .names = {}};
}

// The command's messages with the file as the program names it.
std::string Readable(std::string log, const fs::path& source, const std::string& name) {
  for (auto at = log.find(source.string()); at != log.npos; at = log.find(source.string(), at + name.size()))
    log.replace(at, source.string().size(), name);
  return log;
}

}  // namespace

Compilation Compile(const CompileRequest& request) {
  const fs::path command = FindCommand();
  if (command.empty())
    return Refuse(NVRTC_ERROR_INTERNAL_ERROR,
                  "the command `lockstep` is not here, beside liblockstep_nvrtc.so, so that NVRTC cannot compile");
  if (!Folder()) return Refuse(NVRTC_ERROR_INTERNAL_ERROR, Folder().error().message);
  static std::atomic<unsigned> count = 0;
  const fs::path folder = Folder()->File(std::to_string(count++));
  std::string file = fs::path(request.name).filename().string();
  if (file.empty()) file = "default_program";
  if (!file.ends_with(".cu")) file += ".cu";
  const fs::path source = folder / file, output = folder / "module";
  if (!Put(source, SourceText(request))) return Refuse(NVRTC_ERROR_INTERNAL_ERROR, "cannot write " + source.string());
  __lockstep_show_file_as(source.c_str(), request.name.empty() ? "default_program" : request.name.c_str());
  for (const Header& header : request.headers) {
    const auto path = Inside(folder / "headers", header.name);
    if (!path || !Put(*path, header.text))
      return Refuse(NVRTC_ERROR_INVALID_INPUT, "the header `" + header.name + "` has a name that is no path");
    __lockstep_show_file_as(path->c_str(), header.name.c_str());
  }
  ProcessRequest process{.command = {command.string(), "build", "--ptx", "--mode", __lockstep_mode_of_modules(),
                                     "-Xcompiler", QuoteFolders(request, folder / "headers"),
                                     "-I" + (folder / "headers").string()}};
  for (const std::string& option : request.options)
    if (!IsIgnored(option) && !MakesAllDeviceCode(option) && !LeavesSourceFolderOut(option))
      process.command.push_back(OurOption(option));
  process.command.insert(process.command.end(), {source.string(), "-o", output.string()});
  // The compiler is no part of the program that is checked or recorded.
  process.capture_errors = process.capture_output = true;
  const Expected<ProcessResult> ran = RunProcess(std::move(process));
  if (!ran) return Refuse(NVRTC_ERROR_INTERNAL_ERROR, ran.error().message);
  Compilation done{
      .result = NVRTC_SUCCESS, .log = Readable(ran->errors, source, request.name), .module = {}, .names = {}};
  if (ran->status == static_cast<int>(ExitStatus::kBadUsage)) {
    done.result = NVRTC_ERROR_INVALID_OPTION;
  } else if (ran->status != 0) {
    done.result = NVRTC_ERROR_COMPILATION;
  } else {
    done.module = ReadText(output).value_or("");
    done.names = NamesIn(done.module, request);
    if (done.module.empty()) done.result = NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  }
  return done;
}

}  // namespace lockstep::nvrtc
