#include "dap/launch.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <future>

#include "jobs/jobs.h"
#include "shared/base/scratch_folder.h"
#include "shared/replay/replay.h"
#include "shared/report/format_report.h"
#include "shared/trace/read_in_parts.h"

namespace lockstep::dap {
namespace {

namespace fs = std::filesystem;

// A field that is a text or a list of texts.
Expected<std::vector<std::string>> TextsOf(const Json& configuration, const char* field) {
  std::vector<std::string> texts;
  if (!configuration.contains(field) || configuration[field].is_null()) return texts;
  const Json& value = configuration[field];
  const auto add = [&](const Json& text) {
    if (text.is_string()) texts.push_back(text.get<std::string>());
    return text.is_string();
  };
  if (value.is_string()) {
    add(value);
    return texts;
  }
  if (!value.is_array()) return Fail(fmt::format("`{}` is neither a text nor a list of texts", field));
  for (const Json& text : value)
    if (!add(text)) return Fail(fmt::format("`{}` is neither a text nor a list of texts", field));
  return texts;
}

Expected<std::string> TextOf(const Json& configuration, const char* field) {
  const auto texts = TextsOf(configuration, field);
  if (!texts) return std::unexpected(texts.error());
  if (texts->size() > 1) return Fail(fmt::format("`{}` is one text", field));
  return texts->empty() ? "" : texts->front();
}

Expected<void> JudgeFields(const Json& configuration) {
  for (const char* field : {"recording", "program", "cwd", "order"})
    if (const auto text = TextsOf(configuration, field); !text) return std::unexpected(text.error());
  if (configuration.contains("check") && !configuration["check"].is_boolean()) return Fail("`check` is true or false");
  return {};
}

std::string InFolder(const fs::path& folder, const std::string& path) {
  return folder.empty() || fs::path(path).is_absolute() ? path : (folder / path).string();
}

Expected<jobs::Program> ProgramOf(const Json& configuration) {
  const auto files = TextsOf(configuration, "program"), arguments = TextsOf(configuration, "args");
  const auto folder = TextOf(configuration, "cwd"), flags_ok = TextOf(configuration, "order");
  const auto flags = TextsOf(configuration, "compilerFlags");
  for (const auto* texts : {&files, &arguments, &flags})
    if (!*texts) return std::unexpected(texts->error());
  for (const auto* text : {&folder, &flags_ok})
    if (!*text) return std::unexpected(text->error());
  if (files->empty()) return Fail("the configuration names neither a `program` (a.cu) nor a `recording` (a.lstrace)");
  jobs::Program program{.arguments = *arguments, .folder = *folder, .in_background = true};
  for (const std::string& file : *files) program.build.inputs.push_back(InFolder(*folder, file));
  program.build.compile_flags = *flags;
  if (!configuration.contains("env") || configuration["env"].is_null()) return program;
  if (!configuration["env"].is_object()) return Fail("`env` is an object of names and texts");
  for (const auto& [name, value] : configuration["env"].items()) {
    if (!value.is_string()) return Fail("`env` is an object of names and texts");
    program.environment.push_back(name + "=" + value.get<std::string>());
  }
  return program;
}

jobs::Watch WatchOf(const LaunchEvents& events) {
  return {.on_stage =
              [&events](jobs::Stage stage) {
                events.on_stage(stage == jobs::Stage::kBuilding ? "Building" : "Running and recording");
              },
          .on_diagnostics = [&events](const std::string& text) { events.on_output("stderr", text); },
          .on_note = [&events](const std::string& text) { events.on_output("console", text + "\n"); },
          .cancelled = events.cancelled};
}

Error ToError(const jobs::Failure& failure) {
  if (failure.status == ExitStatus::kInterrupted) return {"the editor has left"};
  return {failure.message.empty() ? "the program could not be recorded" : failure.Sentence()};
}

void ReportMessages(const std::vector<session::Message>& messages, const LaunchEvents& events) {
  for (const session::Message& message : messages) events.on_output("console", session::Format(message) + "\n");
}

void Report(const jobs::Failure& failure, const LaunchEvents& events) {
  if (!failure.diagnostics.empty()) events.on_output("stderr", failure.diagnostics);
  if (!failure.output.empty()) events.on_output("stdout", failure.output);
  if (!failure.errors.empty()) events.on_output("stderr", failure.errors);
  ReportMessages(failure.messages, events);
}

Expected<std::unique_ptr<replay::Model>> RecordProgram(const Json& configuration, const jobs::Program& program,
                                                       const LaunchEvents& events) {
  const auto scratch = ScratchFolder::Make();
  if (!scratch) return std::unexpected(scratch.error());
  jobs::RecordRequest request{.program = program};
  request.settings.path = scratch->File("recording.lstrace");
  if (const auto order = TextOf(configuration, "order"); order && !order->empty()) request.settings.order = *order;
  const auto blocks = TextsOf(configuration, "blocks");
  if (!blocks) return std::unexpected(blocks.error());
  for (const std::string& text : *blocks) {
    if (const auto added = jobs::AddBlocks(text, request.settings); !added)
      return Fail("`blocks`: " + added.error().message);
  }
  const auto recorded = jobs::Record(request, WatchOf(events));
  if (!recorded) {
    Report(recorded.error(), events);
    return std::unexpected(ToError(recorded.error()));
  }
  if (!recorded->output.empty()) events.on_output("stdout", recorded->output);
  if (!recorded->errors.empty()) events.on_output("stderr", recorded->errors);
  ReportMessages(recorded->messages, events);
  if (recorded->ended) events.on_output("console", recorded->ended->Sentence() + "\n");
  return replay::Open(recorded->file);
}

Expected<std::unique_ptr<replay::Model>> CheckProgram(const jobs::Program& program, const LaunchEvents& events) {
  const jobs::Watch watch = WatchOf(events);
  const auto checked = jobs::Check({.program = program}, watch);
  if (!checked) {
    Report(checked.error(), events);
    return std::unexpected(ToError(checked.error()));
  }
  events.on_output("console", report::FormatReport(checked->report, {}));
  if (checked->report.findings.empty())
    return Fail("the check has no findings: without `check` any run can be debugged");
  auto recording = jobs::RecordFindings(checked->report, {}, {.program = program}, watch);
  if (!recording) return std::unexpected(ToError(recording.error()));
  if (!replay::Model::HasLaunches(*recording)) return Fail("the findings concern the host, and no kernel ran");
  return std::make_unique<replay::Model>(std::move(*recording));
}

// In a thread of its own, so that the editor is told how far it is, and can leave.
Expected<std::unique_ptr<replay::Model>> ReadRecording(const std::string& path, const LaunchEvents& events) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return replay::Open(path);  // there is nothing to wait for
  constexpr std::chrono::milliseconds kLook{100};
  trace::ReadProgress progress;
  events.on_reading(0);
  auto reader = std::async(std::launch::async, [&]() -> Expected<std::unique_ptr<replay::Model>> {
    Expected<trace::Recording> recording = trace::ReadTrace(path, progress);
    if (!recording) return std::unexpected(recording.error());
    if (!replay::Model::HasLaunches(*recording)) return Fail(fmt::format("no kernel ran in the recording `{}`", path));
    return std::make_unique<replay::Model>(std::move(*recording));
  });
  while (reader.wait_for(kLook) != std::future_status::ready) {
    events.on_reading(progress.share);
    if (events.cancelled()) progress.stop = true;
  }
  return reader.get();
}

}  // namespace

Expected<std::unique_ptr<replay::Model>> OpenConfiguration(const Json& configuration, const LaunchEvents& events) {
  if (auto fields = JudgeFields(configuration); !fields) return std::unexpected(fields.error());
  const auto recording = TextOf(configuration, "recording"), folder = TextOf(configuration, "cwd");
  if (!recording) return std::unexpected(recording.error());
  if (!folder) return std::unexpected(folder.error());
  if (!recording->empty()) return ReadRecording(InFolder(*folder, *recording), events);
  const auto program = ProgramOf(configuration);
  if (!program) return std::unexpected(program.error());
  if (configuration.value("check", false)) return CheckProgram(*program, events);
  return RecordProgram(configuration, *program, events);
}

}  // namespace lockstep::dap
