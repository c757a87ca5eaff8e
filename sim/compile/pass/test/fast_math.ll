; -ftz=true flushes denormal operands and results of float operations; -use_fast_math also limits quotients and powers.
; RUN: fast-math -lockstep-flush
; RUN: fast-math -lockstep-fast | --check-prefix=FAST

; A denormal becomes the zero of its sign, before the operation and after it. Constants need none before.
; CHECK-LABEL: define float @adds(
; CHECK: %[[SIZE:.*]] = call float @llvm.fabs.f32(float %a)
; CHECK: %[[ZERO:.*]] = call float @llvm.copysign.f32(float 0.000000e+00, float %a)
; CHECK: %[[SMALL:.*]] = fcmp olt float %[[SIZE]], 0x3810000000000000
; CHECK: %[[A:.*]] = select i1 %[[SMALL]], float %[[ZERO]], float %a
; CHECK: %sum = fadd float %[[A]], 1.000000e+00
; CHECK: call float @llvm.fabs.f32(float %sum)
; CHECK: ret float %{{[0-9]+}}
; FAST-LABEL: define float @adds(
; FAST-NEXT: %sum = fadd float %a, 1.000000e+00
; FAST-NEXT: ret float %sum
define float @adds(float %a) !dbg !4 {
  %sum = fadd float %a, 1.0
  ret float %sum
}

; Doubles keep theirs, and so does what only moves a number.
; CHECK-LABEL: define double @stays(
; CHECK-NEXT: %sum = fadd double %a, 1.000000e+00
; CHECK-NEXT: store float %b, ptr %to
; CHECK-NEXT: ret double %sum
define double @stays(double %a, float %b, ptr %to) !dbg !5 {
  %sum = fadd double %a, 1.0
  store float %b, ptr %to
  ret double %sum
}

; A call of a function that computes is an operation; the function itself, which has no debug information because it is
; the device library's, stays.
; CHECK-LABEL: define float @calls(
; CHECK: %[[B:.*]] = select
; CHECK: call float @rounds_up(float %[[B]])
; CHECK-LABEL: define float @rounds_up(
; CHECK-NEXT: %sum = fadd float %a, 1.000000e+00
; CHECK-NEXT: ret float %sum
define float @calls(float %a) !dbg !6 {
  %up = call float @rounds_up(float %a)
  ret float %up
}
define float @rounds_up(float %a) {
  %sum = fadd float %a, 1.0
  ret float %sum
}

; A quotient by a number above 2^126 is 0, as that of __fdividef; one by a constant is exact.
; FAST-LABEL: define float @divides(
; FAST-NEXT: %quotient = fdiv float %a, %b
; FAST-NEXT: %[[SIZE:.*]] = call float @llvm.fabs.f32(float %b)
; FAST-NEXT: %[[LARGE:.*]] = fcmp ogt float %[[SIZE]], 0x47D0000000000000
; FAST-NEXT: %[[FINITE:.*]] = fcmp olt float %[[SIZE]], 0x7FF0000000000000
; FAST-NEXT: %[[BOTH:.*]] = and i1 %[[LARGE]], %[[FINITE]]
; FAST-NEXT: %[[NOTHING:.*]] = fmul float %a, 0.000000e+00
; FAST-NEXT: %[[RESULT:.*]] = select i1 %[[BOTH]], float %[[NOTHING]], float %quotient
; FAST-NEXT: %half = fdiv float %[[RESULT]], 2.000000e+00
; FAST-NEXT: ret float %half
define float @divides(float %a, float %b) !dbg !7 {
  %quotient = fdiv float %a, %b
  %half = fdiv float %quotient, 2.0
  ret float %half
}

; A power of a negative number is NaN, as that of __powf.
; FAST-LABEL: define float @raises(
; FAST-NEXT: %power = call float @powf(float %a, float %b)
; FAST-NEXT: %[[NEGATIVE:.*]] = fcmp olt float %a, 0.000000e+00
; FAST-NEXT: %[[RESULT:.*]] = select i1 %[[NEGATIVE]], float 0x7FF8000000000000, float %power
; FAST-NEXT: ret float %[[RESULT]]
define float @raises(float %a, float %b) !dbg !8 {
  %power = call float @powf(float %a, float %b)
  ret float %power
}
declare float @powf(float, float)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "adds", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "stays", file: !1, line: 2, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "calls", file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = distinct !DISubprogram(name: "divides", file: !1, line: 4, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!8 = distinct !DISubprogram(name: "raises", file: !1, line: 5, type: !3, unit: !0, spFlags: DISPFlagDefinition)
