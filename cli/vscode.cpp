// lockstep vscode install: the extension of docs/EDITORS.md, put where Visual Studio Code looks for extensions.

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "cli/command.h"
#include "cli/commands.h"
#include "lessons/engine/places.h"
#include "shared/base/printable.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

constexpr char kName[] = "lockstep";
constexpr const char* kFiles[] = {"package.json", "extension.js"};

struct VscodeOptions {
  std::string folder;
  bool replaces = false;
};

// Installed, or of the source tree.
Expected<fs::path> Extension() {
  const auto lessons = lessons::LessonsFolder();
  if (!lessons) return std::unexpected(lessons.error());
  for (const fs::path& folder : {lessons->parent_path() / "vscode", lessons->parent_path() / "dap/vscode"})
    if (fs::exists(folder / kFiles[0])) return folder;
  return Fail("the extension is missing beside the lessons: install Lockstep again");
}

Expected<fs::path> FolderOfExtensions(const std::string& named) {
  if (!named.empty()) {
    if (fs::is_directory(named)) return fs::path(named);
    return Fail(fmt::format("--folder {}: there is no such folder", named));
  }
  const char* home = std::getenv("HOME");
  if (!home || !*home) return Fail("HOME names no folder: --folder FOLDER names the one with the extensions");
  const fs::path code = fs::path(home) / ".vscode";
  if (fs::is_directory(code)) return code / "extensions";
  return Fail(
      fmt::format("`{}` does not exist: start Visual Studio Code once, or name the folder with the extensions "
                  "(`--folder ~/.vscode-server/extensions`, `--folder ~/.vscode-oss/extensions`)",
                  code.string()));
}

Expected<fs::path> Install(const VscodeOptions& options) {
  const auto from = Extension();
  if (!from) return from;
  const auto extensions = FolderOfExtensions(options.folder);
  if (!extensions) return extensions;
  const fs::path to = *extensions / kName;
  std::error_code error;
  if (fs::is_symlink(to, error))
    return Fail(
        fmt::format("`{}` is a link to `{}`: that extension is in use already; remove the link to install a copy",
                    to.string(), fs::read_symlink(to, error).string()));
  if (fs::exists(to, error) && !options.replaces)
    return Fail(fmt::format("`{}` exists already; --replace writes over it", to.string()));
  fs::create_directories(to, error);
  for (const char* file : kFiles)
    if (!error) fs::copy_file(*from / file, to / file, fs::copy_options::overwrite_existing, error);
  if (error) return Fail(fmt::format("cannot write to `{}`: {}", to.string(), error.message()));
  return to;
}

ExitStatus RunInstall(const VscodeOptions& options) {
  const auto installed = Install(options);
  if (!installed) return Complain(ExitStatus::kCannotWrite, installed.error());
  std::error_code unknown;
  const fs::path command = fs::read_symlink("/proc/self/exe", unknown);
  std::printf(
      "Installed %s\n"
      "Next: start Visual Studio Code again, open a .cu file, click beside a line for a breakpoint, and press F5.\n"
      "If `lockstep` is not on the PATH, set `lockstep.path` in the settings to %s\n",
      Printable(installed->string()).c_str(), Printable(command.string()).c_str());
  return ExitStatus::kOk;
}

}  // namespace

void AddVscode(CLI::App& app) {
  auto options = std::make_shared<VscodeOptions>();
  CLI::App* command = app.add_subcommand("vscode", "Install the extension for Visual Studio Code");
  command->require_subcommand(1);
  CLI::App* install = command->add_subcommand("install", "Copy it to the folder with the user's extensions");
  install->add_option("--folder", options->folder, "the folder with the extensions (~/.vscode/extensions)");
  install->add_flag("--replace", options->replaces, "write over an older copy");
  OnRun(install, [options] { return RunInstall(*options); });
}

}  // namespace lockstep::cli
