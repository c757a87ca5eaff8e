#pragma once

// Memory and events that other processes use: CUDA's IPC.
//
// A process keeps what it exports in one memory file that has no name (memfd), so nothing is left of it when the last
// process that uses it has ended, however it ended. The file begins with a table of entries; the rest is an image of
// device memory, in which pages that were never exported take no space. A handle names the process, the descriptor of
// the file there, and an entry with its secret. Other processes reach the file through /proc/PID/fd, which the system
// opens to processes of the same user only.
//
// A handle is 64 bytes from anybody. Nothing in it is believed: the file that it names must be a memory file of this
// user that cannot shrink, and the entry of that file, not the handle, says what is exported.

#include <array>
#include <cstdint>
#include <expected>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace lockstep::memory {

inline constexpr std::uint64_t kSystemPage = 4096;  // bytes

struct Entry;

enum class ExportKind : std::uint32_t { kMemory = 1, kEvent = 2 };

// The bytes that a program passes on as cudaIpcMemHandle_t or cudaIpcEventHandle_t.
struct ExportHandle {
  std::uint64_t magic = 0;
  std::uint32_t process = 0, descriptor = 0;
  std::uint64_t file = 0;  // inode
  ExportKind kind{};
  std::uint32_t entry = 0;
  std::array<std::uint64_t, 2> secret{};
  std::array<std::uint64_t, 2> unused{};
  bool operator==(const ExportHandle&) const = default;
};
static_assert(sizeof(ExportHandle) == 64);

// The exports of this process. Its methods may be called from any thread.
class Exports {
 public:
  // [base, base + size) is device memory. The file is made by the first export.
  Exports(std::uint64_t base, std::uint64_t size) : base_(base), size_(size) {}
  ~Exports();
  Exports(const Exports&) = delete;
  Exports& operator=(const Exports&) = delete;

  // Puts the memory's pages into the file, with what they hold, at the same addresses. No other thread may write to
  // these pages meanwhile. Nothing if the system has no memory or no descriptors for it, or limits the size of files.
  std::optional<ExportHandle> AddMemory(std::uint64_t address, std::uint64_t size);
  std::optional<ExportHandle> AddEvent();
  // Processes that have opened it may go on to use it; the handle can no longer be opened.
  void Remove(const ExportHandle& handle);
  // These pages have been replaced by others; the file forgets what they held.
  void ForgetPages(std::uint64_t address, std::uint64_t size);

 private:
  bool Create();
  bool MovePages(std::uint64_t address, std::uint64_t size);
  std::optional<ExportHandle> Add(ExportKind kind, std::uint64_t address, std::uint64_t size);

  std::uint64_t base_, size_;
  std::mutex mutex_;
  int file_ = -1;
  std::uint64_t inode_ = 0;
  Entry* entries_ = nullptr;
  std::vector<bool> used_;                        // entries
  std::map<std::uint64_t, std::uint64_t> pages_;  // in the file: begin -> end
};

enum class HandleFault {
  kNotAHandle,  // of this kind
  kOwnProcess,  // exported by this process
  kGone,        // the process has ended, or what it exported has been freed
  kNoMemory,
};

// An export of another process. `file` is open while this object lives; it is -1 for an event.
struct OpenedExport {
  int file = -1;
  std::uint64_t offset = 0, size = 0;  // of the memory, in the file; the file has all its bytes

  OpenedExport() = default;
  OpenedExport(OpenedExport&& other) noexcept;
  OpenedExport& operator=(OpenedExport&&) = delete;
  ~OpenedExport();
};
std::expected<OpenedExport, HandleFault> OpenExport(const ExportHandle& handle, ExportKind kind);

}  // namespace lockstep::memory
