#include "dap/serve.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <deque>

#include "dap/session.h"

namespace lockstep::dap {
namespace {

// The messages of the editor, read without waiting while a program is being recorded.
class Inbox {
 public:
  explicit Inbox(int input) : input_(input) {}

  // The next message; nothing at the end.
  Expected<std::optional<Json>> Wait() {
    while (messages_.empty() && !has_ended_ && !error_) Read();
    if (messages_.empty() && error_) return std::unexpected(*error_);
    if (messages_.empty()) return std::nullopt;
    Json message = std::move(messages_.front());
    messages_.pop_front();
    return std::optional(std::move(message));
  }

  // True once the editor has closed its end or asked for the end.
  bool HasLeft() {
    pollfd ready{.fd = input_, .events = POLLIN};
    while (!has_ended_ && !error_ && poll(&ready, 1, 0) > 0) Read();
    if (has_ended_ || error_) return true;
    for (const Json& message : messages_) {
      const Json command = message.value("command", Json());
      if (command == "disconnect" || command == "terminate") return true;
    }
    return false;
  }

 private:
  void Read() {
    char bytes[65536];
    const ssize_t size = read(input_, bytes, sizeof bytes);
    if (size < 0 && errno == EINTR) return;
    if (size <= 0) {
      has_ended_ = true;
      return;
    }
    reader_.Add({bytes, static_cast<std::size_t>(size)});
    while (true) {
      auto message = reader_.Next();
      if (!message) {
        error_ = message.error();
        return;
      }
      if (!*message) return;
      messages_.push_back(std::move(**message));
    }
  }

  int input_;
  MessageReader reader_;
  std::deque<Json> messages_;
  std::optional<Error> error_;
  bool has_ended_ = false;
};

void WriteAll(int output, std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = write(output, text.data(), text.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return;  // the editor has gone; the end of its input will say so
    text.remove_prefix(static_cast<std::size_t>(size));
  }
}

}  // namespace

Expected<void> Serve(int input, int output) {
  Inbox inbox(input);
  Session session({.send = [&](const Json& message) { WriteAll(output, FormatMessage(message)); },
                   .has_left = [&] { return inbox.HasLeft(); }});
  while (!session.is_over()) {
    const auto message = inbox.Wait();
    if (!message) return std::unexpected(message.error());
    if (!*message) break;
    session.Take(**message);
  }
  return {};
}

}  // namespace lockstep::dap
