#pragma once

// The moment of a recording that a command is about: FILE#step=..&thread=.., or flags of the same names.

#include <optional>
#include <string>

#include "cli/command.h"
#include "shared/replay/moment_address.h"
#include "shared/replay/replay.h"

namespace lockstep::cli {

struct MomentFlags {
  std::string file;  // with or without a moment
  std::optional<std::uint32_t> launch, step, line;
  std::string thread;
};

// FILE, --at-launch, --step, --line and --thread.
void AddMomentFlags(CLI::App& command, MomentFlags& flags);

// The address with what the flags say instead.
Expected<replay::AddressedFile> ReadMomentFlags(const MomentFlags& flags);

// A recording and the moment in it. An address without a step is where the thread works on its first element; without
// anything, an instructive first place.
struct OpenedMoment {
  std::unique_ptr<replay::Model> model;
  replay::Cursor place;
};
Expected<OpenedMoment> OpenMoment(const replay::AddressedFile& address);

}  // namespace lockstep::cli
