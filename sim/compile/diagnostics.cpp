#include "sim/compile/diagnostics.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

namespace lockstep::compile {

std::string WithoutColors(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\033' && i + 1 < text.size() && text[i + 1] == '[') {
      while (i < text.size() && !isalpha(static_cast<unsigned char>(text[i]))) ++i;
      continue;
    }
    plain += text[i];
  }
  return plain;
}

namespace {

bool IsCount(const std::string& plain) {
  return !plain.empty() && isdigit(static_cast<unsigned char>(plain[0])) &&
         plain.find(" generated") != std::string::npos;
}

bool StartsMessage(const std::string& plain) {
  for (const char* word : {": error: ", ": fatal error: ", ": warning: ", ": remark: "})
    if (plain.find(word) != std::string::npos) return true;
  return plain.starts_with("In file included from");
}

struct Message {
  std::string shown, plain;
};

// The plugin's remarks (sim/compile/pass/unit/engine_choice.h) have clang's prefix before them and clang's flag after
// them.
std::optional<std::string> RemarkOfPlugin(std::string_view plain) {
  constexpr std::string_view kWord = "remark: ", kFlag = " [-Rremark-backend-plugin]";
  if (!plain.starts_with(kWord) || !plain.ends_with(kFlag)) return std::nullopt;
  return std::string(plain.substr(kWord.size(), plain.size() - kWord.size() - kFlag.size()));
}

// Splits the text into messages, each with its notes and carets.
std::vector<Message> Split(const std::string& text) {
  std::vector<Message> messages;
  std::istringstream lines(text);
  bool included = false;
  for (std::string line; std::getline(lines, line);) {
    const std::string plain = WithoutColors(line);
    if (IsCount(plain)) continue;
    if (const auto remark = RemarkOfPlugin(plain)) {
      messages.push_back({.shown = *remark + "\n", .plain = *remark + "\n"});
      continue;
    }
    const bool starts = StartsMessage(plain) && !included;
    included = plain.starts_with("In file included from") || (included && plain.starts_with("    "));
    if (starts || messages.empty()) messages.emplace_back();
    messages.back().shown += line + "\n";
    messages.back().plain += plain + "\n";
  }
  return messages;
}

bool IsWarning(std::string_view plain) {
  return plain.contains("warning: ") && !plain.contains("error: ") && !plain.starts_with("lockstep: ");
}

// The line that says where and what, without the program's text and notes below it.
std::string FirstLineOfWarning(const Message& message) {
  std::istringstream lines(message.shown);
  for (std::string line; std::getline(lines, line);)
    if (IsWarning(WithoutColors(line))) return line + "\n";
  return message.shown;
}

bool IsError(const Message& message) { return message.plain.find("error: ") != std::string::npos; }

bool RefusesAHeader(const Message& message) { return message.plain.find("error: \"Lockstep: ") != std::string::npos; }

// Thrust and CUB are packages of their own.
bool MissesThrustOrCub(const Message& message) {
  return message.plain.contains("fatal error: 'thrust/") || message.plain.contains("fatal error: 'cub/");
}
constexpr std::string_view kInstallThrustAndCub =
    "lockstep: Thrust and CUB are not installed; apt-get install libthrust-dev libcub-dev, or name the folder of "
    "NVIDIA's sources (CCCL) with -I\n";

// Debian's packages are those of CUDA 11, where pairs are no constants and tuples take no structured bindings.
bool IsInInstalledThrustOrCub(const Message& message) {
  return IsError(message) &&
         (message.plain.contains("/usr/include/thrust/") || message.plain.contains("/usr/include/cub/"));
}
constexpr std::string_view kNameNewerThrustAndCub =
    "lockstep: the errors have to do with the installed Thrust and CUB; a program for a newer CUDA may need newer "
    "ones: name the folder of NVIDIA's sources (CCCL) with -I\n";

// g++ brings OpenMP with it, clang does not.
bool MissesOpenMp(std::string_view text) {
  return text.contains("fatal error: 'omp.h' file not found") || text.contains("unable to find library -lomp");
}
constexpr std::string_view kInstallOpenMp =
    "lockstep: OpenMP in host code needs a package that is not installed; apt-get install libomp-19-dev\n";

bool NamesKernelStrangely(const Message& message) {
  static constexpr std::string_view kFromDevice[] = {"' in __global__ function", "' in __device__ function",
                                                     "' in __host__ __device__ function"};
  if (message.plain.find("error: reference to __global__ function '") == std::string::npos) return false;
  return std::ranges::any_of(kFromDevice, [&](std::string_view from) { return message.plain.contains(from); });
}
constexpr std::string_view kStrangeLaunch =
    "lockstep: device code names a kernel in a way that is not supported: launch it as `kernel<<<grid, "
    "block>>>(...)`\n";

bool WaitsOnDevice(const Message& message) {
  for (const char* error : {"error: reference to __host__ function '", "error: no matching function for call to '"})
    for (const char* function : {"cudaDeviceSynchronize", "cudaStreamSynchronize"})
      if (message.plain.contains(fmt::format("{}{}'", error, function))) return true;
  return false;
}
constexpr std::string_view kNoWaitingOnDevice =
    "lockstep: device code cannot wait for the grids that it launches (as in CUDA 12 and later, and on sm_90): launch "
    "what follows them into the stream cudaStreamTailLaunch\n";

std::string Demangle(const std::string& name) {
  int status = 0;
  char* readable = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string text = status == 0 ? readable : name;
  std::free(readable);
  return text;
}

struct RefusedLibrary {
  std::string_view name, advice;
};
constexpr RefusedLibrary kRefusedLibraries[] = {
#define REFUSED_LIBRARY(name, advice, headers) {name, advice},
#include "sim/compile/refused_libraries.def"
#undef REFUSED_LIBRARY
};

// The library whose names begin like this one, in any case: cuSPARSE for `cusparseCreate` and
// `CUSPARSE_STATUS_SUCCESS`.
const RefusedLibrary* LibraryOf(std::string_view name) {
  const auto begins = [&](const RefusedLibrary& library) {
    return name.size() > library.name.size() &&
           std::ranges::equal(name.substr(0, library.name.size()), library.name, {}, ::tolower, ::tolower);
  };
  const auto found = std::ranges::find_if(kRefusedLibraries, begins);
  return found == std::end(kRefusedLibraries) ? nullptr : found;
}

// An error about an undeclared name of a library that Lockstep lacks names the library instead.
void NameRefusedLibrary(std::string& text) {
  for (const std::string_view phrase : {"use of undeclared identifier '", "unknown type name '"}) {
    const std::size_t begin = text.find(phrase);
    if (begin == std::string::npos) continue;
    const std::size_t name_begin = begin + phrase.size(), name_end = text.find('\'', name_begin);
    const std::string name = text.substr(name_begin, name_end - name_begin);
    const RefusedLibrary* library = LibraryOf(name);
    if (!library) return;
    const std::size_t end = text.find_first_of("\033\n", name_end);
    text.replace(begin, end - begin,
                 fmt::format("Lockstep: {} is not supported yet (`{}`): {}", library->name, name, library->advice));
    return;
  }
}

}  // namespace

