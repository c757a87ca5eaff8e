#include "dap/message.h"

#include <gtest/gtest.h>

namespace lockstep::dap {
namespace {

TEST(Messages, ComeWholeFromPieces) {
  const Json sent{{"seq", 1}, {"text", "ü"}};
  const std::string bytes = FormatMessage(sent) + FormatMessage(sent);
  MessageReader reader;
  int messages = 0;
  for (const char byte : bytes) {
    reader.Add({&byte, 1});
    const auto message = reader.Next();
    ASSERT_TRUE(message) << message.error().message;
    if (!*message) continue;
    EXPECT_EQ(**message, sent);
    ++messages;
  }
  EXPECT_EQ(messages, 2);
}

TEST(Messages, MayHaveOtherHeaders) {
  MessageReader reader;
  reader.Add("Content-Type: application/vscode-jsonrpc\r\nContent-Length: 2\r\n\r\n{}");
  const auto message = reader.Next();
  ASSERT_TRUE(message && *message);
  EXPECT_EQ(**message, Json::object());
}

TEST(Messages, AreRefusedIfTheyAreNone) {
  for (const std::string& bytes :
       {std::string("Content-Length: -1\r\n\r\n"), std::string("Content-Length: 99999999999\r\n\r\n"),
        std::string("Content-Length: 5x\r\n\r\n"), std::string("Hello: 5\r\n\r\n"), std::string(5000, 'x'),
        std::string("Content-Length: 2\r\n\r\n[]"), std::string("Content-Length: 2\r\n\r\n{x"),
        "Content-Length: 200\r\n\r\n" + std::string(200, '[')}) {
    MessageReader reader;
    reader.Add(bytes);
    EXPECT_FALSE(reader.Next()) << bytes.substr(0, 60);
  }
}

}  // namespace
}  // namespace lockstep::dap
