#include "sim/compile/kernel_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <deque>
#include <optional>
#include <sstream>
#include <thread>

#include "shared/base/file.h"
#include "sim/compile/cache_folder.h"
#include "sim/compile/manifest.h"

namespace lockstep::compile {
namespace {

namespace fs = std::filesystem;

// An object in the cache: a folder like a program's (cache.cpp), so that it is removed like one (cache_limit.h).
struct Kept {
  fs::path folder;
  fs::path Lock() const { return folder / "lock"; }
  fs::path Object() const { return folder / "part.o"; }
  fs::path Manifest() const { return folder / "manifest"; }
};

bool TakeFrom(const Kept& kept, const std::string& object, const std::function<bool()>& cancelled) {
  std::error_code error;
  if (!fs::exists(kept.Manifest(), error)) return false;
  const auto lock = CacheLock::Take(kept.Lock(), cancelled);
  return lock && ManifestHolds(kept.Manifest()) && fs::copy_file(kept.Object(), object, error);
}

// After any failure, the next build makes the object again.
void Keep(const Kept& kept, const std::string& object, const std::function<bool()>& cancelled) {
  if (!MakeOwnFolder(kept.folder)) return;
  const auto lock = CacheLock::Take(kept.Lock(), cancelled);
  std::error_code error;
  if (lock && fs::copy_file(object, kept.Object(), fs::copy_options::overwrite_existing, error))
    WriteManifest(kept.Manifest(), {.products = {kept.Object().filename()}});
}

struct Part {
  std::string module, object;
  std::string name;          // where that is enough to find it
  std::optional<Kept> kept;  // where there is a cache
};

class PartsBuild {
 public:
  using Start = std::function<Expected<Process>(std::vector<std::string>)>;

  PartsBuild(const Toolchain& toolchain, const BuildRequest& request, const Unit& unit, KnownKernels* known,
             const Start& start)
      : toolchain_(toolchain), request_(request), unit_(unit), known_(known), start_(start) {}

  std::expected<std::vector<std::string>, BuildFailure> Run() {
    const Expected<fs::path> cache = CacheFolder();
    std::vector<std::string> objects;
    KnownKernels::Names names;
    for (const Part& part : FindLeftOut(unit_.parts, cache ? *cache : fs::path())) {
      objects.push_back(part.object);
      if (!part.kept || !TakeFrom(*part.kept, part.object, request_.cancelled))
        return std::unexpected(BuildFailure{.error = {"an object is missing"}, .cause = FailureCause::kLockstep});
    }
    for (const Part& part : Find(unit_.parts, cache ? std::optional(*cache) : std::nullopt)) {
      if (part.kept && !part.name.empty()) names[part.name] = part.kept->folder.filename();
      objects.push_back(part.object);
      if (part.kept && TakeFrom(*part.kept, part.object, request_.cancelled)) continue;
      if (running_.size() >= std::max(1u, std::thread::hardware_concurrency()))
        if (auto failure = FinishOldest()) return std::unexpected(std::move(*failure));
      Expected<Process> process = start_(KernelPartCommand(toolchain_, request_, unit_, part.module, part.object));
      if (!process) return std::unexpected(BuildFailure{.error = process.error(), .cause = FailureCause::kLockstep});
      running_.push_back({part, std::move(*process)});
    }
    while (!running_.empty())
      if (auto failure = FinishOldest()) return std::unexpected(std::move(*failure));
    if (known_) known_->Add(names, request_.cancelled);
    return objects;
  }

 private:
  struct Running {
    Part part;
    Process process;
  };

  std::vector<Part> FindLeftOut(const fs::path& folder, const fs::path& cache) const {
    std::istringstream names(ReadText(folder / "left").value_or(""));
    std::vector<Part> parts;
    for (std::string name; std::getline(names, name);) {
      Part part{.object = folder / fmt::format("left-{}.o", parts.size()), .name = name};
      if (const auto found = known_->names().find(name); found != known_->names().end())
        part.kept = Kept{cache / found->second};
      parts.push_back(std::move(part));
    }
    return parts;
  }

  std::vector<Part> Find(const fs::path& folder, const std::optional<fs::path>& cache) const {
    const std::string flags =
        fmt::format("{}", fmt::join(KernelPartCommand(toolchain_, request_, unit_, "", ""), "\n"));
    std::vector<Part> parts;
    std::error_code error;
    for (;;) {
      Part part{.module = folder / fmt::format("{}.bc", parts.size()),
                .object = folder / fmt::format("{}.o", parts.size()),
                .name = ReadText(folder / fmt::format("{}.name", parts.size())).value_or("")};
      if (!fs::exists(part.module, error)) return parts;
      const std::string text = ReadText(part.module).value_or("");
      if (cache)
        part.kept = Kept{*cache / Fingerprint(fmt::format("part\n{}\n{}\n{}", toolchain_.version, flags, text))};
      parts.push_back(std::move(part));
    }
  }

  std::optional<BuildFailure> FinishOldest() {
    Running oldest = std::move(running_.front());
    running_.pop_front();
    const ProcessResult result = oldest.process.Wait();
    if (result.status != 0 || !result.errors.empty())
      return BuildFailure{.diagnostics = result.errors,
                          .error = {"a kernel of a library does not compile"},
                          .cause = FailureCause::kLockstep};
    if (oldest.part.kept) Keep(*oldest.part.kept, oldest.part.object, request_.cancelled);
    return std::nullopt;
  }

  const Toolchain& toolchain_;
  const BuildRequest& request_;
  const Unit& unit_;
  KnownKernels* known_;
  const Start& start_;
  std::deque<Running> running_;
};

}  // namespace

std::expected<std::vector<std::string>, BuildFailure> CompileKernelParts(
    const Toolchain& toolchain, const BuildRequest& request, const Unit& unit, KnownKernels* known,
    const std::function<Expected<Process>(std::vector<std::string>)>& start) {
  return PartsBuild(toolchain, request, unit, known, start).Run();
}

}  // namespace lockstep::compile
