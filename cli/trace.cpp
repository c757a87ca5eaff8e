// `lockstep trace info|dump|order|query FILE`: prints a recording, orders its steps, or answers questions about it.

#include "shared/trace/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/commands.h"
#include "shared/base/did_you_mean.h"
#include "shared/query/answer.h"
#include "shared/query/forms.h"
#include "shared/replay/moment_address.h"
#include "shared/replay/replay.h"
#include "shared/replay/view_order.h"
#include "shared/trace/dump.h"
#include "shared/trace/format_place.h"
#include "shared/trace/read_index.h"

namespace lockstep::cli {
namespace {

struct TraceOptions {
  std::string file, query, at, output;
  std::string by = "warps";          // of order
  std::string block, thread, steps;  // of dump
  trace::StepChoice choice;
  bool json = false, json_lines = false, csv = false;
  std::optional<std::uint64_t> limit;  // of query
  query::Bounds bounds;
};

ExitStatus Info(const TraceOptions& options) {
  const auto recording = trace::ReadTrace(options.file);
  if (!recording) return Complain(ExitStatus::kBadInput, recording.error());
  std::fputs(trace::DescribeTrace(*recording).c_str(), stdout);
  return ExitStatus::kOk;
}

// "100..199", "100..", "..199" or "100".
bool ReadSteps(const std::string& text, trace::StepChoice& choice) {
  const std::size_t dots = text.find("..");
  const auto read = [](std::string_view part, std::uint64_t& number) {
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    return part.empty() || (error == std::errc() && end == part.data() + part.size());
  };
  if (text.empty() || text == "..") return false;
  const std::string_view all = text;
  if (!read(all.substr(0, dots), choice.first)) return false;
  if (dots == text.npos) choice.last = choice.first;
  return (dots == text.npos || read(all.substr(dots + 2), choice.last)) && choice.first <= choice.last;
}

Expected<trace::StepChoice> ReadChoice(const TraceOptions& options) {
  trace::StepChoice choice = options.choice;
  if (!options.block.empty()) {
    choice.block = trace::ReadIndex(options.block);
    if (!choice.block) return Fail(fmt::format("--block {}: expected x, x,y or x,y,z", options.block));
  }
  if (!options.thread.empty()) {
    const auto named = trace::ReadThread(options.thread);
    if (!named)
      return Fail(
          fmt::format("--thread {}: expected threadIdx, or blockIdx/threadIdx: 5,0,0 or 3,0,0/5,0,0", options.thread));
    if (named->block) choice.block = named->block;
    choice.thread = named->thread;
  }
  if (!options.steps.empty() && !ReadSteps(options.steps, choice))
    return Fail(fmt::format("--steps {}: expected FIRST..LAST, FIRST.. or ..LAST, counted from 0", options.steps));
  return choice;
}

// Why no step fits.
Error NothingFits(const trace::Recording& recording, const trace::StepChoice& choice) {
  std::vector<std::string> arrays;
  for (const trace::RecordedLaunch& launch : recording.launches)
    for (std::size_t i = 0; i < launch.objects.forms().size(); ++i)
      arrays.push_back(trace::NameOf(launch.objects.forms()[i]));
  for (const trace::Object& object : recording.objects) arrays.push_back(trace::NameOf(object));
  if (choice.array.empty() || std::ranges::find(arrays, choice.array) != arrays.end())
    return {"no recorded step fits; `lockstep trace info` says which launches and blocks the recording has"};
  return {fmt::format("--array {}: the recording has no array or variable of this name{}", choice.array,
                      DidYouMean(choice.array, arrays))};
}

ExitStatus Dump(const TraceOptions& options) {
  const auto choice = ReadChoice(options);
  if (!choice) return Complain(ExitStatus::kBadUsage, choice.error());
  const auto recording = trace::ReadTrace(options.file);
  if (!recording) return Complain(ExitStatus::kBadInput, recording.error());
  const bool fits = choice->IsAll() || std::ranges::any_of(recording->launches, [&](const auto& launch) {
                      return !trace::ChooseSteps(*recording, launch, *choice).empty();
                    });
  if (!fits) return Complain(ExitStatus::kBadInput, NothingFits(*recording, *choice));
  const trace::DumpFormat format = options.json         ? trace::DumpFormat::kJson
                                   : options.json_lines ? trace::DumpFormat::kJsonLines
                                                        : trace::DumpFormat::kText;
  // The reader may close the pipe early; then there is nothing more to write.
  trace::DumpStepsTo(*recording, *choice, format, [](std::string_view piece) {
    return std::fwrite(piece.data(), 1, piece.size(), stdout) == piece.size();
  });
  return ExitStatus::kOk;
}

ExitStatus Order(const TraceOptions& options) {
  auto recording = trace::ReadTrace(options.file);
  if (!recording) return Complain(ExitStatus::kBadInput, recording.error());
  const auto ordered =
      replay::InOrder(std::move(*recording),
                      options.by == "blocks" ? replay::ViewOrder::kBlocksSideBySide : replay::ViewOrder::kWarpsInTurn);
  if (!ordered) return Complain(ExitStatus::kBadInput, ordered.error());
  if (auto written = trace::WriteTrace(ordered->recording, options.output); !written)
    return Complain(ExitStatus::kBadInput, written.error());
  return ExitStatus::kOk;
}

query::Format FormatOf(const TraceOptions& options) {
  if (options.json) return query::Format::kJson;
  if (options.json_lines) return query::Format::kJsonLines;
  return options.csv ? query::Format::kCsv : query::Format::kText;
}

// Text and JSON say what they leave out; lines of JSON and CSV, which cannot, have all rows unless a limit is given.
query::Bounds BoundsOf(const TraceOptions& options) {
  constexpr std::uint64_t kRows = 50;
  query::Bounds bounds = options.bounds;
  bounds.more = "--limit 0 shows all";
  bounds.rows = options.limit.value_or(options.json_lines || options.csv ? 0 : kRows);
  return bounds;
}

ExitStatus Query(const TraceOptions& options) {
  // Before the recording, which may take seconds to read.
  const auto parsed = query::Parse(options.query);
  if (!parsed) return Complain(ExitStatus::kBadInput, parsed.error());
  const auto model = replay::Open(options.file);
  if (!model) return Complain(ExitStatus::kBadInput, model.error());
  std::optional<replay::Cursor> from;
  if (!options.at.empty()) {
    const auto moment = query::ReadMoment(**model, options.at);
    if (!moment) return Complain(ExitStatus::kBadInput, moment.error());
    from = *moment;
  }
  const auto answer = query::Answer(**model, *parsed, from, FormatOf(options), BoundsOf(options));
  if (!answer) return Complain(ExitStatus::kBadInput, answer.error());
  std::fwrite(answer->data(), 1, answer->size(), stdout);
  return ExitStatus::kOk;
}

std::string QueryHelp() {
  std::string text =
      "Queries:\n"
      "  writes to d_out[7]                         who wrote a cell, in the order of time\n"
      "  reads of tile where unwritten              reads of memory that nobody had written\n"
      "  first write to d_out where isnan(new)      also last, next and prev (see --at)\n"
      "  line 41 print i, sum where block == (3,0,0) and lane < 4\n"
      "  count by line, lane where kind == atomic\n";
  for (const query::FormRow& form : query::Forms())
    text += fmt::format("  {:<42} {}{}\n", form.example, form.help, form.is_here ? " (see --at)" : "");
  text += "\nFields (any other name is the program's, as the thread sees it just after the step):\n";
  for (const query::FieldInfo& field : query::Fields()) text += fmt::format("  {:<10} {}\n", field.word, field.text);
  return text + "\ndocs/QUERIES.md has all of it.";
}

void AddQuery(CLI::App& trace, const std::shared_ptr<TraceOptions>& options) {
  CLI::App* query = trace.add_subcommand("query", "Answer a question about a recording");
  query->add_option("FILE", options->file, "the recording")->required();
  query->add_option("QUERY", options->query, "the question")->required();
  query->add_option(
      "--at", options->at,
      "the moment that `next`, `prev`, `why`, `uses of`, `threads`, `loop` and `since` are about: LAUNCH:STEP, and the "
      "thread whose step it is");
  auto* const json = query->add_flag("--json", options->json, "as one JSON object");
  auto* const lines = query->add_flag("--jsonl", options->json_lines, "as a line of JSON for each row");
  auto* const csv = query->add_flag("--csv", options->csv, "as CSV");
  json->excludes(lines)->excludes(csv);
  lines->excludes(csv);
  query->add_option("--limit", options->limit,
                    "at most this many rows; 0: all (default: 50, with --jsonl and --csv all)");
  query->add_option("--depth", options->bounds.depth,
                    "of `why`: this many links below the first one; 0 (default): all");
  query->footer(QueryHelp());
  OnRun(query, [options] { return Query(*options); });
}

void AddDump(CLI::App& trace, const std::shared_ptr<TraceOptions>& options) {
  CLI::App* dump = trace.add_subcommand("dump", "Print every step, or those that fit the flags, one on each line");
  dump->add_option("FILE", options->file, "the recording")->required();
  dump->add_option("--launch", options->choice.launch, "steps of this launch, counted from 0");
  dump->add_option("--block", options->block, "steps of this block: x,y,z");
  dump->add_option("--thread", options->thread, "steps of this thread: x,y,z of every block, or bx,by,bz/x,y,z");
  dump->add_option("--line", options->choice.line, "steps at this line of the source");
  dump->add_option("--array", options->choice.array, "accesses to this array or variable");
  dump->add_option("--steps", options->steps, "the steps FIRST..LAST of each launch, counted from 0");
  auto* const json = dump->add_flag("--json", options->json, "as JSON (see shared/trace/FORMAT.md)");
  auto* const lines = dump->add_flag("--jsonl", options->json_lines, "as a line of JSON for each step");
  json->excludes(lines);
  OnRun(dump, [options] { return Dump(*options); });
}

void AddOrder(CLI::App& trace, const std::shared_ptr<TraceOptions>& options) {
  CLI::App* order = trace.add_subcommand(
      "order", "Write the recording with its steps in another order that they may have had, to be stepped through");
  order->add_option("FILE", options->file, "the recording")->required();
  order
      ->add_option("--by", options->by,
                   "warps: the warps of a block take turns, line by line (default); blocks: those of all blocks do")
      ->check(CLI::IsMember({"warps", "blocks"}));
  order->add_option("-o", options->output, "the new recording")->required();
  order->footer(
      "A recording has each warp run as far as it can. In the new one, the steps of a warp, accesses to the same bytes "
      "and\n"
      "barriers keep their order, so it is as true as the first, with the same values.");
  OnRun(order, [options] { return Order(*options); });
}

}  // namespace

void AddTrace(CLI::App& app) {
  auto options = std::make_shared<TraceOptions>();
  CLI::App* trace = app.add_subcommand("trace", "Print a recording");
  trace->require_subcommand(1);
  CLI::App* info = trace->add_subcommand("info", "Print a summary of a recording");
  info->add_option("FILE", options->file, "the recording")->required();
  OnRun(info, [options] { return Info(*options); });
  AddDump(*trace, options);
  AddOrder(*trace, options);
  AddQuery(*trace, options);
}

}  // namespace lockstep::cli
