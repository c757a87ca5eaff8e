#include "sim/record/process_recorder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "shared/base/environment.h"
#include "shared/base/program_end.h"
#include "shared/report/program_captures.h"
#include "shared/session/message.h"
#include "shared/session/variables.h"
#include "sim/launch/observers.h"
#include "sim/record/program_stop.h"
#include "sim/record/recorder.h"

namespace lockstep::record {
namespace {

Recorder* current = nullptr;

// The value of the variable that asks for a recording, or null.
const char* WishToRecord() {
  const char* text = VariableAtStart(session::kRecordVariable);
  return text && *text ? text : nullptr;
}

// A recording is of one process: the first of a program that uses CUDA. Others find its mark.
bool IsFirst(const session::RecordSettings& settings) {
  if (settings.summary.empty()) return true;
  const int mark = open((settings.summary + ".taken").c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (mark >= 0) close(mark);
  if (mark >= 0 || errno != EEXIST) return true;
  session::Say({.text = fmt::format("process {} of the program is not in the recording: it is of the process that used "
                                    "CUDA first",
                                    getpid())});
  return false;
}

// Programs name their arrays before the first launch, which is when the recorder comes to be.
[[gnu::constructor]] void ListenToPublications() {
  if (!WishToRecord()) return;
  report::SetPublishListener([](const lockstep_array& array) {
    Recorder* const recorder = TheRecorder();
    if (!recorder) return;
    recorder->NotePublication(
        {.address = reinterpret_cast<std::uintptr_t>(array.data),
         .name = array.name,
         .type = array.type,
         .element = array.element,
         .element_size = array.element_size,
         .shape = {array.shape, array.shape + std::clamp(array.rank, 0, lockstep_capture::kMaxRank)}});
  });
}

}  // namespace

Recorder* MakeRecorder(machine::Machine& machine) {
  const char* text = WishToRecord();
  if (!text) return nullptr;
  Expected<session::RecordSettings> settings = session::RecordSettingsFromJson(text);
  if (!settings) {
    session::Say({.text = settings.error().message});
    return nullptr;
  }
  if (!IsFirst(*settings)) return nullptr;
  current = new Recorder(std::move(*settings), machine);
  ListenForStops();
  AtProgramEnd([] { current->Finish(); });
  return current;
}

Recorder* TheRecorder() {
  launch::TheObservers();
  return current;
}

}  // namespace lockstep::record
