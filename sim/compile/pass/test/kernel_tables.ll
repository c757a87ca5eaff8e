; The annotated functions become kernels' bodies, each with a row in the unit's table: its entry, its bounds, what of the
; modelled it may use.
; RUN: annotations,kernel-bodies | --check-prefix=BODIES
; RUN: tables,kernel-bodies,modelled-features,finished-tables -lockstep-engine=threads -lockstep-architecture=80

; Without debug information, a kernel's parameters cannot be found. What is not annotated is no kernel.
; BODIES: error: {{.*}}Lockstep cannot compile a kernel marked `nodebug`
; BODIES-NOT: error
; BODIES-NOT: @llvm.global.annotations
; BODIES: define void @without_debug()
; BODIES: define void @ticks()
; BODIES: define internal void @plain.body(i32 %0,
; BODIES: define internal void @bounded.body(ptr noalias readonly "lockstep-of-launch" %0, i32 %1,

; 0 threads at most, plain loops, the first function, sm_80, no cluster, nothing modelled.
; CHECK: @lockstep.kernels = {{.*}}ptr null, ptr @plain.block, {{[^}]*}}, i32 0, i32 0, i32 0, i32 80, i32 0, i32 0, i32 0, i32 0, ptr @{{[0-9]+}} }
; 128 threads at most, fibers, the second function, a cluster of 2 x 3 x 1, math functions (1), and code of another
; unit (1 << 31).
; CHECK-SAME: ptr @bounded.thread, ptr null, {{[^}]*}}, i32 128, i32 1, i32 1, i32 80, i32 2, i32 3, i32 1, i32 -2147483647, ptr @{{[0-9]+}} }]
; The unit's features are those of all its functions, which others may call: clocks too (1 << 5).
; CHECK: @lockstep.unit = {{.*}}, i32 2, i32 0, i32 33, i64 0, ptr @lockstep.operands, i64 0 }
define void @plain() !dbg !4 {
  ret void
}
define void @bounded(float %x) !dbg !6 {
  %x.addr = alloca float
  store float %x, ptr %x.addr
    #dbg_declare(ptr %x.addr, !7, !DIExpression(), !8)
  %number = load float, ptr %x.addr
  %sine = call float @__lockstep_math_sinf(float %number)
  ; A rounding is exact.
  %narrow = call float @__lockstep_math_add_rounded(float %sine)
  call void @foreign(), !dbg !8
  ret void
}
define void @without_debug() {
  ret void
}
define void @ticks() !dbg !5 {
  %now = call i64 @__lockstep_clock()
  ret void
}
declare float @__lockstep_math_sinf(float)
declare float @__lockstep_math_add_rounded(float)
declare i64 @__lockstep_clock()
declare void @foreign()

@bound = private constant { i32 } { i32 128 }, section "llvm.metadata"
@cluster = private constant { i32, i32, i32 } { i32 2, i32 3, i32 1 }, section "llvm.metadata"
@file = private constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@text.kernel = private constant [16 x i8] c"lockstep_kernel\00", section "llvm.metadata"
@text.launch_bounds = private constant [23 x i8] c"lockstep_launch_bounds\00", section "llvm.metadata"
@text.cluster = private constant [17 x i8] c"lockstep_cluster\00", section "llvm.metadata"
@llvm.global.annotations = appending global [5 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @plain, ptr @text.kernel, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @bounded, ptr @text.kernel, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @bounded, ptr @text.launch_bounds, ptr @file, i32 1, ptr @bound },
  { ptr, ptr, ptr, i32, ptr } { ptr @bounded, ptr @text.cluster, ptr @file, i32 1, ptr @cluster },
  { ptr, ptr, ptr, i32, ptr } { ptr @without_debug, ptr @text.kernel, ptr @file, i32 1, ptr null }], section "llvm.metadata"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "plain", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "ticks", file: !1, line: 5, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "bounded", file: !1, line: 2, type: !9, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocalVariable(name: "x", arg: 1, scope: !6, file: !1, line: 2, type: !10)
!8 = !DILocation(line: 3, column: 3, scope: !6)
!9 = !DISubroutineType(types: !{null, !10})
!10 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
