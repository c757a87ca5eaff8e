#include "shared/replay/fields.h"

#include <gtest/gtest.h>

#include "shared/replay/arrays.h"
#include "shared/replay/headline.h"
#include "shared/replay/testing/recording_builder.h"
#include "shared/replay/thread_state.h"
#include "shared/replay/thread_values.h"

namespace lockstep::replay {
namespace {

using Paths = std::vector<std::string>;

Paths PathsOf(const std::vector<Field>& fields) {
  Paths paths;
  for (const Field& field : fields) paths.push_back(field.path);
  return paths;
}

TEST(Fields, AreThePartsOfStructsAndArrays) {
  const Model model(ParticlesRecording());
  const ArrayInfo array = ListArrays(model, {0, 0, 0}).front();
  EXPECT_EQ(PathsOf(PartsOf(model, array.element)), (Paths{".pos", ".id", ".mass"}));
  EXPECT_EQ(PathsOf(FieldsOf(model, array.element)),
            (Paths{".pos.x", ".pos.y", ".pos.z", ".id[0]", ".id[1]", ".mass"}));
  const Field last_id = FieldsOf(model, array.element)[4];
  EXPECT_EQ(last_id.offset, 16u);
  EXPECT_EQ(last_id.size, 4u);
  EXPECT_EQ(NameOf(last_id), "id[1]");
  EXPECT_TRUE(FieldsOf(model, last_id.type).empty()) << "a number has no parts";
  EXPECT_TRUE(PartsOf(model, trace::TypeId::kNone).empty());
}

TEST(Fields, ShowOnePartOfEachElementOfAnArray) {
  Model model(ParticlesRecording());
  model.MoveTo(0, model.end());
  const ArrayInfo whole = ListArrays(model, {0, 0, 0}).front();
  const auto fields = FieldsOf(model, whole.element);
  const ArrayInfo x = WithField(whole, fields[0]), id = WithField(whole, fields[4]), mass = WithField(whole, fields[5]);
  EXPECT_EQ(ReadCell(model, x, 3).number->AsDouble(), 4.0);
  EXPECT_EQ(ReadCell(model, id, 3).text, "1003");
  EXPECT_EQ(ReadCell(model, mass, 3).text, "1.5");
  EXPECT_TRUE(ReadCell(model, mass, 9).never_written);
  EXPECT_FALSE(ReadCell(model, mass, 9).not_finite) << "what fresh memory holds is no value, and no NaN";
  EXPECT_FALSE(ReadCell(model, x, 9).never_written);
  EXPECT_EQ(NameCell(id, 3), "ps[3].id[1]");
  EXPECT_TRUE(id.Overlaps(3, 3 * 32 + 16, 4));
  EXPECT_FALSE(id.Overlaps(3, 3 * 32 + 12, 4));
}

TEST(Fields, OfAVariableAreRowsUnderIt) {
  Model model(ParticlesRecording());
  Position stored = 0;
  for (StepIndex i = 0; i < model.end() && stored == 0; ++i) {
    const trace::Step& step = model.launch().steps[i];
    if (step.thread == 2 && step.kind == trace::StepKind::kWrite && model.LineOfSite(step.site).number == 6)
      stored = i + 1;
  }
  model.MoveTo(0, stored);
  const ThreadSlot slot = model.SlotOf({0, 0, 0}, {2, 0, 0});
  const Frame frame = CallStack(model, slot, model.position()).back();
  const auto closed = DescribeVariables(model, slot, frame);
  ASSERT_EQ(closed.size(), 3u);
  EXPECT_TRUE(closed[2].has_parts);
  const auto rows = DescribeVariables(model, slot, frame, {"p", "p.pos", "p.id", "ps"});
  Paths paths;
  for (const VariableRow& row : rows) paths.push_back(row.path);
  EXPECT_EQ(paths,
            (Paths{"ps", "by", "p", "p.pos", "p.pos.x", "p.pos.y", "p.pos.z", "p.id", "p.id[0]", "p.id[1]", "p.mass"}));
  EXPECT_EQ(rows[4].name, "x");
  EXPECT_EQ(rows[4].value, "3.0f");
  EXPECT_EQ(rows[4].depth, 2);
  EXPECT_TRUE(rows[4].changed);
  EXPECT_TRUE(rows[3].changed) << "and what it is a part of";
  EXPECT_FALSE(rows[5].changed);
  EXPECT_EQ(rows[8].value, "1002");
  EXPECT_FALSE(rows[10].known) << "the line copied 20 bytes; the mass holds nothing yet";
}

TEST(Fields, OfVariablesColourTheThreads) {
  Model model(ParticlesRecording());
  EXPECT_FALSE(ValuesOf(model, "p.pos.x").any);
  model.MoveTo(0, model.end());
  EXPECT_EQ(ValuesOf(model, "p.pos.x").values[5], 6.0);
  EXPECT_EQ(ValuesOf(model, "p.pos.y").values[5], 50.0);
  EXPECT_EQ(ValuesOf(model, "p.id[0]").values[5], 1005.0);
  EXPECT_EQ(ValuesOf(model, "by.z").values[0], 3.0);
  EXPECT_FALSE(ValuesOf(model, "p.mass").any);
  EXPECT_FALSE(ValuesOf(model, "p.pos").any) << "no number";
  EXPECT_FALSE(ValuesOf(model, "p.nothing").any);
  const auto names = NamesWithValues(model);
  EXPECT_EQ((Paths{names.begin(), names.begin() + 6}),
            (Paths{"p.pos.x", "p.pos.y", "p.pos.z", "p.id[0]", "p.id[1]", "p.mass"}));
}

}  // namespace
}  // namespace lockstep::replay
