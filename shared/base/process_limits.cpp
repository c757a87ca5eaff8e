#include "shared/base/process_limits.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace lockstep {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kFresh{20};

// The kernel sums up what is unnamed from every page of a process: not more often than this.
constexpr milliseconds kFreshUnnamed{50};

struct Use {
  std::uint64_t ticks = 0, pages = 0;
  std::size_t threads = 0;
  bool is_ready = false;   // some thread runs, or would if a processor were free
  bool is_served = false;  // some thread waits for the disk, which other programs may keep busy
};

struct FamilyUse : Use {
  std::vector<pid_t> processes;
};

struct Row {
  pid_t pid = 0, parent = 0;
  std::uint64_t own_ticks = 0;  // without those of its children
  Use use;
};

// /proc/PID/stat. The program chooses its own name, and may choose one with blanks and parentheses.
std::optional<Row> ReadRow(int proc, const char* pid) {
  char text[1024], name[64];
  fmt::format_to_n(name, sizeof name - 1, "{}/stat", pid).out[0] = '\0';
  const int file = openat(proc, name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  const ssize_t size = read(file, text, sizeof text - 1);
  close(file);
  if (size <= 0) return std::nullopt;
  text[size] = '\0';
  const char* const after_name = std::strrchr(text, ')');
  if (!after_name) return std::nullopt;
  Row row{.pid = std::atoi(pid)};
  char state = 0;
  unsigned long user = 0, system = 0;
  long child_user = 0, child_system = 0, threads = 0, pages = 0;
  const int found = std::sscanf(after_name + 1,
                                " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld %*d %*d %ld %*d %*u %*u "
                                "%ld",
                                &state, &row.parent, &user, &system, &child_user, &child_system, &threads, &pages);
  if (found != 8) return std::nullopt;
  row.own_ticks = user + system;
  row.use = {.ticks = user + system + static_cast<std::uint64_t>(child_user + child_system),
             .pages = static_cast<std::uint64_t>(pages),
             .threads = static_cast<std::size_t>(threads),
             .is_ready = state == 'R',
             .is_served = state == 'D'};
  return row;
}

// Any thread of the process, of which `row` shows the first. While a child has not replaced the program that it shares
// (vfork), its parent's state is that of waiting for the disk, so that state counts only where there are no children.
bool IsReady(const Row& row, bool has_children) {
  const auto is_ready = [&](const Use& use) { return use.is_ready || (use.is_served && !has_children); };
  if (is_ready(row.use) || row.use.threads < 2) return is_ready(row.use);
  DIR* const tasks = opendir(fmt::format("/proc/{}/task", row.pid).c_str());
  if (!tasks) return false;
  bool any = false;
  while (const dirent* entry = readdir(tasks)) {
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
    const auto thread = ReadRow(dirfd(tasks), entry->d_name);
    any |= thread && is_ready(thread->use);
  }
  closedir(tasks);
  return any;
}

std::multimap<pid_t, Row> ReadTable() {
  std::multimap<pid_t, Row> by_parent;
  DIR* const proc = opendir("/proc");
  if (!proc) return by_parent;
  while (const dirent* entry = readdir(proc)) {
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
    if (const auto row = ReadRow(dirfd(proc), entry->d_name)) by_parent.emplace(row->parent, *row);
  }
  closedir(proc);
  return by_parent;
}

// Of the process and its descendants, whose own times are counted in `progress`.
FamilyUse UseOf(pid_t root, Progress& progress) {
  static std::mutex mutex;
  static std::multimap<pid_t, Row> table;
  static steady_clock::time_point read_at;
  const std::lock_guard lock(mutex);
  if (table.empty() || steady_clock::now() - read_at >= kFresh) {
    table = ReadTable();
    read_at = steady_clock::now();
  }
  FamilyUse sum;
  const auto add = [&](const Row& row) {
    sum.processes.push_back(row.pid);
    sum.ticks += row.use.ticks;
    sum.pages += row.use.pages;
    sum.threads += row.use.threads;
    sum.is_ready = sum.is_ready || IsReady(row, table.contains(row.pid));
    std::uint64_t& seen = progress.by_pid[row.pid];
    progress.sum += row.own_ticks - (row.own_ticks < seen ? 0 : seen);
    seen = row.own_ticks;
  };
  for (const auto& [parent, row] : table)
    if (row.pid == root) add(row);
  std::vector<pid_t> open{root};
  while (!open.empty()) {
    const auto [begin, end] = table.equal_range(open.back());
    open.pop_back();
    for (auto child = begin; child != end; ++child) {
      add(child->second);
      open.push_back(child->second.pid);
    }
  }
  return sum;
}

// The files in a folder and the folders in it. The processes change it meanwhile, and may try to mislead who looks: no
// link is followed, and what cannot be looked at is too much.
class Holdings {
 public:
  // `deleted`: bytes of files without a name.
  Holdings(const ProcessLimits& limits, std::uint64_t deleted) : limits_(limits), bytes_(deleted) {}

  bool AreTooMuch() {
    const int folder = open(limits_.folder.c_str(), kFolder);
    if (folder >= 0) Add(folder);
    return is_other_ || entries_ > limits_.files || bytes_ > limits_.file_bytes;
  }

 private:
  static constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

  // At most as deep as there may be entries. Closes it.
  void Add(int folder) {
    DIR* const entries = fdopendir(folder);
    if (!entries) return (void)close(folder);
    while (const dirent* entry = readdir(entries)) {
      if (std::strcmp(entry->d_name, ".") == 0 || std::strcmp(entry->d_name, "..") == 0) continue;
      AddEntry(folder, entry->d_name);
      if (is_other_ || entries_ > limits_.files || bytes_ > limits_.file_bytes) break;
    }
    closedir(entries);
  }

  void AddEntry(int folder, const char* name) {
    struct stat info{};
    if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0) return;
    ++entries_;
    bytes_ += static_cast<std::uint64_t>(info.st_blocks) * 512;
    if (S_ISREG(info.st_mode) || S_ISLNK(info.st_mode)) return;  // a link holds nothing
    is_other_ |= !S_ISDIR(info.st_mode);
    if (is_other_ || entries_ > limits_.files) return;
    const int inner = openat(folder, name, kFolder);
    if (inner >= 0) return Add(inner);
    is_other_ |= errno != ENOENT && errno != ENOTDIR && errno != ELOOP;
  }

  const ProcessLimits& limits_;
  std::size_t entries_ = 0;
  std::uint64_t bytes_;
  bool is_other_ = false;
};

