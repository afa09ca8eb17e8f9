/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loaded into a program with LD_PRELOAD: makes its memory run out at a chosen call, or
 * its reads and writes short. From the environment:
 *     FAULT_MEMORY=N    the N-th allocation fails; N+: it and all that follow
 *     FAULT_LEAST=SIZE  only allocations of so many bytes are counted and refused
 *     FAULT_SHORT=1     read, write and their kin move half of what they are asked to
 *     FAULT_NO_TMPFILE=1  the file system knows no files without a name
 *     FAULT_LOG=FILE    made when a fault was met, with who asked for the memory
 *     FAULT_COUNT=FILE  gets the number of allocations
 * udunits2, FFTW and the libraries that draw (glib aborts, and pango stands on it) do not survive
 * their own lack of memory: what they allocate is neither counted nor refused, unless FAULT_ALL
 * is set. The drawing ones are told by where the call comes from, the others by what is called.
 * What libc calls within itself cannot be reached this way: strace does those. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static long memory_at;
static size_t memory_least;
static bool memory_after, everywhere, shorten, no_tmpfile;
static const char *log_path;
static atomic_long calls;
static _Thread_local int spared; /* how deep in a library that cannot do without */

static void watch_crashes(void);
static int find_drawing(struct dl_phdr_info *info, size_t size, void *context);

__attribute__((constructor)) static void begin(void)
{
    const char *least = getenv("FAULT_LEAST");
    memory_least = least ? strtoul(least, NULL, 10) : 0;
    everywhere = getenv("FAULT_ALL") != NULL;
    shorten = getenv("FAULT_SHORT") != NULL;
    no_tmpfile = getenv("FAULT_NO_TMPFILE") != NULL;
    log_path = getenv("FAULT_LOG");
    watch_crashes(); /* first: what it loads is not to be looked at */
    dl_iterate_phdr(find_drawing, NULL);
    unsetenv("LD_PRELOAD"); /* the programs that it starts are not meant */
    calls = 0;              /* what was asked for up to here is the loader's and this shim's own */
    const char *memory = getenv("FAULT_MEMORY");
    if (memory) {
        char *end;
        memory_at = strtol(memory, &end, 10);
        memory_after = *end == '+';
    }
}

