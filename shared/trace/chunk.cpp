#include "shared/trace/chunk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

#include "shared/base/must.h"
#include "shared/trace/step_code.h"

namespace lockstep::trace {
namespace {

constexpr char kMagic[8] = {'L', 'S', 'T', 'R', 'A', 'C', 'E', '\n'};
constexpr std::size_t kHeaderSize = sizeof kMagic + 4;
// Level 3 halves the size of unpredictable columns compared with level 1, and costs little on the nearly empty ones.
constexpr int kCompressionLevel = 3;

void Put32(std::vector<std::uint8_t>& out, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<std::uint8_t>(value >> shift));
}

std::uint32_t Get32(const std::uint8_t* at) {
  return std::uint32_t{at[0]} | std::uint32_t{at[1]} << 8 | std::uint32_t{at[2]} << 16 | std::uint32_t{at[3]} << 24;
}

}  // namespace

ChunkEncoder::ChunkEncoder() : compressor_(ZSTD_createCCtx()) {
  if (compressor_ == nullptr) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(compressor_.get(), ZSTD_c_compressionLevel, kCompressionLevel);
  ZSTD_CCtx_setParameter(compressor_.get(), ZSTD_c_checksumFlag, 1);
}

Expected<SectionWriter> SectionWriter::Create(std::filesystem::path path, std::string shown) {
  auto file = UnfinishedFile::Create(std::move(path), std::move(shown));
  if (!file) return std::unexpected(file.error());
  std::vector<std::uint8_t> header(std::begin(kMagic), std::end(kMagic));
  Put32(header, kTraceVersion);
  if (auto done = file->Write(header); !done) return std::unexpected(done.error());
  return SectionWriter(std::move(*file));
}

Expected<void> SectionWriter::Write(SectionKind kind, std::span<const std::uint8_t> content) {
  do {
    const auto part = content.first(std::min(content.size(), kMaxChunkContent));
    content = content.subspan(part.size());
    if (auto done = WriteChunk(kind, content.empty(), part); !done) return done;
  } while (!content.empty());
  return {};
}

Expected<void> SectionWriter::WriteChunk(SectionKind kind, bool last, std::span<const std::uint8_t> content) {
  return file_.Write(encoder_.Encode(kind, last, chunks_++, content));
}

SectionStream::SectionStream(SectionWriter& file, SectionKind kind)
    : file_(file), kind_(kind), content_(4 * kMaxChunkContent, [this](auto& content) { WriteChunks(content); }) {}

void SectionStream::WriteChunks(std::vector<std::uint8_t>& content) {
  std::span<const std::uint8_t> rest = content;
  while (rest.size() > kMaxChunkContent) {
    if (done_) done_ = file_.WriteChunk(kind_, false, rest.first(kMaxChunkContent));
    rest = rest.subspan(kMaxChunkContent);
  }
  content.erase(content.begin(), content.end() - static_cast<std::ptrdiff_t>(rest.size()));
}

Expected<void> SectionStream::End() { return done_ ? file_.Write(kind_, content_.out()) : done_; }

std::span<const std::uint8_t> ChunkEncoder::Encode(SectionKind kind, bool last, std::uint64_t number,
                                                   std::span<const std::uint8_t> content) {
  plain_.clear();
  plain_.push_back(static_cast<std::uint8_t>(kind));
  plain_.push_back(last ? 1 : 0);
  PutVarint(plain_, number);
  plain_.insert(plain_.end(), content.begin(), content.end());

  const std::size_t bound = ZSTD_compressBound(plain_.size());
  stored_.clear();
  stored_.resize(kChunkHeaderSize + bound);
  const std::size_t size =
      ZSTD_compress2(compressor_.get(), stored_.data() + kChunkHeaderSize, bound, plain_.data(), plain_.size());
  MUST(!ZSTD_isError(size), "compressing a chunk failed");
  std::vector<std::uint8_t> header;
  Put32(header, static_cast<std::uint32_t>(size));
  Put32(header, ~static_cast<std::uint32_t>(size));
  std::copy(header.begin(), header.end(), stored_.begin());
  return {stored_.data(), kChunkHeaderSize + size};
}

