// lockstep export FILE#step=.. --html OUT.html: a stretch of a thread's time as a web page that plays by itself.

#include <algorithm>
#include <filesystem>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/moment_flags.h"
#include "cli/outputs.h"
#include "shared/base/printable.h"
#include "shared/base/unfinished_file.h"
#include "shared/query/moment_page.h"

namespace lockstep::cli {
namespace {

struct Options {
  MomentFlags moment;
  std::string html;
  query::PageOptions page;
};

ExitStatus Export(Options& options) {
  const auto address = ReadMomentFlags(options.moment);
  if (!address) return Complain(ExitStatus::kBadUsage, address.error());
  if (const auto refused = JudgeOutputs({{"--html", options.html}}, {address->file})) return *refused;
  const auto opened = OpenMoment(*address);
  if (!opened) return Complain(ExitStatus::kBadInput, opened.error());
  options.page.title = std::filesystem::path(address->file).filename().string();
  const auto page = query::MakePage(*opened->model, opened->place, options.page);
  if (!page) return Complain(ExitStatus::kBadInput, page.error());
  if (auto written = WriteFile(options.html, *page); !written)
    return Complain(ExitStatus::kCannotWrite, written.error());
  std::fprintf(stderr, "lockstep: wrote %s\n", Printable(options.html).c_str());
  return ExitStatus::kOk;
}

}  // namespace

void AddExport(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("export", "Write a part of a recording as a web page that plays by keys");
  AddMomentFlags(*command, options->moment);
  command->add_option("--html", options->html, "the page: one file that needs no server")->required();
  command->add_option("--caption", options->page.caption, "a text on the page");
  command->add_option("--stops", options->page.stops, "how many lines of the thread around the moment the page has")
      ->check(CLI::Range(1, 2000))
      ->capture_default_str();
  command->add_option("--cells", options->page.cells, "how many cells of each array it has")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  OnRun(command, [options] { return Export(*options); });
}

}  // namespace lockstep::cli
