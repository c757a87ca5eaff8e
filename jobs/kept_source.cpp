#include "jobs/kept_source.h"

#include "shared/base/file.h"
#include "shared/base/unfinished_file.h"
#include "sim/compile/cache_folder.h"

namespace lockstep::jobs {

Expected<std::filesystem::path> KeepSource(const std::string& name, const std::string& text) {
  const Expected<std::filesystem::path> cache = compile::CacheFolder();
  if (!cache) return std::unexpected(cache.error());
  const std::filesystem::path folder = *cache / compile::Fingerprint("source\n" + name + '\n' + text);
  if (auto made = compile::MakeOwnFolder(folder); !made) return std::unexpected(made.error());
  // Taken even where the file is there: that is its last use.
  const auto lock = compile::CacheLock::Take(folder / "lock");
  const std::filesystem::path file = folder / name;
  if (ReadText(file, text.size()) == text) return file;
  if (auto written = WriteFile(file, text); !written) return std::unexpected(written.error());
  return file;
}

}  // namespace lockstep::jobs
