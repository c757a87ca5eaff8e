#include "shared/trace/lookup.h"

#include <algorithm>

namespace lockstep::trace {

std::optional<ObjectView> FindObject(const Recording& recording, const RecordedLaunch& launch, ObjectId id) {
  const auto in = [](const auto& objects, std::uint32_t index) {
    return index < objects.size() ? std::optional<ObjectView>(objects[index]) : std::nullopt;
  };
  if (id == ObjectId::kNone) return std::nullopt;
  return IsLaunchObject(id) ? in(launch.objects, LaunchObjectIndex(id)) : in(recording.objects, Index(id));
}

FileId FindFile(const Recording& recording, std::string_view path) {
  const auto found = std::ranges::find(recording.files, path, &SourceFile::path);
  return found == recording.files.end() ? FileId::kNone : static_cast<FileId>(found - recording.files.begin());
}

Dim3 FromLinearIndex(std::uint64_t linear, const Dim3& extent) {
  return {.x = static_cast<std::uint32_t>(linear % extent.x),
          .y = static_cast<std::uint32_t>(linear / extent.x % extent.y),
          .z = static_cast<std::uint32_t>(linear / extent.x / extent.y)};
}

}  // namespace lockstep::trace
