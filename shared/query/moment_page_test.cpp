#include "shared/query/moment_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "shared/replay/moment_address.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::query {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string PageOf(replay::Model& model, const PageOptions& options = {},
                   const replay::MomentAddress& at = {.line = 5}) {
  const auto place = replay::FindMoment(model.recording(), at);
  EXPECT_TRUE(place);
  const auto page = MakePage(model, place.value_or(replay::Cursor{}), options);
  EXPECT_TRUE(page) << page.error().message;
  return page.value_or("");
}

nlohmann::json DataOf(const std::string& page) {
  constexpr std::string_view kBegin = "id=\"data\">";
  const std::size_t begin = page.find(kBegin) + kBegin.size();
  return nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

TEST(MomentPage, HasTheStopsOfTheThreadWithItsNumbers) {
  replay::Model model(replay::GreyRecording({}));
  const auto data =
      DataOf(PageOf(model, {}, {.block = trace::Dim3{1, 0, 0}, .thread = trace::Dim3{5, 0, 0}, .line = 6}));
  EXPECT_EQ(data.at("block"), "(1,0,0)");
  EXPECT_EQ(data.at("me"), 5);
  const auto& frames = data.at("frames");
  ASSERT_GT(frames.size(), 2u);
  const auto& frame = frames.at(data.at("start").get<std::size_t>());
  EXPECT_EQ(frame.at("line"), 6);
  EXPECT_THAT(frame.at("notes").dump(), HasSubstr("1*64+5 = 69"));
  EXPECT_THAT(frame.at("variables").dump(), HasSubstr(R"(["i","69","int")"));
  for (std::size_t i = 1; i < frames.size(); ++i) EXPECT_LT(frames[i - 1].at("step"), frames[i].at("step"));
}

TEST(MomentPage, ReplaysTheContentsOfArrays) {
  replay::Model model(replay::ReduceRecording());
  const auto data = DataOf(PageOf(model, {.stops = 2000}, {.line = 10}));
  std::map<std::pair<std::size_t, std::size_t>, std::string> cells;
  for (const auto& frame : data.at("frames"))
    for (const auto& change : frame.at("cells")) cells[{change[0], change[1]}] = change[2];
  const replay::Cursor end{.step = data.at("frames").back().at("step")};
  model.MoveTo(end);
  for (std::size_t a = 0; a < data.at("arrays").size(); ++a) {
    for (const auto& array : replay::ListArrays(model, {0, 0, 0})) {
      if (array.name != data.at("arrays")[a].at("name").get<std::string>()) continue;
      const auto value = replay::ReadCell(model, array, 0);
      EXPECT_EQ((cells[{a, 0}]), value.never_written ? "-" : value.text) << array.name;
    }
  }
}

TEST(MomentPage, SaysWhatItLeavesOut) {
  replay::Model model(replay::GreyRecording({}));
  const auto data = DataOf(PageOf(model, {.stops = 2, .cells = 16}));
  EXPECT_EQ(data.at("frames").size(), 2u);
  EXPECT_THAT(data.at("notes").dump(), HasSubstr("later steps are not on this page"));
  EXPECT_THAT(data.at("notes").dump(), HasSubstr("cells "));
  const std::string small = PageOf(model, {.bytes = 1});
  EXPECT_LE(DataOf(small).at("frames").size(), DataOf(small).at("start").get<std::size_t>() + 1);
}

TEST(MomentPage, CannotBeBrokenByTheTextOfARecording) {
  const std::string hostile = "</script><script>alert(1)</script><!--";
  replay::Model model(replay::GreyRecording({}));
  const std::string page = PageOf(model, {.title = hostile, .caption = hostile});
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_EQ(DataOf(page).at("caption"), hostile);
}

TEST(MomentPage, LoadsNothing) {
  replay::Model model(replay::GreyRecording({}));
  const std::string page = PageOf(model);
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const char* word : {"http://", "https://", "src=\"", "href=", "@import", "url("})
    EXPECT_THAT(page, Not(HasSubstr(word))) << word;
}

TEST(MomentPage, RefusesABlockThatWasNotRecorded) {
  replay::Model model(replay::GreyRecording({}));
  const auto page = MakePage(model, {.block = {9, 0, 0}}, {});
  ASSERT_FALSE(page);
  EXPECT_THAT(page.error().message, HasSubstr("--block 9,0,0"));
}

TEST(MomentPage, OfATourHasAStretchForEachStop) {
  replay::Model model(replay::ReduceRecording());
  std::vector<TourStop> stops;
  for (const std::uint32_t line : {8u, 11u}) {
    const auto place = replay::FindMoment(model.recording(), {.thread = trace::Dim3{3, 0, 0}, .line = line});
    ASSERT_TRUE(place);
    stops.push_back({*place, "line " + std::to_string(line)});
  }
  const auto page = MakeTour(model, stops, {.title = "a tour", .stops = 5});
  ASSERT_TRUE(page) << page.error().message;
  const auto tour = DataOf(*page).at("tour");
  ASSERT_EQ(tour.size(), 2u);
  EXPECT_EQ(tour[1].at("caption"), "line 11");
  EXPECT_EQ(tour[1].at("frames").at(tour[1].at("start").get<std::size_t>()).at("line"), 11);
  EXPECT_LT(tour[0].at("frames").at(0).at("step"), tour[1].at("frames").at(0).at("step"));
}

TEST(MomentPage, OfATourNamesTheStopThatCannotBeShown) {
  replay::Model model(replay::ReduceRecording());
  EXPECT_FALSE(MakeTour(model, {}, {}));
  const auto page = MakeTour(model, {{{.block = {7, 0, 0}}, "far away"}}, {});
  ASSERT_FALSE(page);
  EXPECT_THAT(page.error().message, HasSubstr("far away"));
}

}  // namespace
}  // namespace lockstep::query
