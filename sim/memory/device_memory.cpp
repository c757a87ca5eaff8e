#include "sim/memory/device_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <set>

#include "shared/base/address.h"
#include "shared/base/address_space.h"
#include "shared/base/must.h"
#include "shared/base/nameless_file.h"

namespace lockstep::memory {

namespace {

constexpr std::uint64_t kKiB = 1 << 10, kMiB = 1 << 20, kGiB = 1 << 30;
// Far from the addresses at which Linux places programs, libraries, stacks and the sanitizers' shadow.
constexpr std::uint64_t kPreferredBase = 0x2000'0000'0000;
constexpr std::uint64_t kSmallRegion = 64 * kGiB, kLargeRegion = 1024 * kGiB, kHeapRegion = 64 * kGiB;
constexpr std::uint64_t kBothSmall = 2 * kSmallRegion;  // of the device, then of the host
constexpr std::uint64_t kSmallGranule = 256, kLargeGranule = 2 * kMiB, kHeapGranule = 32;
// Objects of this size or more start out sharing one set of poisoned pages; smaller ones are filled directly.
constexpr std::uint64_t kSharedPoisonFrom = 64 * kMiB;
constexpr std::uint64_t kPoisonPages = 8 * kMiB;
constexpr std::uint64_t kCommitStep = 2 * kMiB;
constexpr std::size_t kQuarantineObjects = 1 << 14;
constexpr std::uint64_t kQuarantineBytes = 256 * kMiB;

constexpr bool IsCounted(MemoryKind kind) {
  return kind != MemoryKind::kPinned && kind != MemoryKind::kHeap && kind != MemoryKind::kImported;
}

constexpr std::uint64_t RoundUp(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

// Reserves a range of addresses without access.
std::uint64_t Reserve(std::uint64_t wanted, std::uint64_t size) {
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  if (wanted) {
    void* at = mmap(PointerTo(wanted), size, PROT_NONE, kFlags | MAP_FIXED_NOREPLACE, -1, 0);
    if (at == PointerTo(wanted)) return wanted;
    if (at != MAP_FAILED) munmap(at, size);
  }
  // The address is taken, or the kernel is too old for the flag: use any other, aligned to the largest granule.
  void* at = mmap(nullptr, size + kLargeGranule, PROT_NONE, kFlags, -1, 0);
  if (at == MAP_FAILED) return 0;
  return RoundUp(reinterpret_cast<std::uint64_t>(at), kLargeGranule);
}

bool Commit(std::uint64_t address, std::uint64_t size) {
  return mmap(PointerTo(address), size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
              -1, 0) != MAP_FAILED;
}

// If the system refuses, the pages keep their contents, on which no code relies.
void Decommit(std::uint64_t address, std::uint64_t size) {
  (void)mmap(PointerTo(address), size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

bool CommitHuge(std::uint64_t address, std::uint64_t size) {
  if (!Commit(address, size)) return false;
  madvise(PointerTo(address), size, MADV_HUGEPAGE);
  return true;
}

// A file of kPoisonPages bytes of poison; -1 if the system has none.
int PoisonFile() {
  static const int file = [] {
    int made = MakeNamelessFile("lockstep-poison");
    if (made < 0) return -1;
    if (ftruncate(made, kPoisonPages) != 0) return close(made), -1;
    void* pages = mmap(nullptr, kPoisonPages, PROT_READ | PROT_WRITE, MAP_SHARED, made, 0);
    if (pages == MAP_FAILED) return close(made), -1;
    FillWithPoison(pages, kPoisonPages);
    munmap(pages, kPoisonPages);
    return made;
  }();
  return file;
}

bool MapPoison(std::uint64_t address, std::uint64_t size) {
  const int file = PoisonFile();
  if (file < 0) return false;
  for (std::uint64_t done = 0; done < size; done += kPoisonPages) {
    const std::uint64_t part = std::min(kPoisonPages, size - done);
    if (mmap(PointerTo(address + done), part, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE | MAP_FIXED, file,
             0) == MAP_FAILED) {
      Decommit(address, size);
      return false;
    }
  }
  return true;
}

}  // namespace

void FillWithPoison(void* to, std::size_t size) {
  // Small enough to stay in the L1 cache: most fills are the shared memory of one block, and take one copy.
  static constexpr auto kPattern = [] {
    std::array<unsigned char, 4 * kKiB> pattern{};
    for (std::size_t i = 0; i < pattern.size(); ++i) pattern[i] = i % 2 == 0 ? kPoison & 0xff : kPoison >> 8;
    return pattern;
  }();
  auto* bytes = static_cast<unsigned char*>(to);
  for (std::size_t done = 0; done < size; done += kPattern.size())
    std::memcpy(bytes + done, kPattern.data(), std::min(size - done, kPattern.size()));
}

// A run of granules. `owner[g]` is the id of the object that granule g belongs to.
struct DeviceMemory::Region {
  std::uint64_t base, size, granule;
  std::atomic<std::uint32_t>* owner = nullptr;
  std::uint64_t next;       // addresses from here on were never allocated
  std::uint64_t committed;  // memory up to here is accessible (unused by the large region)
  std::map<std::uint64_t, std::uint64_t> free_by_address;          // address -> bytes
  std::set<std::pair<std::uint64_t, std::uint64_t>> free_by_size;  // (bytes, address)
  std::deque<MemoryObject*> quarantine;
  std::uint64_t quarantine_bytes = 0;
  std::map<std::uint64_t, std::vector<bool>> shared_poison;  // address of object -> the granules that still share pages

  Region(std::uint64_t base, std::uint64_t size, std::uint64_t granule)
      : base(base), size(size), granule(granule), next(base), committed(base) {
    const std::uint64_t bytes = size / granule * sizeof(*owner);
    void* table = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (table == MAP_FAILED) EndWithoutAddressSpace("the table of device memory");
    owner = static_cast<std::atomic<std::uint32_t>*>(table);
  }
  ~Region() { munmap(owner, size / granule * sizeof(*owner)); }

  // The size of an object with its red zone.
  std::uint64_t Footprint(std::uint64_t bytes) const {
    return RoundUp(bytes, granule) + (granule == kLargeGranule ? 0 : granule);
  }

  // Gives an object of the large region its pages. False if the machine is out of memory.
  bool Populate(std::uint64_t address, std::uint64_t footprint, bool zeroed) {
    if (!zeroed && footprint >= kSharedPoisonFrom && MapPoison(address, footprint)) {
      shared_poison[address] = std::vector<bool>(footprint / granule, true);
      return true;
    }
    if (!CommitHuge(address, footprint)) return false;
    if (!zeroed) FillWithPoison(PointerTo(address), footprint);
    return true;
  }

  void Label(std::uint64_t address, std::uint64_t bytes, std::uint32_t id) {
    const std::uint64_t first = (address - base) / granule, count = bytes / granule;
    for (std::uint64_t i = first; i < first + count; ++i) owner[i].store(id, std::memory_order_release);
  }

  std::uint64_t Take(std::uint64_t bytes) {
    if (auto fit = free_by_size.lower_bound({bytes, 0}); fit != free_by_size.end()) {
      const auto [have, address] = *fit;
      free_by_size.erase(fit);
      free_by_address.erase(address);
      if (have > bytes) AddFree(address + bytes, have - bytes);
      return address;
    }
    if (bytes > base + size - next) return 0;
    const std::uint64_t address = next;
    if (granule != kLargeGranule && address + bytes > committed) {
      const std::uint64_t to = std::min(base + size, RoundUp(address + bytes, kCommitStep));
      if (!Commit(committed, to - committed)) return 0;
      committed = to;
    }
    next += bytes;
    return address;
  }

  void Give(std::uint64_t address, std::uint64_t bytes) {
    auto after = free_by_address.lower_bound(address);
    if (after != free_by_address.end() && after->first == address + bytes) {
      bytes += after->second;
      free_by_size.erase({after->second, after->first});
      after = free_by_address.erase(after);
    }
    if (after != free_by_address.begin()) {
      auto before = std::prev(after);
      if (before->first + before->second == address) {
        address = before->first;
        bytes += before->second;
        free_by_size.erase({before->second, before->first});
        free_by_address.erase(before);
      }
    }
    AddFree(address, bytes);
  }

 private:
  void AddFree(std::uint64_t address, std::uint64_t bytes) {
    free_by_address[address] = bytes;
    free_by_size.insert({bytes, address});
  }
};

DeviceMemory::DeviceMemory(std::uint64_t limit)
    : base_(Reserve(kPreferredBase, kBothSmall + kLargeRegion + kHeapRegion)),
      capacity_(kBothSmall + kLargeRegion + kHeapRegion),
      limit_(limit),
      exports_(base_, capacity_),
      records_(std::make_unique<std::atomic<MemoryObject*>[]>(kChunks)) {
  if (!base_) EndWithoutAddressSpace("device memory");
  small_ = std::make_unique<Region>(base_, kSmallRegion, kSmallGranule);
  small_of_host_ = std::make_unique<Region>(base_ + kSmallRegion, kSmallRegion, kSmallGranule);
  large_ = std::make_unique<Region>(base_ + kBothSmall, kLargeRegion, kLargeGranule);
  heap_ = std::make_unique<Region>(base_ + kBothSmall + kLargeRegion, kHeapRegion, kHeapGranule);
}

DeviceMemory::~DeviceMemory() {
  munmap(PointerTo(base_), capacity_);
  for (std::uint32_t i = 0; i < kChunks; ++i) delete[] records_[i].load();
}

MemoryObject& DeviceMemory::Record(std::uint32_t id) const {
  return records_[id / kChunk].load(std::memory_order_acquire)[id % kChunk];
}

MemoryObject* DeviceMemory::NewRecord() {
  if (!spare_records_.empty()) {
    MemoryObject* record = spare_records_.back();
    spare_records_.pop_back();
    return record;
  }
  MUST(record_count_ < kChunk * kChunks, "too many allocations are alive");
  const std::uint32_t id = record_count_++;
  if (auto& chunk = records_[id / kChunk]; !chunk.load(std::memory_order_relaxed)) {
    chunk.store(new MemoryObject[kChunk], std::memory_order_release);
  }
  Record(id).id = id;
  return &Record(id);
}

DeviceMemory::Region* DeviceMemory::RegionOf(std::uint64_t address) const {
  const std::uint64_t offset = address - base_;
  if (offset < kSmallRegion) return small_.get();
  if (offset < kBothSmall) return small_of_host_.get();
  if (offset < kBothSmall + kLargeRegion) return large_.get();
  if (offset < capacity_) return heap_.get();
  return nullptr;
}

DeviceMemory::Region& DeviceMemory::RegionFor(const Request& request) const {
  if (request.kind == MemoryKind::kHeap) return *heap_;
  if (request.size + kSmallGranule > kLargeGranule) return *large_;
  const bool is_of_host = request.kind == MemoryKind::kManaged || request.kind == MemoryKind::kPinned;
  return is_of_host ? *small_of_host_ : *small_;
}

DeviceMemory::Granules DeviceMemory::GranulesOf(const Region& region, const MemoryObject& object) const {
  // Memory of another process begins in its page where it begins there.
  const std::uint64_t before = (object.address - region.base) % region.granule;
  // A large object's red zone is in its last granule.
  const std::uint64_t red_zone = &region == large_.get() ? kSmallGranule : 0;
  return {object.address - before, region.Footprint(before + object.size + red_zone)};
}

MemoryObject* DeviceMemory::Allocate(const Request& request) {
  const bool counted = IsCounted(request.kind);
  const std::lock_guard lock(mutex_);
  if (request.size == 0 || request.size > kLargeRegion / 2) return nullptr;
  if (counted && request.size > limit_ - std::min(limit_, used())) return nullptr;
  if (request.kind == MemoryKind::kHeap && request.size > heap_limit_ - std::min(heap_limit_, heap_used_))
    return nullptr;

  Region& region = RegionFor(request);
  const std::uint64_t footprint = region.Footprint(request.size + (&region == large_.get() ? kSmallGranule : 0));
  const std::uint64_t address = region.Take(footprint);
  if (!address) return nullptr;

  const bool zeroed = request.kind == MemoryKind::kManaged || request.kind == MemoryKind::kPinned;
  if (&region == large_.get()) {
    if (!region.Populate(address, footprint, zeroed)) {
      region.Give(address, footprint);
      return nullptr;
    }
  } else {
    if (zeroed) std::memset(PointerTo(address), 0, request.size);
    const std::uint64_t filled = zeroed ? request.size : 0;
    FillWithPoison(PointerTo(address + filled), footprint - filled);
  }

  MemoryObject* object = FillRecord(request, address);
  region.Label(address, footprint, object->id);
  if (counted) {
    const std::uint64_t now = used_.fetch_add(request.size, std::memory_order_relaxed) + request.size;
    if (now > peak()) peak_.store(now, std::memory_order_relaxed);
  }
  if (request.kind == MemoryKind::kHeap) heap_used_ += request.size;
  return object;
}

MemoryObject* DeviceMemory::FillRecord(const Request& request, std::uint64_t address) {
  MemoryObject* object = NewRecord();
  object->address = address;
  object->size = request.size;
  object->serial = next_serial_++;
  object->allocated_by = request.caller;
  object->freed_by = nullptr;
  object->flags = request.flags;
  object->kind = request.kind;
  object->live.store(true, std::memory_order_release);
  live_.emplace_hint(live_.end(), object->serial, object);
  return object;
}

std::optional<ExportHandle> DeviceMemory::Export(const MemoryObject& object) {
  const std::lock_guard lock(mutex_);
  if (const auto known = exported_.find(object.serial); known != exported_.end()) return known->second;
  const std::optional<ExportHandle> handle = exports_.AddMemory(object.address, object.size);
  if (!handle) return std::nullopt;
  large_->shared_poison.erase(object.address);
  exported_.emplace(object.serial, *handle);
  return handle;
}

MemoryObject* DeviceMemory::Import(const OpenedExport& from, const void* caller) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t before = from.offset % kSystemPage;
  if (from.size == 0 || from.size > kLargeRegion / 2) return nullptr;
  const std::uint64_t footprint = large_->Footprint(before + from.size + kSmallGranule);
  const std::uint64_t address = large_->Take(footprint);
  if (!address) return nullptr;
  if (mmap(PointerTo(address), RoundUp(before + from.size, kSystemPage), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
           from.file, static_cast<off_t>(from.offset - before)) == MAP_FAILED) {
    Decommit(address, footprint);
    large_->Give(address, footprint);
    return nullptr;
  }
  MemoryObject* object =
      FillRecord({.size = from.size, .kind = MemoryKind::kImported, .caller = caller}, address + before);
  large_->Label(address, footprint, object->id);
  return object;
}

MemoryObject* DeviceMemory::Adopt(std::uint64_t address, const Request& request) {
  const std::lock_guard lock(mutex_);
  const std::unique_lock adopted_lock(adopted_mutex_);
  const auto next = adopted_.lower_bound(address);
  if (next != adopted_.end() && next->first - address < request.size) return nullptr;
  if (next != adopted_.begin() && std::prev(next)->second->end() > address) return nullptr;
  MemoryObject* object = FillRecord(request, address);
  adopted_[address] = object;
  ++adopted_count_;
  return object;
}

bool DeviceMemory::Disown(std::uint64_t address) {
  const std::lock_guard lock(mutex_);
  const std::unique_lock adopted_lock(adopted_mutex_);
  const auto found = adopted_.find(address);
  if (found == adopted_.end()) return false;
  found->second->live.store(false, std::memory_order_release);
  live_.erase(found->second->serial);
  spare_records_.push_back(found->second);
  adopted_.erase(found);
  --adopted_count_;
  return true;
}

const MemoryObject* DeviceMemory::FindAdopted(std::uint64_t address) const {
  if (adopted_count_.load(std::memory_order_relaxed) == 0) return nullptr;
  const std::shared_lock lock(adopted_mutex_);
  const auto after = adopted_.upper_bound(address);
  if (after == adopted_.begin()) return nullptr;
  const MemoryObject* before = std::prev(after)->second;
  return before->Holds(address) ? before : nullptr;
}

const MemoryObject* DeviceMemory::Find(std::uint64_t address) const {
  const Region* region = RegionOf(address);
  if (!region) return FindAdopted(address);
  const std::uint32_t id = region->owner[(address - region->base) / region->granule].load(std::memory_order_acquire);
  return id ? &Record(id) : nullptr;
}

const MemoryObject* DeviceMemory::FindLive(std::uint64_t address, std::uint64_t size) const {
  const MemoryObject* object = Find(address);
  if (!object || !object->live.load(std::memory_order_acquire)) return nullptr;
  return object->Holds(address, size) ? object : nullptr;
}

FreeOutcome DeviceMemory::Free(std::uint64_t address, unsigned kinds, const void* caller) {
  const std::lock_guard lock(mutex_);
  Region* region = RegionOf(address);
  if (!region) return FreeOutcome::kUnknown;
  auto* object = const_cast<MemoryObject*>(Find(address));
  if (!object) return FreeOutcome::kUnknown;
  if (object->address != address) return object->Holds(address) ? FreeOutcome::kInnerPointer : FreeOutcome::kUnknown;
  if (!object->live.load()) return FreeOutcome::kAlreadyFreed;
  if (!(kinds >> static_cast<unsigned>(object->kind) & 1)) return FreeOutcome::kWrongKind;
  Retire(*region, object, caller);
  return FreeOutcome::kFreed;
}

void DeviceMemory::FreeObject(std::uint64_t address, std::uint64_t serial, const void* caller) {
  const std::lock_guard lock(mutex_);
  const auto found = live_.find(serial);
  if (found != live_.end()) Retire(*RegionOf(address), found->second, caller);
}

void DeviceMemory::Uncount(const MemoryObject& object) {
  if (object.kind == MemoryKind::kHeap) heap_used_ -= object.size;
  if (IsCounted(object.kind)) used_.fetch_sub(object.size, std::memory_order_relaxed);
}

void DeviceMemory::Retire(Region& region, MemoryObject* object, const void* caller) {
  object->freed_by = caller;
  object->live.store(false, std::memory_order_release);
  live_.erase(object->serial);
  Uncount(*object);
  if (const auto exported = exported_.find(object->serial); exported != exported_.end()) {
    exports_.Remove(exported->second);
    exported_.erase(exported);
  }
  // It is no memory of this process: what still uses it is to fail.
  if (object->kind == MemoryKind::kImported) {
    const Granules granules = GranulesOf(region, *object);
    Decommit(granules.address, granules.bytes);
  }
  region.quarantine.push_back(object);
  region.quarantine_bytes += object->size;
  while (region.quarantine_bytes > kQuarantineBytes || region.quarantine.size() > kQuarantineObjects) {
    Release(region, region.quarantine.front());
    region.quarantine.pop_front();
  }
}

void DeviceMemory::Release(Region& region, MemoryObject* object) {
  const auto [address, footprint] = GranulesOf(region, *object);
  region.quarantine_bytes -= object->size;
  region.Label(address, footprint, 0);
  region.shared_poison.erase(address);
  if (&region == large_.get()) {
    Decommit(address, footprint);
    exports_.ForgetPages(address, footprint);
  }
  region.Give(address, footprint);
  spare_records_.push_back(object);
}

std::vector<const MemoryObject*> DeviceMemory::LiveObjects() const {
  const std::lock_guard lock(mutex_);
  std::vector<const MemoryObject*> objects;
  objects.reserve(live_.size());
  for (const auto& [serial, object] : live_) objects.push_back(object);
  return objects;
}

void DeviceMemory::PrepareToOverwrite(std::uint64_t address, std::uint64_t size) {
  if (size < kLargeGranule || RegionOf(address) != large_.get()) return;
  const std::lock_guard lock(mutex_);
  const MemoryObject* object = Find(address);
  if (!object) return;
  auto shared = large_->shared_poison.find(object->address);
  if (shared == large_->shared_poison.end()) return;
  std::vector<bool>& granules = shared->second;
  const std::uint64_t first = (RoundUp(address, kLargeGranule) - object->address) / kLargeGranule;
  const std::uint64_t last =
      std::min<std::uint64_t>((address + size - object->address) / kLargeGranule, granules.size());
  // Each run of granules that still share pages becomes one mapping, so that the system can use huge pages.
  for (std::uint64_t from = first; from < last;) {
    if (!granules[from]) {
      ++from;
      continue;
    }
    std::uint64_t to = from;
    while (to < last && granules[to]) granules[to++] = false;
    CommitHuge(object->address + from * kLargeGranule, (to - from) * kLargeGranule);
    from = to;
  }
}

void DeviceMemory::FreeAll() {
  for (const MemoryObject* object : LiveObjects()) {
    if (object->kind == MemoryKind::kRegistered)
      Disown(object->address);
    else
      Free(object->address);
  }
}

}  // namespace lockstep::memory
