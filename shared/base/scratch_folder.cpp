#include "shared/base/scratch_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <system_error>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "lockstep-scratch-";

struct OwnFolders {
  std::mutex mutex;
  std::set<fs::path> paths;
};

// Never destroyed: threads may use it while the program ends.
OwnFolders& Own() {
  static OwnFolders& own = *new OwnFolders;
  return own;
}

// Locks the folder; the lock ends with the process. -1 if another process holds it or it is not a folder of ours.
int Lock(const fs::path& folder, int mode) {
  const int file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return -1;
  struct stat info{};
  if (fstat(file, &info) == 0 && info.st_uid == geteuid() && (info.st_mode & 07777) == 0700 && flock(file, mode) == 0)
    return file;
  close(file);
  return -1;
}

// Removes the folders of processes that were killed.
void Sweep(const fs::path& parent) {
  std::error_code error;
  for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
    if (!entry->path().filename().string().starts_with(kPrefix)) continue;
    const int lock = Lock(entry->path(), LOCK_EX | LOCK_NB);
    if (lock < 0) continue;
    std::error_code ignored;
    fs::remove_all(entry->path(), ignored);
    close(lock);
  }
}

}  // namespace

Expected<ScratchFolder> ScratchFolder::Make() {
  std::error_code error;
  const fs::path named = fs::temp_directory_path(error);
  const fs::path parent = error ? named : fs::absolute(named, error);
  if (error)
    return Fail(fmt::format("no folder for temporary files ({}): set TMPDIR to a writable folder", error.message()));
  Sweep(parent);
  while (true) {
    std::string path = (parent / kPrefix).string() + "XXXXXX";
    if (mkdtemp(path.data()) == nullptr)
      return Fail(fmt::format("cannot create a folder in `{}` ({}): set TMPDIR to a writable folder", parent.string(),
                              std::strerror(errno)));
    const int lock = Lock(path, LOCK_EX);
    // Another process may have swept the folder away between its creation and the lock.
    if (!fs::exists(path, error)) {
      if (lock >= 0) close(lock);
      continue;
    }
    const std::lock_guard guard(Own().mutex);
    Own().paths.insert(path);
    return ScratchFolder(path, lock);
  }
}

ScratchFolder::~ScratchFolder() {
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  if (lock_ >= 0) close(lock_);
  const std::lock_guard guard(Own().mutex);
  Own().paths.erase(path_);
}

void RemoveScratchFolders() {
  const std::lock_guard guard(Own().mutex);
  std::error_code ignored;
  for (const fs::path& path : Own().paths)
    // Another thread may still be writing into it.
    for (int attempt = 0; attempt < 3 && fs::exists(path, ignored); ++attempt) fs::remove_all(path, ignored);
}

}  // namespace lockstep
