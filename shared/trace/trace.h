#pragma once

// The trace file: one Recording, chunk by chunk. FORMAT.md beside this says every byte.
//
// A Writer appends chunks to `path` + ".unfinished" and renames at Finish(), so a file named `path` is always whole;
// what a killed process leaves behind reads up to its last whole chunk, with Recording::complete == false.
// Equal recordings give equal bytes. A reader trusts no length, offset or index of the file: whatever the bytes are,
// Read() returns a Recording in which every id is in range, or an Error that names the file and the place.

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "shared/base/error.h"
#include "shared/trace/recording.h"

namespace lockstep {

// A file of so many bytes holds nothing yet.
inline constexpr std::size_t kTraceHeaderSize = 12;

class TraceWriter {
 public:
  // Errors call the file `shown`; empty: by its path.
  static Expected<std::unique_ptr<TraceWriter>> Create(std::filesystem::path path, std::string shown = {});
  virtual ~TraceWriter() = default;

  // Appends what `recording` holds and the file does not yet (tables grow only; a launch is written once, when it
  // has ended, and may be emptied then; findings are written once, as soon as there are any, and need all launches that
  // they speak of). Call it after each launch and before Finish.
  virtual Expected<void> Append(const Recording& recording) = 0;
  // Writes the end mark and gives the file its name.
  virtual Expected<void> Finish() = 0;
  // Nobody wants the file: what was written of it goes.
  virtual void Discard() = 0;
};

Expected<void> WriteTrace(const Recording& recording, const std::filesystem::path& path);

// What a reader may take: more than this, and the file is refused. A forged file of a few bytes can claim anything.
struct TraceLimits {
  std::uint64_t memory = std::uint64_t{8} << 30;  // bytes
};

Expected<Recording> ReadTrace(const std::filesystem::path& path, const TraceLimits& limits = {});
// The same from bytes in memory; `name` is what errors call them.
Expected<Recording> ReadTraceBytes(std::span<const std::uint8_t> bytes, const std::string& name,
                                   const TraceLimits& limits = {});

// The recording as text, one step a line, or as JSON.
std::string DescribeTrace(const Recording& recording);         // `lockstep trace info`
std::string DumpTrace(const Recording& recording, bool json);  // `lockstep trace dump`

// A value of type `type` as a learner reads it: 53, 0.299f, 'a', {x: 1, y: 2}, tile+0x10 -> "d_out[4]".
// `bytes` may be shorter than the type; what is missing shows as "?".
std::string FormatValue(const Recording& recording, TypeId type, const std::uint8_t* bytes, std::size_t size);

}  // namespace lockstep
