// A library to preload (LD_PRELOAD) that makes one call to the system fail: the WPGA_FAIL_AT-th call of
// WPGA_FAIL_CALL (a name below; malloc is all that allocates) after the
// program has taken over its signals, counted from 1.  WPGA_FAIL_REPORT is a file made when it failed, which
// says "hdf5" if the call was made inside the HDF5 library, "told" if it was a write to standard error.
// WPGA_FAIL_ON=1: all later ones fail too.
#include <dirent.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

namespace {

// Without memory of its own: malloc is one of the calls.
struct Plan {
  const char* call = std::getenv("WPGA_FAIL_CALL");
  const char* report = std::getenv("WPGA_FAIL_REPORT");
  long at = std::getenv("WPGA_FAIL_AT") ? std::atol(std::getenv("WPGA_FAIL_AT")) : 0;
  bool for_ever = std::getenv("WPGA_FAIL_ON") != nullptr;
};

std::atomic<bool> begun = false;
std::atomic<long> count = 0;

bool made_by_hdf5() {
  std::array<void*, 64> frames;
  const int depth = backtrace(frames.data(), static_cast<int>(frames.size()));
  for (int frame = 0; frame < depth; ++frame) {
    Dl_info place;
    if (dladdr(frames[static_cast<std::size_t>(frame)], &place) && place.dli_fname &&
        std::strstr(place.dli_fname, "libhdf5"))
      return true;
  }
  return false;
}

void tell(const char* report, bool to_standard_error) {
  const long file = syscall(SYS_openat, AT_FDCWD, report, O_CREAT | O_WRONLY, 0644);
  if (const char* word = to_standard_error ? "told" : made_by_hdf5() ? "hdf5" : nullptr)
    syscall(SYS_write, file, word, std::strlen(word));
  syscall(SYS_close, file);
}

bool fails(const char* call, bool to_standard_error = false) {
  if (!begun) return false;
  static const Plan plan;
  if (!plan.call || std::strcmp(plan.call, call) != 0) return false;
  const long now = ++count;
  if (now != plan.at && !(plan.for_ever && now > plan.at)) return false;
  if (plan.report && now == plan.at) tell(plan.report, to_standard_error);
  return true;
}

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

template <class Result>
Result failed(int error, Result result) {
  errno = error;
  return result;
}

}  // namespace

extern "C" {

int pthread_sigmask(int how, const sigset_t* set, sigset_t* old) {
  static auto* const next = real<int(int, const sigset_t*, sigset_t*)>("pthread_sigmask");
  begun = true;
  return next(how, set, old);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  if (fails("open")) return failed(EMFILE, -1);
  static auto* const next = real<int(const char*, int, mode_t)>("open");
  return next(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  if (fails("open")) return failed(EMFILE, -1);
  static auto* const next = real<int(const char*, int, mode_t)>("open64");
  return next(path, flags, mode);
}

ssize_t read(int file, void* into, size_t size) {
  if (fails("read")) return failed<ssize_t>(EIO, -1);
  static auto* const next = real<ssize_t(int, void*, size_t)>("read");
  return next(file, into, size);
}

// What a hardened program calls where the compiler knows the size of the buffer.
ssize_t __read_chk(int file, void* into, size_t size, size_t) { return read(file, into, size); }

ssize_t write(int file, const void* bytes, size_t size) {
  if (fails("write", file == STDERR_FILENO)) return failed<ssize_t>(ENOSPC, -1);
  static auto* const next = real<ssize_t(int, const void*, size_t)>("write");
  return next(file, bytes, size);
}

int close(int file) {
  static auto* const next = real<int(int)>("close");
  if (!fails("close")) return next(file);
  next(file);
  return failed(EIO, -1);
}

int rename(const char* from, const char* to) {
  if (fails("rename")) return failed(EIO, -1);
  static auto* const next = real<int(const char*, const char*)>("rename");
  return next(from, to);
}

int fsync(int file) {
  if (fails("fsync")) return failed(EIO, -1);
  static auto* const next = real<int(int)>("fsync");
  return next(file);
}

int fchmod(int file, mode_t mode) {
  if (fails("fchmod")) return failed(EIO, -1);
  static auto* const next = real<int(int, mode_t)>("fchmod");
  return next(file, mode);
}

int mkdir(const char* path, mode_t mode) {
  if (fails("mkdir")) return failed(ENOSPC, -1);
  static auto* const next = real<int(const char*, mode_t)>("mkdir");
  return next(path, mode);
}

int fstat(int file, struct stat* status) {
  if (fails("fstat")) return failed(EIO, -1);
  static auto* const next = real<int(int, struct stat*)>("fstat");
  return next(file, status);
}

int stat(const char* path, struct stat* status) {
  if (fails("stat")) return failed(EIO, -1);
  static auto* const next = real<int(const char*, struct stat*)>("stat");
  return next(path, status);
}

int stat64(const char* path, struct stat64* status) {
  if (fails("stat")) return failed(EIO, -1);
  static auto* const next = real<int(const char*, struct stat64*)>("stat64");
  return next(path, status);
}

char* getcwd(char* into, size_t size) {
  if (fails("getcwd")) return failed<char*>(EACCES, nullptr);
  static auto* const next = real<char*(char*, size_t)>("getcwd");
  return next(into, size);
}

char* __getcwd_chk(char* into, size_t size, size_t) { return getcwd(into, size); }

int flock(int file, int operation) {
  if (fails("flock")) return failed(ENOLCK, -1);
  static auto* const next = real<int(int, int)>("flock");
  return next(file, operation);
}

int ftruncate(int file, off_t size) {
  if (fails("ftruncate")) return failed(ENOSPC, -1);
  static auto* const next = real<int(int, off_t)>("ftruncate");
  return next(file, size);
}

int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }

int mkostemp(char* name, int flags) {
  if (fails("mkostemp")) return failed(EACCES, -1);
  static auto* const next = real<int(char*, int)>("mkostemp");
  return next(name, flags);
}

ssize_t pread(int file, void* into, size_t size, off_t at) {
  if (fails("pread")) return failed<ssize_t>(EIO, -1);
  static auto* const next = real<ssize_t(int, void*, size_t, off_t)>("pread");
  return next(file, into, size, at);
}

ssize_t pread64(int file, void* into, size_t size, off64_t at) { return pread(file, into, size, at); }
ssize_t __pread_chk(int file, void* into, size_t size, off_t at, size_t) {
  return pread(file, into, size, at);
}
ssize_t __pread64_chk(int file, void* into, size_t size, off64_t at, size_t) {
  return pread(file, into, size, at);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t at) {
  if (fails("pwrite")) return failed<ssize_t>(ENOSPC, -1);
  static auto* const next = real<ssize_t(int, const void*, size_t, off_t)>("pwrite");
  return next(file, bytes, size, at);
}

ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) {
  return pwrite(file, bytes, size, at);
}

