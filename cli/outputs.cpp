#include "cli/outputs.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <string_view>

#include "shared/base/unfinished_file.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

// Regular files only: a terminal or /dev/null may be read and written at the same time.
bool AreSame(const fs::path& a, const fs::path& b) {
  struct stat first{}, second{};
  return stat(a.c_str(), &first) == 0 && stat(b.c_str(), &second) == 0 && S_ISREG(first.st_mode) &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

bool IsSource(const fs::path& path) {
  static constexpr std::string_view kEndings[] = {".cu", ".cuh", ".cpp", ".cc",  ".cxx", ".c++", ".c",
                                                  ".C",  ".h",   ".hh",  ".hpp", ".hxx", ".inl"};
  std::error_code error;
  return std::ranges::count(kEndings, path.extension().string()) != 0 && fs::is_regular_file(path, error);
}

ExitStatus Refuse(const Output& output, std::string_view why) {
  return Complain(ExitStatus::kBadUsage,
                  {fmt::format("{} {}: {}; it is not overwritten", output.flag, output.path.string(), why)});
}

std::optional<ExitStatus> JudgeOutput(const Output& output, const std::vector<std::string>& inputs) {
  const auto is_output = [&](const std::string& file) { return AreSame(output.path, file); };
  if (std::ranges::any_of(inputs, is_output)) return Refuse(output, "this is an input of the same command");
  if (std::ranges::any_of(ProgramArguments(), is_output)) return Refuse(output, "this is an argument of the program");
  if (!output.is_source && IsSource(output.path)) return Refuse(output, "this is a source file");
  const Expected<Destination> destination = FindDestination(output.path);
  if (destination) return std::nullopt;
  return Complain(ExitStatus::kCannotWrite, {fmt::format("{}: {}", output.flag, destination.error().message)});
}

// Compares the places that both names lead to, whether or not the files exist.
bool ShareAPlace(const Output& a, const Output& b) {
  const Expected<Destination> first = FindDestination(a.path), second = FindDestination(b.path);
  if (!first || !second || !first->is_replaced || !second->is_replaced) return false;
  std::error_code error;
  const auto whole = [&](const fs::path& path) { return fs::weakly_canonical(fs::absolute(path, error), error); };
  return AreSame(a.path, b.path) || whole(first->path) == whole(second->path);
}

}  // namespace

std::optional<ExitStatus> JudgeOutputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs) {
  std::vector<Output> wanted;
  std::ranges::copy_if(outputs, std::back_inserter(wanted), [](const Output& output) { return !output.path.empty(); });
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (const auto refused = JudgeOutput(wanted[i], inputs)) return refused;
    for (std::size_t before = 0; before < i; ++before)
      if (ShareAPlace(wanted[before], wanted[i]))
        return Refuse(wanted[i], fmt::format("this is also what {} writes", wanted[before].flag));
  }
  return std::nullopt;
}

}  // namespace lockstep::cli
