// Asks the kernel for huge pages wherever a program asks it for memory. A compiler's own allocator
// does not, and on a virtual machine a fifth of its time went into being given two gigabytes page
// by page.
//
// usage: cc -shared -fPIC -o huge_pages.so huge_pages.c; LD_PRELOAD=$PWD/huge_pages.so PROGRAM
#define _GNU_SOURCE
#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void* mmap(void* address, size_t size, int protection, int flags, int file, off_t offset) {
  void* given = (void*)syscall(SYS_mmap, address, size, protection, flags, file, offset);
  if (given != MAP_FAILED && (flags & MAP_ANONYMOUS) != 0) {
    // Where the kernel has none or gives none, all is as before.
    const int number = errno;
    madvise(given, size, MADV_HUGEPAGE);
    errno = number;
  }
  return given;
}
