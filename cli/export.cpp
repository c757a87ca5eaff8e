// lockstep export FILE#step=..: a stretch of a thread's time as a web page that plays by itself (--html), or a moment
// as a picture (--svg, --png).

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
#include "shared/query/moment_picture.h"
#include "shared/trace/trace.h"
#include "viz/app/view.h"

namespace lockstep::cli {
namespace {

struct ExportOptions {
  MomentFlags moment;
  std::string html, svg, png;
  std::string array;  // of --svg; empty: the grid
  std::string theme;  // of --png
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

Expected<std::string> PageOf(const ExportOptions& options, const replay::AddressedFile& address, OpenedMoment& opened) {
  if (!options.tour) return query::MakePage(*opened.model, opened.place, options.page);
  const auto stops = StopsOf(*opened.model, address.file);
  if (!stops) return std::unexpected(stops.error());
  return query::MakeTour(*opened.model, *stops, options.page);
}

Expected<std::string> PictureOf(const ExportOptions& options, OpenedMoment& opened) {
  return options.array.empty() ? query::DrawGrid(*opened.model, opened.place)
                               : query::DrawArray(*opened.model, opened.place, options.array, options.page.cells);
}

ExitStatus Write(const std::string& file, const Expected<std::string>& content) {
  if (!content) return Complain(ExitStatus::kBadInput, content.error());
  if (auto written = WriteFile(file, *content); !written) return Complain(ExitStatus::kCannotWrite, written.error());
  std::fprintf(stderr, "lockstep: wrote %s\n", Printable(file).c_str());
  return ExitStatus::kOk;
}

// The window at the moment.
ExitStatus WritePng(const ExportOptions& options, const OpenedMoment& opened) {
  trace::Recording recording = opened.model->recording();
  const replay::Cursor& place = opened.place;
  viz::ViewOptions view{.step = place.step,
                        .thread = std::pair{place.block, place.thread},
                        .launch = recording.launches[place.launch].number};
  view.theme = options.theme == "dark" ? viz::ThemeKind::kDark : viz::ThemeKind::kLight;
  if (auto saved = viz::SaveScreenshot({.recording = std::move(recording)}, view, options.png); !saved)
    return Complain(ExitStatus::kCannotWrite, saved.error());
  std::fprintf(stderr, "lockstep: wrote %s\n", Printable(options.png).c_str());
  return ExitStatus::kOk;
}

ExitStatus Export(ExportOptions& options) {
  if (options.html.empty() && options.svg.empty() && options.png.empty())
    return Complain(ExitStatus::kBadUsage, {"export what? --html PAGE.html, --svg PICTURE.svg or --png PICTURE.png"});
  const auto address = ReadMomentFlags(options.moment);
  if (!address) return Complain(ExitStatus::kBadUsage, address.error());
  if (const auto refused =
          JudgeOutputs({{"--html", options.html}, {"--svg", options.svg}, {"--png", options.png}}, {address->file}))
    return *refused;
  auto opened = OpenMoment(*address);
  if (!opened) return Complain(ExitStatus::kBadInput, opened.error());
  options.page.title = std::filesystem::path(address->file).filename().string();
  ExitStatus status = ExitStatus::kOk;
  if (!options.html.empty()) status = Write(options.html, PageOf(options, *address, *opened));
  if (status == ExitStatus::kOk && !options.svg.empty()) status = Write(options.svg, PictureOf(options, *opened));
  if (status == ExitStatus::kOk && !options.png.empty()) status = WritePng(options, *opened);
  return status;
}

}  // namespace

void AddExport(CLI::App& app) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command =
      app.add_subcommand("export", "Write a part of a recording as a web page that plays by keys, or as a picture");
  AddMomentFlags(*command, options->moment);
  command->add_option("--html", options->html, "the page: one file that needs no server");
  command->add_option("--svg", options->svg, "a picture of the moment: where the threads of the launch are");
  command->add_option("--array", options->array, "with --svg: the cells of this array instead")->needs("--svg");
  command->add_option("--png", options->png, "the window at the moment");
  command->add_option("--theme", options->theme, "with --png: light or dark")
      ->check(CLI::IsMember({"light", "dark"}))
      ->needs("--png");
  command
      ->add_flag("--tour", options->tour, "the recording's bookmarks as stops of a tour, with their names as captions")
      ->needs("--html")
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
