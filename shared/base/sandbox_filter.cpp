#include "shared/base/sandbox_filter.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <vector>

namespace lockstep {
namespace {

#if defined(__x86_64__)
constexpr unsigned kProcessor = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr unsigned kProcessor = AUDIT_ARCH_AARCH64;
#else
#error "no table of system calls for this processor"
#endif

// Numbers from here on are calls of the x32 ABI, under which every call has another number.
constexpr unsigned kFirstOfX32 = 0x40000000;

constexpr unsigned kNamespaces =
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

// Refused as calls that the kernel does not have, so that libraries take another way: for clone3, whose flags no filter
// can read, the call `clone`.
constexpr unsigned kAbsent[] = {
    __NR_clone3,       __NR_memfd_create, __NR_io_uring_setup, __NR_io_uring_enter, __NR_io_uring_register,
#ifdef __NR_memfd_secret
    __NR_memfd_secret,
#endif
};

constexpr unsigned kForbidden[] = {
    // Memory that belongs to no process.
    __NR_shmget,
    __NR_shmat,
    __NR_shmctl,
    __NR_shmdt,
    __NR_msgget,
    __NR_msgsnd,
    __NR_msgrcv,
    __NR_msgctl,
    __NR_semget,
    __NR_semop,
    __NR_semtimedop,
    __NR_semctl,
    __NR_mq_open,
    // Memory of the kernel: what waits in sockets, and pages that pipes keep. A socket may also leave the network's
    // namespace (AF_VSOCK).
    __NR_socket,
    __NR_socketpair,
    __NR_vmsplice,
    // Namespaces and mounts.
    __NR_unshare,
    __NR_setns,
    __NR_mount,
    __NR_umount2,
    __NR_fsopen,
    __NR_fsconfig,
    __NR_fsmount,
    __NR_fspick,
    __NR_move_mount,
    __NR_open_tree,
    __NR_pivot_root,
    __NR_chroot,
    __NR_swapon,
    __NR_swapoff,
#ifdef __NR_mount_setattr
    __NR_mount_setattr,
#endif
    // Other processes.
    __NR_ptrace,
    __NR_process_vm_readv,
    __NR_process_vm_writev,
    __NR_kcmp,
#ifdef __NR_pidfd_getfd
    __NR_pidfd_getfd,
#endif
#ifdef __NR_process_madvise
    __NR_process_madvise,
#endif
    // The kernel itself, and what it does for few.
    __NR_bpf,
    __NR_perf_event_open,
    __NR_userfaultfd,
    __NR_keyctl,
    __NR_add_key,
    __NR_request_key,
    __NR_kexec_load,
    __NR_kexec_file_load,
    __NR_init_module,
    __NR_finit_module,
    __NR_delete_module,
    __NR_reboot,
    __NR_syslog,
    __NR_acct,
    __NR_quotactl,
    __NR_fanotify_init,
    __NR_open_by_handle_at,
    __NR_settimeofday,
    __NR_clock_settime,
    __NR_adjtimex,
    __NR_clock_adjtime,
    __NR_sethostname,
    __NR_setdomainname,
    __NR_vhangup,
#ifdef __x86_64__
    __NR_modify_ldt,
    __NR_iopl,
    __NR_ioperm,
    __NR_uselib,
    __NR_ustat,
    __NR_sysfs,
#endif
};

class Program {
 public:
  void Load(unsigned offset) { Add(BPF_LD | BPF_W | BPF_ABS, offset); }
  void FailIf(unsigned short comparison, unsigned value, int error) {
    Add(BPF_JMP | comparison | BPF_K, value, 0, 1);
    Fail(error);
  }
  void FailUnless(unsigned value, int error) {
    Add(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
    Fail(error);
  }
  // Only for the call with this number; it ends the program.
  void FailIfAnyBit(unsigned call, unsigned argument, unsigned bits, int error) {
    Add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
    Load(offsetof(seccomp_data, args) + argument * sizeof(__u64));  // its lower half, as the processors are
    FailIf(BPF_JSET, bits, error);
    Allow();
  }
  void Allow() { Add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW); }

  std::string Bytes() const {
    return {reinterpret_cast<const char*>(code_.data()), code_.size() * sizeof(sock_filter)};
  }

 private:
  void Fail(int error) { Add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<unsigned>(error)); }
  void Add(unsigned kind, unsigned value, unsigned char if_true = 0, unsigned char if_false = 0) {
    code_.push_back({static_cast<__u16>(kind), if_true, if_false, value});
  }

  std::vector<sock_filter> code_;
};

}  // namespace

std::string SandboxFilter() {
  Program program;
  // A call of another ABI, as one of 32 bits, has a number of another table.
  program.Load(offsetof(seccomp_data, arch));
  program.FailUnless(kProcessor, ENOSYS);
  program.Load(offsetof(seccomp_data, nr));
  program.FailIf(BPF_JGE, kFirstOfX32, ENOSYS);
  for (const unsigned call : kAbsent) program.FailIf(BPF_JEQ, call, ENOSYS);
  for (const unsigned call : kForbidden) program.FailIf(BPF_JEQ, call, EPERM);
  program.FailIfAnyBit(__NR_clone, 0, kNamespaces, EPERM);
  program.Allow();
  return program.Bytes();
}

}  // namespace lockstep
