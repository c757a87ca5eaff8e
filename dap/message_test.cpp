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

TEST(Messages, MayHaveBracketsInTexts) {
  const Json sent{{"text", std::string(200, '[') + "\\\"" + std::string(200, '{')}, {"list", {1, 2}}};
  MessageReader reader;
  reader.Add(FormatMessage(sent));
  const auto message = reader.Next();
  ASSERT_TRUE(message && *message);
  EXPECT_EQ(**message, sent);
}

// So long that time in proportion to the square of its length would be hours.
TEST(Messages, MayHaveLongListsOfObjects) {
  constexpr std::size_t kObjects = 200'000;
  std::string text = "{\"breakpoints\":[{\"line\":0}";
  for (std::size_t i = 1; i < kObjects; ++i) text += ",{\"line\":1}";
  text += "]}";
  MessageReader reader;
  reader.Add("Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text);
  const auto message = reader.Next();
  ASSERT_TRUE(message && *message);
  EXPECT_EQ((**message)["breakpoints"].size(), kObjects);
}

TEST(Messages, AreRefusedIfTheyAreNone) {
  for (const std::string& bytes :
       {std::string("Content-Length: -1\r\n\r\n"), std::string("Content-Length: 99999999999\r\n\r\n"),
        std::string("Content-Length: 5x\r\n\r\n"), std::string("Hello: 5\r\n\r\n"), std::string(5000, 'x'),
        std::string("Content-Length: 2\r\n\r\n[]"), std::string("Content-Length: 2\r\n\r\n{x"),
        "Content-Length: 200\r\n\r\n" + std::string(200, '['),
        FormatMessage({{"deep", Json::parse(std::string(70, '[') + std::string(70, ']'))}})}) {
    MessageReader reader;
    reader.Add(bytes);
    EXPECT_FALSE(reader.Next()) << bytes.substr(0, 60);
  }
}

}  // namespace
}  // namespace lockstep::dap
