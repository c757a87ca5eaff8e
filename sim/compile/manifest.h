#pragma once

// A list of files and their state, stored in a file: what was made from these files is valid while the list holds.
//
// A file is unchanged if its size, times and inode number are the same, or else if its contents are.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/error.h"

namespace lockstep::compile {

// A moment before files are read. A file changed after it has a later time of change, one changed before it an earlier
// one.
class Moment {
 public:
  // Waits for the clock of the file systems: some milliseconds.
  static Moment Now();
  // True for a file that may have changed since. Unlike the time of writing, the time of change cannot be set.
  bool IsBefore(const std::filesystem::path& file) const;

 private:
  std::int64_t nanoseconds_ = 0;
};

struct Manifest {
  std::vector<std::string> sources;   // files that were read, absolute
  std::vector<std::string> products;  // names of files beside the manifest that were made from them
  std::vector<std::string> absent;    // names of files that do not exist
};

// Writes the current state of the files that `manifest` names, all or nothing. False, with nothing written, if a file
// cannot be read or changes meanwhile, or if a source has changed since `start`, because its state when read is
// unknown. Without sources, no start is needed.
bool WriteManifest(const std::filesystem::path& path, const Manifest& manifest, const Moment& start = {});

// True if everything is as it was when the manifest was written. A missing, truncated or damaged manifest does not
// hold.
bool ManifestHolds(const std::filesystem::path& path);

// The same for a reader that relies on both the times and the contents of the files, as clang does for the headers of
// precompiled ones.
bool IsUntouched(const std::filesystem::path& path);

}  // namespace lockstep::compile
