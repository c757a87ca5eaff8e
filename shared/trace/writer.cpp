#include <fmt/format.h>

#include <algorithm>

#include "shared/base/must.h"
#include "shared/trace/chunk.h"
#include "shared/trace/fields.h"
#include "shared/trace/snapshots.h"
#include "shared/trace/step_code.h"
#include "shared/trace/trace.h"
#include "shared/trace/validate.h"

namespace lockstep::trace {
namespace {

// The rows that the file does not have yet, preceded by the number of rows that it has.
template <class T>
void EncodeNewRows(const std::vector<T>& table, std::size_t& written, Encoder& out) {
  MUST(table.size() >= written, "a table of a recording shrank between two appends");
  out(written, table.size() - written);
  for (; written < table.size(); ++written) out(table[written]);
}

class FileWriter : public TraceWriter {
 public:
  explicit FileWriter(SectionWriter file) : file_(std::move(file)) {}

  Expected<void> Append(const Recording& recording) override {
    if (auto valid = ValidateNew(recording); !valid) {
      return Fail(fmt::format("the recording is not valid: {}", valid.error().message));
    }
    complete_ = recording.complete;
    if (auto done = WriteProgram(recording); !done) return done;
    if (auto done = WriteTables(recording); !done) return done;
    for (; launches_ < recording.launches.size(); ++launches_) {
      if (auto done = WriteLaunch(recording.launches[launches_]); !done) return done;
    }
    if (auto done = WriteFindings(recording); !done) return done;
    if (auto done = WriteModelled(recording); !done) return done;
    return WriteHost(recording);
  }

  Expected<void> NoteHostEvents(std::span<const HostEvent> events) override {
    if (!has_program_ || has_host_events_ || events.empty()) return {};
    Encoder out;
    out(host_notes_, static_cast<std::uint64_t>(events.size()));
    for (const HostEvent& event : events) out(event);
    host_notes_ += events.size();
    return file_.Write(SectionKind::kHostNotes, out.out());
  }

  Expected<void> Finish() override {
    Encoder end;
    end(complete_, launches_, steps_);
    if (auto done = file_.Write(SectionKind::kEnd, end.out()); !done) return done;
    return file_.Finish();
  }

  void Discard() override { file_.Discard(); }

 private:
  Expected<void> ValidateNew(const Recording& recording) const {
    if (auto done = ValidateTables(recording); !done) return done;
    for (std::size_t i = launches_; i < recording.launches.size(); ++i) {
      if (auto done = ValidateLaunch(recording, recording.launches[i]); !done) return done;
    }
    if (!has_host_events_)
      if (auto done = ValidateHost(recording); !done) return done;
    return has_findings_ ? Expected<void>() : ValidateFindings(recording);
  }

  Expected<void> WriteProgram(const Recording& recording) {
    if (has_program_) return {};
    has_program_ = true;
    Encoder out;
    out(recording.program, recording.arguments, recording.order);
    if (auto done = file_.Write(SectionKind::kProgram, out.out()); !done || recording.build.empty()) return done;
    Encoder build;
    build(recording.build);
    return file_.Write(SectionKind::kBuild, build.out());
  }

  Expected<void> WriteTables(const Recording& recording) {
    Encoder out;
    EncodeNewRows(recording.files, rows_.files, out);
    EncodeNewRows(recording.sites, rows_.sites, out);
    EncodeNewRows(recording.types, rows_.types, out);
    EncodeNewRows(recording.functions, rows_.functions, out);
    EncodeNewRows(recording.variables, rows_.variables, out);
    EncodeNewRows(recording.kernels, rows_.kernels, out);
    EncodeNewRows(recording.objects, rows_.objects, out);
    EncodeNewRows(recording.notes, rows_.notes, out);
    if (auto done = file_.Write(SectionKind::kTables, out.out()); !done) return done;
    if (auto done = WriteConstants(recording); !done) return done;
    return WriteOperands(recording);
  }