namespace {

// A section is decoded only once it is complete, so its size needs a limit besides the budget wherever the writer has a
// limit too. Snapshots have none.
std::uint64_t MostContent(SectionKind kind) {
  constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;
  switch (kind) {
    case SectionKind::kProgram:
    case SectionKind::kBuild: return 16 * kMebibyte;
    case SectionKind::kTables: return 512 * kMebibyte;
    case SectionKind::kSteps: return 16 * kMebibyte;  // 65,536 steps of at most 100 bytes, and their shapes
    case SectionKind::kFindings: return 64 * kMebibyte;
    case SectionKind::kConstants:
    case SectionKind::kOperands:
    case SectionKind::kHostEvents:
    case SectionKind::kHostNotes:
    case SectionKind::kHostPlaces: return 64 * kMebibyte;
    case SectionKind::kModelled:
    case SectionKind::kEnd: return 64;
    case SectionKind::kLaunch:
    case SectionKind::kUnwritten:
    case SectionKind::kLaunchEnd: break;
  }
  return std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

SectionReader::SectionReader(std::span<const std::uint8_t> file, std::string name, MemoryBudget& budget)
    : file_(file), name_(std::move(name)), budget_(&budget), decompressor_(ZSTD_createDCtx()) {
  if (decompressor_ == nullptr) throw std::bad_alloc();
}

Expected<SectionReader> SectionReader::Open(std::span<const std::uint8_t> file, std::string name,
                                            MemoryBudget& budget) {
  const std::size_t known = std::min(file.size(), sizeof kMagic);
  if (known == 0 || std::memcmp(file.data(), kMagic, known) != 0) {
    return Fail(fmt::format("`{}` is not a Lockstep trace", name));
  }
  SectionReader reader(file, std::move(name), budget);
  if (file.size() < kHeaderSize) {
    reader.truncated_ = true;
    reader.at_ = file.size();
    return reader;
  }
  const std::uint32_t version = Get32(file.data() + sizeof kMagic);
  if (version < kOldestTraceVersion || version > kTraceVersion) {
    return Fail(fmt::format("`{}` has trace format {}, and this Lockstep reads formats {} to {}: record it again",
                            reader.name_, version, kOldestTraceVersion, kTraceVersion));
  }
  reader.version_ = version;
  reader.at_ = kHeaderSize;
  return reader;
}

std::unexpected<Error> SectionReader::Damaged(std::string_view what) const {
  return Fail(fmt::format("`{}` is damaged in chunk {} (byte {}): {}", name_, chunks_, chunk_start_, what));
}

Expected<std::optional<Section>> SectionReader::Next() {
  std::optional<Section> section;
  while (true) {
    const auto more = NextChunk();
    if (!more) return std::unexpected(more.error());
    if (!*more) {
      truncated_ |= section.has_value();
      return std::optional<Section>();
    }
    Decoder head(plain_, *budget_);
    const std::uint64_t kind = head.Varint(), last = head.Varint(), number = head.Varint();
    if (!head.ok() || kind < 1 || kind > static_cast<std::uint64_t>(LastKind()) || last > 1) {
      return Damaged("it holds a section of an unknown kind");
    }
    if (number != chunks_) return Damaged("it is out of order");
    if (!section) section = Section{.kind = static_cast<SectionKind>(kind)};
    if (static_cast<int>(section->kind) != static_cast<int>(kind))
      return Damaged("it does not continue the section before it");
    if (head.Remaining() > MostContent(section->kind) - section->content.size()) {
      return Damaged("its section is larger than a section of this kind can be");
    }
    if (!budget_->Take(head.Remaining())) return Damaged("it needs more memory than the reader may use");
    section->content.insert(section->content.end(), plain_.end() - head.Remaining(), plain_.end());
    ++chunks_;
    if (last) return section;
  }
}

namespace {

// The first bytes of a chunk's content; fewer if it is shorter or damaged.
std::span<const std::uint8_t> FirstBytes(ZSTD_DCtx* context, std::span<const std::uint8_t> stored,
                                         std::span<std::uint8_t> room) {
  ZSTD_DCtx_reset(context, ZSTD_reset_session_only);
  ZSTD_inBuffer in{stored.data(), stored.size(), 0};
  ZSTD_outBuffer out{room.data(), room.size(), 0};
  while (out.pos < out.size && in.pos < in.size)
    if (const std::size_t result = ZSTD_decompressStream(context, &out, &in); ZSTD_isError(result) || result == 0)
      break;
  return room.first(out.pos);
}

}  // namespace

std::uint64_t SectionReader::StepsAhead() const {
  const std::unique_ptr<ZSTD_DCtx, FreeCompressor> context(ZSTD_createDCtx());
  std::uint64_t steps = 0;
  bool is_first = true;  // of its section
  for (std::size_t at = at_; context && file_.size() - at >= kChunkHeaderSize;) {
    const std::uint32_t size = Get32(file_.data() + at);
    if (Get32(file_.data() + at + 4) != ~size || file_.size() - at - kChunkHeaderSize < size) break;
    std::uint8_t room[32];
    MemoryBudget none;
    Decoder in(FirstBytes(context.get(), file_.subspan(at + kChunkHeaderSize, size), room), none);
    const auto kind = static_cast<SectionKind>(in.Varint());
    if (kind != SectionKind::kSteps && kind != SectionKind::kUnwritten) break;
    const bool is_last = in.Varint() != 0;
    (void)in.Varint();  // its number
    if (kind == SectionKind::kSteps && is_first) steps += std::min<std::uint64_t>(in.Varint(), kStepsPerSection);
    is_first = is_last;
    at += kChunkHeaderSize + size;
  }
  return steps;
}

Expected<bool> SectionReader::NextChunk() {
  chunk_start_ = at_;
  const std::size_t left = file_.size() - at_;
  if (left == 0) return false;
  if (left < kChunkHeaderSize) return truncated_ = true, false;
  const std::uint32_t size = Get32(file_.data() + at_);
  if (Get32(file_.data() + at_ + 4) != ~size) return Damaged("its length and the check of the length disagree");
  if (left - kChunkHeaderSize < size) return truncated_ = true, false;
  if (auto done = Decompress(file_.subspan(at_ + kChunkHeaderSize, size)); !done) return std::unexpected(done.error());
  at_ += kChunkHeaderSize + size;
  return true;
}

Expected<void> SectionReader::Decompress(std::span<const std::uint8_t> stored) {
  const unsigned long long size = ZSTD_getFrameContentSize(stored.data(), stored.size());
  // The head before the content is at most 12 bytes: kind, last, and the chunk's number.
  if (size > kMaxChunkContent + 12) return Damaged("its size is impossible");
  if (ZSTD_findFrameCompressedSize(stored.data(), stored.size()) != stored.size()) {
    return Damaged("its checksum or its contents are wrong");
  }
  plain_.resize(size);
  const std::size_t got =
      ZSTD_decompressDCtx(decompressor_.get(), plain_.data(), plain_.size(), stored.data(), stored.size());
  if (ZSTD_isError(got) || got != size) return Damaged("its checksum or its contents are wrong");
  return {};
}

}  // namespace lockstep::trace
