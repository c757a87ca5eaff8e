#include "shared/base/unfinished_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <limits>
#include <system_error>
#include <utility>

#include "shared/base/file.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> CannotWrite(const std::string& path, std::string_view why) {
  return Fail(fmt::format("cannot write `{}`: {}", path, why));
}

// Programs use low descriptors and may assume fixed numbers, so ours are high.
constexpr int kLowestDescriptor = 200;

int MovedUp(int descriptor) {
  if (descriptor < 0) return descriptor;
  const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, kLowestDescriptor);
  if (moved < 0) return descriptor;
  close(descriptor);
  return moved;
}

// Names of open descriptors (/dev/fd, /proc): a rename over such a name would replace the link, not the file.
bool IsNameOfDescriptor(const fs::path& path) {
  const std::string text = path.lexically_normal().string();
  return text.starts_with("/dev/fd/") || text.starts_with("/dev/std") || text.starts_with("/proc/");
}

// The path that a symbolic link would create, where its target does not exist yet.
fs::path FollowLinks(fs::path path) {
  constexpr int kMostLinks = 40;  // as in the kernel
  std::error_code error;
  for (int i = 0; i < kMostLinks && fs::is_symlink(fs::symlink_status(path, error)); ++i)
    path = path.parent_path() / fs::read_symlink(path, error);
  return path;
}

Expected<Destination> FindNewFile(const fs::path& path) {
  const fs::path target = FollowLinks(path), folder = target.has_parent_path() ? target.parent_path() : ".";
  if (!target.has_filename()) return CannotWrite(path.string(), "it is a folder");
  struct stat found{};
  if (stat(folder.c_str(), &found) != 0) return CannotWrite(path.string(), std::strerror(errno));
  if (!S_ISDIR(found.st_mode)) return CannotWrite(path.string(), std::strerror(ENOTDIR));
  if (access(folder.c_str(), W_OK | X_OK) != 0) return CannotWrite(path.string(), std::strerror(errno));
  return Destination{.path = target};
}

}  // namespace

Expected<Destination> FindDestination(const fs::path& path) {
  if (path.empty()) return Fail("cannot write a file without a name");
  struct stat found{};
  if (stat(path.c_str(), &found) != 0) {
    if (errno != ENOENT) return CannotWrite(path.string(), std::strerror(errno));
    return FindNewFile(path);
  }
  if (S_ISDIR(found.st_mode)) return CannotWrite(path.string(), "it is a folder");
  if (S_ISBLK(found.st_mode)) return CannotWrite(path.string(), "it is a disk");
  if (access(path.c_str(), W_OK) != 0) return CannotWrite(path.string(), std::strerror(errno));
  if (!S_ISREG(found.st_mode) || IsNameOfDescriptor(path)) return Destination{.path = path, .is_replaced = false};
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  if (error) return CannotWrite(path.string(), error.message());
  return Destination{.path = target};
}

fs::path UnfinishedName(const fs::path& path) { return path.string() + ".unfinished"; }

Expected<UnfinishedFile> UnfinishedFile::Create(fs::path path, std::string shown) {
  UnfinishedFile file;
  file.shown_ = shown.empty() ? path.string() : std::move(shown);
  Expected<Destination> destination = FindDestination(path);
  if (!destination) return std::unexpected(destination.error());
  file.destination_ = std::move(*destination);
  if (!file.Open()) return file.Failed(errno);
  return file;
}

