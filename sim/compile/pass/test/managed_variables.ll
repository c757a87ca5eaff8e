; A __managed__ variable is one object for both halves: the device half exports its own.
; RUN: device-variables,managed-variables -lockstep-unit=u1
; RUN: managed-variables -lockstep-unit=u1 -lockstep-rdc | --check-prefix=SHARED

; The unit's name tells it from another file's of the same name; files that share device code share the variable, and host
; code of other files names it plainly.
; CHECK: @__device__counter.u1 = hidden global i32 3
; CHECK: @__device___ZL4mine.u1 = hidden global i32 4
; SHARED: @__device__counter = hidden global i32 3
; SHARED: @__device___ZL4mine.u1 = hidden global i32 4
@counter = addrspace(7) externally_initialized global i32 3
@_ZL4mine__static__1a2b = addrspace(7) externally_initialized global i32 4
; A variable that is not managed stays the device half's.
; CHECK: @other = global i32 5
; SHARED: @other = global i32 5
; SHARED: @counter = hidden alias i32, ptr @__device__counter
@other = addrspace(7) externally_initialized global i32 5

; CHECK-LABEL: define i32 @reads(
; CHECK-NEXT: %counter = load i32, ptr @__device__counter.u1
define i32 @reads() {
  %counter = load i32, ptr addrspacecast (ptr addrspace(7) @counter to ptr)
  ret i32 %counter
}

@text = private constant [17 x i8] c"lockstep_managed\00", section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr addrspacecast (ptr addrspace(7) @counter to ptr), ptr @text, ptr null, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr addrspacecast (ptr addrspace(7) @_ZL4mine__static__1a2b to ptr), ptr @text, ptr null, i32 1, ptr null }], section "llvm.metadata"
