#include "sim/memory/exports.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "shared/base/address.h"

namespace lockstep::memory {

// One row of the file's table. Other processes read it while this one may change it: `kind` is set last and cleared
// first.
struct Entry {
  std::array<std::uint64_t, 2> secret{};
  std::uint64_t offset = 0, size = 0;
  ExportKind kind{};
  std::uint32_t unused = 0;
  std::array<std::uint64_t, 3> more{};
};
static_assert(sizeof(Entry) == 64);

namespace {

constexpr std::uint64_t kMagic = 0x3143504970657473;  // "stepIPC1"
constexpr std::uint64_t kEntries = 16384, kTable = kEntries * sizeof(Entry);
constexpr char kName[] = "lockstep-exports";
constexpr std::string_view kLink = "/memfd:lockstep-exports (deleted)";

constexpr std::uint64_t RoundDown(std::uint64_t value) { return value / kSystemPage * kSystemPage; }
constexpr std::uint64_t RoundUp(std::uint64_t value) { return RoundDown(value + kSystemPage - 1); }

// A program that exceeds its limit on the size of files is killed.
bool AllowsFilesOf(std::uint64_t size) {
  rlimit limit{};
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= size);
}

bool WriteAll(int file, std::uint64_t from, std::uint64_t size, std::uint64_t offset) {
  while (size > 0) {
    const ssize_t written = pwrite(file, PointerTo(from), size, static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    from += std::uint64_t(written), offset += std::uint64_t(written), size -= std::uint64_t(written);
  }
  return true;
}

}  // namespace

Exports::~Exports() {
  if (entries_) munmap(entries_, kTable);
  if (file_ >= 0) close(file_);
}

bool Exports::Create() {
  if (file_ >= 0) return true;
  if (!AllowsFilesOf(kTable + size_)) return false;
  const int file = memfd_create(kName, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return false;
  struct stat status{};
  // A file that cannot shrink has bytes for all of each mapping of it, so no process dies of another's doing.
  const bool made = ftruncate(file, static_cast<off_t>(kTable + size_)) == 0 &&
                    fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0 &&
                    fstat(file, &status) == 0;
  void* table = made ? mmap(nullptr, kTable, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
  if (table == MAP_FAILED) return close(file), false;
  file_ = file;
  inode_ = status.st_ino;
  entries_ = static_cast<Entry*>(table);
  used_.resize(kEntries);
  return true;
}

bool Exports::MovePages(std::uint64_t address, std::uint64_t size) {
  const std::uint64_t end = RoundUp(address + size);
  for (std::uint64_t at = RoundDown(address); at < end;) {
    auto after = pages_.upper_bound(at);
    const bool is_in_file = after != pages_.begin() && std::prev(after)->second > at;
    if (is_in_file) {
      at = std::prev(after)->second;
      continue;
    }
    const std::uint64_t to = after == pages_.end() ? end : std::min(end, after->first);
    const std::uint64_t offset = kTable + at - base_;
    if (!WriteAll(file_, at, to - at, offset)) return false;
    if (mmap(PointerTo(at), to - at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file_,
             static_cast<off_t>(offset)) == MAP_FAILED)
      return false;
    pages_[at] = to;
    at = to;
  }
  return true;
}

std::optional<ExportHandle> Exports::Add(ExportKind kind, std::uint64_t address, std::uint64_t size) {
  const auto free = std::ranges::find(used_, false);
  if (free == used_.end()) return std::nullopt;
  Entry entry{.offset = size ? kTable + address - base_ : 0, .size = size};
  if (getrandom(entry.secret.data(), sizeof entry.secret, 0) != sizeof entry.secret) return std::nullopt;
  *free = true;
  const auto number = static_cast<std::uint32_t>(free - used_.begin());
  entries_[number] = entry;
  std::atomic_ref(entries_[number].kind).store(kind, std::memory_order_release);
  return ExportHandle{.magic = kMagic,
                      .process = static_cast<std::uint32_t>(getpid()),
                      .descriptor = static_cast<std::uint32_t>(file_),
                      .file = inode_,
                      .kind = kind,
                      .entry = number,
                      .secret = entry.secret};
}

std::optional<ExportHandle> Exports::AddMemory(std::uint64_t address, std::uint64_t size) {
  const std::lock_guard lock(mutex_);
  if (!Create() || !MovePages(address, size)) return std::nullopt;
  return Add(ExportKind::kMemory, address, size);
}

std::optional<ExportHandle> Exports::AddEvent() {
  const std::lock_guard lock(mutex_);
  return Create() ? Add(ExportKind::kEvent, 0, 0) : std::nullopt;
}

void Exports::Remove(const ExportHandle& handle) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_[handle.entry];
  std::atomic_ref(entry.kind).store(ExportKind{}, std::memory_order_release);
  entry = {};
  used_[handle.entry] = false;
}

void Exports::ForgetPages(std::uint64_t address, std::uint64_t size) {
  const std::lock_guard lock(mutex_);
  const auto first = pages_.lower_bound(address);
  auto last = first;
  while (last != pages_.end() && last->first < address + size) {
    fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(kTable + last->first - base_),
              static_cast<off_t>(last->second - last->first));
    ++last;
  }
  pages_.erase(first, last);
}

OpenedExport::OpenedExport(OpenedExport&& other) noexcept
    : file(std::exchange(other.file, -1)), offset(other.offset), size(other.size) {}

OpenedExport::~OpenedExport() {
  if (file >= 0) close(file);
}

namespace {

// The file of the handle, open to read and write; -1 if there is none that can be trusted.
int OpenFile(const ExportHandle& handle) {
  const std::string path = "/proc/" + std::to_string(handle.process) + "/fd/" + std::to_string(handle.descriptor);
  // Opened by O_PATH, a file of any kind does nothing: it is looked at first.
  const int found = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (found < 0) return -1;
  const std::string own = "/proc/self/fd/" + std::to_string(found);
  std::array<char, kLink.size() + 1> link{};
  const ssize_t length = readlink(own.c_str(), link.data(), link.size());
  struct stat status{};
  const bool is_ours = length >= 0 && std::string_view(link.data(), std::size_t(length)) == kLink &&
                       fstat(found, &status) == 0 && S_ISREG(status.st_mode) && status.st_ino == handle.file &&
                       status.st_uid == geteuid();
  int file = is_ours ? open(own.c_str(), O_RDWR | O_CLOEXEC) : -1;
  close(found);
  constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW;
  if (file >= 0 && (fcntl(file, F_GET_SEALS) & kSeals) != kSeals) close(std::exchange(file, -1));
  return file;
}

}  // namespace

std::expected<OpenedExport, HandleFault> OpenExport(const ExportHandle& handle, ExportKind kind) {
  if (handle.magic != kMagic || handle.kind != kind || handle.entry >= kEntries || handle.process > INT32_MAX ||
      handle.descriptor > INT32_MAX)
    return std::unexpected(HandleFault::kNotAHandle);
  if (handle.process == static_cast<std::uint32_t>(getpid())) return std::unexpected(HandleFault::kOwnProcess);
  OpenedExport opened;
  opened.file = OpenFile(handle);
  if (opened.file < 0)
    return std::unexpected(errno == EMFILE || errno == ENOMEM ? HandleFault::kNoMemory : HandleFault::kGone);
  Entry entry;
  struct stat status{};
  if (pread(opened.file, &entry, sizeof entry, static_cast<off_t>(handle.entry * sizeof entry)) != sizeof entry ||
      fstat(opened.file, &status) != 0 || entry.kind != kind || entry.secret != handle.secret)
    return std::unexpected(HandleFault::kGone);
  const auto bytes = static_cast<std::uint64_t>(status.st_size);
  if (kind == ExportKind::kMemory && (entry.size == 0 || entry.offset < kTable || entry.offset >= bytes ||
                                      entry.size > bytes - entry.offset || entry.offset % 32 != 0))
    return std::unexpected(HandleFault::kNotAHandle);
  opened.offset = entry.offset;
  opened.size = entry.size;
  if (kind == ExportKind::kEvent) close(std::exchange(opened.file, -1));
  return opened;
}

}  // namespace lockstep::memory
