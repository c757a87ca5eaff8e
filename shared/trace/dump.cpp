// `lockstep trace dump`: every step, as text or as JSON. FORMAT.md describes the JSON.

#include "shared/trace/dump.h"

#include <fmt/format.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "shared/base/printable.h"
#include "shared/trace/format_host_event.h"
#include "shared/trace/format_launch.h"
#include "shared/trace/format_place.h"
#include "shared/trace/host_places.h"
#include "shared/trace/lookup.h"
#include "shared/trace/modelled.h"
#include "shared/trace/step_word.h"
#include "shared/trace/trace.h"
#include "shared/trace/words.h"

namespace lockstep::trace {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kBarriers[] = {"block", "warp", "grid", "group"};

template <std::size_t N>
std::string WordOf(const std::string_view (&words)[N], std::uint32_t code) {
  return code < N ? std::string(words[code]) : fmt::format("{}", code);
}

// The parts of a step as text; empty if they do not apply.
struct StepText {
  std::string block, thread, site, place, before, after, detail;
};

class StepDescriber {
 public:
  StepDescriber(const Recording& recording, const RecordedLaunch& launch) : recording_(recording), launch_(launch) {}

  StepText Describe(const Step& step) const {
    StepText text{.block = FormatDim(launch_.blocks[step.block].index),
                  .thread = FormatDim(FromLinearIndex(step.thread, launch_.block)),
                  .site = FormatSite(recording_, step.site)};
    switch (step.kind) {
      case StepKind::kEnter:
      case StepKind::kLeave: text.detail = FunctionName(static_cast<FunctionId>(step.offset)); break;
      case StepKind::kRead:
      case StepKind::kReadLocal:
        text.place = PlaceOf(step);
        text.after = Value(step, step.after);
        break;
      case StepKind::kWrite:
      case StepKind::kAtomic:
        text.place = PlaceOf(step);
        text.before = Value(step, step.before);
        text.after = Value(step, step.after);
        break;
      case StepKind::kArrive:
        text.detail = WordOf(kBarriers, step.offset);
        text.after = fmt::format("0x{:x}", step.after);
        break;
      case StepKind::kPass: text.detail = WordOf(kBarriers, step.offset); break;
      case StepKind::kExchange:
        text.detail = ExchangeText(step);
        text.before = fmt::format("0x{:x}", step.before);
        text.after = fmt::format("0x{:x}", step.after);
        break;
      case StepKind::kDeclare:
      case StepKind::kAllocate:
      case StepKind::kFree:
        if (const auto object = ObjectOf(step)) text.place = ShortName(NameOf(*object));
        break;
      case StepKind::kFault:
        if (const auto object = ObjectOf(step))
          text.place =
              fmt::format(" ({} {:+} bytes)", ShortName(NameOf(*object)), static_cast<std::int64_t>(step.before));
        [[fallthrough]];
      case StepKind::kPrint: text.detail = launch_.texts[step.offset]; break;
      case StepKind::kLine:
      case StepKind::kFence:
      case StepKind::kExit: break;
    }
    return text;
  }

 private:
  std::optional<ObjectView> ObjectOf(const Step& step) const { return FindObject(recording_, launch_, step.object); }

  std::string FunctionName(FunctionId id) const {
    return id == FunctionId::kNone ? "?" : std::string(ShortName(recording_.functions[Index(id)].name));
  }

  std::string PlaceOf(const Step& step) const {
    const auto object = ObjectOf(step);
    if (!object) return fmt::format("{} bytes of no known object", step.size);
    return FormatPlace(recording_, *object, step.offset, step.size);
  }

  std::string Value(const Step& step, std::uint64_t value) const {
    const auto object = ObjectOf(step);
    const TypeId type = object ? TypeAt(recording_, *object, step.offset, step.size) : TypeId::kNone;
    if (step.flags & Step::kLongValue)
      return FormatValue(recording_, type, launch_.long_values.data() + value, step.size);
    std::uint8_t bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    return FormatValue(recording_, type, bytes, std::min<std::size_t>(step.size, sizeof bytes));
  }

