#include "shared/trace/build_command.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

namespace lockstep::trace {
namespace {

// How a word's value is written as a flag. Words that are not here say nothing that a command needs.
constexpr auto kFlags = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"input=", ""},
    {"optimize=", "-O"},
    {"standard=", "-std="},
    {"debug", "-g"},
    {"relocatable", "-rdc=true"},
    {"architecture=", "-arch=sm_"},
    {"compile=", ""},
    {"link=", ""},
    {"gpu=", "--device="},
});

std::string Quoted(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,/:@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

std::string BuildCommand(const Recording& recording) {
  if (recording.build.empty()) return Quoted(recording.program);
  std::string command;
  for (const auto& [name, flag] : kFlags)
    for (const std::string& word : recording.build)
      if (word.starts_with(name))
        command +=
            fmt::format("{}{}", command.empty() ? "" : " ", Quoted(std::string(flag) + word.substr(name.size())));
  return command;
}

}  // namespace lockstep::trace