  Expected<void> WriteConstants(const Recording& recording) {
    if (recording.constants.size() == rows_.constants) return {};
    Encoder out;
    EncodeNewRows(recording.constants, rows_.constants, out);
    return file_.Write(SectionKind::kConstants, out.out());
  }

  Expected<void> WriteOperands(const Recording& recording) {
    if (recording.operands.size() == rows_.operands) return {};
    Encoder out;
    EncodeNewRows(recording.operands, rows_.operands, out);
    return file_.Write(SectionKind::kOperands, out.out());
  }

  Expected<void> WriteLaunch(const RecordedLaunch& launch) {
    SectionStream head(file_, SectionKind::kLaunch);
    HeadFields(head.content(), launch);
    snapshots_.Encode(launch.memory_before, head.content());
    if (auto done = head.End(); !done) return done;

    if (!launch.unwritten.empty()) {
      Encoder unwritten;
      unwritten(launch.unwritten);
      if (auto done = file_.Write(SectionKind::kUnwritten, unwritten.out()); !done) return done;
    }

    StepEncoder encoder;
    for (std::size_t at = 0; at < launch.steps.size(); at += kStepsPerSection) {
      Encoder out;
      encoder.Encode(launch.steps.Copy(at, std::min(kStepsPerSection, launch.steps.size() - at)), out);
      if (auto done = file_.Write(SectionKind::kSteps, out.out()); !done) return done;
    }
    steps_ += launch.steps.size();

    SectionStream tail(file_, SectionKind::kLaunchEnd);
    snapshots_.Encode(launch.memory_after, tail.content());
    TailFields(tail.content(), launch);
    return tail.End();
  }

  Expected<void> WriteFindings(const Recording& recording) {
    if (has_findings_ || recording.findings.empty()) return {};
    has_findings_ = true;
    Encoder out;
    out(recording.findings);
    return file_.Write(SectionKind::kFindings, out.out());
  }

  Expected<void> WriteModelled(const Recording& recording) {
    if (has_modelled_ || !recording.modelled) return {};
    has_modelled_ = true;
    Encoder out;
    out(*recording.modelled);
    return file_.Write(SectionKind::kModelled, out.out());
  }

  Expected<void> WriteHost(const Recording& recording) {
    if (has_host_events_ || recording.host_events.empty()) return {};
    has_host_events_ = true;
    Encoder events;
    events(recording.host_events);
    if (auto done = file_.Write(SectionKind::kHostEvents, events.out()); !done) return done;
    if (recording.host_places.empty()) return {};
    Encoder places;
    places(recording.host_places);
    return file_.Write(SectionKind::kHostPlaces, places.out());
  }

  struct Rows {
    std::size_t files = 0, sites = 0, types = 0, functions = 0, variables = 0, kernels = 0, objects = 0, notes = 0;
    std::size_t constants = 0, operands = 0;
  };

  SectionWriter file_;
  bool has_program_ = false, has_findings_ = false, has_host_events_ = false, has_modelled_ = false, complete_ = true;
  Rows rows_;
  std::size_t launches_ = 0;
  std::uint64_t steps_ = 0, host_notes_ = 0;
  SnapshotEncoder snapshots_;
};

}  // namespace

Expected<std::unique_ptr<TraceWriter>> TraceWriter::Create(std::filesystem::path path, std::string shown) {
  auto file = SectionWriter::Create(std::move(path), std::move(shown));
  if (!file) return std::unexpected(file.error());
  return std::make_unique<FileWriter>(std::move(*file));
}

Expected<void> WriteTrace(const Recording& recording, const std::filesystem::path& path) {
  auto writer = TraceWriter::Create(path);
  if (!writer) return std::unexpected(writer.error());
  Expected<void> done = (*writer)->Append(recording);
  if (done) done = (*writer)->Finish();
  if (!done) (*writer)->Discard();
  return done;
}

}  // namespace lockstep::trace
