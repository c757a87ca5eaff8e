#pragma once

// What every subcommand's file uses. A subcommand is one function `AddNAME(CLI::App&)` in NAME.cpp, listed in
// commands.h and called by main.cpp: it declares the flags and says with OnRun what to do once they are read.
//
//   void AddView(CLI::App& app) {
//     auto options = std::make_shared<Options>();
//     CLI::App* command = app.add_subcommand("view", "Look at a recording");
//     command->add_option("FILE", options->file, "the recording")->required();
//     OnRun(command, [options] { return View(*options); });
//   }

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/base/exit_status.h"

namespace lockstep::cli {

// `action` runs when the whole command line is read and good; what it returns is the exit status.
void OnRun(CLI::App* command, std::function<int()> action);
void OnRun(CLI::App* command, std::function<ExitStatus()> action);

// Prints "lockstep: MESSAGE" on standard error and gives back `status`, so that `return Complain(...)` reads well.
ExitStatus Complain(ExitStatus status, const Error& error);

// Prints what a compiler said on standard error, where nothing of it but its colours is obeyed by a terminal: it quotes
// file names and sources.
void PrintDiagnostics(const std::string& text);

// What stands behind `--` on the command line: the arguments of the program under study.
std::vector<std::string>& ProgramArguments();

// The flags of nvcc's on the command line that `lockstep` does not have itself, with their values.
std::vector<std::string>& NvccFlags();

// `--limit SECONDS`, for commands that run a program; 0 where it is not given.
void AddLimitFlag(CLI::App& command, double& seconds);

// Whether text for people on `stream` gets colours: it is a terminal, and NO_COLOR is not set.
bool WantsColor(std::FILE* stream);

}  // namespace lockstep::cli
