#pragma once

// The reason why a command fails, as a value: {"status": 103, "message": "...", "hint": "..."}. `--failure FILE` writes
// it to a file, `--json` prints it where the command prints no other result. Every command has both.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/base/exit_status.h"

namespace lockstep::cli {

// Adds the flags to all commands of the app that lack them.
void AddFailureFlags(CLI::App& app);
// Finds the flags in the words of the command line, also where those cannot be parsed. Returns the file, or "".
std::string FindFailureFlags(const std::vector<std::string>& words);
// From now on the reason goes to this file; nobody has judged it before.
void WriteFailureTo(const std::string& file);
bool WantsJson();

// The first one that is noted is the reason. A message that does not end the command (kOk) is none.
void NoteFailure(ExitStatus status, const std::string& message, const std::string& hint = "");
// The command has printed a result of its own as JSON.
void NoteResult();
// At the end of a command that fails; nothing where no reason was noted.
Expected<void> DeliverFailure();

}  // namespace lockstep::cli
