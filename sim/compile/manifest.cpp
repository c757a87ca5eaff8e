#include "sim/compile/manifest.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "shared/base/file.h"

namespace lockstep::compile {
namespace {

namespace fs = std::filesystem;

// Words, each terminated by a zero byte, which no path contains: the first line below, records, the last line.
//   file PATH STAMP CONTENT        absent PATH
constexpr std::string_view kFirst = "lockstep manifest 2", kLast = "end";

constexpr std::int64_t kSecond = 1'000'000'000;

std::int64_t Nanoseconds(const timespec& time) { return time.tv_sec * kSecond + time.tv_nsec; }

std::optional<std::string> StampOf(const std::string& path) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  return fmt::format("{} {} {} {} {:o}", info.st_size, info.st_ino, Nanoseconds(info.st_mtim),
                     Nanoseconds(info.st_ctim), info.st_mode);
}

// Eight bytes at a time, because precompiled headers have tens of megabytes.
std::uint64_t Hash(const std::vector<std::uint8_t>& bytes) {
  std::uint64_t hash = 0x9e3779b97f4a7c15u ^ bytes.size();
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) * 0xd6e8feb86659fd93u;
    hash ^= hash >> 32;
  };
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word;
    memcpy(&word, bytes.data() + at, 8);
    mix(word);
  }
  for (; at < bytes.size(); ++at) mix(bytes[at]);
  return hash;
}

std::optional<std::string> ContentOf(const std::string& path) {
  const auto bytes = ReadFile(path);
  if (!bytes) return std::nullopt;
  // The permission to execute is part of the state.
  return fmt::format("{:016x}{}", Hash(*bytes), access(path.c_str(), X_OK) == 0 ? "x" : "");
}

bool Exists(const std::string& path) {
  struct stat info{};
  return lstat(path.c_str(), &info) == 0;
}

// Writes all or nothing, even if the power fails.
bool WriteWhole(const fs::path& path, const std::string& text) {
  const std::string unfinished = path.string() + ".new";
  const int file = open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return false;
  bool good = true;
  for (std::size_t at = 0; good && at < text.size();) {
    const ssize_t written = write(file, text.data() + at, text.size() - at);
    good = written > 0;
    if (good) at += static_cast<std::size_t>(written);
  }
  good = good && fsync(file) == 0;
  good = close(file) == 0 && good;
  if (good && rename(unfinished.c_str(), path.c_str()) == 0) return true;
  unlink(unfinished.c_str());
  return false;
}

struct Record {
  std::string path, stamp, content;
};

struct Contents {
  std::vector<Record> files;
  std::vector<std::string> absent;
};

std::optional<Contents> Read(const fs::path& path) {
  const auto bytes = ReadFile(path);
  if (!bytes) return std::nullopt;
  std::vector<std::string> words;
  for (auto at = bytes->begin(); at != bytes->end();) {
    const auto end = std::find(at, bytes->end(), 0);
    if (end == bytes->end()) return std::nullopt;
    words.emplace_back(at, end);
    at = end + 1;
  }
  if (words.size() < 2 || words.front() != kFirst || words.back() != kLast) return std::nullopt;
  Contents contents;
  for (std::size_t i = 1; i + 1 < words.size();) {
    if (words[i] == "absent" && i + 2 < words.size()) {
      contents.absent.push_back(words[i + 1]);
      i += 2;
    } else if (words[i] == "file" && i + 4 < words.size()) {
      // Relative to the manifest, so that a cache can be moved as a whole.
      contents.files.push_back({path.parent_path() / words[i + 1], words[i + 2], words[i + 3]});
      i += 4;
    } else {
      return std::nullopt;
    }
  }
  return contents;
}

bool HoldsBy(const fs::path& path, bool (*file_holds)(const Record&)) {
  const std::optional<Contents> contents = Read(path);
  return contents && std::ranges::all_of(contents->files, file_holds) && std::ranges::none_of(contents->absent, Exists);
}

bool ContentHolds(const Record& file) { return ContentOf(file.path) == file.content; }

}  // namespace

// File systems take a file's time from the coarse clock, which stands still for some milliseconds, or from the fine
// one, which is ahead of it. Once the coarse clock has passed the fine one as it was at the call, whatever changed
// before the call has an earlier time than it has, and whatever changes from now on has none.
Moment Moment::Now() {
  constexpr int kMostLooks = 500;  // several times as many as it takes, unless somebody sets the clock back
  constexpr timespec kPause{.tv_sec = 0, .tv_nsec = 100'000};
  const auto read = [](clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return Nanoseconds(time);
  };
  const std::int64_t called = read(CLOCK_REALTIME);
  Moment moment;
  moment.nanoseconds_ = read(CLOCK_REALTIME_COARSE);
  for (int looks = 0; moment.nanoseconds_ <= called && looks < kMostLooks; ++looks) {
    nanosleep(&kPause, nullptr);
    moment.nanoseconds_ = read(CLOCK_REALTIME_COARSE);
  }
  return moment;
}

bool Moment::IsBefore(const fs::path& file) const {
  struct stat info{};
  if (stat(file.c_str(), &info) != 0) return true;
  // Some file systems store whole seconds, or even seconds only.
  const std::int64_t granularity = info.st_ctim.tv_nsec == 0 ? 2 * kSecond : 0;
  return Nanoseconds(info.st_ctim) + granularity >= nanoseconds_;
}

bool WriteManifest(const fs::path& path, const Manifest& manifest, const Moment& start) {
  std::string text;
  const auto add = [&](std::string_view word) { text.append(word).push_back('\0'); };
  const auto add_file = [&](const std::string& name) {
    const std::string file = path.parent_path() / name;
    const auto stamp = StampOf(file);
    const auto content = stamp ? ContentOf(file) : std::nullopt;
    if (!content || StampOf(file) != stamp) return false;
    for (const std::string& word : {std::string("file"), name, *stamp, *content}) add(word);
    return true;
  };
  add(kFirst);
  for (const std::string& source : manifest.sources)
    if (!add_file(source) || start.IsBefore(source)) return false;
  if (!std::ranges::all_of(manifest.products, add_file)) return false;
  for (const std::string& name : manifest.absent) {
    if (Exists(name)) return false;
    add("absent");
    add(name);
  }
  add(kLast);
  return WriteWhole(path, text);
}

bool ManifestHolds(const fs::path& path) {
  return HoldsBy(path, [](const Record& file) { return StampOf(file.path) == file.stamp || ContentHolds(file); });
}

bool IsUntouched(const fs::path& path) {
  return HoldsBy(path, [](const Record& file) { return StampOf(file.path) == file.stamp && ContentHolds(file); });
}

}  // namespace lockstep::compile