  const Recording& recording_;
  const RecordedLaunch& launch_;
};

std::string TextLine(std::size_t number, const Step& step, const StepText& text) {
  std::string line = fmt::format("  {:>8}  block {} thread {}  {:<16} {:<9}", number, text.block, text.thread,
                                 text.site, Word(step.kind));
  if (!text.detail.empty()) line += text.detail;
  if (!text.place.empty()) line += text.place;
  if (step.kind == StepKind::kArrive) return line + fmt::format(" {}", text.after);
  if (!text.before.empty()) line += fmt::format("  {} ->", text.before);
  if (!text.after.empty()) line += fmt::format("{} {}", step.kind == StepKind::kRead ? "  =" : "", text.after);
  return line;
}

Json JsonLine(const Step& step, const StepText& text) {
  Json line = {{"kind", Word(step.kind)}, {"block", text.block}, {"thread", text.thread}, {"site", text.site}};
  if (!text.detail.empty()) line["detail"] = text.detail;
  if (!text.place.empty()) line["place"] = text.place;
  if (step.size != 0) line["size"] = step.size;
  if (!text.before.empty()) line["before"] = text.before;
  if (!text.after.empty()) line["after"] = text.after;
  return line;
}

std::string Dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json LaunchHead(const Recording& recording, const RecordedLaunch& launch) {
  Json blocks = Json::array();
  for (const RecordedBlock& block : launch.blocks) blocks.push_back(FormatDim(block.index));
  Json arguments = Json::array();
  const Kernel& kernel = recording.kernels[Index(launch.kernel)];
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const VariableId id = kernel.parameters[i];
    const Variable unknown, &parameter = id == VariableId::kNone ? unknown : recording.variables[Index(id)];
    arguments.push_back(
        {{"name", parameter.name},
         {"value", FormatValue(recording, parameter.type, launch.arguments[i].data(), launch.arguments[i].size())}});
  }
  Json unwritten = Json::array();
  for (const UnwrittenMemory& memory : launch.unwritten) {
    Json ranges = Json::array();
    for (const ByteRange& range : memory.ranges) ranges.push_back({range.begin, range.end});
    unwritten.push_back({{"object", NameOf(recording.objects[Index(memory.object)])}, {"bytes", std::move(ranges)}});
  }
  return {{"number", launch.number},
          {"kernel", kernel.name},
          {"grid", FormatDim(launch.grid)},
          {"block", FormatDim(launch.block)},
          {"dynamic_shared", launch.dynamic_shared},
          {"launched_at", FormatSite(recording, launch.launched_at)},
          {"arguments", std::move(arguments)},
          {"recorded_blocks", std::move(blocks)},
          {"unwritten", std::move(unwritten)},
          {"truncated", launch.truncated},
          {"truncated_why", launch.truncated_why}};
}

std::string FileOf(const Recording& recording, FileId id) {
  return id == FileId::kNone ? "" : recording.files[Index(id)].path;
}

Json FindingsOf(const Recording& recording) {
  constexpr const char* kWords[] = {"error", "warning", "advice"};
  Json findings = Json::array();
  for (const RecordedFinding& finding : recording.findings) {
    Json sides = Json::array();
    for (const RecordedSide& side : finding.sides) {
      Json json = {{"text", side.text}, {"file", FileOf(recording, side.file)}, {"line", side.line}};
      if (!side.by_host) json["block"] = FormatDim(side.block), json["thread"] = FormatDim(side.thread);
      if (side.launch != RecordedSide::kNotRecorded) json["launch"] = recording.launches[side.launch].number;
      if (side.step != RecordedSide::kNotRecorded)
        json["step"] = side.step;
      else
        json["missing"] = side.missing;
      sides.push_back(std::move(json));
    }
    findings.push_back({{"severity", kWords[static_cast<int>(finding.severity)]},
                        {"kind", finding.kind},
                        {"fact", finding.fact},
                        {"file", FileOf(recording, finding.file)},
                        {"line", finding.line},
                        {"count", finding.count},
                        {"hint", finding.hint},
                        {"sides", std::move(sides)}});
  }
  return findings;
}

Json SpanOf(const Recording& recording, const HostSpan& span) {
  if (span.object == ObjectId::kNone) return nullptr;
  return {{"array", NameOf(recording.objects[Index(span.object)])}, {"offset", span.offset}};
}

