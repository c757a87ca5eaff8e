; A loop that waits for another thread lets other threads run in each iteration.
; RUN: polls -lockstep-mode=check

; CHECK-LABEL: define void @until_set(
; CHECK: %value = load volatile i32, {{.*}}!lockstep.awaited
; CHECK: call void @__lockstep_poll(ptr @lockstep.sites)
; CHECK-NEXT: br i1 %is_set
define void @until_set(ptr %flag) !dbg !4 {
entry:
  br label %loop, !dbg !5
loop:
  %value = load volatile i32, ptr %flag, !dbg !5
  %is_set = icmp ne i32 %value, 0
  br i1 %is_set, label %end, label %loop, !dbg !5
end:
  ret void, !dbg !5
}

; CHECK-LABEL: define void @lock(
; CHECK: cmpxchg {{.*}}!lockstep.awaited
; CHECK: call void @__lockstep_poll(
; CHECK-NEXT: br i1 %won
define void @lock(ptr %mutex) !dbg !6 {
entry:
  br label %loop, !dbg !7
loop:
  %pair = cmpxchg ptr %mutex, i32 0, i32 1 acquire acquire, !dbg !7
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %end, label %loop, !dbg !7
end:
  ret void, !dbg !7
}

; Its exit does not depend on the read.
; CHECK-LABEL: define void @counts(
; CHECK-NOT: lockstep
; CHECK: ret void
define void @counts(ptr %a, i32 %count) !dbg !8 {
entry:
  br label %loop, !dbg !9
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %value = load volatile i32, ptr %a, !dbg !9
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end, !dbg !9
end:
  ret void, !dbg !9
}

; A plain read: CUDA lets the compiler read it once, so a loop cannot wait for it.
; CHECK-LABEL: define void @walks(
; CHECK-NOT: lockstep
; CHECK: ret void
define void @walks(ptr %list) !dbg !10 {
entry:
  br label %loop, !dbg !11
loop:
  %node = phi ptr [ %list, %entry ], [ %next, %loop ]
  %next = load ptr, ptr %node, !dbg !11
  %is_end = icmp eq ptr %next, null
  br i1 %is_end, label %end, label %loop, !dbg !11
end:
  ret void, !dbg !11
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "until_set", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
!6 = distinct !DISubprogram(name: "lock", file: !1, line: 11, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 12, column: 3, scope: !6)
!8 = distinct !DISubprogram(name: "counts", file: !1, line: 21, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 22, column: 3, scope: !8)
!10 = distinct !DISubprogram(name: "walks", file: !1, line: 31, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 32, column: 3, scope: !10)
