#pragma once

// Every subcommand of `lockstep`, each in the file of its name.

namespace CLI {
class App;
}

namespace lockstep::cli {

void AddBuild(CLI::App& app);    // build
void AddDebug(CLI::App& app);    // debug
void AddLesson(CLI::App& app);   // lesson
void AddRecord(CLI::App& app);   // record
void AddRun(CLI::App& app);      // run
void AddTrace(CLI::App& app);    // trace info, trace dump
void AddView(CLI::App& app);     // view
void AddCompare(CLI::App& app);  // compare

}  // namespace lockstep::cli
