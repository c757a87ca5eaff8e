#include <gtest/gtest.h>

#include <random>

#include "sim/ptx/check.h"

namespace lockstep::ptx {
namespace {

const std::vector<AsmOperand> kOperands = {
    {.type = Type::k_b32}, {.type = Type::k_b32}, {.type = Type::k_f32},
    {.type = Type::k_b64}, {.type = Type::k_b16}, {.type = Type::k_b32, .is_immediate = true, .immediate = 7},
};

Maybe<Code> Understand(std::string_view text) {
  const Maybe<std::vector<Statement>> statements = Parse(text);
  if (!statements) return std::unexpected(statements.error());
  return Check(*statements, kOperands);
}

std::string ComplaintAbout(std::string_view text) {
  const Maybe<Code> code = Understand(text);
  return code ? "" : code.error().text;
}
// The text that the complaint points at.
std::string_view Marked(std::string_view text) {
  const Maybe<Code> code = Understand(text);
  return code ? "" : text.substr(code.error().offset);
}

TEST(Ptx, UnderstandsAnInstructionWithItsTypeAndOperands) {
  const Maybe<Code> code = Understand("fma.rz.ftz.f32 %2, %2, 1.5, 0f3f800000;");
  ASSERT_TRUE(code);
  ASSERT_EQ(code->steps.size(), 1u);
  const Step& step = code->steps[0];
  EXPECT_EQ(step.matched.types[0], Type::k_f32);
  EXPECT_TRUE(step.matched.Has("rz"));
  EXPECT_FALSE(step.matched.Has("sat"));
  EXPECT_EQ(step.arguments[0].number, 2u);
  EXPECT_EQ(step.arguments[2].whole, 0x3fc00000u);
  EXPECT_EQ(step.arguments[3].whole, 0x3f800000u);
}

TEST(Ptx, SkipsCommentsAndBlanks) {
  const Maybe<Code> code = Understand("\n\t// one\n add.u32 %0, /* two; */ %1, %1 ;\n");
  ASSERT_TRUE(code);
  EXPECT_EQ(code->steps.size(), 1u);
}

TEST(Ptx, ReadsNumbersOfEveryBase) {
  const std::pair<const char*, std::uint64_t> kNumbers[] = {{"10", 10}, {"0x1F", 31},  {"010", 8}, {"0b101", 5},
                                                            {"3U", 3},  {"-1", ~0ull}, {"%5", 7},  {"WARP_SZ", 32}};
  for (const auto& [text, value] : kNumbers) {
    const std::string instruction = "mov.u32 %0, " + std::string(text) + ";";
    const Maybe<Code> code = Understand(instruction);
    ASSERT_TRUE(code) << text;
    EXPECT_EQ(code->steps[0].arguments[1].whole, value) << text;
  }
}

TEST(Ptx, LetsAnInnerScopeHideARegister) {
  const Maybe<Code> code = Understand("{.reg .u32 r; mov.u32 r, 1; {.reg .u32 r; mov.u32 r, 2;} mov.u32 %0, r;}");
  ASSERT_TRUE(code);
  EXPECT_NE(code->steps[0].arguments[0].number, code->steps[1].arguments[0].number);
  EXPECT_EQ(code->steps[0].arguments[0].number, code->steps[2].arguments[1].number);
}

TEST(Ptx, DeclaresNumberedRegisters) {
  EXPECT_TRUE(Understand("{.reg .pred p<2>; setp.eq.u32 p1, %0, %1; @!p1 mov.u32 %0, 0;}"));
  EXPECT_EQ(ComplaintAbout("{.reg .pred p<2>; setp.eq.u32 p2, %0, %1;}"), "`p2` is not declared");
}

TEST(Ptx, FindsLabelsBeforeAndAfterTheBranch) {
  const Maybe<Code> code = Understand("{A: .reg .pred p; setp.eq.u32 p, %0, 0; @p bra B; bra A; B: }");
  ASSERT_TRUE(code);
  EXPECT_EQ(code->labels[code->steps[1].arguments[0].number], 3u);
  EXPECT_EQ(code->labels[code->steps[2].arguments[0].number], 0u);
  EXPECT_EQ(ComplaintAbout("{bra A; {A: }}"), "there is no label `A`");
}

TEST(Ptx, ComplainsAtTheGuiltyWord) {
  EXPECT_EQ(Marked("add.wrong.u32 %0, %1, %1;"), "wrong.u32 %0, %1, %1;");
  EXPECT_EQ(Marked("mov.u32 %0, %1; nonsense %0;"), "nonsense %0;");
  EXPECT_EQ(Marked("add.u32 %0, %2, %1;"), "%2, %1;");
  EXPECT_EQ(Marked("add.u32 %0, %1, q;"), "q;");
  EXPECT_EQ(Marked("add.u32 %0, %1 %1;"), "%1;");
  EXPECT_EQ(Marked("{ mov.u32 %0, 1;"), "{ mov.u32 %0, 1;");
  EXPECT_EQ(Marked("mov.u32 %0, 1; }"), "}");
  EXPECT_EQ(Marked("/* never ends"), "/* never ends");
}

TEST(Ptx, ComplainsAboutOperandsOfTheWrongKind) {
  EXPECT_EQ(ComplaintAbout("add.u32 %0, %1;"), "`add.u32` takes 3 operands, not 2");
  EXPECT_EQ(ComplaintAbout("add.f32 %2, %1, 1;"), "a whole number, where `.f32` is needed");
  EXPECT_EQ(ComplaintAbout("add.u32 %0, %3, %1;"), "`%3` is `.b64`, where `.u32` is needed");
  EXPECT_EQ(ComplaintAbout("add.u32 5, %1, %1;"), "a constant cannot be written");
  EXPECT_EQ(ComplaintAbout("mov.u32 %tid.x, %1;"), "`%tid.x` cannot be written");
  EXPECT_EQ(ComplaintAbout("lop3.b32 %0, %1, %1, %1, %1;"), "expected a constant");
  EXPECT_EQ(ComplaintAbout("mov.b32 %0, {%4, %4, %4};"), "3 operands do not make up `.b32`");
  EXPECT_EQ(ComplaintAbout("@%0 mov.u32 %0, 1;"), "`%0` is no predicate");
  EXPECT_EQ(ComplaintAbout("wgmma.fence.sync.aligned;"), "`wgmma.fence.sync.aligned` is not supported");
  EXPECT_EQ(ComplaintAbout("mul.lo %0, %1, %1;").substr(0, 20), "`mul.lo` lacks one o");
}

TEST(Ptx, ChoosesPartsOfRegistersForVideoInstructionsOnly) {
  const Maybe<Code> code =
      Understand("vadd2.s32.u32.s32.sat %0.h1, %1.h13, %0, %1; vmad.s32.s32.s32 %0, -%1.b3, 5, %1;");
  ASSERT_TRUE(code);
  EXPECT_EQ(code->steps[0].arguments[0].chosen, "h1");
  EXPECT_EQ(code->steps[0].arguments[1].chosen, "h13");
  EXPECT_EQ(code->steps[0].arguments[2].chosen, "");
  EXPECT_EQ(code->steps[1].arguments[1].chosen, "b3");
  EXPECT_TRUE(code->steps[1].arguments[1].minus);
  EXPECT_EQ(Marked("vadd.u32.u32.u32 %0, %1.b4, %1;"), ".b4, %1;");
  EXPECT_EQ(Marked("vadd4.u32.u32.u32 %0.b01, %1, %1, %1;"), ".b01, %1, %1, %1;");
  EXPECT_EQ(Marked("vadd.u32.u32.u32.add %0.b0, %1, %1, %1;"), ".b0, %1, %1, %1;");
  EXPECT_EQ(ComplaintAbout("add.u32 %0, %1.b0, %1;"), "no part of `%1` can be chosen here");
  EXPECT_EQ(ComplaintAbout("vadd2.u32.u32.u32 %0, %1, 5, %1;"), "expected a register");
  EXPECT_EQ(ComplaintAbout("vadd.u32.u32.u32 _, %1, %1;"), "expected a register");
  EXPECT_EQ(ComplaintAbout("add.u32 %0, -%1, %1;"), "a register that is read with `-` is possible for `vmad` only");
}

// As ptxas does.
TEST(Ptx, TakesModifiersInAnyOrderAndTypesInTheirs) {
  const Maybe<Code> code =
      Understand("mul.f32.sat.rz.ftz %2, %2, %2; cvt.u32.f32.rzi %0, %2; atom.u32.gpu.add %0, [%3], 1;");
  ASSERT_TRUE(code);
  EXPECT_TRUE(code->steps[0].matched.Has("rz"));
  EXPECT_EQ(code->steps[1].matched.types[0], Type::k_u32);
  EXPECT_EQ(code->steps[1].matched.types[1], Type::k_f32);
  EXPECT_NE(ComplaintAbout("mul.rn.rz.f32 %2, %2, %2;"), "");
  EXPECT_NE(ComplaintAbout("set.s32.lt.f64.u32 %0, %1, %1;"), "");
}

TEST(Ptx, ComputesConstantExpressions) {
  const std::pair<const char*, std::uint64_t> kExpressions[] = {{"(1+2)*3", 9},
                                                                {"1 << 4 | 1", 17},
                                                                {"~0", ~0ull},
                                                                {"-(5)", ~4ull},
                                                                {"!3", 0},
                                                                {"1 ? 2 : 3", 2},
                                                                {"-7 / 2", ~2ull},
                                                                {"-8 >> 1", ~3ull},
                                                                {"0xffffffffffffffff >> 60", 15},
                                                                {"2 * 3 == 6 && 1 < 2", 1},
                                                                {"6 ^ 3 & 1", 7}};
  for (const auto& [text, value] : kExpressions) {
    const std::string instruction = "mov.u64 %3, " + std::string(text) + ";";
    const Maybe<Code> code = Understand(instruction);
    ASSERT_TRUE(code) << text << ": " << code.error().text;
    EXPECT_EQ(code->steps[0].arguments[1].whole, value) << text;
  }
  EXPECT_EQ(ComplaintAbout("mov.u32 %0, 1/0;"), "a division by zero");
  EXPECT_EQ(Marked("mov.u32 %0, (1+2;"), ";");
  EXPECT_NE(ComplaintAbout("mov.u32 %0, " + std::string(500, '(') + "1;"), "");
}

TEST(Ptx, DeclaresVectors) {
  const Maybe<Code> code = Understand("{.reg .v2 .b32 v; mov.b32 v.x, %0; mov.b32 v.y, 7; mov.b64 %3, v;}");
  ASSERT_TRUE(code);
  EXPECT_EQ(code->steps[2].arguments[1].parts.size(), 2u);
  EXPECT_EQ(code->steps[2].arguments[1].parts[1].number, code->steps[1].arguments[0].number);
  EXPECT_EQ(ComplaintAbout("{.reg .v2 .b32 v; mov.b32 v.z, %0;}"), "`v.z` is not declared");
  EXPECT_EQ(ComplaintAbout("{.reg .v2 .b32 v; add.u32 %0, v, 1;}"), "this kind of operand is not possible here");
}

TEST(Ptx, DeclaresVariablesInMemory) {
  const Maybe<Code> code = Understand(
      "{.shared .align 16 .b8 buf[64], w; .const .s16 t[][2] = {{1, -1}, {2}}; .local .v2 .f32 pairs[3];"
      "mov.u32 %0, buf+4; ld.const.s16 %4, [t+2]; st.local.f32 pairs[5], %2; mov.u64 %3, t;}");
  ASSERT_TRUE(code) << code.error().text;
  ASSERT_EQ(code->variables.size(), 4u);
  EXPECT_EQ(code->variables[0].bytes, 64u);
  EXPECT_EQ(code->variables[0].alignment, 16u);
  EXPECT_EQ(code->variables[2].bytes, 8u);
  EXPECT_EQ(code->variables[2].contents, (std::vector<std::uint8_t>{1, 0, 255, 255, 2, 0}));
  EXPECT_EQ(code->variables[3].bytes, 24u);
  EXPECT_EQ(code->variables[3].alignment, 8u);
  EXPECT_EQ(code->steps[0].arguments[1].form, Argument::Form::kVariable);
  EXPECT_EQ(code->steps[0].arguments[1].whole, 4u);
  EXPECT_EQ(code->steps[1].arguments[1].whole, 2u);
  EXPECT_EQ(code->steps[2].arguments[0].parts[0].whole, 20u);
}

TEST(Ptx, LetsAnInnerScopeHideAVariable) {
  EXPECT_TRUE(Understand("{.shared .b32 v; {.reg .b32 v; mov.b32 v, %0;} st.shared.b32 [v], %0;}"));
  EXPECT_EQ(ComplaintAbout("{.reg .b32 v; .shared .b32 v;}"), "`v` is declared twice");
  EXPECT_EQ(ComplaintAbout("{.shared .b32 v; .reg .b32 v;}"), "`v` is declared twice");
  EXPECT_EQ(ComplaintAbout("{{.shared .b32 v;} st.shared.b32 [v], %0;}"), "`v` is not declared");
}

// As ptxas does.
TEST(Ptx, RefusesWrongVariablesAtTheirPlace) {
  EXPECT_EQ(Marked("{.shared .u32 x = 5;}"), "5;}");
  EXPECT_EQ(Marked("{.const .f32 x = 1;}"), "1;}");
  EXPECT_EQ(Marked("{.global .u32 v[2] = {1,2,3};}"), "3};}");
  EXPECT_EQ(Marked("{.const .b32 v[2][2] = {{1,2},3,4};}"), "4};}");
  EXPECT_EQ(Marked("{.shared .align 3 .b8 v[4];}"), "3 .b8 v[4];}");
  EXPECT_EQ(Marked("{.shared .bf16 v;}"), ".bf16 v;}");
  EXPECT_EQ(Marked("{.shared .b32 v; ld.global.u32 %0, [v];}"), "v];}");
  EXPECT_EQ(ComplaintAbout("{.shared .b32 v[];}"), "the size of `v` is missing");
  EXPECT_EQ(ComplaintAbout("{.global .u32 v = {1};}"), "an initial value is a number");
  EXPECT_EQ(ComplaintAbout("{.shared .v4 .b64 v;}"), "a vector has at most 128 bits");
  EXPECT_EQ(ComplaintAbout("{.global .v2 .u32 v = {1};}"), "an initial value for each element of the vector is needed");
  EXPECT_EQ(ComplaintAbout("{.shared .b32 v; add.u32 %0, v, 4;}"), "the variable `v` is possible as an address only");
  EXPECT_EQ(ComplaintAbout("{.local .b32 v; mov.u32 %0, v;}"), "an address in `.local` has 64 bits");
  EXPECT_EQ(ComplaintAbout("{.param .b32 v;}"), "the directive `.param` is not supported");
  EXPECT_NE(ComplaintAbout("{.shared .b8 v[99999][99999];}"), "");
}

// As ptxas does.
TEST(Ptx, TakesBulkCopiesBetweenTheirSpaces) {
  const std::string load = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes";
  EXPECT_EQ(ComplaintAbout(load + " [%0], [%3], %1, [%0+8];"), "");
  EXPECT_EQ(ComplaintAbout(load + ".multicast::cluster.L2::cache_hint [%0], [%3], 32, [%0], %4, %3;"), "");
  EXPECT_EQ(ComplaintAbout("cp.async.bulk.mbarrier::complete_tx::bytes.shared::cta.global [%0], [%3], %1, [%0];"), "");
  EXPECT_EQ(ComplaintAbout("cp.async.bulk.global.shared::cta.bulk_group [%3], [%0], %1;"), "");
  EXPECT_EQ(ComplaintAbout("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 [%3], [%0], %1;"), "");
  EXPECT_EQ(ComplaintAbout("cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0;"), "");
  EXPECT_NE(ComplaintAbout("cp.async.bulk.global.shared::cluster.mbarrier::complete_tx::bytes [%3], [%0], %1, [%0];"),
            "");
  EXPECT_NE(ComplaintAbout("cp.async.bulk.shared::cta.global.bulk_group [%0], [%3], %1;"), "");
  EXPECT_NE(ComplaintAbout("cp.async.bulk.shared::cta.shared::cta.mbarrier::complete_tx::bytes [%0], [%0], %1, [%0];"),
            "");
  EXPECT_NE(ComplaintAbout("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f16 [%3], [%0], %1;"), "");
  EXPECT_NE(ComplaintAbout("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%3, {%0}], [%0];"), "");
}

TEST(Ptx, TakesAPolicyWhereTheHintIs) {
  EXPECT_TRUE(Understand("cp.async.ca.shared.global [%0], [%3], 16;"));
  EXPECT_TRUE(Understand("cp.async.ca.shared.global.L2::cache_hint [%0], [%3], 16, %3;"));
  EXPECT_TRUE(Understand("cp.async.ca.shared.global.L2::cache_hint [%0], [%3], 16, %1, %3;"));
  EXPECT_NE(ComplaintAbout("cp.async.ca.shared.global [%0], [%3], 16, %3;"), "");
  EXPECT_NE(ComplaintAbout("cp.async.ca.shared.global.L2::cache_hint [%0], [%3], 16;"), "");
  EXPECT_EQ(ComplaintAbout("ld.global.u32 %0, [%3], %3;"), "`ld.global.u32` takes 2 operands, not 3");
  EXPECT_NE(ComplaintAbout("ld.global.L2::cache_hint.u32 %0, [%3];"), "");
}

// The marked modifier is one that ptxas refuses there.
TEST(Ptx, RefusesModifiersThatDoNotGoTogether) {
  EXPECT_EQ(Marked("ld.shared.L1::no_allocate.u32 %0, [%0];"), "L1::no_allocate.u32 %0, [%0];");
  EXPECT_EQ(Marked("ld.global.cg.L1::evict_last.u32 %0, [%3];"), "L1::evict_last.u32 %0, [%3];");
  EXPECT_EQ(Marked("ld.global.L2::evict_first.u32 %0, [%3];"), "L2::evict_first.u32 %0, [%3];");
  EXPECT_EQ(Marked("ld.global.v4.b64 {%3, %3, %3, %3}, [%3];"), "");
  EXPECT_EQ(Marked("ld.shared.v4.b64 {%3, %3, %3, %3}, [%0];"), "v4.b64 {%3, %3, %3, %3}, [%0];");
  EXPECT_EQ(Marked("st.volatile.local.u32 [%3], %0;"), "volatile.local.u32 [%3], %0;");
  EXPECT_EQ(Marked("cvt.rn.ftz.f64.s32 %3, %0;"), "ftz.f64.s32 %3, %0;");
  EXPECT_EQ(Marked("cvt.sat.u32.u16 %0, %4;"), "sat.u32.u16 %0, %4;");
  EXPECT_EQ(Marked("cvt.rn.sat.bf16.f32 %4, %2;"), "sat.bf16.f32 %4, %2;");
  EXPECT_EQ(Marked("cvt.rn.u32.s32 %0, %1;"), "rn.u32.s32 %0, %1;");
  EXPECT_EQ(Marked("cvt.rn.f32.f16 %2, %4;"), "rn.f32.f16 %2, %4;");
  EXPECT_EQ(Marked("cvt.rzi.f32.u32 %2, %0;"), " %2, %0;");
  EXPECT_EQ(Marked("cvt.rzi.rn.f32.u32 %2, %0;"), "rn.f32.u32 %2, %0;");
  EXPECT_EQ(ComplaintAbout("cvt.f16.f32 %4, %2;"), "`cvt.f16.f32` needs one of `.rn`, `.rz`, `.rm`, `.rp`");
  EXPECT_EQ(ComplaintAbout("cvt.s32.f32 %0, %2;"), "`cvt.s32.f32` needs one of `.rni`, `.rzi`, `.rmi`, `.rpi`");
  EXPECT_NE(ComplaintAbout("cvt.rni.u8.bf16 %4, %4;"), "");
  EXPECT_NE(ComplaintAbout("cvt.rna.relu.tf32.f32 %0, %2;"), "");
  EXPECT_EQ(ComplaintAbout("cvt.f32.bf16 %2, %4; cvt.rni.f16.f16 %4, %4; cvt.bf16.f16 %4, %4; cvt.sat.s8.u8 %4, %4;"),
            "");
  EXPECT_EQ(ComplaintAbout("cvt.rn.satfinite.f16.f32 %4, %2; cvt.rz.relu.bf16.f32 %4, %2;"), "");
  EXPECT_NE(ComplaintAbout("add.ftz.bf16x2 %0, %1, %1;"), "");
  EXPECT_NE(ComplaintAbout("mad.f32 %2, %2, %2, %2;"), "");
  EXPECT_NE(ComplaintAbout("min.abs.f32 %2, %2, %2;"), "");
  EXPECT_NE(ComplaintAbout("{.reg .pred p, q; setp.lt.f16 p|q, %4, %4;}"), "");
  EXPECT_NE(ComplaintAbout("mbarrier.arrive.release.shared.b64 %3, [%0];"), "");
  EXPECT_EQ(ComplaintAbout("mbarrier.arrive.release.cta.shared.b64 %3, [%0];"), "");
}

TEST(Ptx, WantsASemicolonAfterEachInstruction) {
  EXPECT_TRUE(Understand(".pragma \"nounroll\"; add.u32 %0, %1, %1;"));
  EXPECT_EQ(ComplaintAbout("add.u32 %0, %1, %1"), "expected `;`");
  EXPECT_EQ(ComplaintAbout("add.u32 %0, %1, %1;;"), "expected an instruction before `;`");
  EXPECT_EQ(ComplaintAbout("{ add.u32 %0, %1, %1 }"), "expected `;` before `}`");
}

TEST(Ptx, DropsResultsWhereAnInstructionHasOthers) {
  EXPECT_TRUE(Understand("{.reg .pred p; setp.eq.u32 p|_, %0, %1; atom.global.add.u32 _, [%3], 1;}"));
  EXPECT_TRUE(Understand("ld.global.v2.u32 {_, %0}, [%3];"));
  EXPECT_EQ(ComplaintAbout("add.u32 _, %0, %1;"), "this instruction needs a register for its result");
  EXPECT_EQ(ComplaintAbout("{.reg .pred p; elect.sync _|p, 1; lop3.or.b32 %0|p, %0, %1, %1, 4, p;}"), "");
  EXPECT_EQ(ComplaintAbout("elect.sync %0, 1;"), "expected a register and a predicate, like `r|p`");
  EXPECT_EQ(Marked("{.reg .pred p; lop3.or.b32 %0, %0, %1, %1, 4, p;}"), "%0, %0, %1, %1, 4, p;}");
}

TEST(Ptx, KnowsWhichTypesAgree) {
  EXPECT_TRUE(Agrees(Type::k_b32, Type::k_f32));
  EXPECT_TRUE(Agrees(Type::k_u32, Type::k_s32));
  EXPECT_FALSE(Agrees(Type::k_f32, Type::k_u32));
  EXPECT_FALSE(Agrees(Type::k_b64, Type::k_b32));
  EXPECT_TRUE(Agrees(Type::k_b32, Type::k_f16x2));
  EXPECT_FALSE(Agrees(Type::k_u32, Type::k_f16x2));
  EXPECT_FALSE(Agrees(Type::k_pred, Type::k_b32));
}

TEST(Ptx, EveryFormHasTypesForItsOperands) {
  for (const Form& form : Forms())
    for (const Pattern& pattern : form.operands)
      EXPECT_FALSE(pattern.what == Pattern::What::kType && pattern.type == Type::kNone) << form.opcode;
}

// Damaged text is refused or understood, and every complaint is about a place in it.
TEST(Ptx, SurvivesAnyText) {
  const std::string_view kSeeds[] = {
      "{.reg .pred p, q; setp.lt.and.s32 p|q, %1, 5, !p; @!p mov.b64 %3, {%0, %1}; L: bra L;}",
      "lop3.or.b32 %0|_, %1, %1, 0x1F, -7, 1; // c\n cvt.rn.satfinite.e4m3x2.f32 %4, %2, 0f3f800000;",
      "{.reg .b16 r<4>; mov.b64 {r0, r1, r2, r3}, %3; {.reg .f64 d; mov.f64 d, 1.5e-3;} /* x */ }",
      ("{.shared .align 8 .b64 bar[2]; .const .v2 .f32 t[][2] = {{{1.0, 2.0}}}; mov.u64 %3, t+8; ld.const.f32 %2, "
       "t[1];}"),
      "ld.global.L1::no_allocate.v4.f32 {%0, %1, _, %2}, [%3 + 16]; st.shared.u32 [%0-4], %1; %tid.x %%",
  };
  const std::string_view kPieces = "{}[](),;:@!|+-=<>\"%_.$ab0f1xUe \n\t/*\\";
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string text(kSeeds[random() % std::size(kSeeds)]);
    for (unsigned i = random() % 6; i-- > 0;) {
      const std::size_t at = random() % text.size();
      if (random() % 3 == 0)
        text.erase(at, 1 + random() % 4);
      else
        text.insert(at, 1, kPieces[random() % kPieces.size()]);
      if (text.empty()) text = ";";
    }
    const Maybe<Code> code = Understand(text);
    if (!code) EXPECT_LE(code.error().offset, text.size()) << text;
    if (!code) EXPECT_FALSE(code.error().text.empty()) << text;
  }
}

}  // namespace
}  // namespace lockstep::ptx
