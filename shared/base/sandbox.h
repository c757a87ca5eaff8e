#pragma once

// A sandbox for programs that nobody trusts: bubblewrap (Debian package `bubblewrap`). Any user has it where the system
// grants user namespaces. Root needs no such namespace, and must not use one: inside, a program would still be root to
// the kernel, which neither counts root's processes nor protects the machine's settings from root. So root's programs
// run as a user without a name.
//
// Inside, a program sees the system's programs and libraries, what it is given, and nothing else: no home folders, no
// other processes, no network, no variables or open files of ours. Only one folder can be written to. Whatever it
// starts ends with it. It cannot make namespaces, nor memory that belongs to no process (shared/base/sandbox_filter.h).

#include <cstdint>
#include <filesystem>
#include <vector>

#include "shared/base/error.h"
#include "shared/base/process.h"

namespace lockstep {

struct Sandbox {
  // Files and folders that any user may read, at their own paths. Symbolic links are followed.
  std::vector<std::filesystem::path> readable;
  // Folders that are empty inside, even where a readable one contains them.
  std::vector<std::filesystem::path> secret;
  std::vector<std::filesystem::path> writable;  // folders; the first is the working directory
  // Files that any user may read under other names, and only under these.
  struct Renamed {
    std::filesystem::path file, name;
  };
  std::vector<Renamed> renamed{};
  std::uint64_t file_size = 0;  // bytes that a file may have; 0: any number
  std::size_t processes = 0;    // and threads, at once; 0: any number
  // For root: who the program is. Programs of the same number share `processes`, and the writable folders
  // are given to it.
  unsigned user = kFirstUser;

  static constexpr unsigned kFirstUser = 60'500, kUsers = 4'000;
};

// The same process in the sandbox. Its environment is what the request adds, and nothing of ours. A signal that ends
// the program appears as the exit status 128 + signal.
ProcessRequest InSandbox(ProcessRequest request, const Sandbox& sandbox);
// The same limits and environment without a sandbox.
ProcessRequest WithoutSandbox(ProcessRequest request, const Sandbox& sandbox);

// Nothing if sandboxes work here; else why not, and what to install or allow.
Expected<void> FindSandbox();

// The files that such a program has left are not trusted either: everything but plain files is deleted.
void KeepPlainFiles(const std::filesystem::path& folder);

}  // namespace lockstep
