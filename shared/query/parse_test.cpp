#include <gtest/gtest.h>

#include "shared/query/assignment.h"
#include "shared/query/query.h"

namespace lockstep::query {
namespace {

std::string ErrorOf(std::string_view text) {
  const auto query = Parse(text);
  return query ? "no error" : query.error().message;
}

TEST(ParseQuery, ReadsEachForm) {
  const auto writes = Parse("first write to d_out[2][3:8].x where new > 10 print i, tile[ty][k + 1] limit 5");
  ASSERT_TRUE(writes) << writes.error().message;
  EXPECT_EQ(writes->pick, Pick::kFirst);
  EXPECT_EQ(writes->what, What::kWrites);
  EXPECT_EQ(writes->target->name, "d_out");
  EXPECT_EQ(writes->target->text, "d_out[2][3:8].x");
  ASSERT_EQ(writes->target->index.size(), 2U);
  EXPECT_EQ(writes->target->index[1].begin, 3U);
  EXPECT_EQ(writes->target->index[1].end, 8U);
  EXPECT_EQ(writes->target->members, std::vector<std::string>{"x"});
  EXPECT_EQ(Parse("writes to ps[3].id[1].x")->target->members, (std::vector<std::string>{"id", "[1]", "x"}));
  ASSERT_EQ(writes->print.size(), 2U);
  EXPECT_EQ(writes->print[1].title, "tile[ty][k + 1]");
  EXPECT_EQ(writes->limit, 5U);
  const auto count = Parse("count by line, lane where kind==atomic order by count desc");
  ASSERT_TRUE(count) << count.error().message;
  EXPECT_EQ(count->form, Form::kCount);
  EXPECT_EQ(count->count_by.size(), 2U);
  EXPECT_TRUE(count->descending);
  EXPECT_EQ(Parse("line 41 print i")->line, 41U);
  EXPECT_EQ(Parse("why d_out[7]")->form, Form::kWhy);
  EXPECT_EQ(Parse("whynot d_out[7]")->form, Form::kWhyNot);
  EXPECT_EQ(Parse("uses of tile[0][3]")->form, Form::kUses);
  EXPECT_EQ(Parse("reads of tile where old unwritten")->what, What::kReads);
}

TEST(ParseQuery, ReadsQuestionsInEnglishWords) {
  const auto same = [](std::string_view asked, std::string_view query) {
    const auto one = Parse(asked), other = Parse(query);
    ASSERT_TRUE(one && other) << asked << ": " << (one ? "" : one.error().message);
    EXPECT_EQ(std::tuple(one->form, one->what, one->pick, one->target->name, one->target->text),
              std::tuple(other->form, other->what, other->pick, other->target->name, other->target->text))
        << asked;
    EXPECT_EQ(one->where.has_value(), other->where.has_value()) << asked;
  };
  same("who wrote d_2x8[5]", "writes to d_2x8[5]");
  same("who wrote d_2x8[5]?", "writes to d_2x8[5]");
  same("who writes to tile[1][2] where new > 3", "writes to tile[1][2] where new > 3");
  same("who has read d_in", "reads of d_in");
  same("who last wrote d_out[7] ?", "last write to d_out[7]");
  same("which thread reads d_in[3:5]", "reads of d_in[3:5]");
  same("who uses n", "accesses of n");
  same("when is d_out[7] written?", "writes to d_out[7]");
  same("when was d_in[2] first read", "first read of d_in[2]");
  same("where is tile[0][1] written", "writes to tile[0][1]");
  same("when d_out[7]", "writes to d_out[7]");
  EXPECT_FALSE(Parse("who"));
  EXPECT_FALSE(Parse("who wrote"));
  EXPECT_FALSE(Parse("who ate d_out[7]"));
  EXPECT_FALSE(Parse("which d_out[7]"));
  EXPECT_FALSE(Parse("when is d_out[7] eaten"));
  EXPECT_FALSE(Parse("?"));
}

TEST(ParseQuery, SaysThatARecordingIsNotChanged) {
  for (const char* text :
       {"m = 3", "m=3", "m += 1", "tile[3] = t", "m++", "--m", "m <<= 1", "p->x = 2", "a[i + 1].b = 2", "*p = 1"})
    EXPECT_TRUE(ErrorOf(text).starts_with(std::string(kNotChanged) + "\n")) << text;
  for (const char* text : {"m == 3", "m <= 3", "m != 3", "steps where new = 3", "expf(m)", "what is m = 3"})
    EXPECT_FALSE(ErrorOf(text).starts_with(kNotChanged)) << text;
}

TEST(ParseQuery, PointsToThePlaceOfAMistake) {
  EXPECT_EQ(ErrorOf("writes to d_out wher new > 1"),
            "`wher` is not expected there: where, print, `count by`, `order by` or limit\n"
            "  writes to d_out wher new > 1\n"
            "                  ^");
  EXPECT_EQ(ErrorOf("writes to d_out where new >"),
            "the query ends too early: a field (`lane`), a name of the program, a number, or `(`\n"
            "  writes to d_out where new >\n"
            "                             ^");
  for (const auto& [text, part] : {std::pair{"", "a query begins with"},
                                   {"who ate it", "`ate` is not expected there: `wrote`"},
                                   {"which wrote it", "`which` is not expected"},
                                   {"writes to [3]", "the name of an array"},
                                   {"writes to a[3", "`]`, or `:`"},
                                   {"writes to a[8:3]", "the range is empty"},
                                   {"writes to a[1:3][2]", "only the last index may be a range"},
                                   {"writes to a[-1]", "a whole number"},
                                   {"writes to a[99999999999999999999]", "a whole number"},
                                   {"steps where f(x)", "`f` is called"},
                                   {"steps where min(1)", "`min` takes two numbers"},
                                   {"steps where block == (1,x,0)", "has numbers only"},
                                   {"steps where block == (1,2,3,4)", "at most three numbers"},
                                   {"steps where block.w == 1", "`block` has no part `w`"},
                                   {"steps where \"open", "the text has no end"},
                                   {"steps where a[1", "has no `]`"},
                                   {"steps where (1", "`)`"},
                                   {"steps where 1 where 2", "a `where` already"},
                                   {"why d_out[7] where lane == 1", "why has no"},
                                   {"count line", "`by` and a list"}})
    EXPECT_NE(ErrorOf(text).find(part), std::string::npos) << text << "\n" << ErrorOf(text);
}

TEST(ParseQuery, TakesAnyText) {
  constexpr std::string_view kText =
      "first write to d[2][3:8].x where isnan(new) && block==(1,2) or a->b[i]::c 'x' \"y\" order by -1";
  for (std::size_t begin = 0; begin < kText.size(); ++begin)
    for (std::size_t size = 0; begin + size <= kText.size(); size += 3) {
      const auto query = Parse(kText.substr(begin, size));
      if (!query) EXPECT_NE(query.error().message.find('^'), std::string::npos) << kText.substr(begin, size);
    }
}

TEST(ParseQuery, BoundsDepthAndLength) {
  const std::string deep = "steps where " + std::string(100'000, '(');
  EXPECT_NE(ErrorOf(deep).find("4096 bytes"), std::string::npos);
  EXPECT_NE(ErrorOf("steps where " + std::string(3000, '(')).find("too deeply"), std::string::npos);
  EXPECT_NE(ErrorOf("steps where " + std::string(3000, '!') + "1").find("too deeply"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::query
