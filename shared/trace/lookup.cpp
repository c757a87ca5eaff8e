#include "shared/trace/lookup.h"

#include <algorithm>

namespace lockstep::trace {

const Object* FindObject(const Recording& recording, const RecordedLaunch& launch, ObjectId id) {
  if (id == ObjectId::kNone) return nullptr;
  const auto& objects = IsLaunchObject(id) ? launch.objects : recording.objects;
  const std::uint32_t index = IsLaunchObject(id) ? LaunchObjectIndex(id) : Index(id);
  return index < objects.size() ? &objects[index] : nullptr;
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
