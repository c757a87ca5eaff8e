; What a GPU does not have, and clang's front end accepts, is an error at the line of each call.
; RUN: refused-calls

; CHECK: error: a.cu:2:3: in function casts {{.*}}: dynamic_cast in device code: CUDA does not support it; use a virtual function instead
; CHECK: error: a.cu:3:3: in function casts {{.*}}: typeid in device code:
; CHECK: error: a.cu:4:3: in function casts {{.*}}: exceptions in device code: CUDA does not support them; return an error code instead
; CHECK-NOT: error
define void @casts(ptr %object) !dbg !4 {
  %other = call ptr @__dynamic_cast(ptr %object, ptr null, ptr null, i64 0), !dbg !5
  call void @__cxa_bad_typeid(), !dbg !6
  call void @__cxa_throw(ptr null, ptr null, ptr null), !dbg !7
  call void @__cxa_pure_virtual(), !dbg !7
  ret void
}

declare ptr @__dynamic_cast(ptr, ptr, ptr, i64)
declare void @__cxa_bad_typeid()
declare void @__cxa_throw(ptr, ptr, ptr)
declare void @__cxa_pure_virtual()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "casts", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
!6 = !DILocation(line: 3, column: 3, scope: !4)
!7 = !DILocation(line: 4, column: 3, scope: !4)
