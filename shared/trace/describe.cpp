// `lockstep trace info`: a summary of a recording.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <filesystem>

#include "shared/base/printable.h"
#include "shared/trace/array_names.h"
#include "shared/trace/format_launch.h"
#include "shared/trace/format_place.h"
#include "shared/trace/modelled.h"
#include "shared/trace/step_word.h"
#include "shared/trace/trace.h"

namespace lockstep::trace {
namespace {

// Lines for a terminal; no text can break out of its line.
class Lines {
 public:
  template <class... Ts>
  void Add(fmt::format_string<Ts...> format, Ts&&... values) {
    text_ += Printable(fmt::format(format, std::forward<Ts>(values)...));
    text_ += '\n';
  }
  std::string Take() && { return std::move(text_); }

 private:
  std::string text_;
};

std::uint64_t CountLines(const std::string& text) {
  std::uint64_t lines = text.empty() || text.back() == '\n' ? 0 : 1;
  for (char c : text) lines += c == '\n';
  return lines;
}

void DescribeLaunch(const Recording& recording, const RecordedLaunch& launch, Lines& out) {
  out.Add("launch {}: {}", launch.number, FormatLaunch(recording, launch));
  const Kernel& kernel = recording.kernels[Index(launch.kernel)];
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const Variable* parameter =
        kernel.parameters[i] == VariableId::kNone ? nullptr : &recording.variables[Index(kernel.parameters[i])];
    out.Add("  {} = {}", parameter ? std::string(ShortName(parameter->name)) : fmt::format("argument {}", i),
            FormatValue(recording, parameter ? parameter->type : TypeId::kNone, launch.arguments[i].data(),
                        launch.arguments[i].size()));
  }
  out.Add("  {} of {} blocks recorded, {} threads a block, {} steps", launch.blocks.size(), launch.grid.Count(),
          launch.block.Count(), launch.steps.size());
  std::array<std::uint64_t, kStepKinds> counts{};
  for (const Step& step : launch.steps) ++counts[static_cast<int>(step.kind)];
  for (int kind = 0; kind < kStepKinds; ++kind) {
    if (counts[kind] != 0) out.Add("    {:<9}{:>12}", Word(static_cast<StepKind>(kind)), counts[kind]);
  }
  if (launch.truncated) out.Add("  cut short: {}", launch.truncated_why);
}

void DescribeObjects(const Recording& recording, Lines& out) {
  const std::vector<std::vector<std::string>> names = ParameterNames(recording);
  for (std::size_t i = 0; i < recording.objects.size(); ++i) {
    const Object& object = recording.objects[i];
    std::string line = fmt::format("  {}: {} bytes", NameOf(object), object.size);
    if (object.element != TypeId::kNone)
      line += fmt::format(" of `{}`", ShortName(recording.types[Index(object.element)].name));
    if (!object.shape.empty()) line += fmt::format(", shape {}", fmt::join(object.shape, "x"));
    if (object.allocated_at != SiteId::kNone)
      line += fmt::format(", allocated at {}", FormatSite(recording, object.allocated_at));
    if (!names[i].empty()) line += fmt::format("; kernels call it {}", fmt::join(names[i], ", "));
    out.Add("{}", line);
  }
}

void DescribeFindings(const Recording& recording, Lines& out) {
  for (const RecordedFinding& finding : recording.findings) {
    out.Add("finding: line {}: {}  [{}]", finding.line, finding.fact, finding.kind);
    for (const RecordedSide& side : finding.sides) {
      if (side.step == RecordedSide::kNotRecorded)
        out.Add("  {} (not recorded: {})", side.text, side.missing);
      else
        out.Add("  {} (launch {}, step {})", side.text, recording.launches[side.launch].number, side.step);
    }
  }
}

}  // namespace

std::string DescribeTrace(const Recording& recording) {
  Lines out;
  out.Add("program: {}{}{}", recording.program, recording.arguments.empty() ? "" : " ",
          fmt::join(recording.arguments, " "));
  out.Add("thread order: {}", recording.order);
  if (!recording.complete) out.Add("not complete: the program did not reach its end");
  for (const SourceFile& file : recording.files) {
    out.Add("source: {}, {} lines", file.path, CountLines(file.text));
  }
  if (!recording.objects.empty()) out.Add("memory:");
  DescribeObjects(recording, out);
  for (const RecordedLaunch& launch : recording.launches) DescribeLaunch(recording, launch, out);
  DescribeFindings(recording, out);
  if (!recording.host_events.empty())
    out.Add("events of the host: {} (`lockstep trace query FILE events` lists them)", recording.host_events.size());
  if (recording.modelled) out.Add("{}", FormatFidelity(*recording.modelled));
  for (const std::string& note : recording.notes) out.Add("note: {}", note);
  return std::move(out).Take();
}

}  // namespace lockstep::trace
