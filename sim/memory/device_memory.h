#pragma once

// The memory of kernels besides the program's own variables: what cudaMalloc and related functions, pinned and managed
// memory, and malloc in kernels return. It is ordinary memory of the process at unified addresses.
//
// Layout. One range of addresses, reserved at a fixed place, so that addresses are the same in every run despite
// address randomisation. It has three regions, each divided into granules: small objects (256 bytes, the alignment of
// cudaMalloc; those that the host may use are apart, for the others' pages may be exported to other processes), large
// objects (2 MiB) and the device heap (32 bytes). An object is followed by a red zone of at least 32 bytes (256 outside
// the heap), and a granule belongs to at most one object, so `Find` is two table lookups, without a lock, from any
// thread.
//
// Contents. Fresh device memory holds the poison pattern: no value in it is zero by accident, every floating-point
// value (half, bfloat16, float, double) is a NaN, and no pointer in it is valid. Pinned and managed memory is zeroed,
// like pages of an operating system.
//
// Lifetime. A freed object stays known, and its addresses unused, until the quarantine is full; then the oldest is
// reused.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <vector>

#include "sim/memory/exports.h"

namespace lockstep::memory {

// Two bytes, 0x7ffb: a quiet NaN as half, bfloat16, float and double; 2147188731 as int; 251 and 127 as bytes.
inline constexpr std::uint16_t kPoison = 0x7ffb;
void FillWithPoison(void* to, std::size_t size);

enum class MemoryKind : std::uint8_t {
  kDevice,
  kManaged,
  kPinned,
  kArray,
  kHeap,
  kRegistered,
  kPlayed,
  kOfPlayedBlock,
  kImported  // of another process
};
// Arrays of kernels that the host plays: of all blocks, or of the one that runs.
constexpr bool IsPlayed(MemoryKind kind) { return kind == MemoryKind::kPlayed || kind == MemoryKind::kOfPlayedBlock; }
// The program's own memory, which has only been made known.
constexpr bool IsOfHost(MemoryKind kind) { return kind == MemoryKind::kRegistered || IsPlayed(kind); }
// Host code may use it while no kernel does.
constexpr bool HostMayTouch(MemoryKind kind) {
  return kind == MemoryKind::kPinned || kind == MemoryKind::kManaged || IsOfHost(kind);
}

// One allocated piece of memory. All members but `live` and `freed_by` are constant once it can be found.
struct MemoryObject {
  std::uint64_t address = 0;
  std::uint64_t size = 0;              // bytes asked for
  std::uint64_t serial = 0;            // counts every object of the process from 1
  const void* allocated_by = nullptr;  // return address of the call in the program, or a LockstepSite* (kHeap)
  const void* freed_by = nullptr;      // likewise; meaningful once !live
  std::uint32_t flags = 0;             // the caller's own: host-alloc flags, pool number
  std::uint32_t id = 0;                // DeviceMemory's own
  MemoryKind kind = MemoryKind::kDevice;
  std::atomic<bool> live{false};

  std::uint64_t end() const { return address + size; }
  bool Holds(std::uint64_t at, std::uint64_t bytes = 1) const {
    return at >= address && bytes <= size && at - address <= size - bytes;
  }
};

enum class FreeOutcome { kFreed, kUnknown, kInnerPointer, kAlreadyFreed, kWrongKind };

class DeviceMemory {
 public:
  // `limit` is the device's memory in bytes: the limit on the total size of live kDevice, kManaged and kArray objects.
  explicit DeviceMemory(std::uint64_t limit);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  struct Request {
    std::uint64_t size = 0;
    MemoryKind kind = MemoryKind::kDevice;
    std::uint32_t flags = 0;
    const void* caller = nullptr;
  };
  // Null if the limit, the heap's limit (kHeap) or the machine's memory does not allow it, or if size is 0. Addresses
  // are multiples of 256 (kHeap: of 32). The cost is at most that of touching 64 MiB: larger objects share one set of
  // poisoned pages until they are written.
  MemoryObject* Allocate(const Request& request);

  // Frees the object that begins at `address`. `kinds` is the set of bits 1 << kind that the caller may free.
  FreeOutcome Free(std::uint64_t address, unsigned kinds = ~0u, const void* caller = nullptr);

