#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "shared/query/bookmarks.h"
#include "viz/edit/text_editor.h"
#include "viz/panels/panel.h"

namespace lockstep::viz {

// Moments with names, in the order in which a tour visits them.
struct BookmarksView {
  std::filesystem::path file;  // empty: they are lost when the window closes
  std::vector<query::Bookmark> all;
  std::optional<std::size_t> editing;  // its name is in the field
  TextEditor field;
  std::string problem;  // of the file
  // Areas in this frame, by number.
  std::map<std::size_t, Area> rows;
};

// Reads the bookmarks of a recording; a file that cannot be read is never written to.
void OpenBookmarks(Desk& desk, const std::filesystem::path& file);

// A list: a click goes to the moment.
void DrawBookmarks(const replay::Model& model, Selection& selection, Desk& desk, Area area);

extern const Panel kBookmarks;

}  // namespace lockstep::viz
