#include "shared/base/scratch_folder.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

namespace lockstep {

namespace fs = std::filesystem;

Expected<ScratchFolder> ScratchFolder::Make() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  if (error) return Fail(fmt::format("no folder for temporary files (TMPDIR): {}", error.message()));
  std::string path = (parent / "lockstep-XXXXXX").string();
  if (mkdtemp(path.data()) == nullptr)
    return Fail(fmt::format("cannot make a folder in `{}`: {}", parent.string(), std::strerror(errno)));
  return ScratchFolder(path);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace lockstep
