#include "sim/compile/nvcc_command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "shared/base/scratch_folder.h"

namespace lockstep::compile {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Action = NvccCommand::Action;

NvccCommand Read(const std::vector<std::string>& words) {
  Expected<NvccCommand> command = ReadNvccCommandLine(words);
  EXPECT_TRUE(command.has_value()) << command.error().message;
  return command ? *command : NvccCommand{};
}

std::string ErrorOf(const std::vector<std::string>& words) {
  Expected<NvccCommand> command = ReadNvccCommandLine(words);
  return command ? "" : command.error().message;
}

TEST(NvccCommandLine, MakesAProgramOfItsInputs) {
  const NvccCommand command = Read({"-O3", "-g", "main.cu", "part.o", "-o", "program", "-Llib", "-lpart", "-lcudart"});
  EXPECT_EQ(command.action, Action::kBuild);
  EXPECT_THAT(command.request.inputs, ElementsAre("main.cu", "part.o"));
  EXPECT_EQ(command.request.output, "program");
  EXPECT_EQ(command.request.optimize, "3");
  EXPECT_TRUE(command.request.debug);
  EXPECT_THAT(command.request.link_flags, ElementsAre("-Llib", "-lpart"));
}

TEST(NvccCommandLine, TakesOneDashOrTwoAndEverySpellingOfAValue) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"-std", "c++20", "a.cu"},
                                                {"--std=c++20", "a.cu"},
                                                {"-std=c++20", "a.cu"},
                                                {"--std", "c++20", "a.cu"}})
    EXPECT_EQ(Read(words).request.standard, "c++20");
  for (const std::vector<std::string>& words : {std::vector<std::string>{"-I", "some where", "a.cu"},
                                                {"-Isome where", "a.cu"},
                                                {"--include-path=some where", "a.cu"}})
    EXPECT_THAT(Read(words).request.compile_flags, ElementsAre("-Isome where"));
  for (const std::vector<std::string>& words : {std::vector<std::string>{"-rdc=true", "a.cu"},
                                                {"-rdc", "true", "a.cu"},
                                                {"--relocatable-device-code=true", "a.cu"},
                                                {"-dc", "a.cu"}})
    EXPECT_TRUE(Read(words).request.relocatable);
}

TEST(NvccCommandLine, KeepsTheQuotesOfAMacro) {
  EXPECT_THAT(Read({"-DNAME=\"a, b\"", "a.cu"}).request.compile_flags, ElementsAre("-DNAME=\"a, b\""));
}

TEST(NvccCommandLine, IgnoresFlagsWithoutAMeaningOnACpu) {
  const NvccCommand command = Read({"-arch=sm_80",
                                    "-gencode",
                                    "arch=compute_80,code=sm_80",
                                    "-Xptxas",
                                    "-v",
                                    "-Xptxas=-O3,-v",
                                    "-lineinfo",
                                    "-prec-div=false",
                                    "-maxrregcount=32",
                                    "--maxrregcount",
                                    "64",
                                    "-m64",
                                    "-ccbin",
                                    "g++",
                                    "-Wno-deprecated-gpu-targets",
                                    "-diag-suppress=177",
                                    "-t0",
                                    "--threads",
                                    "4",
                                    "-cudart=static",
                                    "a.cu"});
  EXPECT_THAT(command.request.inputs, ElementsAre("a.cu"));
  EXPECT_THAT(command.request.compile_flags, IsEmpty());
  EXPECT_THAT(command.request.host_flags, IsEmpty());
  EXPECT_THAT(command.request.link_flags, IsEmpty());
}

TEST(NvccCommandLine, ReadsTheRequestedArchitectures) {
  EXPECT_THAT(Read({"a.cu"}).request.architectures, IsEmpty());
  EXPECT_THAT(Read({"-arch=sm_80", "a.cu"}).request.architectures, ElementsAre(80));
  EXPECT_THAT(Read({"-arch", "compute_75", "-code=sm_86", "a.cu"}).request.architectures, ElementsAre(75));
  EXPECT_THAT(Read({"-gencode", "arch=compute_70,code=sm_70", "-gencode=arch=compute_90a,code=[sm_90a,compute_90a]",
                    "--generate-code=arch=compute_120,code=sm_120", "a.cu"})
                  .request.architectures,
              ElementsAre(70, 90, 120));
  for (const char* flag : {"-arch=native", "-arch=all", "-arch=all-major"})
    EXPECT_THAT(Read({flag, "a.cu"}).request.architectures, IsEmpty());
  EXPECT_EQ(ErrorOf({"-arch=fast", "a.cu"}), "`-arch=fast`: `fast` is not an architecture such as sm_80");
}

TEST(NvccCommandLine, PassesFlagsToTheHostsCompilerAndLinker) {
  const NvccCommand command =
      Read({"-Xcompiler", "-fopenmp,-O2", "-Xcompiler=-Wall -DA=1", "-Xlinker", "-rpath,lib", "a.cu"});
  EXPECT_THAT(command.request.host_flags, ElementsAre("-fopenmp", "-Wall"));
  EXPECT_THAT(command.request.compile_flags, ElementsAre("-DA=1"));
  EXPECT_THAT(command.request.link_flags, ElementsAre("-Xlinker", "-rpath", "-Xlinker", "lib"));
  EXPECT_EQ(command.request.optimize, "2");
}

