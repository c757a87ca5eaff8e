#pragma once

// A list of files as they were, kept in a file of its own: what was made of them is good while the list holds.
//
// A file still counts as it was where its size, its times and its number are the same, else where its content is.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/error.h"

namespace lockstep {

// The moment before files are read. What changes from then on has another time of change.
class Moment {
 public:
  static Moment Now();
  // A file that may have changed since. Times of change cannot be set, as those of writing can.
  bool IsBefore(const std::filesystem::path& file) const;

 private:
  std::int64_t nanoseconds_ = 0;
};

struct Manifest {
  std::vector<std::string> sources;   // files that were read, absolute
  std::vector<std::string> products;  // names of files beside the manifest that were made of them
  std::vector<std::string> absent;    // names that nothing has
};

// Writes what `manifest` names as it is now, the whole or nothing. False where a file of it cannot be read or changes
// meanwhile, or a source has changed since `start`: nobody knows what was read of it. Then nothing is written.
bool WriteManifest(const std::filesystem::path& path, const Manifest& manifest, const Moment& start);

// Whether everything is as it was when the manifest was written. One that is missing, cut or damaged does not hold.
bool ManifestHolds(const std::filesystem::path& path);

// The same by the files' contents alone, whatever their times say.
bool ContentsHold(const std::filesystem::path& path);

}  // namespace lockstep
