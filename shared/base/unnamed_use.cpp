#include "shared/base/unnamed_use.h"

#include <dirent.h>
#include <fmt/format.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace lockstep {
namespace {

constexpr std::string_view kDeleted = " (deleted)";

using File = std::unique_ptr<FILE, int (*)(FILE*)>;
File OpenText(const std::string& path) { return {fopen(path.c_str(), "re"), fclose}; }

// A file without a name, as somebody holds it.
struct Held {
  std::uint64_t inode = 0, bytes = 0;
};

class Finder {
 public:
  Finder(const std::filesystem::path& folder, SeenMemory& seen)
      : folder_(folder.empty() ? "" : folder.string() + '/'), seen_(seen) {}

  void Add(pid_t process) {
    const std::string proc = fmt::format("/proc/{}", process);
    AddTables(proc);
    AddOpenFiles(proc);
    AddMappedFiles(proc);
  }

  UnnamedUse Sum() {
    for (const auto& [inode, bytes] : files_) use_.file_bytes += bytes;
    for (const auto& [inode, bytes] : memory_) use_.memory += bytes;
    seen_ = std::move(memory_);
    return use_;
  }

 private:
  void AddTables(const std::string& proc) {
    const File status = OpenText(proc + "/status");
    char line[256];
    while (status && fgets(line, sizeof line, status.get())) {
      const auto bytes_of = [&](std::string_view name) -> std::uint64_t {
        return std::string_view(line).starts_with(name) ? std::strtoull(line + name.size(), nullptr, 10) << 10 : 0;
      };
      use_.memory += bytes_of("VmPTE:") + bytes_of("VmSwap:") + bytes_of("HugetlbPages:");
      use_.shared_resident += bytes_of("RssShmem:");
    }
  }

  void AddOpenFiles(const std::string& proc) {
    const std::unique_ptr<DIR, int (*)(DIR*)> folder{opendir((proc + "/fd").c_str()), closedir};
    while (const dirent* entry = folder ? readdir(folder.get()) : nullptr) {
      struct stat info{};
      if (fstatat(dirfd(folder.get()), entry->d_name, &info, 0) != 0 || !IsNameless(info)) continue;
      char name[PATH_MAX];
      const ssize_t size = readlinkat(dirfd(folder.get()), entry->d_name, name, sizeof name);
      if (size > 0) Note({name, static_cast<std::size_t>(size)}, HeldBy(info));
    }
  }

  void AddMappedFiles(const std::string& proc) {
    const File maps = OpenText(proc + "/maps");
    char line[PATH_MAX + 256];
    while (maps && fgets(line, sizeof line, maps.get())) {
      const std::string_view text(line, std::strcspn(line, "\n"));
      unsigned long begin = 0, end = 0, offset = 0, inode = 0;
      int name = 0;
      if (!text.ends_with(kDeleted) ||
          sscanf(line, "%lx-%lx %*s %lx %*s %lu %n", &begin, &end, &offset, &inode, &name) < 4)
        continue;
      struct stat info{};
      const bool is_known = stat(fmt::format("{}/map_files/{:x}-{:x}", proc, begin, end).c_str(), &info) == 0;
      if (is_known && !IsNameless(info)) continue;
      const auto seen = seen_.find(inode);
      const std::uint64_t part = std::max(offset + (end - begin), seen == seen_.end() ? 0 : seen->second);
      Note(text.substr(static_cast<std::size_t>(name)), is_known ? HeldBy(info) : Held{inode, part});
    }
  }

  static bool IsNameless(const struct stat& info) { return S_ISREG(info.st_mode) && info.st_nlink == 0; }
  static Held HeldBy(const struct stat& info) {
    return {info.st_ino, static_cast<std::uint64_t>(info.st_blocks) * 512};
  }

  // Deleted files of others, such as libraries that were replaced, are not theirs to answer for.
  void Note(std::string_view name, const Held& held) {
    const bool is_memory = name.starts_with("/dev/zero (") || name.starts_with("/memfd:") || name.starts_with("/SYSV");
    if (!is_memory && (folder_.empty() || !name.starts_with(folder_))) return;
    std::uint64_t& bytes = (is_memory ? memory_ : files_)[held.inode];
    bytes = std::max(bytes, held.bytes);
  }

  const std::string folder_;
  SeenMemory& seen_;
  SeenMemory memory_, files_;  // by inode
  UnnamedUse use_;
};

}  // namespace

UnnamedUse FindUnnamedUse(const std::vector<pid_t>& processes, const std::filesystem::path& folder, SeenMemory& seen) {
  Finder finder(folder, seen);
  for (const pid_t process : processes) finder.Add(process);
  return finder.Sum();
}

}  // namespace lockstep