TEST(NvccCommandLine, PassesAFlagOfTheHostsCompilerWithItsValue) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"-Xcompiler", "-isystem,some/where", "-DX", "a.cu"},
        {"-Xcompiler", "-isystem", "-Xcompiler", "some/where", "-DX", "a.cu"},
        {"-Xcompiler=-isystem", "--compiler-options=some/where", "-DX", "a.cu"},
        {"-Xcompiler=-isystem some/where,-D,X", "a.cu"}}) {
    const NvccCommand command = Read(words);
    EXPECT_THAT(command.request.compile_flags, ElementsAre("-isystem", "some/where", "-DX"));
    EXPECT_THAT(command.request.host_flags, IsEmpty());
  }
  EXPECT_THAT(Read({"-Xcompiler", "-include,a.h,-iquote,b,-idirafter,c,-isystemd,-I,e", "a.cu"}).request.compile_flags,
              ElementsAre("-include", "a.h", "-iquote", "b", "-idirafter", "c", "-isystemd", "-Ie"));
  EXPECT_THAT(Read({"-Xcompiler", "-L,d,-l,m,-Xlinker,-s", "a.cu"}).request.link_flags,
              ElementsAre("-Ld", "-lm", "-Xlinker", "-s"));
  EXPECT_EQ(ErrorOf({"a.cu", "-Xcompiler", "-isystem"}), "`-Xcompiler -isystem` needs a value after it");
}

TEST(NvccCommandLine, IgnoresWarningFlagsOfAnotherCompiler) {
  EXPECT_THAT(Read({"-Xcompiler", "-Wall,-Werror", "-Werror", "all-warnings", "a.cu"}).request.host_flags,
              ElementsAre("-Wall"));
}

TEST(NvccCommandLine, NamesAnUnknownFlag) {
  EXPECT_EQ(ErrorOf({"-c", "--frobnicate", "a.cu"}), "unknown flag `--frobnicate`");
  EXPECT_EQ(ErrorOf({"-fopenmp", "a.cu"}), "unknown flag `-fopenmp`");
}

TEST(NvccCommandLine, ForwardsUnknownFlagsOnRequest) {
  EXPECT_THAT(Read({"-forward-unknown-to-host-compiler", "-fopenmp", "a.cu"}).request.host_flags,
              ElementsAre("-fopenmp"));
  EXPECT_THAT(Read({"-static-libstdc++", "a.o"}).request.link_flags, ElementsAre("-static-libstdc++"));
}

TEST(NvccCommandLine, IgnoresTheToolkitsLibraries) {
  for (const char* library : {"-lcuda", "-lcudart_static", "-lcurand", "-lcublas_static", "-lcusparse", "-lnvidia-ml"})
    EXPECT_TRUE(ReadNvccCommandLine({"a.cu", library})->request.link_flags.empty()) << library;
  EXPECT_THAT(Read({"a.cu", "-lm"}).request.link_flags, ElementsAre("-lm"));
}

TEST(NvccCommandLine, WritesTheHostsSourceOnly) {
  const auto command = ReadNvccCommandLine({"-cuda", "a.cu"});
  ASSERT_TRUE(command);
  EXPECT_EQ(command->action, NvccCommand::Action::kHostSource);
  EXPECT_THAT(ErrorOf({"a.cu.cpp.ii"}), HasSubstr("lost its device half"));
}

TEST(NvccCommandLine, RefusesFormsOfGpuCode) {
  EXPECT_THAT(ErrorOf({"-ltoir", "a.cu"}), HasSubstr("`-ltoir`"));
  EXPECT_THAT(ErrorOf({"-optix-ir", "a.cu"}), HasSubstr("`-optix-ir`"));
  EXPECT_THAT(ErrorOf({"a.ptx"}), HasSubstr("a.ptx"));
}

TEST(NvccCommandLine, NamesTheFlagWhoseValueIsMissingOrWrong) {
  EXPECT_EQ(ErrorOf({"a.cu", "-o"}), "`-o` needs a value after it");
  EXPECT_THAT(ErrorOf({"-std=c++99", "a.cu"}), HasSubstr("-std=c++99"));
  EXPECT_THAT(ErrorOf({"-x", "fortran", "a.f"}), HasSubstr("fortran"));
  EXPECT_THAT(ErrorOf({"-m", "32", "a.cu"}), HasSubstr("64 bits"));
  EXPECT_THAT(ErrorOf({"-c", "a.cu", "b.cu", "-o", "c.o"}), HasSubstr("c.o"));
  EXPECT_THAT(ErrorOf({"-O3"}), HasSubstr("no input file"));
}

