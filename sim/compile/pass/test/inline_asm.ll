; Inline PTX becomes instructions, calls of the runtime, or an error at its line.
; RUN: inline-asm
; RUN: inline-asm,entries -lockstep-engine=threads | --check-prefix=WAITS

; WAITS: kernel `synchronizes` runs on fibers: it waits at `__syncthreads` (a.cu:4)

; CHECK: error: a.cu:6:3: in function is_wrong {{.*}}: inline PTX: {{.*}}`fly`

; A register between two statements, and an operand that is both read and written.
; CHECK-LABEL: define i32 @computes(
; CHECK-NOT: asm
; CHECK: %[[SUM:.*]] = add i32 %a, %b
; CHECK-NOT: asm
; CHECK: shl i32
; CHECK-NOT: asm
; CHECK: ret i32 %
define i32 @computes(i32 %a, i32 %b) {
  %result = call i32 asm "$( .reg .u32 t; add.u32 t, $1, $2; shl.b32 $0, t, 1; $)", "=r,r,r"(i32 %a, i32 %b)
  ret i32 %result
}

; An address that is an operand stays the pointer that it is.
; CHECK-LABEL: define float @loads(
; CHECK-NOT: inttoptr
; CHECK: load float, ptr %from
define float @loads(ptr %from) {
  %number = call float asm sideeffect "ld.f32 $0, [$1];", "=f,l"(ptr %from)
  ret float %number
}

; CHECK-LABEL: define void @synchronizes(
; CHECK-NEXT: call void @__lockstep_syncthreads(
define void @synchronizes() !dbg !4 {
  call void asm sideeffect "bar.sync 0;", ""(), !dbg !5
  ret void, !dbg !5
}

; CHECK-LABEL: define i32 @is_wrong(
; CHECK-NEXT: ret i32 poison
define i32 @is_wrong(i32 %a) !dbg !6 {
  %result = call i32 asm "fly.u32 $0, $1;", "=r,r"(i32 %a), !dbg !7
  ret i32 %result
}

@file = private constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@text.kernel = private constant [16 x i8] c"lockstep_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @synchronizes, ptr @text.kernel, ptr @file, i32 1, ptr null }], section "llvm.metadata"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "synchronizes", file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 4, column: 3, scope: !4)
!6 = distinct !DISubprogram(name: "is_wrong", file: !1, line: 5, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 6, column: 3, scope: !6)
