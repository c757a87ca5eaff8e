#include "shared/trace/pointers.h"

#include <algorithm>
#include <cstring>

#include "shared/base/printable.h"

namespace lockstep::trace {
namespace {

constexpr int kMostPointers = 256;
constexpr int kMostDepth = 16;
// Elements and members without pointers are looked at, too; a file may claim any number of them.
constexpr int kMostParts = 4096;

class Finder {
 public:
  Finder(const Recording& recording, const std::function<void(const PointerInValue&)>& act)
      : recording_(recording), act_(act) {}

  void Look(TypeId id, std::span<const std::uint8_t> bytes, const std::string& path, int depth) {
    if (Index(id) >= recording_.types.size() || depth > kMostDepth || ++parts_ > kMostParts) return;
    const Type& type = recording_.types[Index(id)];
    switch (type.kind) {
      case TypeKind::kPointer: return Found(type, bytes, path);
      case TypeKind::kArray: return LookInArray(type, bytes, path, depth);
      case TypeKind::kStruct: return LookInStruct(type, bytes, path, depth);
      default: return;
    }
  }

 private:
  void Found(const Type& type, std::span<const std::uint8_t> bytes, const std::string& path) {
    PointerInValue pointer{.path = path, .element = type.element};
    if (bytes.size() < sizeof pointer.address || ++pointers_ > kMostPointers) return;
    std::memcpy(&pointer.address, bytes.data(), sizeof pointer.address);
    act_(pointer);
  }

  void LookInArray(const Type& type, std::span<const std::uint8_t> bytes, const std::string& path, int depth) {
    if (Index(type.element) >= recording_.types.size()) return;
    const std::uint64_t size = recording_.types[Index(type.element)].size;
    for (std::uint64_t i = 0; i < type.count && size > 0 && size <= bytes.size() && parts_ <= kMostParts; ++i) {
      Look(type.element, bytes.first(size), path + "[" + std::to_string(i) + "]", depth + 1);
      bytes = bytes.subspan(size);
    }
  }

  void LookInStruct(const Type& type, std::span<const std::uint8_t> bytes, const std::string& path, int depth) {
    for (const Member& member : type.members) {
      if (member.offset >= bytes.size()) continue;
      const bool is_base =
          Index(member.type) < recording_.types.size() && recording_.types[Index(member.type)].name == member.name;
      Look(member.type, bytes.subspan(member.offset), is_base ? path : path + "." + std::string(ShortName(member.name)),
           depth + 1);
    }
  }

  const Recording& recording_;
  const std::function<void(const PointerInValue&)>& act_;
  int pointers_ = 0, parts_ = 0;
};

}  // namespace

void ForEachPointer(const Recording& recording, TypeId type, std::span<const std::uint8_t> bytes, std::string path,
                    const std::function<void(const PointerInValue&)>& act) {
  Finder(recording, act).Look(type, bytes, path, 0);
}

void ForEachPointer(const Recording& recording, const RecordedLaunch& launch,
                    const std::function<void(const Variable& parameter, const PointerInValue&)>& act) {
  if (launch.kernel == KernelId::kNone) return;
  const std::vector<VariableId>& parameters = recording.kernels[Index(launch.kernel)].parameters;
  for (std::size_t i = 0; i < std::min(parameters.size(), launch.arguments.size()); ++i) {
    if (parameters[i] == VariableId::kNone) continue;
    const Variable& variable = recording.variables[Index(parameters[i])];
    ForEachPointer(recording, variable.type, launch.arguments[i], variable.name,
                   [&](const PointerInValue& pointer) { act(variable, pointer); });
  }
}

}  // namespace lockstep::trace
