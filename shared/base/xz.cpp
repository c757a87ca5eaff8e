#include "shared/base/xz.h"

#include <fmt/format.h>
#include <lzma.h>

namespace lockstep {
namespace {

// The decoder's own memory limit: the dictionary of the strongest preset is 64 MiB.
constexpr std::uint64_t kDecoderMemory = 80u << 20;

struct Decoder {
  lzma_stream stream = LZMA_STREAM_INIT;
  ~Decoder() { lzma_end(&stream); }
};

}  // namespace

Expected<std::vector<std::uint8_t>> UnpackXz(std::span<const std::uint8_t> bytes, std::uint64_t most,
                                             const std::string& name) {
  Decoder decoder;
  if (lzma_stream_decoder(&decoder.stream, kDecoderMemory, 0) != LZMA_OK)
    return Fail(fmt::format("{}: out of memory while unpacking it", name));
  decoder.stream.next_in = bytes.data();
  decoder.stream.avail_in = bytes.size();
  std::vector<std::uint8_t> content, part(1 << 16);
  for (;;) {
    decoder.stream.next_out = part.data();
    decoder.stream.avail_out = part.size();
    const lzma_ret result = lzma_code(&decoder.stream, LZMA_FINISH);
    content.insert(content.end(), part.data(), decoder.stream.next_out);
    if (content.size() > most) return Fail(fmt::format("{}: it unpacks to more than {} bytes", name, most));
    if (result == LZMA_STREAM_END) break;
    if (result != LZMA_OK) return Fail(fmt::format("{}: its .xz data are damaged or cut off", name));
  }
  if (decoder.stream.avail_in != 0) return Fail(fmt::format("{}: something follows its .xz data", name));
  return content;
}

std::uint32_t Crc32(std::span<const std::uint8_t> bytes) { return lzma_crc32(bytes.data(), bytes.size(), 0); }

}  // namespace lockstep
