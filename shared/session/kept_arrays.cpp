#include "shared/session/kept_arrays.h"

#include <fmt/format.h>

#include "shared/base/file.h"
#include "shared/report/capture.h"

namespace lockstep::session {
namespace {

constexpr std::uint64_t kMostBesides = 1 << 20;  // bytes of names

}  // namespace

Expected<void> WriteArrays(std::span<const KeptArray> arrays, const std::filesystem::path& path) {
  const auto writer = report::CaptureWriter::Create(path, "simulator");
  if (!writer) return std::unexpected(writer.error());
  std::uint64_t order = 0;
  for (const KeptArray& array : arrays) {
    const report::Capture capture{
        .order = order++, .way = report::CaptureWay::kPublished, .name = array.name, .shape = {array.bytes.size()}};
    if (auto added = (*writer)->Add(capture, array.bytes); !added) return added;
  }
  return (*writer)->Finish();
}

Expected<std::vector<KeptArray>> ReadArrays(const std::filesystem::path& path) {
  const auto bytes = ReadFile(path, {.most = kMostKept + kMostBesides, .pipes = false});
  if (!bytes) return std::unexpected(bytes.error());
  Expected<report::CaptureFile> file = report::ReadCaptureBytes(*bytes, path.string());
  if (!file) return std::unexpected(file.error());
  if (!file->complete) return Fail(fmt::format("`{}` ends early", path.string()));
  std::vector<KeptArray> arrays;
  for (report::Capture& capture : file->captures) arrays.push_back({std::move(capture.name), std::move(capture.bytes)});
  return arrays;
}

}  // namespace lockstep::session
