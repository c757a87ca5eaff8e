; Run mode: functions that read the thread's indices become part of the kernels, where the indices are values in
; registers, even if they ask not to be inlined.
; RUN: state-readers

; CHECK: define i32 @reads_nothing(i32 %x) #[[KEPT:[0-9]+]]
; CHECK-LABEL: define internal void @kernel.body(
; CHECK-NOT: call i32 @reads
; CHECK: call i32 @__lockstep_thread_x()
; CHECK: call i32 @reads_nothing(i32 %{{.*}})
; CHECK: call i32 @recursive(i32 %
; CHECK: attributes #[[KEPT]] = { noinline }
define void @kernel(ptr %to) !dbg !4 {
  %x = call i32 @reads_below()
  %same = call i32 @reads_nothing(i32 %x)
  %count = call i32 @recursive(i32 %same)
  ret void
}
define i32 @reads_below() noinline {
  %x = call i32 @reads()
  ret i32 %x
}
define i32 @reads() noinline {
  %x = call i32 @__lockstep_thread_x()
  ret i32 %x
}
; The wish of one that reads nothing counts, and one that calls itself cannot be inlined.
define i32 @reads_nothing(i32 %x) noinline {
  ret i32 %x
}
define i32 @recursive(i32 %x) {
  %y = call i32 @__lockstep_thread_y()
  %sum = call i32 @recursive(i32 %y)
  ret i32 %sum
}
declare i32 @__lockstep_thread_x()
declare i32 @__lockstep_thread_y()

@file = private constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@text.kernel = private constant [16 x i8] c"lockstep_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @text.kernel, ptr @file, i32 1, ptr null }], section "llvm.metadata"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "kernel", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
