#include "shared/trace/array_names.h"

#include <algorithm>
#include <map>

#include "shared/trace/pointers.h"

namespace lockstep::trace {
namespace {

// Calls `act` with the name of each parameter of each launch that is a pointer, and the index of the object there.
template <class Act>
void ForEachParameter(const Recording& recording, Act&& act) {
  std::map<std::uint64_t, std::uint32_t> starts;  // by address
  for (std::uint32_t i = 0; i < recording.objects.size(); ++i) starts[recording.objects[i].address] = i;
  for (const RecordedLaunch& launch : recording.launches)
    ForEachPointer(recording, launch, [&](const Variable& parameter, const PointerInValue& pointer) {
      const auto after = starts.upper_bound(pointer.address);
      if (pointer.path != parameter.name || after == starts.begin()) return;
      const std::uint32_t object = std::prev(after)->second;
      if (pointer.address - recording.objects[object].address < recording.objects[object].size)
        act(parameter.name, object);
    });
}

}  // namespace

std::vector<std::vector<std::string>> ParameterNames(const Recording& recording) {
  std::vector<std::vector<std::string>> names(recording.objects.size());
  ForEachParameter(recording, [&](const std::string& name, std::uint32_t object) {
    if (name != recording.objects[object].name && std::ranges::count(names[object], name) == 0)
      names[object].push_back(name);
  });
  return names;
}

std::vector<ObjectId> ArraysOfParameter(const Recording& recording, std::string_view name) {
  std::vector<ObjectId> arrays;
  ForEachParameter(recording, [&](const std::string& parameter, std::uint32_t object) {
    if (parameter == name && std::ranges::count(arrays, ObjectId{object}) == 0) arrays.push_back(ObjectId{object});
  });
  return arrays;
}

}  // namespace lockstep::trace