std::uint64_t MemoryOf(std::uint64_t resident, const UnnamedUse& unnamed) {
  return resident - std::min(resident, unnamed.shared_resident) + unnamed.memory;
}

// Whoever looks may have been kept from looking, and does not know what happened meanwhile.
constexpr milliseconds kLongestGap{100};

void NoteProgress(const Use& use, milliseconds elapsed, Progress& progress) {
  const std::uint64_t ticks = std::max({progress.ticks, use.ticks, progress.sum});
  if (ticks == progress.ticks && !use.is_ready) progress.asleep += std::min(elapsed - progress.at, kLongestGap);
  progress.ticks = ticks;
  progress.at = elapsed;
}

double Seconds(milliseconds time) { return static_cast<double>(time.count()) / 1000; }

}  // namespace

std::string Describe(Excess excess, const ProcessLimits& limits) {
  constexpr std::uint64_t kMebibyte = 1 << 20;
  switch (excess) {
    case Excess::kNone: break;
    case Excess::kProcessor: return fmt::format("it used more than {} s of processor time", Seconds(limits.processor));
    case Excess::kElapsed: return fmt::format("it did not end within {} s", Seconds(limits.elapsed));
    case Excess::kAsleep: return fmt::format("all of its threads were waiting for {} s", Seconds(limits.asleep));
    case Excess::kMemory: return fmt::format("it used more than {} MiB of memory", limits.memory / kMebibyte);
    case Excess::kThreads: return fmt::format("it started more than {} processes and threads", limits.threads);
    case Excess::kFiles:
      return fmt::format("it made special files, more than {} files and folders, or more than {} MiB of them",
                         limits.files, limits.file_bytes / kMebibyte);
  }
  return "";
}

Excess FindExcess(pid_t root, milliseconds elapsed, const ProcessLimits& limits, LastLook& last) {
  if (limits.elapsed.count() > 0 && elapsed > limits.elapsed) return Excess::kElapsed;
  static const auto kTicks = static_cast<std::uint64_t>(sysconf(_SC_CLK_TCK)),
                    kPage = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const FamilyUse use = UseOf(root, last.progress);
  NoteProgress(use, elapsed, last.progress);
  const bool measures_all = limits.memory || !limits.folder.empty();
  if (measures_all && (!last.unnamed_at || elapsed - *last.unnamed_at >= kFreshUnnamed)) {
    last.unnamed = FindUnnamedUse(use.processes, limits.folder, last.seen);
    last.unnamed_at = elapsed;
  }
  if (!limits.folder.empty() && Holdings(limits, last.unnamed.file_bytes).AreTooMuch()) return Excess::kFiles;
  if (limits.asleep.count() > 0 && last.progress.asleep > limits.asleep) return Excess::kAsleep;
  if (limits.threads && use.threads > limits.threads) return Excess::kThreads;
  if (limits.memory && MemoryOf(use.pages * kPage, last.unnamed) > limits.memory) return Excess::kMemory;
  const milliseconds processor{last.progress.ticks * 1000 / kTicks};
  return limits.processor.count() > 0 && processor > limits.processor ? Excess::kProcessor : Excess::kNone;
}

}  // namespace lockstep
