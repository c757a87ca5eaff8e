// The `lockstep` command: a table of contents. Each subcommand is in the file of its name.

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/failure.h"
#include "cli/outputs.h"
#include "cli/streams.h"
#include "jobs/math_functions.h"
#include "jobs/nvcc_line.h"
#include "shared/base/did_you_mean.h"
#include "shared/base/interrupt.h"

namespace {

using lockstep::ExitStatus;

// Compilers spell some long flags with one dash; the command line library would read those as a row of short flags.
std::string AsWeSpellIt(const std::string& word) {
  if (word.starts_with("-std=")) return "-" + word;
  if (word == "-fatbin" || word == "-ptx" || word == "-cubin") return "-" + word;
  return word;
}

// The command line without the program's name, in reverse as the library expects; words after `--` are the program's.
std::vector<std::string> TakeWords(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> words;
  int i = 1;
  for (; i < argc && std::string_view(argv[i]) != "--"; ++i) words.push_back(AsWeSpellIt(argv[i]));
  if (i < argc) lockstep::cli::ProgramArguments().assign(argv + i + 1, argv + argc);
  static constexpr std::string_view kCompiles[] = {"build", "run", "check", "record", "debug", "compare"};
  if (!words.empty() && std::ranges::find(kCompiles, words[0]) != std::end(kCompiles))
    lockstep::cli::NvccFlags() =
        lockstep::compile::TakeNvccFlags(words, [command = app.get_subcommand(words[0])](const std::string& flag) {
          return command->get_option_no_throw(flag) != nullptr;
        });
  return {words.rbegin(), words.rend()};
}

std::vector<std::string> NamesOf(const std::vector<const CLI::App*>& commands) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands)
    if (!command->get_name().empty()) names.push_back(command->get_name());  // else it is a group of flags
  return names;
}

// The command whose words could not be parsed: the innermost one that was named.
const CLI::App* Innermost(const CLI::App* app) {
  for (;;) {
    const std::vector<CLI::App*> chosen = app->get_subcommands();
    const auto next =
        std::ranges::find_if(chosen, [](const CLI::App* command) { return !command->get_name().empty(); });
    if (next == chosen.end()) return app;
    app = *next;
  }
}

// The first word that looks like a flag and is unknown, with a suggestion.
std::string SuggestFlag(const CLI::App* command, int argc, char** argv) {
  std::vector<const CLI::App*> parts = command->get_subcommands({});
  parts.push_back(command);
  std::vector<std::string> flags;
  for (const CLI::App* part : parts)
    for (const CLI::Option* option : part->get_options())
      for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  for (int i = 1; i < argc && std::string_view(argv[i]) != "--"; ++i) {
    const std::string_view word = std::string_view(argv[i]).substr(0, std::string_view(argv[i]).find('='));
    if (word.starts_with("--") && std::ranges::find(flags, word) == flags.end())
      return lockstep::DidYouMean(word, flags);
  }
  return "";
}

ExitStatus ReportMisuse(const CLI::App& app, int argc, char** argv, const CLI::ParseError& error) {
  using lockstep::DidYouMean;
  using lockstep::cli::Complain;
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (app.get_subcommands().empty() && !first.starts_with("-")) {
    const std::string meant = DidYouMean(first, NamesOf(app.get_subcommands({})));
    return Complain(ExitStatus::kBadUsage, {fmt::format("unknown command `{}`{}", first, meant)},
                    meant.empty() ? "`lockstep --help` lists the commands" : "");
  }
  const CLI::App* const command = Innermost(&app);
  const std::vector<std::string> inner = NamesOf(command->get_subcommands({}));
  std::string meant = SuggestFlag(command, argc, argv);
  if (meant.empty() && !inner.empty() && argc > 2) meant = DidYouMean(argv[2], inner);
  std::string path;
  for (const CLI::App* at = command; at->get_parent(); at = at->get_parent()) path.insert(0, at->get_name() + " ");
  return Complain(ExitStatus::kBadUsage, {error.what() + meant},
                  meant.empty() ? fmt::format("see `lockstep {}--help`", path) : "");
}

int Run(CLI::App& app, int argc, char** argv) {
  try {
    std::vector<std::string> words = TakeWords(app, argc, argv);
    const std::string failure = lockstep::cli::FindFailureFlags({words.rbegin(), words.rend()});
    if (const auto refused = lockstep::cli::JudgeOutputs({{"--failure", failure}}, {}))
      return static_cast<int>(*refused);
    lockstep::cli::WriteFailureTo(failure);
    app.parse(std::move(words));
  } catch (const CLI::RuntimeError& ended) {
    return ended.get_exit_code();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // help, version
    return static_cast<int>(ReportMisuse(app, argc, argv, error));
  }
  std::fputs(app.help().c_str(), stderr);
  return static_cast<int>(ExitStatus::kBadUsage);
}

// True for the names of links by which the command acts as nvcc: `nvcc` and `lockstep-nvcc`.
bool IsNvccsName(const char* name) {
  const std::string file = std::filesystem::path(name).filename();
  return file == "nvcc" || file == "lockstep-nvcc";
}

int Start(int argc, char** argv) {
  using namespace lockstep::cli;
  lockstep::EndOnInterrupt();
  lockstep::jobs::GiveMathFunctions();
  if (argc > 0 && IsNvccsName(argv[0])) return Nvcc({argv + 1, argv + argc});
  if (argc > 1 && std::string_view(argv[1]) == "nvcc") return Nvcc({argv + 2, argv + argc});
  CLI::App app{"Lockstep runs CUDA C++ programs on the CPU: to learn, step through, check and compare kernels.",
               "lockstep"};
  app.set_version_flag("--version", "lockstep " LOCKSTEP_VERSION);
  app.require_subcommand(0, 1);

  AddBuild(app);
  AddCheck(app);
  AddCompare(app);
  AddDebug(app);
  AddLesson(app);
  AddPuzzle(app);
  AddNvcc(app);
  AddRun(app);
  AddRecord(app);
  AddDap(app);
  AddDescribe(app);
  AddDiff(app);
  AddExport(app);
  AddTrace(app);
  AddView(app);
  AddVscode(app);
  AddFailureFlags(app);

  return Run(app, argc, argv);
}

// Turns an exception that no command handles into an error message.
int StartSafely(int argc, char** argv) {
  using lockstep::cli::Complain;
  try {
    return Start(argc, argv);
  } catch (const std::bad_alloc&) {
    return static_cast<int>(Complain(ExitStatus::kInternal, {"out of memory"}));
  } catch (const std::system_error& error) {
    return static_cast<int>(Complain(ExitStatus::kInternal, {error.what()}));
  } catch (const std::exception& error) {
    return static_cast<int>(Complain(ExitStatus::kInternal, {fmt::format("internal error: {}", error.what())}));
  }
}

int DeliverFailureOf(int status) {
  if (status == 0) return status;
  const auto delivered = lockstep::cli::DeliverFailure();
  return delivered ? status : static_cast<int>(lockstep::cli::Complain(ExitStatus::kCannotWrite, delivered.error()));
}

}  // namespace

int main(int argc, char** argv) {
  lockstep::cli::KeepClosedStreamsClosed();
  return lockstep::cli::FinishStandardOutput(DeliverFailureOf(StartSafely(argc, argv)));
}
