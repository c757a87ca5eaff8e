; Kernels of libraries set apart, and what only they reach, leave the half and become modules in a folder.
; RUN: kernel-parts -lockstep-parts=%t -lockstep-apart=/library

; CHECK-NOT: @sort
; CHECK-NOT: @steps
; CHECK-NOT: @for_sort
; CHECK: @factor = addrspace(8) global i32 3
; CHECK: @llvm.global.annotations = appending global [3 x { ptr, ptr, ptr, i32, ptr }]
; CHECK-SAME: ptr @scales, {{.*}} ptr @launched, {{.*}} ptr @program,
@steps = internal constant [2 x i32] [i32 1, i32 2]
@factor = addrspace(8) global i32 3

define void @sort(ptr %to) !dbg !4 {
  call void @for_sort(), !dbg !9
  call void @for_both(), !dbg !9
  %step = load i32, ptr @steps
  ret void
}
; CHECK-NOT: @for_sort
define internal void @for_sort() {
  ret void
}
; The half needs this one, too.
; CHECK: define internal void @for_both()
define internal void @for_both() {
  ret void
}
; A kernel of the library stays if it has a variable in common with the rest, or is named there.
; CHECK: define void @scales()
; CHECK: define void @launched()
define void @scales() !dbg !5 {
  %by = load i32, ptr addrspace(8) @factor
  ret void
}
define void @launched() !dbg !6 {
  ret void
}
; The program's kernels change often.
; CHECK: define void @program()
define void @program() !dbg !7 {
  call void @for_both(), !dbg !10
  call void @launched(), !dbg !10
  ret void
}

@file = private constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@text.kernel = private constant [16 x i8] c"lockstep_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [4 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @sort, ptr @text.kernel, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @scales, ptr @text.kernel, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @launched, ptr @text.kernel, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @program, ptr @text.kernel, ptr @file, i32 1, ptr null }], section "llvm.metadata"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "sort", file: !8, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "scales", file: !8, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "launched", file: !8, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = distinct !DISubprogram(name: "program", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DIFile(filename: "sort.cuh", directory: "/library")
!9 = !DILocation(line: 2, column: 3, scope: !4)
!10 = !DILocation(line: 2, column: 3, scope: !7)
