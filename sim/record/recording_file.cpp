#include "sim/record/recording_file.h"

#include <set>

#include "shared/base/exit_status.h"
#include "shared/base/program_end.h"
#include "shared/base/unfinished_file.h"
#include "shared/session/message.h"

namespace lockstep::record {

RecordingFile::RecordingFile(const session::RecordSettings& settings) : summary_path_(settings.summary) {
  auto writer = trace::TraceWriter::Create(settings.path, settings.shown);
  if (!writer) GiveUp(writer.error());
  writer_ = std::move(*writer);
}

void RecordingFile::Append(const trace::Recording& recording) {
  const std::lock_guard lock(mutex_);
  if (has_ended_) return;
  if (auto appended = writer_->Append(recording); !appended) GiveUp(appended.error());
}

void RecordingFile::NoteHostEvent(const trace::HostEvent& event) {
  const std::lock_guard lock(mutex_);
  if (has_ended_) return;
  if (auto noted = writer_->NoteHostEvents({&event, 1}); !noted) GiveUp(noted.error());
}

void RecordingFile::NoteCallers(const std::vector<trace::HostEvent>& events) {
  std::set<std::uint64_t> callers;
  for (const trace::HostEvent& event : events)
    if (event.caller != 0) callers.insert(event.caller);
  summary_.callers.assign(callers.begin(), callers.end());
}

void RecordingFile::Finish() {
  const std::lock_guard lock(mutex_);
  if (has_ended_) return;
  has_ended_ = true;
  if (auto finished = writer_->Finish(); !finished) GiveUp(finished.error());
  WriteSummary();
}

// Without a summary the command says less, and is right all the same: that it cannot be written is not worth a word.
void RecordingFile::WriteSummary() const {
  if (!summary_path_.empty()) (void)WriteFile(summary_path_, ToJson(summary_));
}

void RecordingFile::GiveUp(const Error& error) {
  session::Say({.status = ExitStatus::kCannotWrite, .text = error.message});
  summary_.failure = error.message;
  WriteSummary();
  LeaveProgram(static_cast<int>(ExitStatus::kCannotWrite));  // by which `lockstep record` knows
}

}  // namespace lockstep::record
