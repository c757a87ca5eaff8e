// lockstep export FILE#step=.. --html OUT.html: a stretch of a thread's time as a web page that plays by itself.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/moment_flags.h"
#include "cli/outputs.h"
#include "shared/base/printable.h"
#include "shared/base/unfinished_file.h"
#include "shared/query/bookmarks.h"
#include "shared/query/moment_page.h"

namespace lockstep::cli {
namespace {

struct Options {
  MomentFlags moment;
  std::string html;
  query::PageOptions page;
  bool tour = false;
};

// The bookmarks beside the recording, as stops.
Expected<std::vector<query::TourStop>> StopsOf(const replay::Model& model, const std::string& recording) {
  const auto bookmarks = query::ReadBookmarks(query::BookmarksFile(recording));
  if (!bookmarks) return std::unexpected(bookmarks.error());
  if (bookmarks->empty())
    return Fail(fmt::format("`{0}` has no bookmarks for a tour: `lockstep view {0}`, and K at each moment", recording));
  std::vector<query::TourStop> stops;
  for (const query::Bookmark& bookmark : *bookmarks) {
    const auto place = replay::FindMoment(model.recording(), bookmark.moment);
    if (!place) return Fail(fmt::format("the bookmark \"{}\": {}", bookmark.name, place.error().message));
    stops.push_back({*place, bookmark.name});
  }
  return stops;
}

Expected<std::string> PageOf(const Options& options, const replay::AddressedFile& address, OpenedMoment& opened) {
  if (!options.tour) return query::MakePage(*opened.model, opened.place, options.page);
  const auto stops = StopsOf(*opened.model, address.file);
  if (!stops) return std::unexpected(stops.error());
  return query::MakeTour(*opened.model, *stops, options.page);
}

ExitStatus Export(Options& options) {
  const auto address = ReadMomentFlags(options.moment);
  if (!address) return Complain(ExitStatus::kBadUsage, address.error());
  if (const auto refused = JudgeOutputs({{"--html", options.html}}, {address->file})) return *refused;
  auto opened = OpenMoment(*address);
  if (!opened) return Complain(ExitStatus::kBadInput, opened.error());
  options.page.title = std::filesystem::path(address->file).filename().string();
  const auto page = PageOf(options, *address, *opened);
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
  command
      ->add_flag("--tour", options->tour, "the recording's bookmarks as stops of a tour, with their names as captions")
      ->excludes(command->get_option("--step"))
      ->excludes(command->get_option("--line"))
      ->excludes(command->get_option("--thread"));
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
