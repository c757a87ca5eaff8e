#include <gtest/gtest.h>

#include "shared/query/format.h"
#include "shared/query/query.h"
#include "shared/query/table.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::query {
namespace {

class Queries : public testing::Test {
 protected:
  Expected<Table> Ask(std::string_view text, const std::optional<replay::Cursor>& from = {}) {
    const auto query = Parse(text);
    if (!query) return std::unexpected(query.error());
    return query::Run(model_, *query, from);
  }
  // The values of one column.
  std::vector<std::string> Column(std::string_view text, std::size_t at,
                                  const std::optional<replay::Cursor>& from = {}) {
    const auto table = Ask(text, from);
    EXPECT_TRUE(table) << table.error().message;
    std::vector<std::string> values;
    if (table)
      for (const TableRow& row : table->rows) values.push_back(row.values[at].text);
    return values;
  }
  std::string ErrorOf(std::string_view text) {
    const auto table = Ask(text);
    return table ? "no error" : table.error().message;
  }
  using Texts = std::vector<std::string>;
  static constexpr std::size_t kWhat = 4;  // behind step, block, thread, line

  replay::Model model_{replay::ReduceRecording()};
};

TEST_F(Queries, TellTheHistoryOfACell) {
  EXPECT_EQ(Column("writes to tile[3]", kWhat), (Texts{"wrote 6 to tile[3]", "wrote 44 to tile[3] (was 6)"}));
  EXPECT_EQ(Column("accesses of tile[3]", kWhat),
            (Texts{"wrote 6 to tile[3]", "read 6 from tile[3]", "wrote 44 to tile[3] (was 6)"}));
  EXPECT_EQ(Column("last write to tile[3]", kWhat), Texts{"wrote 44 to tile[3] (was 6)"});
  EXPECT_EQ(Column("writes to tile[3] print old, new, lane, line, visit", 5), (Texts{"6", "44"}));
}

TEST_F(Queries, FindCallsByTheFunctionThatIsCalled) {
  const auto table = Ask("calls where function == twice");
  ASSERT_TRUE(table);
  ASSERT_FALSE(table->rows.empty());
  for (const TableRow& row : table->rows) EXPECT_EQ(row.values[kWhat].text, "entered twice");
  EXPECT_EQ(Column("calls where function == reduce", kWhat).at(0), "entered reduce");
}

TEST_F(Queries, KnowWhatAParameterPointsTo) {
  EXPECT_EQ(Column("writes to out[0]", kWhat), Column("writes to d_out[0]", kWhat));
  EXPECT_EQ(Column("reads of in[5]", kWhat), Texts{"read 5 from d_in[5]"});
}

TEST_F(Queries, SuggestNamesThatAreLikeAWrongOne) {
  EXPECT_EQ(ErrorOf("writes to tlie"), "the recording has no array or variable `tlie`; did you mean `tile`?");
  EXPECT_EQ(ErrorOf("writes to nothing").find("did you mean"), std::string::npos);
  EXPECT_TRUE(ErrorOf("line 10 where lan == 3").ends_with("; did you mean `lane`?"))
      << ErrorOf("line 10 where lan == 3");
  EXPECT_TRUE(ErrorOf("writs to tile").starts_with("no query begins with `writs`; did you mean `writes`?"));
  const auto table = Ask("line 10 print lan, t limit 2");
  ASSERT_TRUE(table);
  EXPECT_TRUE(table->notes.at(0).starts_with("`lan` has no value in any row: ")) << table->notes.at(0);
  EXPECT_TRUE(table->notes.at(0).ends_with("; did you mean `lane`?")) << table->notes.at(0);
}

// A kernel with the pointers `half` (doubles) and `ids` (ints) into its dynamic shared memory `all`.
trace::Recording DividedRecording() {
  replay::RecordingBuilder b("d.cu", "__global__ void d() {\n  half[1] = 2;\n  ids[0] = 3;\n}\n");
  const trace::TypeId real = b.AddType(trace::TypeKind::kFloat, "double", 8),
                      integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::FunctionId d = b.AddFunction("d", 1);
  const trace::VariableId all = b.AddVariable("all", b.AddArray(real, 0), trace::VariableKind::kShared, d, 1);
  const trace::VariableId half = b.AddVariable("half", b.AddPointer(real), trace::VariableKind::kLocal, d, 1);
  const trace::VariableId row = b.AddVariable("row", b.AddPointer(real), trace::VariableKind::kLocal, d, 1);
  b.BeginLaunch(b.AddKernel("d", d, {}), {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}});
  const trace::ObjectId first = b.AddShared(0, all, 32), second = b.AddShared(0, all, 16);
  trace::Objects& objects = b.launch().objects;
  trace::Object doubles = objects[0].Copy(), ints = objects[1].Copy();
  doubles.name = "half", doubles.element = real;
  ints.name = "ids", ints.element = integer, ints.address = doubles.address + 32;
  objects.Change(0, doubles), objects.Change(1, ints);
  b.Enter({}, d);
  b.Write({}, 1, b.Declare({}, half), 0, std::uint64_t{0x1000});
  b.Write({}, 1, b.Declare({}, row), 0, std::uint64_t{0x1000});
  b.Line({}, 2);
  b.Write({}, 2, first, 8, 2.0);
  b.Line({}, 3);
  b.Write({}, 3, second, 0, std::int32_t{3});
  b.Leave({}, d);
  b.Exit({});
  return b.Finish();
}

