#pragma once

// The file as a sequence of sections, each stored as one or more checksummed, compressed chunks. FORMAT.md describes
// the bytes.

#include <zstd.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "shared/base/error.h"
#include "shared/base/unfinished_file.h"
#include "shared/trace/coding.h"

namespace lockstep::trace {

inline constexpr std::uint32_t kTraceVersion = 9;
// Version 8 lacks the meetings of warps, and the operands of what lanes bring to them.
// Version 7 lacks the threads of faults that are in no recorded block.
// Version 6 lacks the operands of writes and the reads of local variables.
// Version 5 lacks how the program was built and the notes of the host's events; version 4 also the modelled features
// that the run used; version 3 also the host's events and places; version 2 also constants and unwritten memory;
// version 1 also findings.
inline constexpr std::uint32_t kOldestTraceVersion = 1;
inline constexpr std::size_t kChunkHeaderSize = 8;
inline constexpr std::size_t kMaxChunkContent = std::size_t{1} << 20;

enum class SectionKind : std::uint8_t {
  kProgram = 1,
  kTables,
  kLaunch,
  kSteps,
  kLaunchEnd,
  kEnd,
  kFindings,
  kConstants,
  kUnwritten,
  kHostEvents,
  kHostPlaces,
  kModelled,
  kBuild,
  kHostNotes,
  kOperands
};

struct Section {
  SectionKind kind{};
  std::vector<std::uint8_t> content;
};

struct FreeCompressor {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

// Compresses chunks.
class ChunkEncoder {
 public:
  ChunkEncoder();
  // The chunk as it lies in the file, until the next call. `number` counts the file's chunks from 0.
  std::span<const std::uint8_t> Encode(SectionKind kind, bool last, std::uint64_t number,
                                       std::span<const std::uint8_t> content);

 private:
  std::unique_ptr<ZSTD_CCtx, FreeCompressor> compressor_;
  std::vector<std::uint8_t> plain_, stored_;
};

class SectionWriter {
 public:
  // Errors name the file as `shown`; empty: by its path.
  static Expected<SectionWriter> Create(std::filesystem::path path, std::string shown = {});
  Expected<void> Write(SectionKind kind, std::span<const std::uint8_t> content);
  Expected<void> Finish() { return file_.Finish(); }
  void Discard() { file_.Discard(); }

 private:
  friend class SectionStream;
  explicit SectionWriter(UnfinishedFile file) : file_(std::move(file)) {}
  Expected<void> WriteChunk(SectionKind kind, bool last, std::span<const std::uint8_t> content);

  UnfinishedFile file_;
  ChunkEncoder encoder_;
  std::uint64_t chunks_ = 0;
};

// A section that is written while its content is made, so that no more than a few chunks lie in memory.
class SectionStream {
 public:
  // `file` must outlive it.
  SectionStream(SectionWriter& file, SectionKind kind);
  SectionStream(const SectionStream&) = delete;
  SectionStream& operator=(const SectionStream&) = delete;

  Encoder& content() { return content_; }
  // Writes what is left; the error of the first write that failed.
  Expected<void> End();

 private:
  // The section's last chunk is one that is not empty, so a whole chunk at the end stays.
  void WriteChunks(std::vector<std::uint8_t>& content);

  SectionWriter& file_;
  const SectionKind kind_;
  Expected<void> done_;
  Encoder content_;
};

// Reads sections from the bytes of a file, which must outlive it.
class SectionReader {
 public:
  // `name` is the file's name in errors.
  static Expected<SectionReader> Open(std::span<const std::uint8_t> file, std::string name, MemoryBudget& budget);
  // The next section; nothing at the end of the file. truncated() then says whether the file ended inside a chunk or a
  // section. The caller returns to the budget what the section's content took from it.
  Expected<std::optional<Section>> Next();
  bool truncated() const { return truncated_; }
  std::size_t place() const { return at_; }  // in the file: the next section
  // The steps of the launch whose section was the last one, as its sections claim: 65,536 in each at most.
  std::uint64_t StepsAhead() const;
  // "`x.lstrace` is damaged in chunk 3 (byte 4096): WHAT"
  std::unexpected<Error> Damaged(std::string_view what) const;

 private:
  SectionReader(std::span<const std::uint8_t> file, std::string name, MemoryBudget& budget);
  // Decompresses the chunk at at_ into plain_; false if the file ends before the chunk does.
  Expected<bool> NextChunk();
  Expected<void> Decompress(std::span<const std::uint8_t> stored);
  SectionKind LastKind() const {
    constexpr SectionKind kLast[] = {SectionKind::kEnd,        SectionKind::kFindings, SectionKind::kUnwritten,
                                     SectionKind::kHostPlaces, SectionKind::kModelled, SectionKind::kHostNotes,
                                     SectionKind::kOperands,   SectionKind::kOperands, SectionKind::kOperands};
    return kLast[version_ - 1];
  }

  std::span<const std::uint8_t> file_;
  std::string name_;
  MemoryBudget* budget_;
  std::uint32_t version_ = kTraceVersion;
  std::unique_ptr<ZSTD_DCtx, FreeCompressor> decompressor_;
  std::size_t at_ = 0, chunk_start_ = 0;
  std::uint64_t chunks_ = 0;
  std::vector<std::uint8_t> plain_;
  bool truncated_ = false;
};

}  // namespace lockstep::trace