std::string MergeDiagnostics(const std::string& host, const std::string& device) {
  std::string merged;
  std::set<std::string> told;
  for (const std::string& half : {host, device})
    for (const Message& message : Split(half))
      if (told.insert(message.plain).second) merged += message.shown;
  return merged;
}

std::string ShortWarnings(const std::string& messages) {
  constexpr std::ptrdiff_t kShown = 3;
  const std::vector<Message> split = Split(messages);
  const std::ptrdiff_t warnings = std::ranges::count_if(split, IsWarning, &Message::plain);
  if (warnings < 2) return messages;
  std::string text;
  std::ptrdiff_t shown = 0;
  for (const Message& message : split) {
    if (!IsWarning(message.plain))
      text += message.shown;
    else if (++shown <= kShown)
      text += FirstLineOfWarning(message);
  }
  const std::string more = warnings > kShown ? fmt::format("{} more of the compiler's warnings", warnings - kShown)
                                             : "the compiler's warnings with their code";
  return text + fmt::format("lockstep: `lockstep build` prints {}\n", more);
}

std::string ExplainCompileErrors(const std::string& messages) {
  std::string others, refused_headers, launches;
  std::size_t left_out = 0;
  bool misses_cub = false, has_old_cub = false, misses_openmp = false, waits = false;
  for (Message& message : Split(messages)) {
    NameRefusedLibrary(message.shown);
    misses_cub |= MissesThrustOrCub(message);
    has_old_cub |= IsInInstalledThrustOrCub(message);
    misses_openmp |= MissesOpenMp(message.plain);
    waits |= WaitsOnDevice(message);
    if (RefusesAHeader(message))
      refused_headers += message.shown;
    else if (NamesKernelStrangely(message))
      launches += message.shown;
    else if (refused_headers.empty())
      others += message.shown;
    else if (IsError(message))
      ++left_out;
  }
  // Errors about names that a refused header would have declared are consequences.
  if (left_out > 0)
    others += fmt::format("lockstep: {} more {} left out, because the refused feature may be the cause\n", left_out,
                          left_out == 1 ? "error is" : "errors are");
  if (!launches.empty()) launches += kStrangeLaunch;
  if (waits) others += kNoWaitingOnDevice;
  if (misses_cub) others += kInstallThrustAndCub;
  if (has_old_cub) others += kNameNewerThrustAndCub;
  if (misses_openmp) others += kInstallOpenMp;
  return others + launches + refused_headers;
}

std::string ExplainLinkErrors(const std::string& messages) {
  constexpr std::string_view kPrefix = "__device__";
  std::string explained;
  bool device_symbol = false, runtime_symbol = false;
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line);) {
    if (std::size_t at = line.find(kPrefix); at != std::string::npos) {
      std::size_t end = at + kPrefix.size();
      while (end < line.size() && (isalnum(static_cast<unsigned char>(line[end])) || line[end] == '_' ||
                                   line[end] == '$' || line[end] == '.'))
        ++end;
      const std::string name = Demangle(line.substr(at + kPrefix.size(), end - at - kPrefix.size()));
      line.replace(at, end - at, "device function or variable `" + name + "`");
      device_symbol = true;
    }
    runtime_symbol |= line.find("undefined symbol: cu") != std::string::npos;
    explained += line + "\n";
  }
  if (device_symbol)
    explained +=
        "lockstep: device code uses something that no file given here defines; device code of several files is linked "
        "together only with -rdc=true (as with nvcc)\n";
  if (runtime_symbol)
    explained +=
        "lockstep: the program calls a function of a CUDA library or API that Lockstep does not have "
        "(docs/FIDELITY.md lists what it has)\n";
  if (MissesOpenMp(messages)) explained += kInstallOpenMp;
  return explained;
}

}  // namespace lockstep::compile
