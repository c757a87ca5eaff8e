; A struct that the calling convention passes by reference gets room in the kernel's body, which is filled from the launch's
; storage before a hook of a recording declares the variable.
; RUN: kernel-bodies,record-hooks -lockstep-mode=record

; CHECK: define internal void @takes.body(ptr noalias readonly "lockstep-of-launch" %[[PASSED:[0-9]+]],
; CHECK-NEXT: %[[ROOM:.*]] = alloca [40 x i8], align 16
; CHECK: call void @llvm.memcpy{{.*}}(ptr %[[ROOM]], ptr %[[PASSED]], i64 40,
; CHECK-NEXT: #dbg_declare(ptr %[[ROOM]],
; CHECK: call void @__lockstep_declare({{.*}}, ptr %[[ROOM]], i64 40)
; CHECK: load i32, ptr %[[ROOM]]
define void @takes(ptr byval([10 x i32]) align 8 %numbers) !dbg !4 {
    #dbg_declare(ptr %numbers, !5, !DIExpression(), !6)
  %first = load i32, ptr %numbers, !dbg !6
  ret void, !dbg !6
}
@file = private constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@text.kernel = private constant [16 x i8] c"lockstep_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @takes, ptr @text.kernel, ptr @file, i32 1, ptr null }], section "llvm.metadata"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null, !7})
!4 = distinct !DISubprogram(name: "takes", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocalVariable(name: "numbers", arg: 1, scope: !4, file: !1, line: 1, type: !7)
!6 = !DILocation(line: 2, column: 3, scope: !4)
!7 = !DICompositeType(tag: DW_TAG_structure_type, name: "Numbers", file: !1, line: 1, size: 320, elements: !8)
!8 = !{}
