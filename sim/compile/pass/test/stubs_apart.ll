; Check mode: the function that launches a kernel stays a function in the host half.
; RUN: stubs-apart -lockstep-host -lockstep-mode=check

; CHECK: define void @kernel() #[[APART:[0-9]+]]
; CHECK: define void @other() {
; CHECK: attributes #[[APART]] = { noinline }
define void @kernel() {
  %wrong = call i32 @__cudaPopCallConfiguration(ptr null, ptr null, ptr null, ptr null)
  ret void
}
define void @other() {
  call void @kernel()
  ret void
}
declare i32 @__cudaPopCallConfiguration(ptr, ptr, ptr, ptr)
