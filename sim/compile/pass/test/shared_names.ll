; Separate compilation: a static variable that clang declares under its own name and defines under a unique one gets one
; name, and the list of what host code uses is removed.
; RUN: shared-names

; CHECK-NOT: @__clang_gpu_used_external
; CHECK-NOT: @llvm.compiler.used
; CHECK: @_ZL7counter__static__1a2b = addrspace(7) global i32 3
; CHECK-NOT: @_ZL7counter =
@_ZL7counter__static__1a2b = addrspace(7) global i32 3
@_ZL7counter = external addrspace(7) global i32
; Nor does a definition of the same name give way, nor a declaration of another kind of memory.
; CHECK: @_ZL6factor = addrspace(7) global i32 4
; CHECK: @_ZL5table = external addrspace(8) global i32
@_ZL6factor__static__1a2b = addrspace(7) global i32 5
@_ZL6factor = addrspace(7) global i32 4
@_ZL5table__static__1a2b = addrspace(7) global i32 6
@_ZL5table = external addrspace(8) global i32
@__clang_gpu_used_external = internal global [1 x ptr] [ptr @kernel_of_another_file]
@llvm.compiler.used = appending global [1 x ptr] [ptr @__clang_gpu_used_external], section "llvm.metadata"

; CHECK-LABEL: define i32 @reads(
; CHECK-NEXT: %counter = load i32, ptr addrspace(7) @_ZL7counter__static__1a2b
; CHECK-NEXT: %factor = load i32, ptr addrspace(7) @_ZL6factor
; CHECK-NEXT: %entry = load i32, ptr addrspace(8) @_ZL5table
define i32 @reads() {
  %counter = load i32, ptr addrspace(7) @_ZL7counter
  %factor = load i32, ptr addrspace(7) @_ZL6factor
  %entry = load i32, ptr addrspace(8) @_ZL5table
  ret i32 %counter
}
declare void @kernel_of_another_file()
