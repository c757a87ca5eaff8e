#pragma once

// The file that a recording goes to, launch by launch, and the summary that `lockstep record` reads at the end.

#include <atomic>
#include <memory>
#include <mutex>

#include "shared/base/error.h"
#include "shared/session/record_settings.h"
#include "shared/trace/trace.h"

namespace lockstep::record {

// If the file cannot be written, the program ends, at any of these calls.
class RecordingFile {
 public:
  explicit RecordingFile(const session::RecordSettings& settings);

  // Counts a launch for the summary.
  void Count(const session::RecordSummary::Launch& launch) { summary_.Count(launch); }
  // Notes for the summary what is recorded of it.
  void Note(session::RecordSummary::Part part) { summary_.Note(std::move(part)); }
  // For the summary, where the program makes these calls.
  void NoteCallers(const std::vector<trace::HostEvent>& events);
  void NoteModelled(trace::ModelledSet used) { summary_.modelled = used; }
  // Writes what has been added to the recording since the last call; nothing once the file has ended.
  void Append(const trace::Recording& recording);
  // Writes an event ahead of its place, for the case that the program is killed.
  void NoteHostEvent(const trace::HostEvent& event);
  // Ends the file and gives it its name. Once: the program may end in another thread than the one that launches.
  void Finish();
  bool has_ended() const { return has_ended_; }

 private:
  void WriteSummary() const;
  [[noreturn]] void GiveUp(const Error& error);

  const std::string summary_path_;
  session::RecordSummary summary_;
  std::mutex mutex_;  // of the writer
  std::unique_ptr<trace::TraceWriter> writer_;
  std::atomic<bool> has_ended_ = false;
};

}  // namespace lockstep::record
