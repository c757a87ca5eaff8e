#include "dap/session.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "shared/replay/testing/recording_builder.h"
#include "shared/trace/trace.h"

namespace lockstep::dap {
namespace {

// An editor that asks, and keeps what it is told.
class Sessions : public testing::Test {
 protected:
  Sessions() : session_({.send = [this](const Json& message) { messages_.push_back(message); }}) {}

  // The response; events are in `messages_` until the next request.
  Json Ask(const std::string& command, Json arguments = Json::object()) {
    messages_.clear();
    session_.Take({{"seq", ++number_}, {"type", "request"}, {"command", command}, {"arguments", std::move(arguments)}});
    for (const Json& message : messages_)
      if (message["type"] == "response") {
        EXPECT_EQ(message["request_seq"], number_);
        EXPECT_EQ(message["command"], command);
        return message;
      }
    ADD_FAILURE() << "no response to " << command;
    return Json::object();
  }
  Json Body(const std::string& command, Json arguments = Json::object()) {
    const Json response = Ask(command, std::move(arguments));
    EXPECT_EQ(response["success"], true) << response.dump(1);
    return response.value("body", Json::object());
  }
  std::string ErrorOf(const std::string& command, Json arguments = Json::object()) {
    return Ask(command, std::move(arguments)).value("message", "no error");
  }
  // The last event of that name since the last request.
  Json Event(const std::string& name) const {
    Json found;
    for (const Json& message : messages_)
      if (message.value("event", "") == name) found = message["body"];
    return found;
  }

  void Launch(const trace::Recording& recording, const Json& breakpoints = Json::array()) {
    ASSERT_TRUE(trace::WriteTrace(recording, "r.lstrace"));
    Body("initialize", {{"adapterID", "lockstep"}});
    Body("launch", {{"recording", "r.lstrace"}, {"stopOnEntry", true}});
    EXPECT_FALSE(Event("initialized").is_null());
    if (!breakpoints.empty())
      Body("setBreakpoints", {{"source", {{"path", "reduce.cu"}}}, {"breakpoints", breakpoints}});
    Body("configurationDone");
    thread_ = Event("stopped")["threadId"];
  }
  Json TopFrame() { return Body("stackTrace", {{"threadId", thread_}})["stackFrames"][0]; }
  int Line() { return TopFrame()["line"]; }
  // Moves, and gives the line of the stop.
  int Move(const std::string& command, Json arguments = Json::object()) {
    arguments["threadId"] = thread_;
    Body(command, std::move(arguments));
    thread_ = Event("stopped")["threadId"];
    reason_ = Event("stopped")["reason"];
    return Line();
  }
  std::string Console(const std::string& text) {
    const Json response = Ask("evaluate", {{"expression", text}, {"context", "repl"}});
    if (!Event("stopped").is_null()) thread_ = Event("stopped")["threadId"];
    return response["success"] == true ? response["body"]["result"] : response["message"];
  }
  Json Children(const Json& of) {
    return Body("variables", {{"variablesReference", of["variablesReference"]}})["variables"];
  }
  Json Scope(const std::string& name) {
    const Json scopes = Body("scopes", {{"frameId", TopFrame()["id"]}})["scopes"];
    for (const Json& scope : scopes)
      if (scope["name"] == name) return scope;
    ADD_FAILURE() << "no scope " << name;
    return Json::object();
  }
  static Json Named(const Json& variables, const std::string& name) {
    for (const Json& variable : variables)
      if (variable["name"] == name) return variable;
    return Json::object();
  }