Json HostEventOf(const Recording& recording, const HostEvent& event) {
  Json json = {{"kind", Word(event.kind)}, {"what", FormatHostEvent(recording, event)}};
  if (event.kind == HostEventKind::kLeftOut) return json;
  json["call"] = event.call;
  if (const HostPlace* place = PlaceOf(recording, event)) json["file"] = place->file, json["line"] = place->line;
  json["stream"] = event.stream;
  json["error"] = event.error;
  if (event.kind == HostEventKind::kLaunch) {
    if (event.error == 0) json["launch"] = event.launch;
    json["kernel"] = event.kernel;
    json["grid"] = FormatDim(event.grid);
    json["block"] = FormatDim(event.block);
    return json;
  }
  json["bytes"] = event.Bytes();
  json["to"] = SpanOf(recording, event.to);
  json["from"] = SpanOf(recording, event.from);
  if (event.kind == HostEventKind::kFill) json["value"] = event.value;
  return json;
}

Json ModelledOf(const Recording& recording) {
  return recording.modelled ? Json(KeysOf(*recording.modelled)) : Json(nullptr);
}

Json HostEventsOf(const Recording& recording) {
  Json events = Json::array();
  for (const HostEvent& event : recording.host_events) events.push_back(HostEventOf(recording, event));
  return events;
}

Json ConstantsOf(const Recording& recording) {
  Json constants = Json::array();
  for (const Constant& constant : recording.constants) {
    Json json = {{"name", constant.name},
                 {"value", FormatValue(recording, constant.type, constant.bytes.data(), constant.bytes.size())}};
    if (constant.function != FunctionId::kNone) json["function"] = recording.functions[Index(constant.function)].name;
    constants.push_back(std::move(json));
  }
  return constants;
}

Json RecordingHead(const Recording& recording) {
  Json files = Json::array();
  for (const SourceFile& file : recording.files) files.push_back(file.path);
  Json objects = Json::array();
  for (const Object& object : recording.objects) {
    objects.push_back({{"name", NameOf(object)},
                       {"type", object.element == TypeId::kNone ? "" : recording.types[Index(object.element)].name},
                       {"shape", object.shape},
                       {"size", object.size},
                       {"allocated_at", FormatSite(recording, object.allocated_at)}});
  }
  return {
      {"program", recording.program},           {"arguments", recording.arguments},  {"order", recording.order},
      {"complete", recording.complete},         {"files", std::move(files)},         {"objects", std::move(objects)},
      {"constants", ConstantsOf(recording)},    {"findings", FindingsOf(recording)}, {"notes", recording.notes},
      {"host_events", HostEventsOf(recording)}, {"modelled", ModelledOf(recording)}};
}

// `{..., "name": [` of an object whose last member is written piece by piece.
std::string Opened(const Json& head, std::string_view name) {
  std::string text = Dumped(head);
  text.pop_back();
  return text + fmt::format(",\"{}\":[", name);
}

// Nothing in a recording can be more than its line.
bool SinkLine(const DumpSink& sink, std::string_view line) { return sink(Printable(line) + '\n'); }

// A launch and the steps of it that are printed.
struct DumpedPart {
  const RecordedLaunch& launch;
  std::vector<std::uint32_t> steps;
};

bool DumpTextLaunch(const Recording& recording, const DumpedPart& part, const DumpSink& sink) {
  const RecordedLaunch& launch = part.launch;
  if (!SinkLine(sink, fmt::format("launch {}: {}", launch.number, FormatLaunch(recording, launch)))) return false;
  const StepDescriber describer(recording, launch);
  for (const std::uint32_t i : part.steps) {
    if (!SinkLine(sink, TextLine(i, launch.steps[i], describer.Describe(launch.steps[i])))) return false;
  }
  return !launch.truncated || SinkLine(sink, fmt::format("cut short: {}", launch.truncated_why));
}

bool DumpJsonLaunch(const Recording& recording, const DumpedPart& part, bool with_numbers, const DumpSink& sink) {
  const RecordedLaunch& launch = part.launch;
  if (!sink(Opened(LaunchHead(recording, launch), "steps"))) return false;
  const StepDescriber describer(recording, launch);
  bool is_first = true;
  for (const std::uint32_t i : part.steps) {
    Json line = JsonLine(launch.steps[i], describer.Describe(launch.steps[i]));
    if (with_numbers) line["step"] = i;
    if (!sink(fmt::format("{}\n{}", is_first ? "" : ",", Dumped(line)))) return false;
    is_first = false;
  }
  return sink("\n]}");
}