TEST(DividedMemory, GoesByThePointersThatDivideItAndByItsOwnName) {
  replay::Model model(DividedRecording());
  const auto ask = [&](std::string_view text) {
    const auto query = Parse(text);
    const auto table = query::Run(model, *query, {});
    std::vector<std::string> values;
    if (!table) return std::vector{table.error().message};
    for (const TableRow& row : table->rows) values.push_back(row.values.back().text);
    return values;
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(ask("writes to half[1]"), Texts{"wrote 2 to half[1]"});
  EXPECT_EQ(ask("writes to ids"), Texts{"wrote 3 to ids[0]"});
  EXPECT_EQ(ask("writes to all"), (Texts{"wrote 2 to half[1]", "wrote 3 to ids[0]"}));
  EXPECT_EQ(ask("writes to all[1]"), Texts{"wrote 2 to half[1]"});
  EXPECT_EQ(ask("writes to all[4]"), Texts{"wrote 3 to ids[0]"});
  EXPECT_EQ(ask("writes to all[0]"), Texts{});
  EXPECT_EQ(
      ask("writes to row[0]"),
      Texts{"`row` is a pointer, which may point elsewhere at each moment: name the array; the arrays are half, ids"});
  EXPECT_EQ(ask("writes to row").size(), 1U);
}

TEST_F(Queries, SelectByFieldsAndByNamesOfTheProgram) {
  EXPECT_EQ(Column("writes to tile where line == 11 and new > 70", kWhat).size(), 6U);
  EXPECT_EQ(Column("line 10 print t where t == 40", 4), Texts{"40"});
  EXPECT_EQ(Column("line 10 print t where thread == (40,0,0)", 4), Texts{"40"});
  EXPECT_EQ(Column("line 10 print t where thread == 40", 4), Texts{"40"});
  EXPECT_EQ(Column("line 10 print t where threadIdx.x == 40", 4), Texts{"40"});
  EXPECT_EQ(Column("line 10 print tile[t] where t < 2 or t == 63", 4), (Texts{"0", "2", "126"}));
  EXPECT_EQ(Column("steps where kind == read && array == tile and lane % 4 == 3 && line==11", kWhat).size(), 8U);
  EXPECT_EQ(Column("line 9 where not (kernel != reduce) limit 3", kWhat).size(), 3U);
}

TEST_F(Queries, CountByFields) {
  const auto table = Ask("count by line where kind == read");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(FormatTable(*table, Format::kText), "count  line\n   64     8\n   32    11\n    1    13\n");
  EXPECT_EQ(Column("count by line where kind == read order by line desc", 1), (Texts{"13", "11", "8"}));
  EXPECT_NE(ErrorOf("count by line order by lane").find("none of the columns"), std::string::npos);
}

TEST_F(Queries, GoOnFromAMoment) {
  const auto first = Ask("first write to tile[3]");
  ASSERT_TRUE(first);
  const replay::Cursor from = first->rows.at(0).place;
  EXPECT_EQ(from.thread, (trace::Dim3{3, 0, 0}));
  EXPECT_EQ(from.line.number, 8U);
  EXPECT_EQ(Column("next write to tile[3]", kWhat, from), Texts{"wrote 44 to tile[3] (was 6)"});
  EXPECT_EQ(Column("prev write to tile[3]", kWhat, from), Texts{});
  const auto last = Ask("last write to tile[3]");
  EXPECT_EQ(Column("prev write to tile[3]", kWhat, last->rows.at(0).place), Texts{"wrote 6 to tile[3]"});
}

TEST_F(Queries, NameTheUsesOfAValue) {
  const auto all = Ask("uses of tile[19]");
  ASSERT_TRUE(all) << all.error().message;
  ASSERT_EQ(all->rows.size(), 1U);
  EXPECT_EQ(all->rows[0].values.back().text, "wrote 44 to tile[3] (was 6)");
  // The value of that moment is replaced before anybody reads it again.
  const auto written = Ask("last write to tile[3]");
  EXPECT_TRUE(Ask("uses of tile[3]", written->rows.at(0).place)->rows.empty());
}

TEST_F(Queries, OrderRowsAndLimitThem) {
  EXPECT_EQ(Column("writes to tile where line == 11 order by new desc limit 2", kWhat),
            (Texts{"wrote 92 to tile[15] (was 30)", "wrote 88 to tile[14] (was 28)"}));
  const auto table = Ask("lines limit 2");
  ASSERT_TRUE(table);
  ASSERT_EQ(table->notes.size(), 1U);
  EXPECT_TRUE(table->notes[0].starts_with("2 of "));
}

TEST_F(Queries, SayWhatHasNoValue) {
  EXPECT_NE(ErrorOf("writes to missing").find("no array or variable `missing`; its arrays are d_in, d_out, tile"),
            std::string::npos);
  EXPECT_NE(ErrorOf("writes to tile[64]").find("there are 64 elements"), std::string::npos);
  EXPECT_NE(ErrorOf("writes to tile.x").find("no member `x`"), std::string::npos);
  EXPECT_NE(ErrorOf("line 10 where nonsense > 1").find("`nonsense` is no name that the thread sees"),
            std::string::npos);
  const auto partly = Ask("steps where new > 80");
  ASSERT_TRUE(partly);
  EXPECT_EQ(partly->rows.size(), 26U);
  ASSERT_EQ(partly->notes.size(), 1U);
  EXPECT_NE(partly->notes[0].find("reads or writes nothing has no `new`"), std::string::npos);
  EXPECT_EQ(Ask("line 10 print 1 / 0 limit 1")->rows.at(0).values.at(4).known(), false);
}

TEST_F(Queries, AreReadByMachines) {
  const auto table = Ask("writes to tile[3] print old, new");
  ASSERT_TRUE(table);
  const std::string first = std::to_string(table->rows[0].place.step - 1);
  EXPECT_EQ(FormatTable(*table, Format::kCsv).substr(0, 35), "step,block,thread,line,old,new\r\n" + first.substr(0, 3));
  EXPECT_NE(FormatTable(*table, Format::kJsonLines).find("\"new\":44}\n"), std::string::npos);
  EXPECT_NE(FormatTable(*table, Format::kJson).find("\"selected\": 2"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::query
