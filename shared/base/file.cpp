#include "shared/base/file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace lockstep {
namespace {

std::unexpected<Error> FailTo(const char* deed, const std::filesystem::path& path) {
  return Fail(fmt::format("cannot {} `{}`: {}", deed, path.string(), std::strerror(errno)));
}

}  // namespace

Expected<std::vector<std::uint8_t>> ReadFile(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return Fail(fmt::format("cannot read `{}`: it is a folder", path.string()));
  }
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return FailTo("read", path);
  std::vector<std::uint8_t> bytes;
  // The size is a first guess only: a pipe has none, and a file may grow.
  const auto size = std::filesystem::file_size(path, ignored);
  std::size_t step = ignored || size == 0 ? 65536 : size + 1;
  while (true) {
    const std::size_t had = bytes.size();
    bytes.resize(had + step);
    const std::size_t got = std::fread(bytes.data() + had, 1, step, file);
    bytes.resize(had + got);
    if (got < step) break;
    step = std::max<std::size_t>(65536, bytes.size());
  }
  const bool failed = std::ferror(file) != 0;
  std::fclose(file);
  if (failed) return FailTo("read", path);
  return bytes;
}

std::filesystem::path UnfinishedName(const std::filesystem::path& path) { return path.string() + ".unfinished"; }

Expected<UnfinishedFile> UnfinishedFile::Create(std::filesystem::path path) {
  std::FILE* file = std::fopen(UnfinishedName(path).c_str(), "wb");
  if (file == nullptr) return FailTo("write", path);
  return UnfinishedFile(std::move(path), file);
}

UnfinishedFile::UnfinishedFile(UnfinishedFile&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, nullptr)) {}

UnfinishedFile::~UnfinishedFile() {
  if (file_ != nullptr) std::fclose(file_);
}

Expected<void> UnfinishedFile::Write(std::span<const std::uint8_t> bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) return FailTo("write", path_);
  return {};
}

Expected<void> UnfinishedFile::Flush() {
  if (std::fflush(file_) != 0) return FailTo("write", path_);
  return {};
}

Expected<void> UnfinishedFile::Finish() {
  const bool closed = std::fclose(std::exchange(file_, nullptr)) == 0;
  if (!closed || std::rename(UnfinishedName(path_).c_str(), path_.c_str()) != 0) return FailTo("write", path_);
  return {};
}

}  // namespace lockstep
