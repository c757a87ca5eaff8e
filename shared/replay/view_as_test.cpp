#include "shared/replay/view_as.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "shared/replay/arrays.h"
#include "shared/replay/choose.h"
#include "shared/replay/headline.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

std::size_t Choice(const std::string& name) {
  const auto& names = ElementNames();
  return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

// A block whose shared memory is known only as bytes; thread 0 writes 5.5f at its start.
struct Bytes {
  Bytes() {
    RecordingBuilder builder("raw.cu", "a\nb\nc\nd\n");
    const trace::FunctionId function = builder.AddFunction("k", 1);
    const trace::KernelId kernel = builder.AddKernel("k", function, {});
    const trace::VariableId variable =
        builder.AddVariable("raw", trace::TypeId::kNone, trace::VariableKind::kDynamicShared, function, 1);
    builder.BeginLaunch(kernel, {2, 1, 1}, {1, 1, 1}, {{0, 0, 0}, {1, 0, 0}});
    for (std::uint32_t block = 0; block < 2; ++block) {
      raw[block] = builder.AddShared(block, variable, 16);
      builder.Line({block, 0}, 2);
      builder.Write({block, 0}, 2, raw[block], 0, 5.5f);
    }
    model = std::make_unique<Model>(builder.Finish());
    model->MoveTo(0, model->end());
  }
  trace::ObjectId raw[2];
  std::unique_ptr<Model> model;
};

TEST(ViewAs, GivesBytesElements) {
  Bytes bytes;
  ASSERT_EQ(DescribeArray(*bytes.model, bytes.raw[0])->element_name, "byte");
  ViewAs(*bytes.model, bytes.raw[0], Choice("float"));
  for (const trace::ObjectId object : bytes.raw) {
    const auto array = DescribeArray(*bytes.model, object);
    EXPECT_EQ(array->element_name, "float");
    EXPECT_EQ(array->count, 4u);
    EXPECT_EQ(ReadCell(*bytes.model, *array, 0).text, "5.5");
    EXPECT_EQ(ElementOf(*bytes.model, object), Choice("float"));
  }
}

TEST(ViewAs, TheHeadlineFollows) {
  Bytes bytes;
  Cursor cursor;
  cursor.step = 2;
  bytes.model->MoveTo(cursor);
  ChooseThread(*bytes.model, cursor, {0, 0, 0}, {0, 0, 0});
  ViewAs(*bytes.model, bytes.raw[0], Choice("uint16_t"));
  EXPECT_EQ(DescribeArray(*bytes.model, bytes.raw[0])->count, 8u);
  ViewAs(*bytes.model, bytes.raw[0], Choice("float"));
  EXPECT_NE(DescribeMoment(*bytes.model, cursor).does.find("5.5"), std::string::npos)
      << DescribeMoment(*bytes.model, cursor).does;
}

TEST(ViewAs, GoesBackToWhatWasRecorded) {
  Model model(GreyRecording({.threads = 64}));
  const trace::ObjectId object = ListArrays(model, {0, 0, 0}).front().object;
  const ArrayInfo before = *DescribeArray(model, object);
  for (const char* name : {"double", "int8_t", "half"}) {
    ViewAs(model, object, Choice(name));
    const ArrayInfo array = *DescribeArray(model, object);
    EXPECT_EQ(array.element_name, name);
    EXPECT_LE(array.count * array.element_size, before.count * before.element_size);
    EXPECT_EQ(RecordedElement(model, object), before.element_name);
  }
  ViewAs(model, object, std::nullopt);
  const ArrayInfo after = *DescribeArray(model, object);
  EXPECT_EQ(after.element_name, before.element_name);
  EXPECT_EQ(after.shape, before.shape);
  EXPECT_FALSE(ElementOf(model, object));
}

}  // namespace
}  // namespace lockstep::replay
