#pragma once

// The trace file: one Recording, chunk by chunk. FORMAT.md in this folder describes every byte.
//
// A Writer appends chunks to `path` + ".unfinished" and renames the file in Finish(), so a file named `path` is always
// complete; the file of a killed process can be read up to its last complete chunk, with Recording::complete == false.
// Equal recordings give equal bytes. A reader trusts no length, offset or index of the file: for any bytes, the result
// is either a Recording in which every id is in range, or an Error that names the file and the place.

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "shared/base/error.h"
#include "shared/trace/recording.h"

namespace lockstep::trace {

// A file of this size is empty.
inline constexpr std::size_t kTraceHeaderSize = 12;

class TraceWriter {
 public:
  // Errors name the file as `shown`; empty: by its path.
  static Expected<std::unique_ptr<TraceWriter>> Create(std::filesystem::path path, std::string shown = {});
  virtual ~TraceWriter() = default;

  // Appends what `recording` holds and the file does not. Tables only grow. A launch is written once, after it has
  // ended, and may be emptied then. Findings and the host's events are written once, as soon as there are any,
  // after all launches that they refer to. Call it after each launch and before Finish.
  virtual Expected<void> Append(const Recording& recording) = 0;
  // Appends events that no Append has written yet: of a program that is killed, they are the recording's. The events
  // of an Append take their place.
  virtual Expected<void> NoteHostEvents(std::span<const HostEvent> events) = 0;
  // Writes the end mark and renames the file.
  virtual Expected<void> Finish() = 0;
  // Deletes the unfinished file.
  virtual void Discard() = 0;
};

Expected<void> WriteTrace(const Recording& recording, const std::filesystem::path& path);

// The limits of a reader; a file that needs more is rejected. A forged file of a few bytes can claim any size.
struct TraceLimits {
  std::uint64_t memory = std::uint64_t{8} << 30;  // bytes
  // The steps of a recording with more are packed: it takes some time, and a small one has no need of it.
  std::uint64_t open_steps = 2'500'000;
};

Expected<Recording> ReadTrace(const std::filesystem::path& path, const TraceLimits& limits = {});
// The same for a file in memory; `name` is its name in errors.
Expected<Recording> ReadTraceBytes(std::span<const std::uint8_t> bytes, const std::string& name,
                                   const TraceLimits& limits = {});

// The recording as text, one step a line, or as JSON.
std::string DescribeTrace(const Recording& recording);         // `lockstep trace info`
std::string DumpTrace(const Recording& recording, bool json);  // `lockstep trace dump`

// A value of type `type` as text: 53, 0.299f, 'a', {x: 1, y: 2}, tile+0x10 -> "d_out[4]".
// `bytes` may be shorter than the type; missing parts show as "?". So do parts without a value: `written` has a byte
// for each of `bytes`, not 0 where it holds one; if it is empty, all do.
std::string FormatValue(const Recording& recording, TypeId type, const std::uint8_t* bytes, std::size_t size,
                        std::span<const std::uint8_t> written = {});

}  // namespace lockstep::trace
