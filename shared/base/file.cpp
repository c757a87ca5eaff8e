#include "shared/base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

namespace lockstep {
namespace {

std::unexpected<Error> FailTo(const char* verb, const std::filesystem::path& path) {
  return Fail(fmt::format("cannot {} `{}`: {}", verb, path.string(), std::strerror(errno)));
}

// Owns the descriptor of a file that is being read.
class OpenFile {
 public:
  // O_NONBLOCK unless pipes are allowed: opening a pipe would otherwise wait for its writer.
  OpenFile(const std::filesystem::path& path, bool pipes)
      : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC | (pipes ? 0 : O_NONBLOCK))) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

// The reason why a file of this kind must not be read; empty if it may be.
std::string_view Obstacle(const struct stat& status, const ReadLimits& limits) {
  const mode_t mode = status.st_mode;
  if (S_ISREG(mode)) return "";
  // `/dev/null` is accepted as an empty file.
  if (S_ISCHR(mode) && status.st_rdev == makedev(1, 3)) return "";
  if (S_ISDIR(mode)) return "it is a folder";
  if (S_ISFIFO(mode)) return limits.pipes ? "" : "it is a pipe, not a regular file";
  return S_ISSOCK(mode) ? "it is a socket" : "it is a device";
}

template <class Bytes>
Expected<Bytes> ReadWhole(const std::filesystem::path& path, const ReadLimits& limits) {
  struct stat status{};
  // Check before opening: to open a device can already have an effect.
  if (stat(path.c_str(), &status) != 0) return FailTo("read", path);
  const OpenFile file(path, limits.pipes && !S_ISCHR(status.st_mode) && !S_ISBLK(status.st_mode));
  if (file.descriptor() < 0 || fstat(file.descriptor(), &status) != 0) return FailTo("read", path);
  if (const std::string_view obstacle = Obstacle(status, limits); !obstacle.empty())
    return Fail(fmt::format("cannot read `{}`: {}", path.string(), obstacle));
  const auto too_large = [&] {
    return Fail(fmt::format("cannot read `{}`: it has more than {} bytes", path.string(), limits.most));
  };
  // The size is only a first guess: a pipe has none, and a file may grow.
  const auto size = static_cast<std::uint64_t>(S_ISREG(status.st_mode) ? status.st_size : 0);
  if (size > limits.most) return too_large();
  Bytes bytes;
  std::size_t step = size == 0 ? 65536 : size + 1;
  while (true) {
    const std::size_t had = bytes.size();
    bytes.resize(had + step);
    const ssize_t got = read(file.descriptor(), bytes.data() + had, step);
    if (got < 0 && errno != EINTR) return FailTo("read", path);
    bytes.resize(had + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0) return bytes;
    if (bytes.size() > limits.most) return too_large();
    step = bytes.size() < size + 1 ? size + 1 - bytes.size() : std::max<std::size_t>(65536, bytes.size() / 2);
  }
}

}  // namespace

Expected<std::vector<std::uint8_t>> ReadFile(const std::filesystem::path& path, const ReadLimits& limits) {
  return ReadWhole<std::vector<std::uint8_t>>(path, limits);
}

Expected<std::string> ReadText(const std::filesystem::path& path, std::uint64_t most) {
  return ReadWhole<std::string>(path, {.most = most, .pipes = false});
}

}  // namespace lockstep
