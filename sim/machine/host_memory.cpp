#include "sim/machine/host_memory.h"

#include <link.h>
#include <pthread.h>

namespace lockstep::machine {
namespace {

AddressRange FindStack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  void* low = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  const auto begin = reinterpret_cast<std::uint64_t>(low);
  return {begin, begin + size};
}

int LookInImage(dl_phdr_info* info, std::size_t, void* data) {
  auto& wanted = *static_cast<AddressRange*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    const AddressRange segment{info->dlpi_addr + header.p_vaddr, info->dlpi_addr + header.p_vaddr + header.p_memsz};
    if (!segment.Holds(wanted.begin)) continue;
    wanted = segment;
    return 1;
  }
  return 0;
}

// Segments that are mapped without write access, and those that the loader write-protects after relocation.
int LookForReadOnly(dl_phdr_info* info, std::size_t, void* data) {
  auto& wanted = *static_cast<AddressRange*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    const AddressRange segment{info->dlpi_addr + header.p_vaddr, info->dlpi_addr + header.p_vaddr + header.p_memsz};
    const bool closed = header.p_type == PT_GNU_RELRO || (header.p_type == PT_LOAD && !(header.p_flags & PF_W));
    if (!closed || !segment.Holds(wanted.begin)) continue;
    wanted = segment;
    return 1;
  }
  return 0;
}

}  // namespace

AddressRange ThisStack() {
  static thread_local const AddressRange stack = FindStack();
  return stack;
}

AddressRange PartOfImage(std::uint64_t address) {
  AddressRange found{address, address};
  return dl_iterate_phdr(LookInImage, &found) == 0 ? AddressRange{} : found;
}

bool IsInReadOnlyImage(std::uint64_t address) {
  static thread_local AddressRange last;
  if (last.Holds(address)) return true;
  AddressRange found{address, address};
  if (dl_iterate_phdr(LookForReadOnly, &found) == 0) return false;
  last = found;
  return true;
}

}  // namespace lockstep::machine
