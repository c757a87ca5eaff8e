#include "sim/compile/precompiled.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <sstream>

#include "shared/base/file.h"
#include "shared/base/process.h"
#include "shared/base/unfinished_file.h"
#include "sim/compile/blanks.h"
#include "sim/compile/cache_folder.h"
#include "sim/compile/command.h"
#include "sim/compile/dependencies.h"
#include "sim/compile/manifest.h"
#include "sim/compile/mended_source.h"

namespace lockstep::compile {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kIncludeFlag = "-include-pch";

// A header folder, a macro or a corrected copy of the program's own does not change the meaning of the CUDA headers.
// Reserved names may.
bool LeavesHeadersAlone(const std::string& flag) {
  if (flag.starts_with("-ivfsoverlay")) return true;
  if (flag.starts_with("-I") || flag.starts_with("-W") || flag.starts_with("-f")) return flag.size() > 2;
  return flag.starts_with("-D") && flag.size() > 2 && flag[2] != '_' && !flag.starts_with("-DCUDA");
}

// A damaged file must count as missing, and so must one whose headers have changed: clang detects neither always.
// `file` has its own manifest beside it.
fs::path ManifestOf(const fs::path& file) { return file.string() + ".manifest"; }

bool IsWhole(const fs::path& file) { return ManifestHolds(ManifestOf(file)); }

// The files that a make rule lists, but for the one that includes the others, which is ours.
std::vector<std::string> ReadFrom(const fs::path& rule) {
  std::vector<std::string> files;
  for (const std::string& name : ReadMakeRule(ReadText(rule).value_or("")))
    if (fs::path(name).parent_path() != rule.parent_path().parent_path()) files.push_back(fs::absolute(name));
  return files;
}

// The precompiled headers that a command builds upon; made anew, they do not suit what was built upon the old ones.
std::optional<std::string> PrecompiledOf(const Command& command) {
  const auto flag = std::ranges::find(command, kIncludeFlag);
  return flag == command.end() ? std::nullopt : std::optional(*(flag + 2));  // after -Xclang
}

// Templates that the headers need are instantiated once, not again in each compilation.
// The manifest knows more than the times of files, which change where a file is made anew and is the same.
constexpr const char* kEmit[] = {
    "-c",      "-fno-crash-diagnostics", "-fpch-instantiate-templates", "-Xclang", "-emit-pch",
    "-Xclang", "-fno-pch-timestamp"};

// The folder of corrected copies of headers that clang rejects (mended_source.h): clang needs them as long as `file`.
fs::path MendedFor(const fs::path& file) { return file.string() + ".mended"; }

// Runs `command`, which makes `file`, with corrections where clang asks for them.
bool RunMending(const Command& command, const fs::path& file, const std::function<bool()>& cancelled) {
  constexpr int kRounds = 8;  // each correction may uncover further errors
  const fs::path folder = MendedFor(file);
  std::error_code error;
  fs::remove_all(folder, error);
  SourceMender mender(folder);
  for (int round = 0; round <= kRounds; ++round) {
    Command mended = command;
    for (const std::string& flag : mender.Flags()) mended.push_back(flag);
    const Expected<ProcessResult> result =
        RunProcess({.command = std::move(mended), .capture_errors = true, .cancelled = cancelled});
    if (result && result->status == 0) return true;
    if (!result || !MakeOwnFolder(folder) || !mender.Mend(result->errors)) break;
  }
  fs::remove_all(folder, error);
  return false;
}

// The files that clang has made and needs, beside `file`.
std::vector<std::string> ProductsOf(const fs::path& file) {
  std::vector<std::string> products = {file.filename()};
  std::error_code error;
  for (const fs::directory_entry& copy : fs::directory_iterator(MendedFor(file), error))
    products.push_back(MendedFor(file).filename() / copy.path().filename());
  return products;
}

bool Precompile(Command command, const fs::path& file, const std::function<bool()>& cancelled) {
  // A folder of its own, so that files which a killed clang leaves are removed with it.
  const fs::path folder = file.string() + ".new", unfinished = folder / "headers", rule = folder / "rule";
  std::error_code error;
  fs::remove_all(folder, error);
  if (!MakeOwnFolder(folder)) return false;
  command.insert(command.end(), {"-o", unfinished.string(), "-MD", "-MF", rule.string(), "-MT", "headers"});
  const Moment start = Moment::Now();
  bool made = RunMending(command, file, cancelled);
  if (made) {
    fs::remove_all(file, error);  // a leftover under that name
    fs::rename(unfinished, file, error);
    std::vector<std::string> sources = ReadFrom(rule);
    if (const auto base = PrecompiledOf(command)) sources.push_back(*base);
    made = !error && WriteManifest(ManifestOf(file), {.sources = sources, .products = ProductsOf(file)}, start);
  }
  fs::remove_all(folder, error);
  return made;
}

Command FlagsFor(const fs::path& file) {
  Command flags = {"-Xclang", std::string(kIncludeFlag), "-Xclang", file.string()};
  const fs::path overlay = MendedFor(file) / SourceMender::kOverlay;
  std::error_code error;
  if (fs::exists(overlay, error)) flags.push_back("-ivfsoverlay" + overlay.string());
  return flags;
}

// The precompiled form of `header`, or of a header that is written with `text`; made if it is missing. Another version
// of the toolchain has another one: a new header of ours may take the place of a system's, which none of its files
// shows.
std::optional<fs::path> Find(const fs::path& folder, Command command, const std::string& version,
                             const std::optional<fs::path>& header, const std::string& text,
                             const std::function<bool()>& cancelled) {
  command.insert(command.end(), std::begin(kEmit), std::end(kEmit));
  const std::string name = Fingerprint(fmt::format("{}\n{}\n{}", fmt::join(command, "\n"), version, text));
  const fs::path file = folder / (name + ".pch");
  const auto lock = CacheLock::Take(folder / (name + ".lock"), cancelled);
  if (!lock) return std::nullopt;
  if (IsWhole(file)) return file;
  const fs::path own = folder / (name + ".h");
  if (!header && !WriteFile(own, text)) return std::nullopt;
  command.push_back(header.value_or(own).string());
  return Precompile(std::move(command), file, cancelled) ? std::optional(file) : std::nullopt;
}

// The folders that are searched for headers before those of the system, for quoted and other names alike.
std::vector<std::string> FirstFolders(const HeaderRequest& request) {
  std::vector<std::string> folders = HeaderFolders(request.flags);
  folders.push_back(fs::path(request.source).parent_path().string());
  return folders;
}

void DropBlanks(std::string_view& text) { text.remove_prefix(SkipBlanks(text, 0)); }

// NVIDIA's C++ libraries, and PyTorch: their headers depend on no other header of the program's.
bool IsOfALargeLibrary(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "cub/cub.cuh", error) || IsOfPyTorch(folder);
}

