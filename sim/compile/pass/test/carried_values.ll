; Values that a loop with a barrier only carries to its end lie in the frame, in a place that the runtime knows.
; RUN: carried-values -lockstep-mode=check

; The counter and what is computed from it: the first words are the runtime's. The bound decides, and stays.
; CHECK-LABEL: define i32 @carries(
; CHECK: %[[ROOM:.*]] = alloca { i64, i64, i64, i32, i32, i32 }
; CHECK: store i64 0, ptr %[[ROOM]]
; CHECK: call void @__lockstep_check_carries(ptr %[[ROOM]], i64 {{[0-9]+}})
; CHECK: loop:
; CHECK: phi i32 [ %count, %entry ], [ %less, %loop ]
; CHECK-NOT: phi
; CHECK: call void @__lockstep_syncthreads()
; CHECK: load volatile i32
; CHECK: end:
; CHECK: call void @__lockstep_check_carries_no_more(ptr %[[ROOM]])
; CHECK-NEXT: ret i32
define i32 @carries(i32 %count) !dbg !11 {
entry:
  br label %loop
loop:
  %left = phi i32 [ %count, %entry ], [ %less, %loop ]
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @__lockstep_syncthreads()
  %less = sub i32 %left, 1
  %next = add i32 %n, 1
  %more = icmp sgt i32 %less, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}

; What nobody uses is taken away.
; CHECK-LABEL: define i32 @unused(
; CHECK: call void @__lockstep_check_carries(
; CHECK: loop:
; CHECK-NOT: %nobody_either = phi
; CHECK: ret i32
define i32 @unused(i32 %count) !dbg !12 {
entry:
  br label %loop
loop:
  %left = phi i32 [ %count, %entry ], [ %less, %loop ]
  %nobody = phi i32 [ 0, %entry ], [ %left, %loop ]
  %nobody_either = phi i32 [ 0, %entry ], [ %nobody, %loop ]
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @__lockstep_syncthreads()
  %less = sub i32 %left, 1
  %next = add i32 %n, 1
  %more = icmp sgt i32 %less, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}

; Memory, a call and a branch each need the number.
; CHECK-LABEL: define i32 @needs(
; CHECK-NOT: __lockstep_check_carries
; CHECK-LABEL: define i32 @calls(
; CHECK-NOT: __lockstep_check_carries
; CHECK-LABEL: define i32 @branches(
; CHECK-NOT: __lockstep_check_carries
define i32 @needs(ptr %to, i32 %count) !dbg !13 {
entry:
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @__lockstep_syncthreads()
  %next = add i32 %n, 1
  store i32 %next, ptr %to
  %seen = load volatile i32, ptr %to
  %more = icmp sgt i32 %seen, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}
define i32 @calls(ptr %at) !dbg !14 {
entry:
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @__lockstep_syncthreads()
  %next = add i32 %n, 1
  call void @uses(i32 %n)
  %seen = load volatile i32, ptr %at
  %more = icmp sgt i32 %seen, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}
define i32 @branches(ptr %at) !dbg !15 {
entry:
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @__lockstep_syncthreads()
  %next = add i32 %n, 1
  %is_odd = trunc i32 %n to i1
  br i1 %is_odd, label %end, label %loop
end:
  ret i32 %next
}

; An outer loop needs what the inner one carries.
; CHECK-LABEL: define void @turns(
; CHECK-NOT: __lockstep_check_carries
define void @turns(i32 %count) !dbg !16 {
entry:
  br label %outer
outer:
  %all = phi i32 [ 0, %entry ], [ %sum, %latch ]
  br label %loop
loop:
  %left = phi i32 [ 3, %outer ], [ %less, %loop ]
  %n = phi i32 [ 0, %outer ], [ %next, %loop ]
  call void @__lockstep_syncthreads()
  %less = sub i32 %left, 1
  %next = add i32 %n, 1
  %more = icmp sgt i32 %less, 0
  br i1 %more, label %loop, label %latch
latch:
  %sum = add i32 %all, %next
  %again = icmp slt i32 %sum, %count
  br i1 %again, label %outer, label %end
end:
  ret void
}

; Without a barrier, other checks look at the loop.
; CHECK-LABEL: define i32 @meets_nobody(
; CHECK-NOT: __lockstep_check_carries
; CHECK: ret i32
define i32 @meets_nobody(ptr %at) !dbg !17 {
entry:
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %n, 1
  %seen = load volatile i32, ptr %at
  %more = icmp sgt i32 %seen, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}

declare void @__lockstep_syncthreads()
declare void @uses(i32)
@wait = private constant [15 x i8] c"lockstep_waits\00", section "llvm.metadata"
@file = private constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @__lockstep_syncthreads, ptr @wait, ptr @file, i32 1, ptr null }], section "llvm.metadata"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!11 = distinct !DISubprogram(name: "carries", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!12 = distinct !DISubprogram(name: "unused", file: !1, line: 2, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!13 = distinct !DISubprogram(name: "needs", file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!14 = distinct !DISubprogram(name: "calls", file: !1, line: 4, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!15 = distinct !DISubprogram(name: "branches", file: !1, line: 5, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!16 = distinct !DISubprogram(name: "turns", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!17 = distinct !DISubprogram(name: "meets_nobody", file: !1, line: 7, type: !3, unit: !0, spFlags: DISPFlagDefinition)
