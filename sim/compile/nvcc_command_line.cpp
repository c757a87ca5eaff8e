#include "sim/compile/nvcc_command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "shared/base/file.h"

namespace lockstep::compile {
namespace {

namespace fs = std::filesystem;

enum class Value { kNone, kOne, kList };

enum class Meaning {
  kArchitecture,
  kArchive,
  kClean,
  kCompile,
  kCompileRelocatable,
  kDebug,
  kDefaultStream,
  kDefine,
  kDependencies,
  kDependenciesToo,
  kDependencyFile,
  kDependencyPhony,
  kDependencyTarget,
  kDeviceDebug,
  kDeviceLink,
  kDryRun,
  kExtendedLambda,
  kForwardToBoth,
  kForwardToCompiler,
  kForwardToLinker,
  kFuse,
  kFastMath,
  kFlush,
  kHelp,
  kHostCompiler,
  kHostSource,
  kIgnored,
  kIgnoredCode,
  kInclude,
  kIncludeFolder,
  kLanguage,
  kLibrary,
  kLibraryFolder,
  kLinker,
  kListArchitectures,
  kListCodes,
  kMachine,
  kMode,
  kModule,
  kNoDeprecated,
  kNoExceptions,
  kNoWarnings,
  kOptimize,
  kOptionsFile,
  kOutput,
  kOutputFolder,
  kPreprocess,
  kRefusedIntermediate,
  kRelaxedConstexpr,
  kRelocatable,
  kRun,
  kRunArguments,
  kShared,
  kStandard,
  kSystemFolder,
  kTemplateBacktrace,
  kTemplateDepth,
  kToolkit,
  kUndefine,
  kUserDependencies,
  kUserDependenciesToo,
  kVerbose,
  kVersion,
  kWarnReorder,
};

struct Flag {
  std::string_view long_name, short_name;
  Value value;
  Meaning meaning;
};

constexpr Flag kFlags[] = {
#define NVCC_FLAG(long_name, short_name, value, meaning) {long_name, short_name, Value::value, Meaning::meaning},
#include "sim/compile/nvcc_flags.def"
#undef NVCC_FLAG
};

// Flags whose value may follow directly, without a space or `=`.
constexpr std::string_view kAttached[] = {"isystem", "I", "D", "U", "L", "l", "O", "x", "t"};

// g++'s names for these files; makefiles pass them to whatever links, and they have no other meaning.
bool IsForTheLinker(std::string_view word) {
  static constexpr std::string_view kWords[] = {"-rdynamic", "-pthread", "-s",    "-pie",
                                                "-no-pie",   "-fPIC",    "-fpic", "-fPIE"};
  return word.starts_with("-Wl,") || std::ranges::find(kWords, word) != std::end(kWords);
}

// g++'s flags whose value may follow as the next word.
constexpr std::string_view kHostFlagsWithValue[] = {"-isystem", "-include", "-imacros", "-iquote", "-idirafter", "-I",
                                                    "-D",       "-U",       "-L",       "-l",      "-Xlinker"};

constexpr std::string_view kLibrariesWeAre[] = {
#define LIBRARY_WE_ARE(name) #name,
#define LIBRARY_BESIDE(name) #name,
#define LIBRARY_IN(name, other) #name,
#include "sim/compile/toolkit_libraries.def"
#undef LIBRARY_IN
#undef LIBRARY_BESIDE
#undef LIBRARY_WE_ARE
};

bool IsToolkitLibrary(std::string_view name) {
  if (name.ends_with("_static") || name.ends_with("_shared")) name.remove_suffix(7);
  return std::ranges::find(kLibrariesWeAre, name) != std::end(kLibrariesWeAre);
}

// Splits text into words as a shell does, at `also` too; quotes and backslashes protect.
std::vector<std::string> CutWords(std::string_view text, char also = ' ') {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      if (text[++i] != '\n') word += text[i];
      in_word = true;
    } else if (quote) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (isspace(static_cast<unsigned char>(c)) || c == also) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

std::vector<std::string> CutAtCommas(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    if (end > start) parts.emplace_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

const Flag* FindFlag(std::string_view name) {
  if (name.empty()) return nullptr;
  for (const Flag& flag : kFlags)
    if (name == flag.long_name || name == flag.short_name) return &flag;
  return nullptr;
}

class Reader {
 public:
  explicit Reader(const std::vector<std::string>& words) : words_(words.rbegin(), words.rend()) {}

  Expected<NvccCommand> Read() {
    while (!words_.empty()) {
      const std::string word = std::move(words_.back());
      words_.pop_back();
      if (auto taken = Take(word); !taken) return std::unexpected(taken.error());
    }
    if (auto settled = Settle(); !settled) return std::unexpected(settled.error());
    return std::move(command_);
  }

 private:
  using Step = Expected<void>;

  Step Take(const std::string& word) {
    if (word.size() > 1 && word[0] == '@') return ReadFileOfWords(word.substr(1));
    if (word.size() < 2 || word[0] != '-') return TakeInput(word);
    const std::string_view name = std::string_view(word).substr(word[1] == '-' ? 2 : 1);
    const std::size_t equals = name.find('=');
    if (const Flag* flag = FindFlag(name.substr(0, equals)))
      return equals == name.npos ? TakeFlag(word, *flag, std::nullopt)
                                 : TakeFlag(word, *flag, std::string(name.substr(equals + 1)));
    for (std::string_view prefix : kAttached)
      if (name.starts_with(prefix) && name.size() > prefix.size())
        return TakeFlag(word, *FindFlag(prefix), std::string(name.substr(prefix.size())));
    if (IsForTheLinker(word)) return TakeForHost(word), Step{};
    unknown_.push_back(word);
    return {};
  }

  Step TakeInput(const std::string& word) {
    const std::string extension = fs::path(word).extension().string();
    if (extension == ".ptx" || extension == ".cubin" || extension == ".fatbin" || extension == ".gpu")
      return Fail(fmt::format("{}: code for a GPU cannot be compiled for the CPU; give the CUDA C++ source", word));
    if (extension == ".ii")
      return Fail(fmt::format("{}: a preprocessed file has lost its device half; give the CUDA C++ source", word));
    command_.request.inputs.push_back(word);
    return {};
  }

  Step TakeFlag(const std::string& word, const Flag& flag, std::optional<std::string> value) {
    // A switch may have a value: --use_fast_math=false.
    if (flag.value == Value::kNone) return value && *value == "false" ? Step{} : Apply(word, flag.meaning, "");
    if (!value) {
      if (words_.empty()) return Fail(fmt::format("`{}` needs a value after it", word));
      value = std::move(words_.back());
      words_.pop_back();
    }
    if (flag.value == Value::kOne || flag.meaning == Meaning::kHostCompiler) return Apply(word, flag.meaning, *value);
    for (const std::string& part : CutAtCommas(*value))
      if (auto taken = Apply(word, flag.meaning, part); !taken) return taken;
    return {};
  }

  Step Apply(const std::string& word, Meaning meaning, const std::string& value) {
    using Action = NvccCommand::Action;
    BuildRequest& request = command_.request;
    auto compile = [&](auto&&... flags) { (request.compile_flags.emplace_back(flags), ...); };
    switch (meaning) {
      case Meaning::kIgnored: return {};
      case Meaning::kCompile: command_.action = Action::kObjects; return {};
      case Meaning::kCompileRelocatable:
        command_.action = Action::kObjects;
        request.relocatable = true;
        return {};
      case Meaning::kDeviceLink: command_.action = Action::kDeviceLink; return {};
      case Meaning::kArchive: command_.action = Action::kArchive; return {};
      case Meaning::kPreprocess: command_.action = Action::kPreprocess; return {};
      case Meaning::kHostSource: command_.action = Action::kHostSource; return {};
      case Meaning::kClean: command_.action = Action::kClean; return {};
      case Meaning::kVersion: command_.action = Action::kVersion; return {};
      case Meaning::kHelp: command_.action = Action::kHelp; return {};
      case Meaning::kListArchitectures: command_.action = Action::kListArchitectures; return {};
      case Meaning::kToolkit: command_.action = Action::kToolkit; return {};
      case Meaning::kListCodes: command_.action = Action::kListCodes; return {};
      case Meaning::kUserDependencies: command_.dependencies.system = false; [[fallthrough]];
      case Meaning::kDependencies: command_.action = Action::kDependencies; return {};
      case Meaning::kUserDependenciesToo: command_.dependencies.system = false; [[fallthrough]];
      case Meaning::kDependenciesToo: command_.dependencies.wanted = true; return {};
      case Meaning::kDependencyFile: command_.dependencies.file = value; return {};
      case Meaning::kDependencyTarget: command_.dependencies.target = value; return {};
      case Meaning::kDependencyPhony: command_.dependencies.phony = true; return {};
      case Meaning::kShared: request.product = Product::kSharedLibrary; return {};
      case Meaning::kRun: command_.run = true; return {};
      case Meaning::kRunArguments: command_.run_arguments.push_back(value); return {};
      case Meaning::kOutput: request.output = value; return {};
      case Meaning::kOutputFolder: command_.output_folder = value; return {};
      case Meaning::kModule:
        command_.action = Action::kModules;
        command_.module_suffix = "." + word.substr(word.find_first_not_of('-'));
        return {};
      case Meaning::kRefusedIntermediate:
        return Fail(
            fmt::format("`{}` asks for an intermediate form of GPU code; Lockstep makes objects, libraries and "
                        "programs for the CPU only",
                        word));
      case Meaning::kLanguage:
        if (value != "cu" && value != "c++" && value != "c")
          return Fail(fmt::format("`-x {}`: the languages are cu, c++ and c", value));
        request.language = value;
        return {};
      case Meaning::kStandard: return TakeStandard(value);
      case Meaning::kInclude: compile("-include", value); return {};
      case Meaning::kDefine: compile("-D" + value); return {};
      case Meaning::kUndefine: compile("-U" + value); return {};
      case Meaning::kIncludeFolder: compile("-I" + value); return {};
      case Meaning::kSystemFolder: compile("-isystem", value); return {};
      case Meaning::kRelaxedConstexpr: compile("-D__CUDACC_RELAXED_CONSTEXPR__=1"); return {};
      case Meaning::kExtendedLambda: compile("-D__CUDACC_EXTENDED_LAMBDA__=1"); return {};
      case Meaning::kRelocatable: request.relocatable = value == "true"; return {};
      case Meaning::kDefaultStream:
        if (value == "per-thread") compile("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1", "-fgpu-default-stream=per-thread");
        return {};
      case Meaning::kTemplateDepth: compile("-ftemplate-depth=" + value); return {};
      case Meaning::kTemplateBacktrace: compile("-ftemplate-backtrace-limit=" + value); return {};
      case Meaning::kNoExceptions: request.host_flags.push_back("-fno-exceptions"); return {};
      case Meaning::kOptimize: request.optimize = value; return {};
      case Meaning::kDeviceDebug: compile("-D__CUDACC_DEBUG__=1"); [[fallthrough]];
      case Meaning::kDebug: request.debug = true; return {};
      case Meaning::kFuse:
        if (value == "false") request.device_flags.push_back("-ffp-contract=off");
        return {};
      case Meaning::kFastMath:
        for (const char* flag : {"-mllvm", "-lockstep-fast", "-mllvm", "-lockstep-flush"})
          request.device_flags.emplace_back(flag);
        return {};
      case Meaning::kFlush:
        for (const char* flag : {"-mllvm", value == "true" ? "-lockstep-flush" : "-lockstep-flush=false"})
          request.device_flags.emplace_back(flag);
        return {};
      case Meaning::kArchitecture: return TakeArchitecture(word, value);
      case Meaning::kIgnoredCode: return {};
      case Meaning::kMachine:
        return value == "64" ? Step{} : Fail(fmt::format("`-m {}`: programs are made for 64 bits only", value));
      case Meaning::kHostCompiler:
        for (const std::string& part : CutWords(value, ',')) TakeForHost(part);
        return {};
      case Meaning::kLinker: request.link_flags.insert(request.link_flags.end(), {"-Xlinker", value}); return {};
      case Meaning::kLibrary: return TakeLibrary(value);
      case Meaning::kLibraryFolder: request.link_flags.push_back("-L" + value); return {};
      case Meaning::kForwardToCompiler: forward_compiler_ = true; return {};
      case Meaning::kForwardToLinker: forward_linker_ = true; return {};
      case Meaning::kForwardToBoth: forward_compiler_ = forward_linker_ = true; return {};
      case Meaning::kOptionsFile: return ReadFileOfWords(value);
      case Meaning::kDryRun: request.dry_run = true; [[fallthrough]];
      case Meaning::kVerbose: command_.verbose = true; return {};
      case Meaning::kNoWarnings: compile("-w"); return {};
      case Meaning::kWarnReorder: compile("-Wreorder"); return {};
      case Meaning::kNoDeprecated: compile("-Wno-deprecated-declarations"); return {};
      case Meaning::kMode: return TakeMode(value);
    }
    return {};
  }

  Step TakeStandard(std::string value) {
    const std::string plain = value.starts_with("gnu") ? "c" + value.substr(3) : value;
    static constexpr std::string_view kKnown[] = {"c++03", "c++11", "c++14", "c++17", "c++20", "c++23"};
    if (std::ranges::find(kKnown, plain) == std::end(kKnown))
      return Fail(fmt::format("`-std={}`: the standards are c++14, c++17, c++20 and c++23", value));
    // The CUDA headers require C++14, which includes the older standards.
    command_.request.standard = plain == "c++03" || plain == "c++11" ? "c++14" : value;
    return {};
  }

  // `sm_80`, `compute_90a`, `arch=compute_80,code=[sm_80,compute_80]`: the first part states the architecture that
  // device code is written for. `native`, `all` and `all-major` include Lockstep's device.
  Step TakeArchitecture(const std::string& word, const std::string& value) {
    if (value == "native" || value.starts_with("all")) return {};
    std::string_view rest = value;
    if (rest.starts_with("arch=")) rest.remove_prefix(5);
    for (std::string_view prefix : {"sm_", "compute_", "lto_"})
      if (rest.starts_with(prefix)) {
        unsigned number = 0;
        const auto [end, error] = std::from_chars(rest.data() + prefix.size(), rest.data() + rest.size(), number);
        if (error == std::errc() && number >= 30 && number < 1000) {
          command_.request.architectures.push_back(number);
          return {};
        }
      }
    return Fail(fmt::format("`{}`: `{}` is not an architecture such as sm_80", word, value));
  }

  Step TakeMode(const std::string& value) {
    for (Mode mode : {Mode::kRun, Mode::kCheck, Mode::kRecord})
      if (value == ModeName(mode)) {
        command_.request.mode = mode;
        return {};
      }
    return Fail(fmt::format("`--lockstep-mode={}`: the modes are run, check and record", value));
  }

  Step TakeLibrary(const std::string& name) {
    if (IsToolkitLibrary(name)) return {};
    command_.request.link_flags.push_back("-l" + name);
    return {};
  }

  // A word for g++. A flag and its value may be two words, which may come by two flags of nvcc.
  void TakeForHost(const std::string& word) {
    if (!host_flag_.empty()) {
      TakeForHost(std::exchange(host_flag_, {}), word);
    } else if (std::ranges::find(kHostFlagsWithValue, word) != std::end(kHostFlagsWithValue)) {
      host_flag_ = word;
    } else {
      TakeWholeForHost(word);
    }
  }

  void TakeForHost(const std::string& flag, const std::string& value) {
    const bool has_attached_value = flag.size() == 2;
    if (has_attached_value) return TakeWholeForHost(flag + value);
    std::vector<std::string>& flags = flag == "-Xlinker" ? command_.request.link_flags : command_.request.compile_flags;
    flags.insert(flags.end(), {flag, value});
  }

  // Flags that affect the preprocessor must reach the device half too.
  void TakeWholeForHost(const std::string& word) {
    BuildRequest& request = command_.request;
    // Objects and shared libraries are position-independent already.
    if (word == "-fPIC" || word == "-fpic" || word == "-fPIE" || word == "-fpie") return;
    if (word == "-Werror" || word.starts_with("-Werror=")) return;
    if (word.starts_with("-Wl,") || word.starts_with("-l") || word.starts_with("-L")) {
      request.link_flags.push_back(word);
    } else if (std::ranges::any_of(kHostFlagsWithValue,
                                   [&](std::string_view flag) { return word.starts_with(flag); })) {
      request.compile_flags.push_back(word);
    } else if (word.starts_with("-O")) {
      host_optimize_ = word.substr(2);
    } else {
      request.host_flags.push_back(word);
    }
  }

  Step ReadFileOfWords(const std::string& path) {
    if (++files_of_words_ > 100) return Fail(fmt::format("{}: files of flags include each other in a circle", path));
    const auto text = ReadFile(path, {.most = 16 << 20});
    if (!text) return Fail(fmt::format("cannot read the file of flags: {}", text.error().message));
    std::vector<std::string> words = CutWords(std::string(text->begin(), text->end()));
    words_.insert(words_.end(), std::make_move_iterator(words.rbegin()), std::make_move_iterator(words.rend()));
    return {};
  }

  bool OnlyLinks() const {
    return command_.action == NvccCommand::Action::kBuild && command_.request.language.empty() &&
           !command_.request.inputs.empty() &&
           std::ranges::none_of(command_.request.inputs, [](const std::string& input) { return IsAnySource(input); });
  }

  Step Settle() {
    using Action = NvccCommand::Action;
    BuildRequest& request = command_.request;
    if (request.optimize.empty()) request.optimize = host_optimize_;
    // If only objects are linked, flags unknown to nvcc are for the host's linker, which reports those that it does not
    // know.
    for (const std::string& word : unknown_) {
      if (!forward_compiler_ && !forward_linker_ && !OnlyLinks()) return Fail(fmt::format("unknown flag `{}`", word));
      if (forward_compiler_)
        TakeForHost(word);
      else
        request.link_flags.push_back(word);
    }
    if (!host_flag_.empty()) return Fail(fmt::format("`-Xcompiler {}` needs a value after it", host_flag_));
    const Action action = command_.action;
    const bool asks = action == Action::kVersion || action == Action::kHelp || action == Action::kListArchitectures ||
                      action == Action::kListCodes || action == Action::kToolkit;
    if (asks) return {};
    if (request.inputs.empty()) return Fail("no input file: name a .cu file");
    if ((action == Action::kObjects || action == Action::kModules) && request.inputs.size() > 1 &&
        !request.output.empty())
      return Fail(fmt::format("`-o {}` names one object, but there are {} sources; use -odir", request.output,
                              request.inputs.size()));
    return {};
  }

  std::vector<std::string> words_;  // in reverse order
  NvccCommand command_;
  std::vector<std::string> unknown_;
  std::string host_flag_;  // the last word for g++, if its value is the next one
  std::string host_optimize_;
  bool forward_compiler_ = false, forward_linker_ = false;
  int files_of_words_ = 0;
};

}  // namespace

Expected<NvccCommand> ReadNvccCommandLine(const std::vector<std::string>& words) { return Reader(words).Read(); }

std::vector<std::string> TakeNvccFlags(std::vector<std::string>& words,
                                       const std::function<bool(const std::string&)>& is_ours) {
  static constexpr Meaning kTaken[] = {
      Meaning::kArchitecture,  Meaning::kDebug,        Meaning::kDefine,       Meaning::kIgnoredCode,
      Meaning::kDefaultStream, Meaning::kDeviceDebug,  Meaning::kFastMath,     Meaning::kFlush,
      Meaning::kFuse,          Meaning::kHostCompiler, Meaning::kIgnored,      Meaning::kIncludeFolder,
      Meaning::kOptimize,      Meaning::kRelocatable,  Meaning::kUndefine,     Meaning::kInclude,
      Meaning::kLanguage,      Meaning::kLinker,       Meaning::kMachine,      Meaning::kNoDeprecated,
      Meaning::kNoExceptions,  Meaning::kNoWarnings,   Meaning::kSystemFolder, Meaning::kTemplateBacktrace,
      Meaning::kTemplateDepth, Meaning::kWarnReorder};
  std::vector<std::string> taken, rest;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::size_t equals = word.find('=');
    const Flag* flag = nullptr;
    if (word.size() > 1 && word[0] == '-')
      flag = FindFlag(std::string_view(word).substr(0, equals).substr(word[1] == '-' ? 2 : 1));
    if (!flag || std::ranges::find(kTaken, flag->meaning) == std::end(kTaken) || is_ours(word.substr(0, equals))) {
      rest.push_back(word);
      continue;
    }
    taken.push_back(word);
    if (flag->value != Value::kNone && equals == word.npos && i + 1 < words.size()) taken.push_back(words[++i]);
  }
  words = std::move(rest);
  return taken;
}

std::string NvccFlagsForPeople() {
  std::string text;
  for (const Flag& flag : kFlags) {
    const bool alike = flag.long_name == flag.short_name || flag.long_name.empty();
    const std::string names =
        alike ? fmt::format("-{}", flag.short_name) : fmt::format("--{} (-{})", flag.long_name, flag.short_name);
    const std::string_view becomes = flag.meaning == Meaning::kIgnored        ? "ignored"
                                     : flag.meaning == Meaning::kArchitecture ? "sets `__CUDA_ARCH__`"
                                     : flag.meaning == Meaning::kIgnoredCode  ? "ignored: Lockstep is one GPU"
                                     : flag.meaning == Meaning::kModule       ? "a module for cuModuleLoad on the CPU"
                                     : flag.meaning == Meaning::kRefusedIntermediate ? "refused: there is no GPU code"
                                                                                     : "";
    text += becomes.empty() ? names + "\n" : fmt::format("{:<70}{}\n", names, becomes);
  }
  return text;
}

std::string ObjectNameOf(const NvccCommand& command, const std::string& source) {
  if (!command.request.output.empty()) return command.request.output;
  const std::string suffix = command.action == NvccCommand::Action::kModules ? command.module_suffix : ".o";
  return (fs::path(command.output_folder) / (fs::path(source).stem().string() + suffix)).string();
}

}  // namespace lockstep::compile
