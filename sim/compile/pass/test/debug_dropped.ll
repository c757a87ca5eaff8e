; Run mode: no debug information is left at the end, unless a debugger is to have it; the passes before have used it.
; RUN: debug-dropped

; CHECK-LABEL: define float @sums(float %a) {
; CHECK-NOT: !dbg
; CHECK-NOT: DISubprogram
define float @sums(float %a) !dbg !4 {
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a), !dbg !5
  ret float %sum, !dbg !5
}
declare float @llvm.fmuladd.f32(float, float, float)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "sums", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
