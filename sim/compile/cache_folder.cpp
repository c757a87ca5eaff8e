#include "sim/compile/cache_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

struct Place {
  fs::path folder;
  bool named = false;    // by LOCKSTEP_CACHE: the user's own folder, which we leave as it is
  bool public_ = false;  // its parent is everybody's
};

Expected<Place> ChoosePlace() {
  const auto value = [](const char* name) {
    const char* text = getenv(name);
    return fs::path(text ? text : "");
  };
  std::error_code error;
  if (const fs::path chosen = value("LOCKSTEP_CACHE"); !chosen.empty())
    return Place{.folder = fs::absolute(chosen, error), .named = true};
  if (const fs::path base = value("XDG_CACHE_HOME"); base.is_absolute()) return Place{.folder = base / "lockstep"};
  if (const fs::path home = value("HOME"); home.is_absolute()) return Place{.folder = home / ".cache/lockstep"};
  const fs::path temporary = fs::temp_directory_path(error);
  if (error)
    return Fail(
        fmt::format("there is no folder to keep programs in (neither HOME nor TMPDIR names one: {}): "
                    "set LOCKSTEP_CACHE to a folder that you can write to",
                    error.message()));
  return Place{.folder = temporary / fmt::format("lockstep-cache-{}", geteuid()), .public_ = true};
}

std::unexpected<Error> FailAt(const fs::path& folder, const std::string& why) {
  return Fail(fmt::format("programs cannot be kept in `{}` ({}): set LOCKSTEP_CACHE to a folder of your own",
                          folder.string(), why));
}

// Why nobody should run what lies in `folder`, or nothing.
std::string WhyUnsafe(const Place& place, const struct stat& info) {
  const bool open_to_others = info.st_mode & S_IWOTH;
  const bool sticky = info.st_mode & S_ISVTX;
  if (!S_ISDIR(info.st_mode)) return "it is no folder";
  if (info.st_uid != geteuid() && !(place.named && info.st_uid == 0 && sticky)) return "it belongs to another user";
  // In a sticky folder others may add, but not replace what is ours.
  if (open_to_others && !(place.named && sticky)) return "others may write to it";
  return "";
}

// Ours from an older release or a careless umask.
void CloseToOthers(const Place& place, struct stat& info) {
  if (place.named || !S_ISDIR(info.st_mode) || info.st_uid != geteuid() || !(info.st_mode & 0077)) return;
  if (chmod(place.folder.c_str(), 0700) == 0) info.st_mode &= ~0077u;
}

}  // namespace

Expected<fs::path> CacheFolder() {
  const Expected<Place> place = ChoosePlace();
  if (!place) return std::unexpected(place.error());
  const fs::path& folder = place->folder;
  std::error_code error;
  fs::create_directories(folder.parent_path(), error);
  if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return FailAt(folder, strerror(errno));
  struct stat info{};
  // Where anybody may put a link, it is not followed.
  if ((place->public_ ? lstat : stat)(folder.c_str(), &info) != 0) return FailAt(folder, strerror(errno));
  CloseToOthers(*place, info);
  if (const std::string why = WhyUnsafe(*place, info); !why.empty()) return FailAt(folder, why);
  if (access(folder.c_str(), W_OK | X_OK) != 0) return FailAt(folder, strerror(errno));
  struct statvfs system{};
  if (statvfs(folder.c_str(), &system) == 0 && system.f_flag & ST_NOEXEC)
    return FailAt(folder, "its file system is mounted `noexec`");
  return folder;
}

Expected<void> MakeOwnFolder(const fs::path& path) {
  if (mkdir(path.c_str(), 0700) == 0) return {};
  if (errno != EEXIST) return FailAt(path, strerror(errno));
  struct stat info{};
  if (lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid() &&
      (info.st_mode & 0722) == 0700)
    return {};
  std::error_code error;
  fs::remove_all(path, error);
  if (mkdir(path.c_str(), 0700) != 0) return FailAt(path, error ? error.message() : strerror(errno));
  return {};
}

// Two independent 64-bit hashes.
std::string Fingerprint(const std::string& text) {
  std::uint64_t first = 14695981039346656037u, second = 0x9e3779b97f4a7c15u;
  for (unsigned char c : text) {
    first = (first ^ c) * 1099511628211u;
    second = (second + c + 1) * 0xd6e8feb86659fd93u;
    second ^= second >> 32;
  }
  return fmt::format("{:016x}{:016x}", first, second);
}

CacheLock::CacheLock(const fs::path& path) : file_(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)) {
  if (file_ >= 0) flock(file_, LOCK_EX);
}

CacheLock::~CacheLock() {
  if (file_ >= 0) close(file_);
}

}  // namespace lockstep
