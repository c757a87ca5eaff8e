#include "shared/base/find_tool.h"

#include <cstdlib>
#include <string>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

fs::path OnPath(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string folders = path ? path : "/usr/bin:/bin";
  for (std::size_t start = 0; start <= folders.size();) {
    std::size_t end = folders.find(':', start);
    if (end == std::string::npos) end = folders.size();
    fs::path candidate = fs::path(folders.substr(start, end - start)) / name;
    std::error_code error;
    if (fs::is_regular_file(candidate, error)) return candidate;
    start = end + 1;
  }
  return {};
}

}  // namespace

fs::path FindTool(const char* name) {
  fs::path found = OnPath(name);
  if (found.empty() && fs::exists(fs::path("/usr/bin") / name)) found = fs::path("/usr/bin") / name;
  return found;
}

}  // namespace lockstep
