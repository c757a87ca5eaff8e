#pragma once

// Every subcommand of `lockstep`, each in the file of its name.

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace lockstep::cli {

void AddBuild(CLI::App& app);     // build
void AddCheck(CLI::App& app);     // check
void AddDap(CLI::App& app);       // dap
void AddDebug(CLI::App& app);     // debug
void AddDescribe(CLI::App& app);  // describe
void AddDiff(CLI::App& app);      // diff
void AddExport(CLI::App& app);    // export
void AddLesson(CLI::App& app);    // lesson
void AddNvcc(CLI::App& app);      // nvcc
void AddPuzzle(CLI::App& app);    // puzzle
void AddRecord(CLI::App& app);    // record
void AddRun(CLI::App& app);       // run
void AddTrace(CLI::App& app);     // trace info, trace dump, trace query
void AddView(CLI::App& app);      // view
void AddVscode(CLI::App& app);    // vscode install
void AddCompare(CLI::App& app);   // compare

// `lockstep nvcc WORDS`: nvcc's command line has a different syntax, so it is parsed separately. Returns the exit
// status.
int Nvcc(const std::vector<std::string>& words);

}  // namespace lockstep::cli