TEST(NvccCommandLine, NamesObjectsAsNvccDoes) {
  EXPECT_EQ(ObjectNameOf(Read({"-c", "src/a.cu"}), "src/a.cu"), "a.o");
  EXPECT_EQ(ObjectNameOf(Read({"-dc", "-odir", "out", "src/a.cu"}), "src/a.cu"), "out/a.o");
  EXPECT_EQ(ObjectNameOf(Read({"-c", "src/a.cu", "-o", "b.obj"}), "src/a.cu"), "b.obj");
}

TEST(NvccCommandLine, ReadsFilesOfFlags) {
  const auto folder = ScratchFolder::Make();
  ASSERT_TRUE(folder);
  const std::string flags = folder->File("flags.rsp"), circle = folder->File("circle.rsp");
  std::ofstream(flags) << "-I \"some where\" -DNAME=\\\"text\\\"\n-c a.cu\n";
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"@" + flags}, {"--options-file", flags}, {"-optf=" + flags}}) {
    const NvccCommand command = Read(words);
    EXPECT_EQ(command.action, Action::kObjects);
    EXPECT_THAT(command.request.compile_flags, ElementsAre("-Isome where", "-DNAME=\"text\""));
  }
  EXPECT_THAT(ErrorOf({"@missing.rsp"}), HasSubstr("missing.rsp"));
  std::ofstream(circle) << "@" << circle;
  EXPECT_THAT(ErrorOf({"@" + circle}), HasSubstr("circle"));
}

TEST(NvccCommandLine, ReadsCMakesCommandLines) {
  const NvccCommand command = Read({"-forward-unknown-to-host-compiler",
                                    "-DX",
                                    "--options-file",
                                    "/dev/null",
                                    "-O3",
                                    "-DNDEBUG",
                                    "--generate-code=arch=compute_90,code=[compute_90,sm_90]",
                                    "-Xcompiler=-fPIC",
                                    "-std=c++17",
                                    "-MD",
                                    "-MT",
                                    "dir/a.cu.o",
                                    "-MF",
                                    "dir/a.cu.o.d",
                                    "-x",
                                    "cu",
                                    "-rdc=true",
                                    "-c",
                                    "/src/a.cu",
                                    "-o",
                                    "dir/a.cu.o"});
  EXPECT_EQ(command.action, Action::kObjects);
  EXPECT_TRUE(command.dependencies.wanted);
  EXPECT_EQ(command.dependencies.file, "dir/a.cu.o.d");
  EXPECT_EQ(command.dependencies.target, "dir/a.cu.o");
  EXPECT_EQ(command.request.language, "cu");
  EXPECT_TRUE(command.request.relocatable);
  EXPECT_THAT(command.request.host_flags, IsEmpty());
}

TEST(NvccCommandLine, PassesFastMathToThePlugin) {
  EXPECT_THAT(Read({"--use_fast_math", "a.cu"}).request.device_flags,
              ElementsAre("-mllvm", "-lockstep-fast", "-mllvm", "-lockstep-flush"));
  EXPECT_THAT(Read({"-ftz=true", "a.cu"}).request.device_flags, ElementsAre("-mllvm", "-lockstep-flush"));
  EXPECT_THAT(Read({"-ftz", "false", "a.cu"}).request.device_flags, ElementsAre("-mllvm", "-lockstep-flush=false"));
  EXPECT_THAT(Read({"--use_fast_math=false", "a.cu"}).request.device_flags, IsEmpty());
}

TEST(NvccCommandLine, TakesNvccsOwnFlagsOutOfAnotherCommandLine) {
  std::vector<std::string> words = {"check",      "-arch=sm_80",
                                    "-gencode",   "arch=compute_90,code=sm_90",
                                    "-O3",        "--use_fast_math",
                                    "-Xcompiler", "-Wall",
                                    "-o",         "out",
                                    "--json",     "-lineinfo",
                                    "a.cu",       "-I",
                                    "dir",        "--keep",
                                    "file",       "--define-macro=A=1",
                                    "--optimize", "2",
                                    "-rdc=true"};
  EXPECT_THAT(TakeNvccFlags(words, [](const std::string& flag) { return flag == "--keep" || flag == "-I"; }),
              ElementsAre("-arch=sm_80", "-gencode", "arch=compute_90,code=sm_90", "--use_fast_math", "-Xcompiler",
                          "-Wall", "-lineinfo", "--define-macro=A=1", "--optimize", "2", "-rdc=true"));
  EXPECT_THAT(words, ElementsAre("check", "-O3", "-o", "out", "--json", "a.cu", "-I", "dir", "--keep", "file"));
}

TEST(NvccCommandLine, FlagsHaveOneMeaningEach) {
  std::set<std::string> names;
  const auto add = [&](std::string_view name) {
    if (!name.empty()) EXPECT_TRUE(names.emplace(name).second) << name;
  };
#define NVCC_FLAG(long_name, short_name, value, meaning) \
  add(long_name);                                        \
  if (std::string_view(short_name) != long_name) add(short_name);
#include "sim/compile/nvcc_flags.def"
#undef NVCC_FLAG
  EXPECT_GT(names.size(), 150u);
}

}  // namespace
}  // namespace lockstep::compile
