#include "shared/report/shipped_capture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "shared/base/file.h"
#include "shared/base/xz.h"

namespace lockstep::report {
namespace {

namespace fs = std::filesystem;

struct About {
  std::string device, date;
  std::vector<std::string> arguments;
  std::map<std::string, std::string> sources;  // path from the program's folder -> size and CRC-32
};

Expected<About> ReadAbout(const fs::path& path) {
  const auto bytes = ReadFile(path, {.most = 1 << 20, .pipes = false});
  if (!bytes) return std::unexpected(bytes.error());
  try {
    const auto json = nlohmann::json::parse(*bytes);
    return About{.device = json.at("device"),
                 .date = json.at("date"),
                 .arguments = json.at("arguments"),
                 .sources = json.at("sources")};
  } catch (const nlohmann::json::exception& error) {
    return Fail(fmt::format("{}: {}", path.string(), error.what()));
  }
}

// `{lesson}` stands for the program's folder. Different spellings of one path become equal.
std::string Plain(std::string argument, const fs::path& folder) {
  constexpr std::string_view kFolder = "{lesson}";
  if (argument.starts_with(kFolder)) argument.replace(0, kFolder.size(), folder.string());
  std::error_code error;
  const fs::path canonical = fs::canonical(argument, error);
  return error ? argument : canonical.string();
}

bool SameArguments(const std::vector<std::string>& a, const std::vector<std::string>& b, const fs::path& folder) {
  return std::ranges::equal(
      a, b, {}, [&](const std::string& argument) { return Plain(argument, folder); },
      [&](const std::string& argument) { return Plain(argument, folder); });
}

constexpr std::uint64_t kLargestCapture = 64 << 20, kLargestSource = 64 << 20;

Expected<CaptureFile> ReadPacked(const fs::path& path) {
  const auto packed = ReadFile(path, {.most = kLargestCapture, .pipes = false});
  if (!packed) return std::unexpected(packed.error());
  const auto bytes = UnpackXz(*packed, kLargestCapture, path.string());
  if (!bytes) return std::unexpected(bytes.error());
  return ReadCaptureBytes(*bytes, path.string());
}

// The first source that has changed; empty if none has.
std::string ChangedSource(const About& about, const fs::path& folder) {
  for (const auto& [name, was] : about.sources) {
    const auto bytes = ReadFile(folder / name, {.most = kLargestSource, .pipes = false});
    if (!bytes || fmt::format("{} {:08x}", bytes->size(), Crc32(*bytes)) != was) return name;
  }
  return "";
}

}  // namespace

Expected<std::optional<ShippedCapture>> FindShippedCapture(const fs::path& source,
                                                           const std::vector<std::string>& arguments) {
  const fs::path folder = source.has_parent_path() ? source.parent_path() : ".";
  const fs::path capture = folder / "gpu" / (source.stem().string() + ".lscap.xz");
  const fs::path description = folder / "gpu" / (source.stem().string() + ".json");
  std::error_code error;
  if (!fs::exists(capture, error) || !fs::exists(description, error)) return std::nullopt;
  const auto about = ReadAbout(description);
  if (!about) return std::unexpected(about.error());
  if (!SameArguments(about->arguments, arguments, folder))
    return Fail(
        fmt::format("{} was captured with other arguments: -- {}", capture.string(), fmt::join(about->arguments, " ")));
  if (const std::string changed = ChangedSource(*about, folder); !changed.empty())
    return Fail(fmt::format("{} was captured before `{}` was changed", capture.string(), changed));
  auto file = ReadPacked(capture);
  if (!file) return std::unexpected(file.error());
  file->side = fmt::format("{}, {}", about->device, about->date);
  return ShippedCapture{.file = std::move(*file), .device = about->device, .date = about->date, .path = capture};
}

}  // namespace lockstep::report
