#include "shared/query/bookmarks.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "shared/base/file.h"
#include "shared/base/unfinished_file.h"

namespace lockstep::query {
namespace {

using nlohmann::json;

constexpr std::uint64_t kLargestFile = 4 << 20;  // bytes

std::optional<Bookmark> BookmarkFrom(const json& entry) {
  const auto text = [&](const char* key) {
    const auto found = entry.is_object() ? entry.find(key) : entry.end();
    return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const std::string name = text("name");
  const auto address = replay::ReadAddress(text("at"));
  if (name.empty() || name.size() > kLongestName || !address || !address->file.empty()) return std::nullopt;
  if (address->moment == replay::MomentAddress{}) return std::nullopt;
  return Bookmark{name, address->moment};
}

}  // namespace

std::filesystem::path BookmarksFile(const std::filesystem::path& recording) {
  std::filesystem::path file = recording;
  return file += ".bookmarks.json";
}

Expected<std::vector<Bookmark>> ReadBookmarks(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return std::vector<Bookmark>();
  const auto text = ReadText(file, kLargestFile);
  if (!text) return std::unexpected(text.error());
  const json root = json::parse(*text, nullptr, false);
  const auto list = root.is_object() ? root.find("bookmarks") : root.end();
  if (!root.is_object() || list == root.end() || !list->is_array())
    return Fail(fmt::format("`{}` has no bookmarks: it is damaged, or another kind of file", file.string()));
  std::vector<Bookmark> bookmarks;
  for (const json& entry : *list) {
    if (bookmarks.size() == kMostBookmarks) break;
    if (auto bookmark = BookmarkFrom(entry)) bookmarks.push_back(std::move(*bookmark));
  }
  return bookmarks;
}

Expected<void> WriteBookmarks(const std::filesystem::path& file, const std::vector<Bookmark>& bookmarks) {
  json list = json::array();
  for (const Bookmark& bookmark : bookmarks)
    list.push_back({{"name", bookmark.name}, {"at", replay::WriteAddress("", bookmark.moment)}});
  const json root = {{"bookmarks", std::move(list)}};
  return WriteFile(file, root.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace lockstep::query