  std::vector<Json> messages_;
  Session session_;
  int number_ = 0, thread_ = 0;
  std::string reason_;
};

TEST_F(Sessions, StepForwardsAndBackwards) {
  Launch(replay::ReduceRecording());
  EXPECT_EQ(Console("focus 0,0,0/3,0,0"), "block (0,0,0) thread (3,0,0)");
  EXPECT_EQ(Move("next"), 7);
  EXPECT_EQ(Move("next"), 8);
  EXPECT_EQ(Move("stepIn"), 2) << "the function that line 8 calls";
  EXPECT_EQ(TopFrame()["name"], "twice");
  EXPECT_EQ(Move("stepOut"), 9);
  EXPECT_EQ(Move("stepBack"), 8) << "over the call";
  EXPECT_EQ(Move("next"), 9);
  EXPECT_EQ(Move("next"), 10);
  EXPECT_EQ(Move("next"), 11);
  EXPECT_EQ(Move("stepBack"), 10);
  EXPECT_EQ(reason_, "step");
}

TEST_F(Sessions, StopAtBreakpointsInBothDirections) {
  Launch(replay::ReduceRecording(), {{{"line", 11}, {"condition", "t == 5"}}, {{"line", 2}, {"hitCondition", "60"}}});
  EXPECT_EQ(Line(), 2) << "the 60th visit by any thread";
  EXPECT_EQ(Move("continue"), 2);
  while (reason_ == "breakpoint" && Line() == 2) Move("continue");
  EXPECT_EQ(Line(), 11);
  EXPECT_EQ(Console("t"), "5");
  EXPECT_EQ(Move("reverseContinue"), 2);
  for (int i = 0; i < 10 && reason_ == "breakpoint"; ++i) Move("reverseContinue");
  EXPECT_EQ(reason_, "pause") << "at the beginning";
  EXPECT_EQ(TopFrame()["name"], "reduce (not started)");
  EXPECT_EQ(Line(), 5);
}

TEST_F(Sessions, VerifyBreakpoints) {
  Launch(replay::ReduceRecording());
  const Json answers =
      Body("setBreakpoints",
           {{"source", {{"path", "/elsewhere/reduce.cu"}}},
            {"breakpoints", {{{"line", 6}}, {{"line", 400}}, {{"line", 8}, {"condition", "t =="}}}}})["breakpoints"];
  EXPECT_EQ(answers[0]["verified"], true);
  EXPECT_EQ(answers[0]["line"], 7) << "the next line with code";
  EXPECT_EQ(answers[1]["verified"], false);
  EXPECT_EQ(answers[2]["verified"], false);
  EXPECT_NE(std::string(answers[2]["message"]).find("ends too early"), std::string::npos);
}

TEST_F(Sessions, SayWhyAConditionNeverHasAValue) {
  Launch(replay::ReduceRecording());
  const Json lines = Body("setBreakpoints", {{"source", {{"path", "reduce.cu"}}},
                                             {"breakpoints",
                                              {{{"line", 8}, {"condition", "zzz == 3"}},
                                               {{"line", 8}, {"condition", "t == 1000"}},
                                               {{"line", 8}, {"condition", "t == 3 || zzz == 3"}}}}})["breakpoints"];
  EXPECT_EQ(lines[0]["verified"], false);
  EXPECT_NE(std::string(lines[0]["message"]).find("`zzz`"), std::string::npos) << lines[0].dump();
  EXPECT_EQ(lines[0]["line"], 8);
  EXPECT_EQ(lines[1]["verified"], true) << "a value that is never true";
  EXPECT_EQ(lines[2]["verified"], true) << "it has a value for thread 3";
  const Json functions =
      Body("setFunctionBreakpoints",
           {{"breakpoints", {{{"name", "twice"}, {"condition", "zzz > 0"}}, {{"name", "twice"}}}}})["breakpoints"];
  EXPECT_EQ(functions[0]["verified"], false);
  EXPECT_EQ(functions[1]["verified"], true);
  const Json info = Body("dataBreakpointInfo", {{"name", "tile[3]"}});
  const Json data = Body("setDataBreakpoints",
                         {{"breakpoints", {{{"dataId", info["dataId"]}, {"condition", "zzz"}}}}})["breakpoints"];
  EXPECT_EQ(data[0]["verified"], false);
}

TEST_F(Sessions, StopAtTheFirstLineOfAFunction) {
  Launch(replay::ReduceRecording());
  Body("setFunctionBreakpoints", {{"breakpoints", {{{"name", "twice"}}}}});
  EXPECT_GT(Move("continue"), 0);
  EXPECT_EQ(reason_, "function breakpoint");
  EXPECT_EQ(TopFrame()["name"], "twice");
  EXPECT_EQ(Line(), 1);
  EXPECT_FALSE(TopFrame()["source"].empty());
}

TEST_F(Sessions, OpenStructsAndArraysOfAnExpression) {
  Launch(replay::ParticlesRecording());
  Move("next");
  const Json particle = Body("evaluate", {{"expression", "ps[1]"}, {"context", "watch"}});
  ASSERT_GT(particle["variablesReference"], 0) << particle.dump();
  const Json parts = Children(particle);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[0]["name"], "pos");
  EXPECT_EQ(Named(Children(parts[0]), "y")["evaluateName"], "ps[1].pos.y");
  const Json ids = Body("evaluate", {{"expression", "ps[1].id"}, {"context", "watch"}});
  EXPECT_GT(ids["variablesReference"], 0);
  EXPECT_GT(ids["indexedVariables"], 0);
  EXPECT_EQ(Body("evaluate", {{"expression", "ps[1].pos.x"}, {"context", "watch"}})["variablesReference"], 0);
}

TEST_F(Sessions, HoverOnALine) {
  Launch(replay::ReduceRecording());
  Move("next");
  const Json tile = Body("evaluate", {{"expression", "tile"}, {"context", "hover"}});
  EXPECT_GT(tile["variablesReference"], 0) << tile.dump();
  EXPECT_EQ(tile["indexedVariables"], 64);
  EXPECT_LT(std::string(tile["result"]).size(), 130U);
  const Json whole = Body("evaluate", {{"expression", "d_in"}, {"context", "hover"}});
  EXPECT_EQ(whole["indexedVariables"], 64);
}

TEST_F(Sessions, SayThatARecordingIsNotChanged) {
  Launch(replay::ReduceRecording());
  Console("focus 0,0,0/3,0,0");
  Move("next");
  Move("next");
  for (const char* text : {"t = 3", "t=3", "t += 1", "tile[3] = t", "t++", "t <<= 1"})
    EXPECT_EQ(Console(text), "a recording is not changed: change the program and record it again") << text;
  EXPECT_EQ(Console("t == 3"), "true");
  EXPECT_EQ(Console("t <= 3"), "true");
  EXPECT_EQ(Console("t != 3"), "false");
}

TEST_F(Sessions, AreInitializedBeforeARecordingIsRead) {
  ASSERT_TRUE(trace::WriteTrace(replay::ReduceRecording(), "r.lstrace"));
  Body("initialize", {{"supportsProgressReporting", true}});
  Body("launch", {{"recording", "r.lstrace"}});
  const auto place = [&](const char* field, const char* value) {
    return std::ranges::find_if(messages_, [&](const Json& message) { return message.value(field, "") == value; });
  };
  EXPECT_LT(place("event", "initialized"), place("type", "response"));
  EXPECT_LT(place("event", "progressStart"), place("event", "progressEnd"));
  EXPECT_EQ(std::ranges::count_if(messages_, [](const Json& m) { return m.value("event", "") == "initialized"; }), 1);
}

TEST_F(Sessions, PrintLogPointsAtOnce) {
  Launch(replay::ReduceRecording());
  Body("setBreakpoints",
       {{"source", {{"path", "reduce.cu"}}},
        {"breakpoints", {{{"line", 11}, {"logMessage", "t is {t}, {missing}"}, {"condition", "t < 2"}}}}});
  int lines = 0;
  for (const Json& message : messages_)
    if (message.value("event", "") == "output") {
      ++lines;
      EXPECT_EQ(message["body"]["line"], 11);
    }
  EXPECT_EQ(lines, 2);
  EXPECT_NE(std::string(Event("output")["output"]).find("t is 1, ?"), std::string::npos);
}

TEST_F(Sessions, StopWhereMemoryIsWritten) {
  Launch(replay::ReduceRecording());
  const Json info = Body("dataBreakpointInfo", {{"name", "tile[3]"}});
  Body("setDataBreakpoints", {{"breakpoints", {{{"dataId", info["dataId"]}, {"accessType", "write"}}}}});
  Move("continue");
  EXPECT_EQ(reason_, "data breakpoint");
  EXPECT_EQ(Console("tile[3]"), "6");
  Move("continue");
  EXPECT_EQ(Console("tile[3]"), "44");
  Move("reverseContinue");
  EXPECT_EQ(Console("tile[3]"), "6");
}

TEST_F(Sessions, ShowVariablesOfAnyDepth) {
  Launch(replay::ReduceRecording());
  Console("focus 0,0,0/3,0,0");
  EXPECT_EQ(Move("next"), 7);
  EXPECT_EQ(Move("next"), 8);
  EXPECT_EQ(Named(Children(Scope("Locals")), "t")["value"], "3");
  EXPECT_EQ(Named(Children(Scope("Built-ins")), "threadIdx")["value"], "(3,0,0)");
  const Json input = Named(Children(Scope("Arrays")), "d_in");
  EXPECT_EQ(input["indexedVariables"], 64);
  const Json page =
      Body("variables", {{"variablesReference", input["variablesReference"]}, {"start", 60}, {"count", 2}});
  ASSERT_EQ(page["variables"].size(), 2U);
  EXPECT_EQ(page["variables"][0]["name"], "[60]");
  EXPECT_EQ(page["variables"][0]["value"], "60");
  EXPECT_EQ(Named(Children(Scope("Shared memory")), "tile")["indexedVariables"], 64);
  const Json lanes = Children(Named(Children(Scope("Lanes of the warp")), "t"));
  ASSERT_EQ(lanes.size(), 32U);
  EXPECT_EQ(lanes[3]["value"], "3");
  const Json memory = Body("readMemory", {{"memoryReference", page["variables"][0]["memoryReference"]}, {"count", 4}});
  EXPECT_EQ(memory["data"], "PAAAAA==");
}

TEST_F(Sessions, ListFewThreadsOfMany) {
  Launch(replay::GreyRecording({.width = 4096, .height = 256, .threads = 1024, .recorded_blocks = 2}));
  const Json threads = Body("threads")["threads"];
  EXPECT_EQ(threads.size(), 32U + 31U);
  EXPECT_EQ(threads[0]["id"], thread_);
  EXPECT_EQ(Console("focus 900,0,0/1,0,0"), "thread (1,0,0) of block (900,0,0) was not recorded in this launch");
}

TEST_F(Sessions, AnswerQueriesInTheConsole) {
  Launch(replay::ReduceRecording());
  EXPECT_NE(Console("writes to tile[3]").find("wrote 44 to tile[3] (was 6)"), std::string::npos);
  EXPECT_NE(Console("whynot d_out[0]").find("It was written"), std::string::npos);
  EXPECT_NE(Console("writes to tile[3] wher 1").find('^'), std::string::npos);
  EXPECT_EQ(Console("focus 9,9,9"),
            "there is no thread (9,9,9) of block (0,0,0): the launch has (1,1,1) blocks of (64,1,1) threads");
  const Json targets = Body("gotoTargets", {{"source", {{"path", "reduce.cu"}}}, {"line", 10}})["targets"];
  ASSERT_EQ(targets.size(), 1U);
  EXPECT_EQ(Move("goto", {{"targetId", targets[0]["id"]}}), 10);
  const Json words = Body("completions", {{"text", "writes to ti"}, {"column", 13}})["targets"];
  EXPECT_EQ(words[0]["label"], "tile");
}

TEST_F(Sessions, StopAtFindings) {
  ASSERT_TRUE(trace::WriteTrace(replay::RacyRecording(), "r.lstrace"));
  Body("initialize");
  Body("launch", {{"recording", "r.lstrace"}});
  Body("configurationDone");
  EXPECT_EQ(Event("stopped")["reason"], "exception");
  EXPECT_FALSE(std::string(Body("exceptionInfo")["description"]).empty());
}

TEST_F(Sessions, RefuseWhatIsNotThere) {
  EXPECT_EQ(ErrorOf("threads"), "there is nothing to debug: send `launch` first");
  EXPECT_NE(ErrorOf("launch", {{"recording", "missing.lstrace"}}).find("missing.lstrace"), std::string::npos);
  EXPECT_NE(ErrorOf("launch", {{"program", 5}}).find("`program`"), std::string::npos);
  EXPECT_NE(ErrorOf("launch").find("neither a `program`"), std::string::npos);
  Launch(replay::ReduceRecording());
  EXPECT_EQ(ErrorOf("setVariable"), "a recording is not changed: change the program and record it again");
  EXPECT_EQ(ErrorOf("dance"), "the request `dance` is not supported");
  EXPECT_EQ(ErrorOf("variables", {{"variablesReference", 99999}}), "there is no such variable at this moment");
  EXPECT_EQ(ErrorOf("goto", {{"targetId", -1}}), "there is no such target");
  EXPECT_EQ(ErrorOf("stackTrace", {{"threadId", 70000}}), "no recorded thread of this launch has that id");
}

// No field of any type in any request may do more than fail.
TEST_F(Sessions, TakeAnyArguments) {
  Launch(replay::ReduceRecording());
  const std::vector<Json> values = {nullptr,
                                    true,
                                    -1,
                                    4e18,
                                    "x",
                                    "0:0",
                                    "0:0:4:0",
                                    "18446744073709551616:1",
                                    Json::array(),
                                    Json::array({1}),
                                    Json::array({Json::object()}),
                                    Json::object()};
  const std::vector<std::string> fields = {"threadId",   "frameId",         "variablesReference",
                                           "start",      "count",           "line",
                                           "endLine",    "source",          "breakpoints",
                                           "filters",    "expression",      "context",
                                           "name",       "dataId",          "granularity",
                                           "targetId",   "memoryReference", "offset",
                                           "startFrame", "levels",          "text",
                                           "column",     "singleThread",    "sourceReference"};
  const std::vector<std::string> commands = {"threads",
                                             "stackTrace",
                                             "scopes",
                                             "variables",
                                             "evaluate",
                                             "readMemory",
                                             "source",
                                             "loadedSources",
                                             "exceptionInfo",
                                             "completions",
                                             "continue",
                                             "reverseContinue",
                                             "next",
                                             "stepIn",
                                             "stepOut",
                                             "stepBack",
                                             "pause",
                                             "restartFrame",
                                             "goto",
                                             "gotoTargets",
                                             "setBreakpoints",
                                             "setFunctionBreakpoints",
                                             "setDataBreakpoints",
                                             "dataBreakpointInfo",
                                             "setExceptionBreakpoints",
                                             "breakpointLocations",
                                             "initialize",
                                             "configurationDone"};
  for (const std::string& command : commands)
    for (const std::string& field : fields)
      for (const Json& value : values) Ask(command, {{field, value}, {"breakpoints", {{{field, value}}}}});
  session_.Take(Json::array());
  session_.Take({{"type", "request"}});
  session_.Take({{"type", "request"}, {"command", 5}, {"arguments", 7}});
  session_.Take({{"type", "response"}});
  Body("disconnect");
  EXPECT_TRUE(session_.is_over());
}

TEST_F(Sessions, TakeThousandsOfBreakpointsAndRefuseMore) {
  Launch(replay::ReduceRecording());
  const auto set = [&](std::size_t count) {
    return Ask("setBreakpoints",
               {{"source", {{"path", "reduce.cu"}}}, {"breakpoints", Json::array_t(count, Json{{"line", 11}})}});
  };
  EXPECT_EQ(set(10'000)["body"]["breakpoints"].size(), 10'000u);
  EXPECT_EQ(set(10'001)["message"], "there are too many breakpoints: 10001, and 10000 is the most");
  EXPECT_EQ(Move("continue"), 11) << "those from before hold";
}

}  // namespace
}  // namespace lockstep::dap
