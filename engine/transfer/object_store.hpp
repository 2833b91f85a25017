// ObjectStore: the interface of exports and imports to S3: objects in buckets, by key.
//
// The process passes one to the engine (EngineOptions::object_store): folders, or a server that
// implements S3. Tests pass one in memory. Thread-safe. Calls block, so they must not be made under
// a lock.
#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stator::engine::transfer {

enum class StoreFault : unsigned char {
    NoSuchBucket,
    NoSuchKey,
    AccessDenied,  // also for a key that leads out of its bucket
    Damaged,       // not in the stated compression format
    Broken,        // the disk is full, the server cannot be reached
};

struct StoreError {
    StoreFault fault = StoreFault::Broken;
    std::string detail;  // a sentence for the user
};

// Lets Stored<T>::value() throw on misuse, which is always a bug in Stator.
[[noreturn]] void throw_exception_from_error(
    const StoreError& error, const boost::source_location& location
);

template <class T = void>
class [[nodiscard]] Stored : public boost::system::result<T, StoreError> {
public:
    using boost::system::result<T, StoreError>::result;
};

// One object that is being written to a bucket. It becomes visible only when finish() has returned;
// without finish() it is never created.
class ObjectWriter {
public:
    virtual ~ObjectWriter() = default;
    virtual Stored<> write(std::string_view bytes) = 0;
    // Completes the object. Must be the last call.
    virtual Stored<> finish() = 0;
};

// Reads one object from its beginning.
class ObjectReader {
public:
    virtual ~ObjectReader() = default;
    // Returns the number of bytes read: at least one, or 0 at the end.
    virtual Stored<std::size_t> read(std::span<char> buffer) = 0;
};

struct ObjectInfo {
    std::string key;
    std::uint64_t bytes = 0;

    friend bool operator==(const ObjectInfo&, const ObjectInfo&) = default;
};

class ObjectStore {
public:
    virtual ~ObjectStore() = default;

    virtual Stored<std::unique_ptr<ObjectWriter>> create(
        const std::string& bucket, const std::string& key
    ) = 0;
    virtual Stored<std::unique_ptr<ObjectReader>> open(
        const std::string& bucket, const std::string& key
    ) = 0;
    // Lists the objects whose keys start with `prefix`, in byte order of their keys.
    virtual Stored<std::vector<ObjectInfo>> list(
        const std::string& bucket, const std::string& prefix
    ) = 0;

    // Writes a whole object in one call.
    Stored<> put(const std::string& bucket, const std::string& key, std::string_view bytes);
};

}  // namespace stator::engine::transfer