bool DropPrefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Compilers ignore blanks between the backslash and the end of the line.
bool GoesOnInTheNextLine(std::string_view line) {
  const std::size_t last = line.find_last_not_of(kBlanks);
  return last != line.npos && line[last] == '\\';
}

bool IsOfAName(char c) { return std::isalnum(static_cast<unsigned char>(c)) || std::string_view("_./+-").contains(c); }

// A header's name with its <> or quotation marks, taken off the beginning of `text`. In quotation marks, only those of
// Lockstep's own folder; nothing if it is another.
std::optional<std::string> TakeHeaderName(std::string_view& text) {
  constexpr std::string_view kOwnFolder = "\"lockstep/";
  const bool is_own = text.starts_with(kOwnFolder);
  if (!is_own && !text.starts_with('<')) return std::nullopt;
  const std::size_t begin = is_own ? kOwnFolder.size() : 1;
  std::size_t end = begin;
  while (end < text.size() && IsOfAName(text[end])) ++end;
  if (end == begin || end == text.size() || text[end] != (is_own ? '"' : '>')) return std::nullopt;
  const std::string name(text.substr(0, end + 1));
  if (is_own && name.find('/', begin) != name.npos) return std::nullopt;
  text.remove_prefix(name.size());
  return name;
}

bool IsEmptyOrComment(std::string_view line) {
  const bool goes_on = GoesOnInTheNextLine(line);
  DropBlanks(line);
  return line.empty() || (line.starts_with("//") && !goes_on);
}

// The name of a header in an #include directive; nothing if the line is another.
std::optional<std::string> IncludedName(std::string_view line) {
  if (GoesOnInTheNextLine(line)) return std::nullopt;
  DropBlanks(line);
  if (!DropPrefix(line, "#")) return std::nullopt;
  DropBlanks(line);
  if (!DropPrefix(line, "include")) return std::nullopt;
  DropBlanks(line);
  const std::optional<std::string> name = TakeHeaderName(line);
  return IsEmptyOrComment(line) ? name : std::nullopt;
}

// Moves past a comment over whole lines that begins with `line`; false if there is none.
bool SkipLongComment(std::istream& lines, std::string line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == line.npos || line.compare(first, 2, "/*") != 0) return false;
  line.erase(0, first + 2);
  for (;;) {
    const std::size_t end = line.find("*/");
    if (end != line.npos) return IsEmptyOrComment(line.substr(end + 2));
    if (!std::getline(lines, line)) return false;
  }
}

