// Mutex and SharedMutex with the annotations of clang's -Wthread-safety (preset `threads`).
//
// Mutexes are held for about a microsecond. If glibc supports it, a thread that waits for a mutex
// spins for a while before it sleeps, because sleeping and waking take ten times as long.
#pragma once

#include <pthread.h>

#include <shared_mutex>

#if defined(__clang__)
#define STATOR_THREAD_ANNOTATION(x) __attribute__((x))
#else
#define STATOR_THREAD_ANNOTATION(x)
#endif

#define STATOR_CAPABILITY(x) STATOR_THREAD_ANNOTATION(capability(x))
#define STATOR_SCOPED_CAPABILITY STATOR_THREAD_ANNOTATION(scoped_lockable)
#define STATOR_GUARDED_BY(x) STATOR_THREAD_ANNOTATION(guarded_by(x))
#define STATOR_REQUIRES(...) STATOR_THREAD_ANNOTATION(requires_capability(__VA_ARGS__))
#define STATOR_ACQUIRE(...) STATOR_THREAD_ANNOTATION(acquire_capability(__VA_ARGS__))
#define STATOR_RELEASE(...) STATOR_THREAD_ANNOTATION(release_capability(__VA_ARGS__))
#define STATOR_REQUIRES_SHARED(...) \
    STATOR_THREAD_ANNOTATION(requires_shared_capability(__VA_ARGS__))
#define STATOR_ACQUIRE_SHARED(...) STATOR_THREAD_ANNOTATION(acquire_shared_capability(__VA_ARGS__))
#define STATOR_RELEASE_SHARED(...) STATOR_THREAD_ANNOTATION(release_shared_capability(__VA_ARGS__))
// For a function that ensures at run time that the mutex is held, because a list determines the
// held mutexes.
#define STATOR_ASSERTS_HELD(...) STATOR_THREAD_ANNOTATION(assert_capability(__VA_ARGS__))
#define STATOR_ASSERTS_HELD_SHARED(...) \
    STATOR_THREAD_ANNOTATION(assert_shared_capability(__VA_ARGS__))
// Only for functions between which a lock passes in a way that Clang cannot follow. A mutex chosen
// at run time does not require it: a std::unique_lock holds it, which Clang ignores.
#define STATOR_NO_ANALYSIS STATOR_THREAD_ANNOTATION(no_thread_safety_analysis)

namespace stator::engine {

class STATOR_CAPABILITY("mutex") Mutex {
public:
    Mutex() = default;
    Mutex(const Mutex&) = delete;
    Mutex& operator=(const Mutex&) = delete;

    ~Mutex() { ::pthread_mutex_destroy(&mutex_); }

    void lock() STATOR_ACQUIRE() { ::pthread_mutex_lock(&mutex_); }

    // Returns true if it has locked the mutex.
    bool try_lock() STATOR_THREAD_ANNOTATION(try_acquire_capability(true)) {
        return ::pthread_mutex_trylock(&mutex_) == 0;
    }

    void unlock() STATOR_RELEASE() { ::pthread_mutex_unlock(&mutex_); }

private:
#ifdef PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP
    pthread_mutex_t mutex_ = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
#else
    pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
#endif
};

class STATOR_SCOPED_CAPABILITY MutexLock {
public:
    explicit MutexLock(Mutex& mutex) STATOR_ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }

    ~MutexLock() STATOR_RELEASE() { mutex_.unlock(); }

    MutexLock(const MutexLock&) = delete;
    MutexLock& operator=(const MutexLock&) = delete;

private:
    Mutex& mutex_;
};

// For state that every request reads and that rarely changes.
class STATOR_CAPABILITY("mutex") SharedMutex {
public:
    void lock() STATOR_ACQUIRE() { mutex_.lock(); }

    void unlock() STATOR_RELEASE() { mutex_.unlock(); }

    void lock_shared() STATOR_ACQUIRE_SHARED() { mutex_.lock_shared(); }

    void unlock_shared() STATOR_RELEASE_SHARED() { mutex_.unlock_shared(); }

private:
    std::shared_mutex mutex_;
};

class STATOR_SCOPED_CAPABILITY WriterLock {
public:
    explicit WriterLock(SharedMutex& mutex) STATOR_ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }

    ~WriterLock() STATOR_RELEASE() { mutex_.unlock(); }

    WriterLock(const WriterLock&) = delete;
    WriterLock& operator=(const WriterLock&) = delete;

private:
    SharedMutex& mutex_;
};

class STATOR_SCOPED_CAPABILITY ReaderLock {
public:
    explicit ReaderLock(SharedMutex& mutex) STATOR_ACQUIRE_SHARED(mutex) : mutex_(mutex) {
        mutex_.lock_shared();
    }

    ~ReaderLock() STATOR_RELEASE() { mutex_.unlock_shared(); }

    ReaderLock(const ReaderLock&) = delete;
    ReaderLock& operator=(const ReaderLock&) = delete;

private:
    SharedMutex& mutex_;
};

}  // namespace stator::engine
