#pragma once

// The messages of the runtime in a program under study, as values. The job that starts the program names a file in
// LOCKSTEP_MESSAGES; each message is a line of JSON in it. What the program itself prints is never taken for one.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/exit_status.h"

namespace lockstep::session {

struct Message {
  ExitStatus status = ExitStatus::kOk;  // the kind of failure that it gives the reason of; kOk: a note
  std::string text;                     // one sentence
  std::string hint;                     // what to do about it; may be empty
};

// On the side of the job, which sets the variable to ToJson(settings).
struct MessageSettings {
  std::string path;
  bool are_printed = true;  // on the program's standard error, too
};
std::string ToJson(const MessageSettings& settings);
// In the order of time. The program may have written anything else into the file: those lines are left out.
std::vector<Message> ReadMessages(const std::filesystem::path& path);
// The first one that gives the reason of a failure.
std::optional<Message> ReasonIn(const std::vector<Message>& messages);

// "TEXT; HINT"
std::string Format(const Message& message);

// On the side of the program: prints "lockstep: TEXT; HINT" on standard error, unless the job wants the messages alone.
void Say(const Message& message);

}  // namespace lockstep::session
