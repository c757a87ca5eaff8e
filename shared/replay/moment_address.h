#pragma once

// The address of a moment, which can be pasted into a message or a command line:
//
//   grey.lstrace#launch=0&step=1200&block=3,0,0&thread=5,0,0
//
// launch: its number in the program, as everywhere. step: how many recorded steps of the launch have happened, as
// `lockstep view --step`. block and thread: blockIdx and threadIdx; `thread=3,0,0/5,0,0` has both. line: the first time
// that the thread comes to this line from `step` on; without a thread, that any thread does.

#include <optional>
#include <string>
#include <string_view>

#include "shared/base/error.h"
#include "shared/replay/cursor.h"

namespace lockstep::replay {

struct MomentAddress {
  std::optional<std::uint32_t> launch;
  std::optional<Position> step;
  std::optional<trace::Dim3> block, thread;
  std::optional<std::uint32_t> line;
  friend bool operator==(const MomentAddress&, const MomentAddress&) = default;
};

struct AddressedFile {
  std::string file;
  MomentAddress moment;
};

// A name with `#` and no `=` after it is a file's. The Error quotes the part that is no address.
Expected<AddressedFile> ReadAddress(std::string_view text);

// The inverse: `file` and the moment.
std::string WriteAddress(std::string_view file, const MomentAddress& moment);
// The address of a place, with its launch, step, block and thread.
MomentAddress AddressOf(const trace::Recording& recording, const Cursor& cursor);

// Launch, step, block, thread and line of the address; what it leaves open is that of the step, else 0. The Error says
// what the recording lacks, and what it has.
Expected<Cursor> FindMoment(const trace::Recording& recording, const MomentAddress& moment);

}  // namespace lockstep::replay