bool UnfinishedFile::Open() {
  struct stat old{}, made{};
  const bool replaces = destination_.is_replaced && stat(destination_.path.c_str(), &old) == 0;
  if (destination_.is_replaced) {
    descriptor_ = OpenNew();
  } else {
    unfinished_ = destination_.path;
    descriptor_ = open(unfinished_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
  }
  descriptor_ = MovedUp(descriptor_);
  if (descriptor_ < 0 || fstat(descriptor_, &made) != 0) return false;
  device_ = made.st_dev;
  inode_ = made.st_ino;
  // The file gets the permissions of the file that it replaces, or stays as it was created if that fails.
  if (replaces) (void)!fchmod(descriptor_, old.st_mode & 0777);
  return true;
}

// Takes the first free name: another process may be writing the same file, or may have died doing so.
int UnfinishedFile::OpenNew() {
  constexpr int kNew = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMostTries = 100;
  static std::atomic<int> files = 0;
  unfinished_ = UnfinishedName(destination_.path);
  int opened = open(unfinished_.c_str(), kNew, 0666);
  for (int tries = 0; opened < 0 && errno == EEXIST && tries < kMostTries; ++tries) {
    unfinished_ = UnfinishedName(fmt::format("{}.{}-{}", destination_.path.string(), getpid(), ++files));
    opened = open(unfinished_.c_str(), kNew, 0666);
  }
  return opened;
}

UnfinishedFile::UnfinishedFile(UnfinishedFile&& other) noexcept
    : shown_(std::move(other.shown_)),
      destination_(std::move(other.destination_)),
      unfinished_(std::move(other.unfinished_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      device_(other.device_),
      inode_(other.inode_),
      size_(other.size_) {}

UnfinishedFile::~UnfinishedFile() {
  if (IsOurs()) close(descriptor_);
}

bool UnfinishedFile::IsOurs() const {
  struct stat found{};
  return descriptor_ >= 0 && fstat(descriptor_, &found) == 0 && found.st_dev == device_ && found.st_ino == inode_;
}

bool UnfinishedFile::Reopen() {
  descriptor_ = MovedUp(open(unfinished_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  if (IsOurs()) return fcntl(descriptor_, F_SETFL, 0) == 0;
  if (descriptor_ >= 0) close(std::exchange(descriptor_, -1));
  return false;
}

std::unexpected<Error> UnfinishedFile::Failed(int number) const { return CannotWrite(shown_, std::strerror(number)); }

Expected<void> UnfinishedFile::Write(std::span<const std::uint8_t> bytes) {
  if (!IsOurs() && !Reopen()) return CannotWrite(shown_, "the program closed it, and the file no longer exists");
  while (!bytes.empty()) {
    // pwrite, not write: a descriptor that a child of the program inherited shares the file position.
    const ssize_t written = destination_.is_replaced
                                ? pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(size_))
                                : write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return Failed(written < 0 ? errno : ENOSPC);
    size_ += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

Expected<void> UnfinishedFile::Finish() {
  if (!IsOurs() && !Reopen()) return CannotWrite(shown_, "the program closed it, and the file no longer exists");
  // Some file systems report a full disk only on close.
  if (close(std::exchange(descriptor_, -1)) != 0) return Failed(errno);
  if (destination_.is_replaced && rename(unfinished_.c_str(), destination_.path.c_str()) != 0) return Failed(errno);
  return {};
}

void UnfinishedFile::Discard() {
  if (IsOurs()) close(descriptor_);
  descriptor_ = -1;
  if (destination_.is_replaced) unlink(unfinished_.c_str());
}

namespace {

Expected<void> WriteWhole(const fs::path& path, std::span<const std::uint8_t> bytes) {
  Expected<UnfinishedFile> file = UnfinishedFile::Create(path);
  if (!file) return std::unexpected(file.error());
  Expected<void> written = file->Write(bytes);
  if (written) written = file->Finish();
  if (!written) file->Discard();
  return written;
}

}  // namespace

Expected<void> WriteFile(const fs::path& path, std::string_view text) {
  return WriteWhole(path, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

Expected<void> MoveInto(const fs::path& from, const fs::path& to) {
  const Expected<Destination> destination = FindDestination(to);
  if (!destination) return std::unexpected(destination.error());
  if (destination->is_replaced && rename(from.c_str(), destination->path.c_str()) == 0) return {};
  const Expected<std::vector<std::uint8_t>> bytes = ReadFile(from, {.most = std::numeric_limits<std::uint64_t>::max()});
  if (!bytes) return std::unexpected(bytes.error());
  if (auto written = WriteWhole(to, *bytes); !written) return written;
  std::error_code ignored;
  fs::remove(from, ignored);
  return {};
}

}  // namespace lockstep
