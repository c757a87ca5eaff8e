#pragma once

// The public interface of jobs: what Lockstep does with a program, as functions from a request to a value. The command
// line, a debugger's adapter and scripts need only this header and shared/replay's; nothing here prints or reads a
// command line.
//
//   jobs::Watch watch{.on_diagnostics = Print, .cancelled = [&] { return stop.load(); }};
//   jobs::Program program{.build = {.inputs = {"grey.cu"}}, .arguments = {"photo.png"}, .in_background = true};
//   auto recorded = jobs::Record({.program = program, .settings = {.path = "grey.lstrace"}}, watch);
//   if (!recorded) return Show(recorded.error().message, recorded.error().diagnostics);
//
// A job runs on the thread that calls it and returns after all its processes have ended. Several jobs may run at once
// on separate threads if their programs are in the background. Jobs own the processes, environment variables
// (LOCKSTEP_*), retries and scratch files. Errors are returned as a Failure (job.h); an error of the program under
// study is part of the value. Times are in seconds, budgets in steps and bytes.

#include "jobs/block_choice.h"
#include "jobs/build.h"
#include "jobs/check.h"
#include "jobs/compare.h"
#include "jobs/confinement.h"
#include "jobs/grade.h"
#include "jobs/record.h"
#include "jobs/run.h"
