#include "shared/trace/array_names.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace lockstep::trace {
namespace {

// Calls `act` with the name of each parameter of each launch that is a pointer, and the index of the object there.
template <class Act>
void ForEachPointer(const Recording& recording, Act&& act) {
  std::map<std::uint64_t, std::uint32_t> starts;  // by address
  for (std::uint32_t i = 0; i < recording.objects.size(); ++i) starts[recording.objects[i].address] = i;
  for (const RecordedLaunch& launch : recording.launches) {
    if (launch.kernel == KernelId::kNone) continue;
    const std::vector<VariableId>& parameters = recording.kernels[Index(launch.kernel)].parameters;
    for (std::size_t i = 0; i < std::min(parameters.size(), launch.arguments.size()); ++i) {
      if (parameters[i] == VariableId::kNone) continue;
      const Variable& variable = recording.variables[Index(parameters[i])];
      std::uint64_t address = 0;
      if (variable.type == TypeId::kNone || recording.types[Index(variable.type)].kind != TypeKind::kPointer ||
          launch.arguments[i].size() != sizeof address)
        continue;
      std::memcpy(&address, launch.arguments[i].data(), sizeof address);
      const auto after = starts.upper_bound(address);
      if (after == starts.begin()) continue;
      const std::uint32_t object = std::prev(after)->second;
      if (address - recording.objects[object].address < recording.objects[object].size) act(variable.name, object);
    }
  }
}

}  // namespace

std::vector<std::vector<std::string>> ParameterNames(const Recording& recording) {
  std::vector<std::vector<std::string>> names(recording.objects.size());
  ForEachPointer(recording, [&](const std::string& name, std::uint32_t object) {
    if (name != recording.objects[object].name && std::ranges::count(names[object], name) == 0)
      names[object].push_back(name);
  });
  return names;
}

std::vector<ObjectId> ArraysOfParameter(const Recording& recording, std::string_view name) {
  std::vector<ObjectId> arrays;
  ForEachPointer(recording, [&](const std::string& parameter, std::uint32_t object) {
    if (parameter == name && std::ranges::count(arrays, ObjectId{object}) == 0) arrays.push_back(ObjectId{object});
  });
  return arrays;
}

}  // namespace lockstep::trace
