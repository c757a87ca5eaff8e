#include "shared/base/nameless_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <system_error>

namespace lockstep {

int MakeNamelessFile(const char* name) {
  const int in_memory = memfd_create(name, MFD_CLOEXEC);
  if (in_memory >= 0) return in_memory;
  std::error_code error;
  std::string path = (std::filesystem::temp_directory_path(error) / name).string() + "-XXXXXX";
  const int on_disk = error ? -1 : mkostemp(path.data(), O_CLOEXEC);
  if (on_disk >= 0) unlink(path.c_str());
  return on_disk;
}

}  // namespace lockstep