bool DumpJsonLines(const Recording& recording, const DumpedPart& part, const DumpSink& sink) {
  const StepDescriber describer(recording, part.launch);
  for (const std::uint32_t i : part.steps) {
    Json line = {{"launch", part.launch.number}, {"step", i}};
    line.update(JsonLine(part.launch.steps[i], describer.Describe(part.launch.steps[i])));
    if (!sink(Dumped(line) + "\n")) return false;
  }
  return true;
}

// "host: cudaMemcpy (main.cu:40) copied 1024 bytes from the host to d_in".
std::string HostLine(const Recording& recording, const HostEvent& event) {
  std::string text = "host: " + (event.call.empty() ? "" : event.call + " ");
  if (const std::string place = FormatHostPlace(recording, event); !place.empty()) text += "(" + place + ") ";
  return text + FormatHostEvent(recording, event);
}

// The events up to the one that launches the part, and those after all parts, in the order of time.
class HostLines {
 public:
  HostLines(const Recording& recording, const DumpSink& sink) : recording_(recording), sink_(sink) {}

  bool UpTo(const RecordedLaunch& launch) {
    const auto& events = recording_.host_events;
    const auto launches = [&](const HostEvent& event) {
      return event.kind == HostEventKind::kLaunch && event.error == 0 && event.launch == launch.number;
    };
    const auto found = std::find_if(events.begin() + static_cast<std::ptrdiff_t>(next_), events.end(), launches);
    return found == events.end() || Print(static_cast<std::size_t>(found - events.begin()) + 1);
  }
  bool Rest() { return Print(recording_.host_events.size()); }

 private:
  bool Print(std::size_t end) {
    for (; next_ < end; ++next_)
      if (!SinkLine(sink_, HostLine(recording_, recording_.host_events[next_]))) return false;
    return true;
  }

  const Recording& recording_;
  const DumpSink& sink_;
  std::size_t next_ = 0;
};

// The host's events only where every step is printed.
void DumpText(const Recording& recording, const std::vector<DumpedPart>& parts, bool with_host, const DumpSink& sink) {
  HostLines host(recording, sink);
  for (const DumpedPart& part : parts) {
    if (with_host && !host.UpTo(part.launch)) return;
    if (!DumpTextLaunch(recording, part, sink)) return;
  }
  if (with_host && !host.Rest()) return;
  for (const std::string& note : recording.notes)
    if (!SinkLine(sink, fmt::format("note: {}", note))) return;
  if (!recording.complete) sink("not complete: the program did not reach its end\n");
}

void DumpJson(const Recording& recording, const std::vector<DumpedPart>& parts, bool with_numbers,
              const DumpSink& sink) {
  if (!sink(Opened(RecordingHead(recording), "launches"))) return;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i != 0 && !sink(",\n")) return;
    if (!DumpJsonLaunch(recording, parts[i], with_numbers, sink)) return;
  }
  sink("]}\n");
}

}  // namespace

void DumpStepsTo(const Recording& recording, const StepChoice& choice, DumpFormat format, const DumpSink& sink) {
  std::vector<DumpedPart> parts;
  for (const RecordedLaunch& launch : recording.launches) {
    DumpedPart part{launch, ChooseSteps(recording, launch, choice)};
    if (choice.IsAll() || !part.steps.empty()) parts.push_back(std::move(part));
  }
  switch (format) {
    case DumpFormat::kText: return DumpText(recording, parts, choice.IsAll(), sink);
    case DumpFormat::kJson: return DumpJson(recording, parts, !choice.IsAll(), sink);
    case DumpFormat::kJsonLines: break;
  }
  for (const DumpedPart& part : parts)
    if (!DumpJsonLines(recording, part, sink)) return;
}

void DumpTraceTo(const Recording& recording, bool json, const DumpSink& sink) {
  DumpStepsTo(recording, {}, json ? DumpFormat::kJson : DumpFormat::kText, sink);
}

std::string DumpTrace(const Recording& recording, bool json) {
  std::string text;
  DumpTraceTo(recording, json, [&text](std::string_view piece) {
    text += piece;
    return true;
  });
  return text;
}

}  // namespace lockstep::trace
