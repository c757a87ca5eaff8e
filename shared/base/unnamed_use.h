#pragma once

// The memory that processes use and that neither the names in their folder nor their resident pages show: deleted files
// that they hold open or have mapped, shared memory without a name, pages of tables, and pages that were swapped out.
// Read from /proc.

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

namespace lockstep {

struct UnnamedUse {
  std::uint64_t file_bytes = 0;       // of deleted files in the folder
  std::uint64_t memory = 0;           // bytes, of everything else; what processes share counts once
  std::uint64_t shared_resident = 0;  // bytes that `memory` has and the processes' resident pages have as well
};

// The sizes of shared memory that was seen, by inode. Only root may ask for them. Others see no more than which part of
// it is mapped now, so the largest part that has been seen counts for as long as any is mapped.
using SeenMemory = std::map<std::uint64_t, std::uint64_t>;

UnnamedUse FindUnnamedUse(const std::vector<pid_t>& processes, const std::filesystem::path& folder, SeenMemory& seen);

}  // namespace lockstep
