; Library code is told from the program's: its instructions are marked before they are inlined into the program's lines,
; so that check mode shows neither their branches nor their atomics' orders as the program's.
; RUN: library-code -lockstep-mode=check -lockstep-library=/library | --check-prefix=MARKS
; RUN: relaxed-atomics -lockstep-mode=check -lockstep-library=/library | --check-prefix=ORDERS
; RUN: library-code-apart,inlined-code -lockstep-mode=check -lockstep-library=/library
; RUN: library-code-apart,inlined-code -lockstep-mode=record -lockstep-library=/library | --check-prefix=RECORD

; Library functions become part of the lines that call them, even if they ask not to be; in recordings, the program's
; own stay functions, even if they ask to be inlined. In check mode, the program's wish counts.
; CHECK-LABEL: define i32 @program(
; CHECK-NOT: call
; CHECK: atomicrmw add ptr %counter, i32 1 acq_rel
; CHECK-NOT: call
; CHECK: ret i32
; RECORD-LABEL: define i32 @program(
; RECORD: atomicrmw add
; RECORD: call i32 @of_the_program(
; MARKS-LABEL: define i32 @program(
; MARKS-NOT: !lockstep.library
; MARKS: ret i32
define i32 @program(ptr %counter) !dbg !4 {
  %old = call i32 @of_the_library(ptr %counter), !dbg !5
  %new = call i32 @of_the_program(i32 %old), !dbg !5
  ret i32 %new, !dbg !5
}

; Without a place it is the library's, too: most of it is compiled without debug information.
; MARKS-LABEL: define i32 @of_the_library(
; MARKS-NEXT: atomicrmw {{.*}}!lockstep.library
; MARKS-NEXT: ret i32 %old{{.*}}!lockstep.library
; MARKS-LABEL: define i32 @without_place(
; MARKS-NEXT: atomicrmw {{.*}}!lockstep.library
; Its acq_rel is for the compiler's sake and CUDA's atomics are relaxed; what inline PTX orders itself is meant.
; ORDERS-LABEL: define i32 @of_the_library(
; ORDERS-NEXT: atomicrmw {{.*}}!lockstep.relaxed
; ORDERS-LABEL: define i32 @without_place(
; ORDERS-NEXT: %old = atomicrmw add ptr %counter, i32 1 acq_rel, align 4, !lockstep.relaxed
; ORDERS-NEXT: %released = atomicrmw add ptr %counter, i32 1 release, align 4{{$}}
; ORDERS-NEXT: %swapped = cmpxchg ptr %counter, i32 0, i32 1 acq_rel monotonic, align 4, !lockstep.relaxed
; ORDERS-NEXT: %ordered = atomicrmw add ptr %counter, i32 1 acq_rel, align 4, !lockstep.ordered !{{[0-9]+$}}
define i32 @of_the_library(ptr %counter) noinline !dbg !6 {
  %old = atomicrmw add ptr %counter, i32 1 acq_rel, !dbg !7
  ret i32 %old, !dbg !7
}
define i32 @without_place(ptr %counter) {
  %old = atomicrmw add ptr %counter, i32 1 acq_rel
  %released = atomicrmw add ptr %counter, i32 1 release
  %swapped = cmpxchg ptr %counter, i32 0, i32 1 acq_rel monotonic
  %ordered = atomicrmw add ptr %counter, i32 1 acq_rel, !lockstep.ordered !3
  ret i32 %old
}

; MARKS-LABEL: define i32 @of_the_program(
; MARKS-NOT: !lockstep.library
; MARKS: ret i32
; ORDERS-LABEL: define i32 @of_the_program(
; ORDERS-NOT: !lockstep.relaxed
; ORDERS: ret i32
define i32 @of_the_program(i32 %old) alwaysinline !dbg !8 {
  %place = alloca i32
  %before = atomicrmw add ptr %place, i32 %old acq_rel, !dbg !9
  ret i32 %before, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{}
!4 = distinct !DISubprogram(name: "program", file: !1, line: 1, type: !11, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
!6 = distinct !DISubprogram(name: "of_the_library", file: !10, line: 1, type: !11, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 2, column: 3, scope: !6)
!8 = distinct !DISubprogram(name: "of_the_program", file: !1, line: 3, type: !11, unit: !0, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 4, column: 3, scope: !8)
!10 = !DIFile(filename: "inner/../atomics.h", directory: "/library")
!11 = !DISubroutineType(types: !{})
