// `lockstep trace info`: what a recording holds, on a page.

#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "shared/trace/format_place.h"
#include "shared/trace/step_word.h"
#include "shared/trace/tell_place.h"
#include "shared/trace/trace.h"

namespace lockstep {
namespace {

using Out = std::back_insert_iterator<std::string>;

std::uint64_t CountLines(const std::string& text) {
  std::uint64_t lines = text.empty() || text.back() == '\n' ? 0 : 1;
  for (char c : text) lines += c == '\n';
  return lines;
}

void DescribeLaunch(const Recording& recording, const RecordedLaunch& launch, Out out) {
  fmt::format_to(out, "launch {}: {}\n", launch.number, TellLaunch(recording, launch));
  const Kernel& kernel = recording.kernels[Index(launch.kernel)];
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const Variable* parameter =
        kernel.parameters[i] == VariableId::kNone ? nullptr : &recording.variables[Index(kernel.parameters[i])];
    fmt::format_to(out, "  {} = {}\n", parameter ? parameter->name : fmt::format("argument {}", i),
                   FormatValue(recording, parameter ? parameter->type : TypeId::kNone, launch.arguments[i].data(),
                               launch.arguments[i].size()));
  }
  fmt::format_to(out, "  {} of {} blocks recorded, {} threads a block, {} steps\n", launch.blocks.size(),
                 launch.grid.Count(), launch.block.Count(), launch.steps.size());
  std::array<std::uint64_t, kStepKinds> counts{};
  for (const Step& step : launch.steps) ++counts[static_cast<int>(step.kind)];
  for (int kind = 0; kind < kStepKinds; ++kind) {
    if (counts[kind] != 0) fmt::format_to(out, "    {:<9}{:>12}\n", Word(static_cast<StepKind>(kind)), counts[kind]);
  }
  if (launch.truncated) fmt::format_to(out, "  cut short: {}\n", launch.truncated_why);
}

void DescribeObjects(const Recording& recording, Out out) {
  for (const Object& object : recording.objects) {
    fmt::format_to(out, "  {}: {} bytes", NameOf(object), object.size);
    if (object.element != TypeId::kNone) fmt::format_to(out, " of `{}`", recording.types[Index(object.element)].name);
    for (std::size_t i = 0; i < object.shape.size(); ++i) {
      fmt::format_to(out, "{}{}", i == 0 ? ", shape " : "x", object.shape[i]);
    }
    if (object.allocated_at != SiteId::kNone)
      fmt::format_to(out, ", allocated at {}", TellSite(recording, object.allocated_at));
    fmt::format_to(out, "\n");
  }
}

void DescribeFindings(const Recording& recording, Out out) {
  for (const RecordedFinding& finding : recording.findings) {
    fmt::format_to(out, "finding: line {}: {}  [{}]\n", finding.line, finding.fact, finding.kind);
    for (const FindingSide& side : finding.sides) {
      if (side.step == FindingSide::kNotRecorded)
        fmt::format_to(out, "  {} (not recorded: {})\n", side.text, side.missing);
      else
        fmt::format_to(out, "  {} (launch {}, step {})\n", side.text, recording.launches[side.launch].number,
                       side.step);
    }
  }
}

}  // namespace

std::string DescribeTrace(const Recording& recording) {
  std::string text;
  const Out out(text);
  fmt::format_to(out, "program: {}", recording.program);
  for (const std::string& argument : recording.arguments) fmt::format_to(out, " {}", argument);
  fmt::format_to(out, "\nthread order: {}\n", recording.order);
  if (!recording.complete) fmt::format_to(out, "not complete: the program did not come to its end\n");
  for (const SourceFile& file : recording.files) {
    fmt::format_to(out, "source: {}, {} lines\n", file.path, CountLines(file.text));
  }
  if (!recording.objects.empty()) fmt::format_to(out, "memory:\n");
  DescribeObjects(recording, out);
  for (const RecordedLaunch& launch : recording.launches) DescribeLaunch(recording, launch, out);
  DescribeFindings(recording, out);
  for (const std::string& note : recording.notes) fmt::format_to(out, "note: {}\n", note);
  return text;
}

}  // namespace lockstep
