// `lockstep trace info|dump|query FILE`: prints a recording, or answers to questions about it.

#include "shared/trace/trace.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/commands.h"
#include "shared/query/answer.h"
#include "shared/replay/replay.h"
#include "shared/trace/dump.h"

namespace lockstep::cli {
namespace {

struct Options {
  std::string file, query, at;
  bool json = false, json_lines = false, csv = false;
};

ExitStatus Info(const Options& options) {
  const auto recording = trace::ReadTrace(options.file);
  if (!recording) return Complain(ExitStatus::kBadInput, recording.error());
  std::fputs(trace::DescribeTrace(*recording).c_str(), stdout);
  return ExitStatus::kOk;
}

ExitStatus Dump(const Options& options) {
  const auto recording = trace::ReadTrace(options.file);
  if (!recording) return Complain(ExitStatus::kBadInput, recording.error());
  // The reader may close the pipe early; then there is nothing more to write.
  trace::DumpTraceTo(*recording, options.json, [](std::string_view piece) {
    return std::fwrite(piece.data(), 1, piece.size(), stdout) == piece.size();
  });
  return ExitStatus::kOk;
}

query::Format FormatOf(const Options& options) {
  if (options.json) return query::Format::kJson;
  if (options.json_lines) return query::Format::kJsonLines;
  return options.csv ? query::Format::kCsv : query::Format::kText;
}

ExitStatus Query(const Options& options) {
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
  const auto answer = query::Answer(**model, *parsed, from, FormatOf(options));
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
      "  count by line, lane where kind == atomic\n"
      "  why d_out[7]                               where its value comes from\n"
      "  whynot d_out[7]                            why nobody wrote it\n"
      "  uses of tile[0][3]                         who read it, and what came of it\n\n"
      "Fields (any other name is the program's, as the thread sees it just after the step):\n";
  for (const query::FieldInfo& field : query::Fields()) text += fmt::format("  {:<10} {}\n", field.word, field.text);
  return text + "\ndocs/QUERIES.md has all of it.";
}

void AddQuery(CLI::App& trace, const std::shared_ptr<Options>& options) {
  CLI::App* query = trace.add_subcommand("query", "Answer a question about a recording");
  query->add_option("FILE", options->file, "the recording")->required();
  query->add_option("QUERY", options->query, "the question")->required();
  query->add_option(
      "--at", options->at,
      "the moment that `next`, `prev`, `why` and `uses of` start from: LAUNCH:STEP, and the thread whose step it is");
  auto* const json = query->add_flag("--json", options->json, "as one JSON object");
  auto* const lines = query->add_flag("--jsonl", options->json_lines, "as a line of JSON for each row");
  auto* const csv = query->add_flag("--csv", options->csv, "as CSV");
  json->excludes(lines)->excludes(csv);
  lines->excludes(csv);
  query->footer(QueryHelp());
  OnRun(query, [options] { return Query(*options); });
}

}  // namespace

void AddTrace(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* trace = app.add_subcommand("trace", "Print a recording");
  trace->require_subcommand(1);
  CLI::App* info = trace->add_subcommand("info", "Print a summary of a recording");
  info->add_option("FILE", options->file, "the recording")->required();
  OnRun(info, [options] { return Info(*options); });
  CLI::App* dump = trace->add_subcommand("dump", "Print every step, one on each line");
  dump->add_option("FILE", options->file, "the recording")->required();
  dump->add_flag("--json", options->json, "as JSON (see shared/trace/FORMAT.md)");
  OnRun(dump, [options] { return Dump(*options); });
  AddQuery(*trace, options);
}

}  // namespace lockstep::cli
