// The `lockstep` command: a table of contents. Each subcommand lives in the file of its name.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/command.h"
#include "cli/commands.h"
#include "sim/compile/nvcc_command_line.h"

namespace {

using lockstep::cli::ExitStatus;

// Compilers spell some long flags with one dash; the command line library reads those as a row of short ones.
std::string AsWeSpellIt(const std::string& word) {
  if (word.starts_with("-std=")) return "-" + word;
  if (word == "-rdc=true") return "--rdc";
  return word;
}

// The command line without the program's name, backwards as the library wants it; what follows `--` is the program's.
std::vector<std::string> TakeWords(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> words;
  int i = 1;
  for (; i < argc && std::string_view(argv[i]) != "--"; ++i) words.push_back(AsWeSpellIt(argv[i]));
  if (i < argc) lockstep::cli::ProgramArguments().assign(argv + i + 1, argv + argc);
  static constexpr std::string_view kCompiles[] = {"build", "run", "check", "record", "debug", "compare"};
  if (!words.empty() && std::ranges::find(kCompiles, words[0]) != std::end(kCompiles))
    lockstep::cli::NvccFlags() =
        lockstep::TakeNvccFlags(words, [command = app.get_subcommand(words[0])](const std::string& flag) {
          return command->get_option_no_throw(flag) != nullptr;
        });
  return {words.rbegin(), words.rend()};
}

ExitStatus TellMisuse(const CLI::App& app, int argc, char** argv, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (chosen.empty() && !first.starts_with("-")) {
    return lockstep::cli::Complain(ExitStatus::kBadUsage,
                                   {fmt::format("`{}` is no command; `lockstep --help` lists them", first)});
  }
  return lockstep::cli::Complain(ExitStatus::kBadUsage,
                                 {fmt::format("{}; `lockstep {}--help` tells more", error.what(),
                                              chosen.empty() ? "" : chosen[0]->get_name() + " ")});
}

int Run(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(TakeWords(app, argc, argv));
  } catch (const CLI::RuntimeError& ended) {
    return ended.get_exit_code();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // help, version
    return static_cast<int>(TellMisuse(app, argc, argv, error));
  }
  std::fputs(app.help().c_str(), stderr);
  return static_cast<int>(ExitStatus::kBadUsage);
}

// The name under which the command was started: `nvcc` and `lockstep-nvcc` are links to it.
bool IsNvccsName(const char* name) {
  const std::string file = std::filesystem::path(name).filename();
  return file == "nvcc" || file == "lockstep-nvcc";
}

}  // namespace

int main(int argc, char** argv) {
  using namespace lockstep::cli;
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
  AddNvcc(app);
  AddRun(app);
  AddRecord(app);
  AddTrace(app);
  AddView(app);

  return Run(app, argc, argv);
}
