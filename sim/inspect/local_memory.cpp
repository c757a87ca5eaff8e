#include "sim/inspect/local_memory.h"

#include <algorithm>
#include <cstring>

#include "sim/check/cells.h"
#include "sim/hooks/check.h"

namespace lockstep::inspect {

std::uint32_t LocalArray::Read(std::uint64_t address, std::uint64_t bytes) const {
  const std::uint64_t offset = address - begin;
  for (std::uint64_t byte = offset; byte < offset + bytes; ++byte)
    if (shadow[byte]) return origins[byte / check::kCellBytes];
  return 0;
}

void LocalArray::Write(std::uint64_t address, std::uint64_t bytes, std::uint32_t origin) {
  const std::uint64_t offset = address - begin;
  std::memset(shadow + offset, origin != 0, bytes);
  if (!origin) return;
  for (std::uint64_t cell = offset / check::kCellBytes; cell * check::kCellBytes < offset + bytes; ++cell)
    origins[cell] = origin;
}

void LocalMemory::Begin(const LocalArray& array, std::uint64_t frame) {
  // Arrays below have returned; those that overlap have ended without a hook.
  std::erase_if(arrays_, [&](const LocalArray& old) {
    return old.begin < frame || (old.begin < array.begin + array.size + LOCKSTEP_LOCAL_ROOM &&
                                 array.begin < old.begin + old.size + LOCKSTEP_LOCAL_ROOM);
  });
  arrays_.push_back(array);
}

void LocalMemory::End(std::uint64_t begin) {
  for (LocalArray& array : arrays_)
    if (array.begin == begin) array.in_scope = false;
}

void LocalMemory::Leave(std::uint64_t begin) {
  std::erase_if(arrays_, [&](const LocalArray& array) { return array.begin == begin; });
}

LocalArray* LocalMemory::Find(std::uint64_t address) {
  for (auto array = arrays_.rbegin(); array != arrays_.rend(); ++array)
    if (address - array->begin < array->size + LOCKSTEP_LOCAL_ROOM) return &*array;
  return nullptr;
}

}  // namespace lockstep::inspect
