#include "shared/base/shown_names.h"

#include <map>
#include <mutex>

namespace lockstep {
namespace {

struct Names {
  std::mutex mutex;
  std::map<std::string, std::string> by_path;
};

// Never destroyed: reports are written at the end of the process.
Names& TheNames() {
  static auto* const names = new Names;
  return *names;
}

}  // namespace

void ShowFileAs(const std::string& path, const std::string& name) {
  Names& names = TheNames();
  const std::lock_guard lock(names.mutex);
  names.by_path[path] = name;
}

std::string ShownName(const std::string& path) {
  Names& names = TheNames();
  const std::lock_guard lock(names.mutex);
  const auto found = names.by_path.find(path);
  return found == names.by_path.end() ? path : found->second;
}

}  // namespace lockstep
