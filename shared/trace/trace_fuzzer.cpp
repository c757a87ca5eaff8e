// The entry point of libFuzzer. Any bytes, as a file and as the contents of chunks with correct checksums, must give an
// error or a recording that every view can use. Build with -DLOCKSTEP_FUZZERS=ON and run build/tests/trace_fuzzer
// CORPUS.

#include <zstd.h>

#include <cstdint>
#include <span>
#include <vector>

#include "shared/base/must.h"
#include "shared/trace/trace.h"
#include "shared/trace/validate.h"

namespace {

using Bytes = std::vector<std::uint8_t>;

void Put32(Bytes& out, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<std::uint8_t>(value >> shift));
}

// Turns each piece (two bytes of length, then contents) into a chunk with its number and a correct checksum.
Bytes Forge(std::span<const std::uint8_t> data) {
  Bytes file = {'L', 'S', 'T', 'R', 'A', 'C', 'E', '\n', 2, 0, 0, 0};
  for (std::uint8_t number = 0; data.size() >= 4 && number < 100; ++number) {
    const std::size_t size = std::min<std::size_t>(data[0] | data[1] << 8, data.size() - 4);
    Bytes plain = {data[2], data[3], number};
    plain.insert(plain.end(), data.begin() + 4, data.begin() + 4 + static_cast<std::ptrdiff_t>(size));
    data = data.subspan(4 + size);
    Bytes stored(ZSTD_compressBound(plain.size()));
    stored.resize(ZSTD_compress(stored.data(), stored.size(), plain.data(), plain.size(), 1));
    Put32(file, static_cast<std::uint32_t>(stored.size()));
    Put32(file, ~static_cast<std::uint32_t>(stored.size()));
    file.insert(file.end(), stored.begin(), stored.end());
  }
  return file;
}

void Try(std::span<const std::uint8_t> file) {
  const auto recording = lockstep::trace::ReadTraceBytes(file, "fuzz", {.memory = 64 << 20});
  if (!recording) return;
  MUST(lockstep::trace::Validate(*recording), "an invalid recording was read");
  lockstep::trace::DescribeTrace(*recording);
  lockstep::trace::DumpTrace(*recording, false);
  lockstep::trace::DumpTrace(*recording, true);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Try({data, size});
  Try(Forge({data, size}));
  return 0;
}
