#include "jobs/kept_recording.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "jobs/recorded_build.h"
#include "shared/base/file.h"
#include "shared/base/unfinished_file.h"
#include "shared/trace/trace.h"
#include "sim/compile/cache_folder.h"
#include "sim/compile/cache_limit.h"

namespace lockstep::jobs {
namespace {

namespace fs = std::filesystem;

// The file that is written last: it begins with the fingerprint of the rest, which is the program's output.
constexpr char kVouches[] = "output", kRecording[] = "recording.lstrace", kLock[] = "lock";
constexpr std::size_t kFingerprint = 32;
constexpr std::uint64_t kLargestRead = 256 << 20;  // bytes

// By its contents; a file that is too large, by its size and its time.
std::string IdentityOf(const fs::path& file) {
  if (const auto text = ReadText(file, kLargestRead)) return compile::Fingerprint(*text);
  std::error_code error;
  const auto size = fs::file_size(file, error);
  if (error) return "none";
  return fmt::format("{} {}", size, fs::last_write_time(file, error).time_since_epoch().count());
}

// Words, each terminated by a zero byte, which no word contains.
std::string KeyOf(const RecordRequest& request, const std::string& program, const std::vector<fs::path>& reads) {
  std::string key;
  const auto add = [&](std::string_view word) { key.append(word).push_back('\0'); };
  session::RecordSettings settings = request.settings;
  settings.path.clear();
  for (const std::string& word : {VersionOfBuilds(), IdentityOf(program), session::ToJson(settings),
                                  request.program.folder.string(), request.program.input})
    add(word);
  for (const auto& list : {request.program.build.inputs, BuildWords(request.program), request.program.arguments,
                           request.program.environment}) {
    for (const std::string& word : list) add(word);
    add("");
  }
  std::vector<fs::path> files = reads;
  files.insert(files.end(), request.program.arguments.begin(), request.program.arguments.end());
  std::ranges::sort(files);
  std::error_code error;
  for (const fs::path& file : files)
    if (fs::is_regular_file(file, error)) add(file.string()), add(IdentityOf(file));
  for (char** variable = environ; *variable; ++variable)
    if (std::string_view(*variable).starts_with("LOCKSTEP_")) add(*variable);
  return compile::Fingerprint(key);
}

std::optional<KeptRecording> LoadKept(const fs::path& entry) {
  const auto output = ReadText(entry / kVouches);
  if (!output || output->size() < kFingerprint) return std::nullopt;
  std::string rest = output->substr(kFingerprint);
  if (compile::Fingerprint(rest) != output->substr(0, kFingerprint)) return std::nullopt;
  auto recording = trace::ReadTrace(entry / kRecording);
  if (!recording || !recording->complete) return std::nullopt;
  return KeptRecording{.recording = std::move(*recording), .output = std::move(rest), .was_there = true};
}

// Also what a killed process has left of it.
void Clear(const fs::path& entry) {
  std::error_code error;
  std::vector<fs::path> left;
  for (const fs::directory_entry& file : fs::directory_iterator(entry, error))
    if (file.path().filename() != kLock) left.push_back(file.path());
  for (const fs::path& file : left) fs::remove_all(file, error);
}

Result<KeptRecording> Make(const fs::path& entry, const std::string& program, RecordRequest request,
                           const Watch& watch) {
  Clear(entry);
  request.settings.path = (entry / kRecording).string();
  auto recorded = RecordBuilt(program, request, watch);
  if (!recorded) return std::unexpected(recorded.error());
  if (recorded->ended) return std::unexpected(EndOf(*recorded));
  auto recording = trace::ReadTrace(entry / kRecording);
  if (!recording) return Failed(ExitStatus::kBadInput, recording.error().message);
  if (auto written = WriteFile(entry / kVouches, compile::Fingerprint(recorded->output) + recorded->output); !written)
    return Failed(ExitStatus::kCannotWrite, written.error().message);
  return KeptRecording{.recording = std::move(*recording), .output = std::move(recorded->output)};
}

// Under its own name at once, however many processes do so.
std::optional<Failure> CopyInto(const fs::path& from, const fs::path& to) {
  const fs::path copy = to.string() + fmt::format(".{}", getpid());
  std::error_code error;
  fs::copy_file(from, copy, fs::copy_options::overwrite_existing, error);
  if (!error) fs::rename(copy, to, error);
  if (!error) return std::nullopt;
  std::error_code ignored;
  fs::remove(copy, ignored);
  return Failure{.status = ExitStatus::kCannotWrite,
                 .message = fmt::format("cannot write {}: {}", to.string(), error.message())};
}

}  // namespace

Result<KeptRecording> RecordOnce(const RecordRequest& request, const std::vector<fs::path>& reads, const Watch& watch) {
  const Result<std::string> program = BuildProgram(request.program, compile::Mode::kRecord, watch);
  if (!program) return std::unexpected(program.error());
  const Expected<fs::path> cache = compile::CacheFolder();
  if (!cache) return Failed(ExitStatus::kCannotWrite, cache.error().message);
  const fs::path entry = *cache / KeyOf(request, *program, reads);
  if (auto made = compile::MakeOwnFolder(entry); !made) return Failed(ExitStatus::kCannotWrite, made.error().message);
  Result<KeptRecording> kept = Failed(ExitStatus::kInterrupted);
  {
    const auto lock = compile::CacheLock::Take(entry / kLock, watch.cancelled);
    if (!lock) return kept;
    if (auto found = LoadKept(entry))
      kept = std::move(*found);
    else
      kept = Make(entry, *program, request, watch);
    if (!kept) Clear(entry);
    if (kept && !request.settings.path.empty())
      if (auto failure = CopyInto(entry / kRecording, request.settings.path))
        return std::unexpected(std::move(*failure));
  }
  compile::TrimCacheIfDue(*cache);
  return kept;
}

}  // namespace lockstep::jobs
