; A loop asks now and then whether it ever ends, with the values that its branches depend on.
; RUN: round-hooks -lockstep-mode=check

declare void @__lockstep_syncthreads()
declare void @__lockstep_exit()

; The counter decides, and the sum does not: one value, and all is known (1 << 32).
; CHECK-LABEL: define void @counts(
; CHECK: alloca [5 x i64]
; CHECK: %[[WORD:.*]] = zext i32 %i to i64
; CHECK: store i64 %[[WORD]], ptr
; CHECK: call void @__lockstep_check_rounds(ptr @lockstep.sites, ptr %{{.*}}, i64 4294967297)
define void @counts(i32 %count) !dbg !4 {
entry:
  br label %loop, !dbg !5
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ], !dbg !5
  %sum = phi i32 [ 0, %entry ], [ %more_sum, %loop ]
  %more_sum = add i32 %sum, %i
  %next = add i32 %i, 1, !dbg !5
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end, !dbg !5
end:
  ret void, !dbg !5
}

; It reads, and writes nothing: (1 << 33) too. A comparison of floating-point numbers may be with NaN (1 << 35).
; CHECK-LABEL: define void @waits_for_less(
; CHECK: %[[NAN:.*]] = fcmp uno float %value, 1.0
; CHECK: %[[FLAG:.*]] = select i1 %[[NAN]], i64 34359738368, i64 0
; CHECK: %[[HOW:.*]] = or i64 12884901889, %[[FLAG]]
; CHECK: call void @__lockstep_check_rounds({{.*}}, i64 %[[HOW]])
define void @waits_for_less(ptr %from) !dbg !6 {
entry:
  br label %loop, !dbg !7
loop:
  %value = load float, ptr %from, !dbg !7
  %less = fcmp olt float %value, 1.0
  br i1 %less, label %end, label %loop, !dbg !7
end:
  ret void, !dbg !7
}

; It writes what it reads: nothing is known (1 << 33 alone).
; CHECK-LABEL: define void @changes(
; CHECK: call void @__lockstep_check_rounds({{.*}}, i64 8589934592)
define void @changes(ptr %number) !dbg !8 {
entry:
  br label %loop, !dbg !9
loop:
  %value = load i32, ptr %number, !dbg !9
  %next = add i32 %value, 1
  store i32 %next, ptr %number, !dbg !9
  %more = icmp ult i32 %next, 100
  br i1 %more, label %loop, label %end, !dbg !9
end:
  ret void, !dbg !9
}

; Nothing leaves it (1 << 34), though it meets and stores.
; CHECK-LABEL: define void @serves(
; CHECK: call void @__lockstep_check_rounds({{.*}}, i64 21474836480)
define void @serves(ptr %number) !dbg !10 {
entry:
  br label %loop, !dbg !11
loop:
  call void @__lockstep_syncthreads(), !dbg !11
  store i32 1, ptr %number, !dbg !11
  br label %loop, !dbg !11
}

; The thread may leave the kernel from it.
; CHECK-LABEL: define void @leaves(
; CHECK: call void @__lockstep_check_rounds({{.*}}, i64 0)
define void @leaves() !dbg !12 {
entry:
  br label %loop, !dbg !13
loop:
  call void @__lockstep_exit(), !dbg !13
  br label %loop, !dbg !13
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "test.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "counts", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, scope: !4)
!6 = distinct !DISubprogram(name: "waits_for_less", file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 4, scope: !6)
!8 = distinct !DISubprogram(name: "changes", file: !1, line: 5, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 6, scope: !8)
!10 = distinct !DISubprogram(name: "serves", file: !1, line: 7, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 8, scope: !10)
!12 = distinct !DISubprogram(name: "leaves", file: !1, line: 9, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!13 = !DILocation(line: 10, scope: !12)
