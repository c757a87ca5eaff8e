#pragma once

namespace CLI {
class App;
}

namespace lockstep::cli {

// `lockstep lesson grade`.
void AddLessonGrade(CLI::App& lesson);

}  // namespace lockstep::cli