// "In file included from /home/a/.cache/lockstep/headers/0123456789abcdef0123456789abcdef.h:2:"
bool NamesOurHeader(std::string_view line) {
  constexpr std::string_view kFolder = "/headers/", kEnding = ".h";
  constexpr std::size_t kDigits = 32;
  if (!line.starts_with("In file included from ") || !line.ends_with(':')) return false;
  line.remove_suffix(1);
  const std::size_t number = line.find_last_not_of("0123456789") + 1;
  if (number == line.size() || line[number - 1] != ':') return false;
  line = line.substr(0, number - 1);
  if (!line.ends_with(kEnding)) return false;
  line.remove_suffix(kEnding.size());
  const std::size_t digits = line.find_last_not_of("0123456789abcdef") + 1;
  return line.size() - digits == kDigits && line.substr(0, digits).ends_with(kFolder);
}

}  // namespace

std::string WithoutOurHeaders(const std::string& messages) {
  if (messages.find("/headers/") == messages.npos) return messages;
  std::istringstream lines(messages);
  std::string rest;
  for (std::string line; std::getline(lines, line);)
    if (!NamesOurHeader(line)) rest += line + '\n';
  return rest;
}

bool NamesLargeHeaders(std::string_view includes) {
  return includes.contains("<thrust/") || includes.contains("<cub/") || includes.contains("<torch/");
}

bool BeginsWithPyTorchsHeaders(const std::string& source) {
  return ReadText(source).value_or("").starts_with("#include <torch/lockstep.h>\n");
}

std::string LeadingIncludes(std::string_view text, const std::vector<std::string>& folders) {
  std::istringstream lines{std::string(text)};
  std::string includes;
  for (std::string line; std::getline(lines, line);) {
    if (IsEmptyOrComment(line) || SkipLongComment(lines, line)) continue;
    const std::optional<std::string> name = IncludedName(line);
    if (!name) break;
    const std::string path = name->substr(1, name->size() - 2);
    const bool is_safe = !path.starts_with('/') && path.find("..") == path.npos;
    const auto has_it = [&](const std::string& folder) {
      std::error_code error;
      return fs::exists(fs::path(folder) / path, error) && !IsOfALargeLibrary(folder);
    };
    if (!is_safe || std::ranges::any_of(folders, has_it)) break;
    includes += fmt::format("#include {}\n", *name);
  }
  return includes;
}

std::vector<std::string> IncludeHeaders(const Toolchain& toolchain, const HeaderRequest& request) {
  const std::vector<std::string> plain = {"-include", "cuda_runtime.h"};
  if (!std::ranges::all_of(request.flags, LeavesHeadersAlone)) return plain;
  const Expected<fs::path> cache = CacheFolder();
  if (!cache || !MakeOwnFolder(*cache / "headers")) return plain;
  const fs::path folder = *cache / "headers";
  const auto cuda =
      Find(folder, request.half, toolchain.version, toolchain.headers / "cuda_runtime.h", "", request.cancelled);
  if (!cuda) return plain;
  const bool is_mended =
      std::ranges::any_of(request.flags, [](auto& flag) { return flag.starts_with("-ivfsoverlay"); });
  if (request.source.empty() || is_mended) return FlagsFor(*cuda);
  const std::string includes = LeadingIncludes(ReadText(request.source).value_or(""), FirstFolders(request));
  if (includes.empty() || (request.only_large && !NamesLargeHeaders(includes))) return FlagsFor(*cuda);
  Command command = request.half;
  // A name that is a macro in one file and a parameter in the next, as libstdc++'s __N in CCCL, is no macro after both.
  const bool may_share_names = NamesLargeHeaders(includes) || includes.contains("<cuda/");
  for (const Command& more :
       {may_share_names ? plain : FlagsFor(*cuda), Command{"-I" + toolchain.publish.string()}, request.flags})
    command.insert(command.end(), more.begin(), more.end());
  return FlagsFor(Find(folder, command, toolchain.version, std::nullopt, includes, request.cancelled).value_or(*cuda));
}

std::optional<std::string> StateOfPrecompiledHeaders(const std::vector<std::string>& command) {
  const auto file = PrecompiledOf(command);
  if (!file) return std::nullopt;
  const auto manifest = ReadText(ManifestOf(*file));
  if (!manifest) return std::nullopt;
  return *file + "\n" + *manifest;
}

bool DropPrecompiledHeaders(const std::vector<std::string>& command, bool certain) {
  const auto file = PrecompiledOf(command);
  if (!file || (!certain && IsUntouched(ManifestOf(*file)))) return false;
  std::error_code error;
  fs::remove_all(ManifestOf(*file), error);
  fs::remove_all(*file, error);
  return true;
}

}  // namespace lockstep::compile
