// The C library's locks, as this program has them: an actor hands its baton on before it locks.
#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>

#include "tests/races/baton.hpp"

#define STATOR_INTERPOSED extern "C" __attribute__((visibility("default"), used))

namespace {

using stator::races::Baton;

// Calls the C library's function.
template <class Lock>
int real(const char* name, std::atomic<void*>& function, Lock* lock) {
    void* found = function.load(std::memory_order_relaxed);
    if (found == nullptr) function.store(found = ::dlsym(RTLD_NEXT, name));
    return reinterpret_cast<int (*)(Lock*)>(found)(lock);
}

// A lock that no actor holds belongs to a thread of the engine, which needs no baton.
template <class Lock>
int lock_in_turn(
    const char* name, std::atomic<void*>& function, Lock* lock, int (*attempt)(Lock*)
) {
    Baton* const baton = Baton::of_this_thread();
    if (baton == nullptr) return real(name, function, lock);
    baton->pass();
    int result = attempt(lock);
    while (result == EBUSY && baton->wait()) result = attempt(lock);
    return result == EBUSY ? real(name, function, lock) : result;
}

std::atomic<void*> mutex_lock;
std::atomic<void*> read_lock;
std::atomic<void*> write_lock;

}  // namespace

STATOR_INTERPOSED int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
    return lock_in_turn("pthread_mutex_lock", mutex_lock, mutex, pthread_mutex_trylock);
}

STATOR_INTERPOSED int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
    return lock_in_turn("pthread_rwlock_rdlock", read_lock, lock, pthread_rwlock_tryrdlock);
}

STATOR_INTERPOSED int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
    return lock_in_turn("pthread_rwlock_wrlock", write_lock, lock, pthread_rwlock_trywrlock);
}
