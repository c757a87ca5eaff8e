#include "shared/session/message.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "shared/base/environment.h"
#include "shared/base/file.h"
#include "shared/base/json_text.h"
#include "shared/session/variables.h"

namespace lockstep::session {
namespace {

using Json = nlohmann::json;

// Without a job, messages are printed.
MessageSettings SettingsOfMessages() {
  const char* text = VariableAtStart(kMessagesVariable);
  if (!text || !*text) return {};
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("path") || !json.contains("printed")) return {};
  const Json& path = json["path"];
  if (!(path.is_string() || path.is_array()) || !json["printed"].is_boolean()) return {};
  return {.path = TextOfJson(json["path"]), .are_printed = json["printed"]};
}

std::optional<Message> MessageOf(const std::string& line) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("status") || !json.contains("message") || !json.contains("hint"))
    return std::nullopt;
  if (!json["status"].is_number_integer() || !json["message"].is_string() || !json["hint"].is_string())
    return std::nullopt;
  return Message{
      .status = static_cast<ExitStatus>(json["status"].get<int>()), .text = json["message"], .hint = json["hint"]};
}

// By one call of write, so that lines of several processes never mix.
bool Append(const Message& message, const std::string& path) {
  const Json json = {{"status", static_cast<int>(message.status)}, {"message", message.text}, {"hint", message.hint}};
  const std::string line = json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  const int file = open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return false;
  const bool is_whole = write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  return close(file) == 0 && is_whole;
}

}  // namespace

std::string ToJson(const MessageSettings& settings) {
  return Json{{"path", JsonOfText(settings.path)}, {"printed", settings.are_printed}}.dump();
}

std::vector<Message> ReadMessages(const std::filesystem::path& path) {
  constexpr std::uint64_t kLargest = 1 << 20;  // bytes
  const Expected<std::string> text = ReadText(path, kLargest);
  if (!text) return {};
  std::vector<Message> messages;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);)
    if (std::optional<Message> message = MessageOf(line)) messages.push_back(std::move(*message));
  return messages;
}

std::optional<Message> ReasonIn(const std::vector<Message>& messages) {
  const auto found =
      std::ranges::find_if(messages, [](const Message& message) { return message.status != ExitStatus::kOk; });
  return found == messages.end() ? std::nullopt : std::optional(*found);
}

std::string Format(const Message& message) {
  return message.hint.empty() ? message.text : message.text + "; " + message.hint;
}

void Say(const Message& message) {
  const MessageSettings settings = SettingsOfMessages();
  const bool is_noted = !settings.path.empty() && Append(message, settings.path);
  if (is_noted && !settings.are_printed) return;
  std::fflush(stdout);
  std::fprintf(stderr, "lockstep: %s\n", Format(message).c_str());
}

}  // namespace lockstep::session