__attribute__((destructor)) static void tell(void)
{
    const char *path = getenv("FAULT_COUNT");
    if (!path)
        return;
    char text[24];
    const int length = snprintf(text, sizeof text, "%ld\n", calls);
    const int fd = (int)syscall(SYS_open, path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    syscall(SYS_write, fd, text, length);
    syscall(SYS_close, fd);
}

/* which library a crash is in: the innermost that is not libc. The process is lost anyway */
/* NOLINTBEGIN(bugprone-signal-handler) */
static void crashed(int number)
{
    enum { DEPTH = 32 };
    void *frames[DEPTH];
    const int depth = backtrace(frames, DEPTH);
    for (int i = 2; i < depth; i++) { /* from this and the signal's own frame on */
        Dl_info info;
        if (!dladdr(frames[i], &info) || strstr(info.dli_fname, "/libc.so"))
            continue;
        dprintf(STDERR_FILENO, "fault: crashed in %s\n", info.dli_fname);
        backtrace_symbols_fd(frames, depth, STDERR_FILENO);
        break;
    }
    signal(number, SIG_DFL);
    raise(number);
}
/* NOLINTEND(bugprone-signal-handler) */

static void watch_crashes(void)
{
    void *frame;
    backtrace(&frame, 1); /* loads what it needs while there is memory */
    signal(SIGSEGV, crashed);
    signal(SIGABRT, crashed);
}

/* a call that was met, and where: the first one is the one to look at */
static void note(void)
{
    enum { DEPTH = 24 };
    void *frames[DEPTH];
    static atomic_flag noted = ATOMIC_FLAG_INIT;
    if (!log_path || atomic_flag_test_and_set(&noted))
        return;
    const int fd = (int)syscall(SYS_open, log_path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    syscall(SYS_write, fd, "met\n", 4);
    spared++; /* who asks where it was has what it needs */
    backtrace_symbols_fd(frames, backtrace(frames, DEPTH), fd);
    spared--;
    syscall(SYS_close, fd);
}

/* ---- memory */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/* the code of the libraries that draw */
static struct code {
    uintptr_t begin, end;
} drawing[32], through[3];
/* calls on behalf of others: the loader, too, which makes room for the thread that glib starts */
static const char *const between[] = {"/libc.so", "/libz.so", "/ld-linux"};
static size_t n_drawing;

static int find_drawing(struct dl_phdr_info *info, size_t size, void *context)
{
    static const char *const names[] = {
        "libglib-",   "libgobject-",   "libgio-",     "libpango",     "libcairo",
        "libpixman-", "libfontconfig", "libfreetype", "libharfbuzz",  "libfribidi",
        "libexpat",   "libthai",       "libdatrie",   "libgraphite2", "libpng16"};
    (void)size, (void)context;
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        found |= strstr(info->dlpi_name, names[i]) != NULL;
    size_t which = 0;
    while (which < 3 && !strstr(info->dlpi_name, between[which]))
        which++;
    for (int i = 0; (found || which < 3) && i < info->dlpi_phnum && n_drawing < 32; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD && (info->dlpi_phdr[i].p_flags & PF_X)) {
            const uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            const struct code code = {begin, begin + info->dlpi_phdr[i].p_memsz};
            if (which < 3)
                through[which] = code;
            else
                drawing[n_drawing++] = code;
        }
    return 0;
}

static bool is_drawing(const void *caller)
{
    for (size_t i = 0; i < n_drawing; i++)
        if ((uintptr_t)caller >= drawing[i].begin && (uintptr_t)caller < drawing[i].end)
            return true;
    return false;
}

/* by themselves, or through libc (strdup), the loader and zlib: cairo does not look at what its
 * compressing comes to */
static bool draws(const void *caller)
{
    enum { DEPTH = 8 };
    void *frames[DEPTH];
    if (is_drawing(caller))
        return true;
    bool for_another = false;
    for (size_t i = 0; i < 3; i++)
        for_another |= (uintptr_t)caller >= through[i].begin && (uintptr_t)caller < through[i].end;
    if (!for_another)
        return false;
    const int depth = backtrace(frames, DEPTH);
    for (int i = 0; i < depth; i++)
        if (is_drawing(frames[i]))
            return true;
    return false;
}

static bool memory_fails(size_t size, const void *caller)
{
    if (size < memory_least || ((spared > 0 || draws(caller)) && !everywhere))
        return false;
    const long call = ++calls;
    if (memory_at == 0)
        return false;
    if (call != memory_at && !(memory_after && call > memory_at))
        return false;
    note();
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return memory_fails(size, __builtin_return_address(0)) ? NULL : __libc_malloc(size);
}
void *calloc(size_t n, size_t size)
{
    return memory_fails(n * size, __builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}
void *realloc(void *old, size_t size)
{
    return memory_fails(size, __builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memory_fails(size, __builtin_return_address(0)) ? NULL
                                                           : __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size)
{
    return memory_fails(size, __builtin_return_address(0)) ? NULL
                                                           : __libc_memalign(alignment, size);
}

int posix_memalign(void **made, size_t alignment, size_t size)
{
    if (memory_fails(size, __builtin_return_address(0)))
        return ENOMEM;
    *made = __libc_memalign(alignment, size);
    return *made ? 0 : ENOMEM;
}

/* their arguments are at most four words, and none is a number in a floating-point register */
#define SPARE(name)                                                                         \
    void *name(void *a, void *b, void *c, void *d) /* NOLINT(bugprone-macro-parentheses) */ \
    {                                                                                       \
        void *(*real)(void *, void *, void *, void *);                                      \
        *(void **)&real = dlsym(RTLD_NEXT, #name);                                          \
        spared++;                                                                           \
        void *result = real(a, b, c, d);                                                    \
        spared--;                                                                           \
        return result;                                                                      \
    }
SPARE(ut_read_xml)
SPARE(ut_parse)
SPARE(ut_get_unit_by_name)
SPARE(ut_map_symbol_to_unit)
SPARE(ut_divide)
SPARE(ut_compare)
SPARE(ut_accept_visitor)
SPARE(ut_get_converter)
SPARE(fftw_plan_dft_r2c_1d)
SPARE(fftw_plan_dft_c2r_1d)
SPARE(fftw_execute)

/* ---- reads and writes */

static size_t some_of(size_t size)
{
    if (!shorten || size < 2)
        return size;
    note();
    return size / 2;
}

ssize_t read(int fd, void *to, size_t size) { return syscall(SYS_read, fd, to, some_of(size)); }

ssize_t write(int fd, const void *from, size_t size)
{
    return syscall(SYS_write, fd, from, some_of(size));
}

ssize_t pread(int fd, void *to, size_t size, off_t at)
{
    return syscall(SYS_pread64, fd, to, some_of(size), at);
}

ssize_t pread64(int fd, void *to, size_t size, off64_t at)
{
    return syscall(SYS_pread64, fd, to, some_of(size), at);
}

/* ---- a poorer file system */

static int open_as(int base, const char *path, int flags, mode_t mode)
{
    if (no_tmpfile && (flags & O_TMPFILE) == O_TMPFILE) {
        note();
        errno = EOPNOTSUPP;
        return -1;
    }
    return (int)syscall(SYS_openat, base, path, flags, mode);
}

static mode_t mode_of(int flags, va_list rest)
{
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return open_as(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return open_as(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

int openat(int base, const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return open_as(base, path, flags, mode);
}

int openat64(int base, const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return open_as(base, path, flags | O_LARGEFILE, mode);
}
