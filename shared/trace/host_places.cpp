#include "shared/trace/host_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "shared/trace/chunk.h"
#include "shared/trace/fields.h"
#include "shared/trace/trace.h"

namespace lockstep::trace {
namespace {

constexpr std::size_t kMostPlaces = 4096;

// The offset of the last chunk, which ends the file, and its number.
struct LastChunk {
  std::uint64_t at = 0, number = 0;
  std::vector<std::uint8_t> bytes;  // with its header
};

std::optional<LastChunk> FindLast(std::istream& file) {
  file.seekg(0, std::ios::end);
  const auto end = static_cast<std::uint64_t>(file.tellg());
  LastChunk last;
  std::uint64_t at = kTraceHeaderSize;
  for (std::uint64_t number = 0; at < end; ++number) {
    std::uint8_t header[4];
    file.seekg(static_cast<std::streamoff>(at));
    if (!file.read(reinterpret_cast<char*>(header), sizeof header)) return std::nullopt;
    last.at = at;
    last.number = number;
    at += kChunkHeaderSize +
          (header[0] | std::uint64_t{header[1]} << 8 | std::uint64_t{header[2]} << 16 | std::uint64_t{header[3]} << 24);
  }
  if (at != end || last.at == 0 || end - last.at > kMaxChunkContent) return std::nullopt;
  last.bytes.resize(end - last.at);
  file.seekg(static_cast<std::streamoff>(last.at));
  if (!file.read(reinterpret_cast<char*>(last.bytes.data()), static_cast<std::streamsize>(last.bytes.size())))
    return std::nullopt;
  return last;
}

// The number in the end mark; nothing if the chunk is none.
std::optional<std::vector<std::uint8_t>> ContentOfEnd(const LastChunk& last) {
  std::vector<std::uint8_t> plain(256);
  const std::size_t size = ZSTD_decompress(plain.data(), plain.size(), last.bytes.data() + kChunkHeaderSize,
                                           last.bytes.size() - kChunkHeaderSize);
  if (ZSTD_isError(size)) return std::nullopt;
  plain.resize(size);
  MemoryBudget budget{.left = plain.size()};
  Decoder head(plain, budget);
  const std::uint64_t kind = head.Varint(), is_last = head.Varint(), number = head.Varint();
  if (!head.ok() || kind != static_cast<std::uint64_t>(SectionKind::kEnd) || is_last != 1 || number != last.number)
    return std::nullopt;
  return std::vector<std::uint8_t>(plain.end() - static_cast<std::ptrdiff_t>(head.Remaining()), plain.end());
}

}  // namespace

Expected<void> AddHostPlaces(const std::filesystem::path& path, std::vector<HostPlace> places) {
  if (places.empty()) return {};
  std::ranges::sort(places, {}, &HostPlace::caller);
  if (places.size() > kMostPlaces) places.resize(kMostPlaces);
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  const auto last = file ? FindLast(file) : std::nullopt;
  const auto end = last ? ContentOfEnd(*last) : std::nullopt;
  if (!end) return Fail(fmt::format("`{}` is not a finished recording", path.string()));
  Encoder content;
  content(places);
  std::uint64_t number = last->number;
  ChunkEncoder encoder;
  std::vector<std::uint8_t> bytes;
  const auto add = [&](SectionKind kind, std::span<const std::uint8_t> section) {
    do {
      const auto part = section.first(std::min(section.size(), kMaxChunkContent));
      section = section.subspan(part.size());
      const auto chunk = encoder.Encode(kind, section.empty(), number++, part);
      bytes.insert(bytes.end(), chunk.begin(), chunk.end());
    } while (!section.empty());
  };
  add(SectionKind::kHostPlaces, content.out());
  add(SectionKind::kEnd, *end);
  file.seekp(static_cast<std::streamoff>(last->at));
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) return Fail(fmt::format("cannot write `{}`", path.string()));
  return {};
}

const HostPlace* PlaceOf(const Recording& recording, const HostEvent& event) {
  const auto found = std::ranges::lower_bound(recording.host_places, event.caller, {}, &HostPlace::caller);
  return found != recording.host_places.end() && found->caller == event.caller ? &*found : nullptr;
}

}  // namespace lockstep::trace