  // Frees the object unless it has already been freed, whatever is now at its address.
  void FreeObject(std::uint64_t address, std::uint64_t serial, const void* caller = nullptr);

  // The handle by which other processes can open a live object of kDevice; nothing if the machine has no memory for it.
  // No thread may write to device memory meanwhile.
  std::optional<ExportHandle> Export(const MemoryObject& object);
  Exports& exports() { return exports_; }
  // Memory of another process, until it is freed. Null if the machine's memory does not allow it.
  MemoryObject* Import(const OpenedExport& from, const void* caller);

  // Registers host memory of the program for use by kernels (cudaHostRegister; or for kernels that the host plays),
  // until Disown. Null if it overlaps other registered memory.
  MemoryObject* Adopt(std::uint64_t address, const Request& request);
  // False if no registered memory begins at `address`.
  bool Disown(std::uint64_t address);

  // The live or freed object that contains `address`, in itself or its red zone; null if there never was one or it has
  // left the quarantine. Lock-free except for registered memory. The result is constant (except `live` and `freed_by`)
  // until it leaves the quarantine.
  const MemoryObject* Find(std::uint64_t address) const;
  // True if the address is in the range of device memory. If it is and Find knows no object, no program may touch it.
  bool Owns(std::uint64_t address) const { return address - base_ < capacity_; }
  // The live object that contains all of [address, address + size), or null.
  const MemoryObject* FindLive(std::uint64_t address, std::uint64_t size = 1) const;

  // Live objects in order of serial number.
  std::vector<const MemoryObject*> LiveObjects() const;

  // The caller is about to overwrite all of [address, address + size) without reading it: memory that still shares the
  // poisoned pages gets its own pages at once, which is faster.
  void PrepareToOverwrite(std::uint64_t address, std::uint64_t size);

  // The start of the range that Owns() tests.
  std::uint64_t base() const { return base_; }
  std::uint64_t capacity() const { return capacity_; }
  std::uint64_t limit() const { return limit_; }
  std::uint64_t used() const { return used_.load(std::memory_order_relaxed); }
  // The largest value that `used` has had.
  std::uint64_t peak() const { return peak_.load(std::memory_order_relaxed); }
  std::uint64_t heap_limit() const { return heap_limit_; }
  void set_heap_limit(std::uint64_t bytes) { heap_limit_ = bytes; }
  // Frees every live object: cudaDeviceReset.
  void FreeAll();

 private:
  struct Region;

  MemoryObject* NewRecord();
  MemoryObject& Record(std::uint32_t id) const;
  MemoryObject* FillRecord(const Request& request, std::uint64_t address);
  Region* RegionOf(std::uint64_t address) const;
  Region& RegionFor(const Request& request) const;
  struct Granules {
    std::uint64_t address, bytes;
  };
  // All of them that belong to the object, with its red zone.
  Granules GranulesOf(const Region& region, const MemoryObject& object) const;
  const MemoryObject* FindAdopted(std::uint64_t address) const;
  void Retire(Region& region, MemoryObject* object, const void* caller);
  void Release(Region& region, MemoryObject* object);
  void Uncount(const MemoryObject& object);

  static constexpr std::uint32_t kChunk = 1 << 14, kChunks = 1 << 13;  // records: 2^27 objects at a time

  mutable std::mutex mutex_;
  std::uint64_t base_ = 0, capacity_ = 0;
  std::uint64_t limit_, heap_limit_ = 8u << 20;  // CUDA's default for cudaLimitMallocHeapSize
  std::atomic<std::uint64_t> used_{0}, peak_{0};
  std::uint64_t heap_used_ = 0, next_serial_ = 1;
  std::unique_ptr<Region> small_, small_of_host_, large_, heap_;
  Exports exports_;
  std::map<std::uint64_t, ExportHandle> exported_;  // by serial
  std::unique_ptr<std::atomic<MemoryObject*>[]> records_;
  std::uint32_t record_count_ = 1;  // id 0 means "nothing"
  std::vector<MemoryObject*> spare_records_;
  std::map<std::uint64_t, MemoryObject*> live_;  // by serial
  mutable std::shared_mutex adopted_mutex_;
  std::map<std::uint64_t, MemoryObject*> adopted_;  // by address
  std::atomic<std::size_t> adopted_count_{0};
};

}  // namespace lockstep::memory
