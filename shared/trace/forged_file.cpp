#include "shared/trace/forged_file.h"

#include <zstd.h>

#include <cstddef>
#include <utility>

#include "shared/base/must.h"

namespace lockstep::trace {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::uint32_t Get32(const Bytes& bytes, std::size_t at) {
  return bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16 | static_cast<std::uint32_t>(bytes[at + 3]) << 24;
}

void Put32(Bytes& bytes, std::uint32_t word) {
  for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(word >> shift));
}

}  // namespace

std::vector<Bytes> ChunksOf(const Bytes& file) {
  std::vector<Bytes> chunks;
  for (std::size_t at = kTraceHeader; at < file.size();) {
    const std::uint32_t size = Get32(file, at);
    at += kChunkHeader;
    Bytes plain(ZSTD_getFrameContentSize(file.data() + at, size));
    MUST(ZSTD_decompress(plain.data(), plain.size(), file.data() + at, size) == plain.size(), "the file is damaged");
    chunks.push_back(std::move(plain));
    at += size;
  }
  return chunks;
}

Bytes FileOf(const Bytes& original, const std::vector<Bytes>& chunks) {
  Bytes file(original.begin(), original.begin() + kTraceHeader);
  for (const Bytes& plain : chunks) {
    Bytes stored(ZSTD_compressBound(plain.size()));
    stored.resize(ZSTD_compress(stored.data(), stored.size(), plain.data(), plain.size(), 1));
    const auto size = static_cast<std::uint32_t>(stored.size());
    Put32(file, size);
    Put32(file, ~size);
    file.insert(file.end(), stored.begin(), stored.end());
  }
  return file;
}

}  // namespace lockstep::trace
