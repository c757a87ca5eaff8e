#include "shared/replay/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"
#include "shared/trace/trace.h"

namespace lockstep::replay {
namespace {

using testing::HasSubstr;

TEST(Open, GivesAModelThatAnswersAtOnce) {
  ASSERT_TRUE(trace::WriteTrace(GreyRecording({}), "grey.lstrace"));
  const auto model = Open("grey.lstrace");
  ASSERT_TRUE(model) << model.error().message;
  const Cursor cursor = FirstCursor(**model);
  EXPECT_EQ(DescribeMoment(**model, cursor).who, "Thread (5,0,0) of block (1,0,0)");
}

TEST(Open, RefusesAFileThatIsNoRecordingOrHasNoLaunch) {
  EXPECT_THAT(Open("nowhere.lstrace").error().message, HasSubstr("nowhere.lstrace"));
  ASSERT_TRUE(trace::WriteTrace({}, "empty.lstrace"));
  EXPECT_THAT(Open("empty.lstrace").error().message, HasSubstr("no kernel ran"));
}

}  // namespace
}  // namespace lockstep::replay
