#include "shared/report/source_name.h"

#include <filesystem>

namespace lockstep::report {

std::string SourceName(const std::string& path, const std::string& base) {
  if (base.empty()) return path;
  const auto relative = std::filesystem::path(path).lexically_relative(base).string();
  return relative.empty() || relative == ".." || relative.starts_with("../") ? path : relative;
}

}  // namespace lockstep::report