DIR* opendir(const char* path) {
  if (fails("opendir")) return failed<DIR*>(EMFILE, nullptr);
  static auto* const next = real<DIR*(const char*)>("opendir");
  return next(path);
}

int socketpair(int domain, int type, int protocol, int* ends) {
  if (fails("socketpair")) return failed(EMFILE, -1);
  static auto* const next = real<int(int, int, int, int*)>("socketpair");
  return next(domain, type, protocol, ends);
}

int poll(struct pollfd* waiting, nfds_t number, int milliseconds) {
  if (fails("poll")) return failed(ENOMEM, -1);
  static auto* const next = real<int(struct pollfd*, nfds_t, int)>("poll");
  return next(waiting, number, milliseconds);
}

int __poll_chk(struct pollfd* waiting, nfds_t number, int milliseconds, size_t) {
  return poll(waiting, number, milliseconds);
}

ssize_t send(int socket, const void* bytes, size_t size, int flags) {
  if (fails("send")) return failed<ssize_t>(EPIPE, -1);
  static auto* const next = real<ssize_t(int, const void*, size_t, int)>("send");
  return next(socket, bytes, size, flags);
}

ssize_t recv(int socket, void* into, size_t size, int flags) {
  if (fails("recv")) return failed<ssize_t>(ECONNRESET, -1);
  static auto* const next = real<ssize_t(int, void*, size_t, int)>("recv");
  return next(socket, into, size, flags);
}

ssize_t __recv_chk(int socket, void* into, size_t size, size_t, int flags) {
  return recv(socket, into, size, flags);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) {
  if (fails("pthread_create")) return EAGAIN;
  static auto* const next =
      real<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
  return next(thread, attributes, start, argument);
}

pid_t fork() {
  if (fails("fork")) return failed(EAGAIN, -1);
  static auto* const next = real<pid_t()>("fork");
  return next();
}

void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) {
  if (fails("mmap")) return failed(ENOMEM, MAP_FAILED);
  static auto* const next = real<void*(void*, size_t, int, int, int, off_t)>("mmap");
  return next(at, size, protection, flags, file, offset);
}

// glibc's own allocators have other names too, so that dlsym, which allocates, need not find them.
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* block, size_t size);
void* __libc_memalign(size_t alignment, size_t size);

void* malloc(size_t size) { return fails("malloc") ? failed<void*>(ENOMEM, nullptr) : __libc_malloc(size); }

void* calloc(size_t number, size_t size) {
  return fails("malloc") ? failed<void*>(ENOMEM, nullptr) : __libc_calloc(number, size);
}

void* realloc(void* block, size_t size) {
  return fails("malloc") ? failed<void*>(ENOMEM, nullptr) : __libc_realloc(block, size);
}

void* aligned_alloc(size_t alignment, size_t size) {
  return fails("malloc") ? failed<void*>(ENOMEM, nullptr) : __libc_memalign(alignment, size);
}

int posix_memalign(void** block, size_t alignment, size_t size) {
  if (fails("malloc")) return ENOMEM;
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

}  // extern "C"
