#include "sim/compile/cache_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "shared/session/variables.h"

namespace lockstep::compile {
namespace {

namespace fs = std::filesystem;

struct Choice {
  fs::path folder;
  bool named = false;  // by LOCKSTEP_CACHE: the user's own folder, whose permissions are not changed
  bool is_in_home = false;
  bool public_ = false;  // its parent is writable by all users
};

Expected<Choice> ChooseFolder() {
  const auto value = [](const char* name) {
    const char* text = getenv(name);
    return fs::path(text ? text : "");
  };
  std::error_code error;
  if (const fs::path chosen = value(session::kCacheVariable); !chosen.empty())
    return Choice{.folder = fs::absolute(chosen, error), .named = true};
  if (const fs::path base = value("XDG_CACHE_HOME"); base.is_absolute()) return Choice{.folder = base / "lockstep"};
  if (const fs::path home = value("HOME"); home.is_absolute())
    return Choice{.folder = home / ".cache/lockstep", .is_in_home = true};
  const fs::path temporary = fs::temp_directory_path(error);
  if (error)
    return Fail(
        fmt::format("no folder for the build cache (neither HOME nor TMPDIR names one: {}): "
                    "set LOCKSTEP_CACHE to a writable folder",
                    error.message()));
  return Choice{.folder = temporary / fmt::format("lockstep-cache-{}", geteuid()), .public_ = true};
}

std::unexpected<Error> FailAt(const fs::path& folder, const std::string& why) {
  return Fail(fmt::format("`{}` cannot serve as build cache ({}): set LOCKSTEP_CACHE to a folder of your own",
                          folder.string(), why));
}

// Why running programs from the folder is unsafe; empty if it is safe.
std::string WhyUnsafe(const Choice& choice, const struct stat& info) {
  const bool open_to_others = info.st_mode & S_IWOTH;
  const bool sticky = info.st_mode & S_ISVTX;
  if (!S_ISDIR(info.st_mode)) return "it is not a folder";
  if (info.st_uid != geteuid() && !(choice.named && info.st_uid == 0 && sticky)) return "it belongs to another user";
  // In a sticky folder other users may add files, but not replace ours.
  if (open_to_others && !(choice.named && sticky)) return "others may write to it";
  return "";
}

// Mends the mode of a folder of ours that an older release, or a lax umask, left open.
void CloseToOthers(const Choice& choice, struct stat& info) {
  if (choice.named || !S_ISDIR(info.st_mode) || info.st_uid != geteuid() || !(info.st_mode & 0077)) return;
  if (chmod(choice.folder.c_str(), 0700) == 0) info.st_mode &= ~0077u;
}

// How often a lock's folder is made again; more must be another fault.
constexpr int kRemovals = 1000;

bool MakeAgain(const fs::path& folder) { return mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST; }

}  // namespace

Expected<fs::path> CacheFolder() {
  const Expected<Choice> choice = ChooseFolder();
  if (!choice) return std::unexpected(choice.error());
  const fs::path& folder = choice->folder;
  std::error_code error;
  if (choice->is_in_home && !fs::exists(folder.parent_path().parent_path(), error))
    return FailAt(folder, "HOME names a folder that does not exist");
  fs::create_directories(folder.parent_path(), error);
  if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    return FailAt(folder, error ? error.message() : strerror(errno));
  struct stat info{};
  // In a public folder any user may put a link, so links are not followed.
  if ((choice->public_ ? lstat : stat)(folder.c_str(), &info) != 0) return FailAt(folder, strerror(errno));
  CloseToOthers(*choice, info);
  if (const std::string why = WhyUnsafe(*choice, info); !why.empty()) return FailAt(folder, why);
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

CacheLock::CacheLock(const fs::path& path) : file_(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)) {}

CacheLock::~CacheLock() {
  if (file_ >= 0) close(file_);
}

std::optional<CacheLock> CacheLock::Take(const fs::path& path, const std::function<bool()>& cancelled) {
  for (int missing = 0;;) {
    CacheLock lock(path);
    if (lock.file_ < 0 && errno == ENOENT && ++missing < kRemovals && MakeAgain(path.parent_path())) continue;
    if (lock.file_ < 0) return lock;
    if (!lock.Await(cancelled)) return std::nullopt;
    if (!lock.IsAt(path)) continue;
    futimens(lock.file_, nullptr);
    return lock;
  }
}

std::optional<CacheLock> CacheLock::TakeIfFree(const fs::path& path) {
  CacheLock lock(path);
  if (lock.file_ < 0 || flock(lock.file_, LOCK_EX | LOCK_NB) != 0 || !lock.IsAt(path)) return std::nullopt;
  return lock;
}

bool CacheLock::Await(const std::function<bool()>& cancelled) const {
  if (!cancelled) return flock(file_, LOCK_EX) == 0 || errno != EINTR;
  constexpr timespec kPause{.tv_sec = 0, .tv_nsec = 10'000'000};
  while (flock(file_, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR)) {
    if (cancelled()) return false;
    nanosleep(&kPause, nullptr);
  }
  return true;
}

// The entry may have been removed while we waited for its lock, and made anew with another.
bool CacheLock::IsAt(const fs::path& path) const {
  struct stat ours{}, there{};
  return fstat(file_, &ours) == 0 && stat(path.c_str(), &there) == 0 && ours.st_dev == there.st_dev &&
         ours.st_ino == there.st_ino;
}

}  // namespace lockstep::compile
