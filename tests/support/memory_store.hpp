// Buckets in memory, with a limited amount of room.
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/transfer/object_store.hpp"

namespace stator::testing {

class MemoryStore final : public engine::transfer::ObjectStore {
public:
    template <class T = void>
    using Stored = engine::transfer::Stored<T>;

    explicit MemoryStore(std::set<std::string> buckets) : buckets_(std::move(buckets)) {}

    Stored<std::unique_ptr<engine::transfer::ObjectWriter>> create(
        const std::string& bucket, const std::string& key
    ) override {
        if (!buckets_.contains(bucket)) return no_bucket();
        return std::unique_ptr<engine::transfer::ObjectWriter>(
            std::make_unique<Writer>(*this, bucket + "/" + key)
        );
    }

    Stored<std::unique_ptr<engine::transfer::ObjectReader>> open(
        const std::string& bucket, const std::string& key
    ) override {
        if (!buckets_.contains(bucket)) return no_bucket();
        const std::lock_guard lock(mutex_);
        const auto found = objects_.find(bucket + "/" + key);
        if (found == objects_.end()) {
            return engine::transfer::StoreError{engine::transfer::StoreFault::NoSuchKey, key};
        }
        return std::unique_ptr<engine::transfer::ObjectReader>(
            std::make_unique<Reader>(found->second)
        );
    }

    Stored<std::vector<engine::transfer::ObjectInfo>> list(
        const std::string& bucket, const std::string& prefix
    ) override {
        if (!buckets_.contains(bucket)) return no_bucket();
        std::vector<engine::transfer::ObjectInfo> found;
        const std::lock_guard lock(mutex_);
        for (const auto& [path, bytes] : objects_) {
            if (!path.starts_with(bucket + "/" + prefix)) continue;
            found.push_back({path.substr(bucket.size() + 1), bytes.size()});
        }
        return found;
    }

    // The contents of all objects by path, "bucket/key".
    std::map<std::string, std::string> objects() {
        const std::lock_guard lock(mutex_);
        return objects_;
    }

    void clear() {
        const std::lock_guard lock(mutex_);
        objects_.clear();
    }

    // After this call, the end of each data object is lost.
    void tear() { is_torn_ = true; }

    // The number of bytes that can still be written.
    void set_room(std::size_t bytes) { room_ = bytes; }

private:
    class Writer final : public engine::transfer::ObjectWriter {
    public:
        Writer(MemoryStore& store, std::string path) : store_(store), path_(std::move(path)) {}

        Stored<> write(std::string_view bytes) override {
            const std::lock_guard lock(store_.mutex_);
            if (bytes.size() > store_.room_) {
                return engine::transfer::StoreError{
                    engine::transfer::StoreFault::Broken, "there is no room left"};
            }
            store_.room_ -= bytes.size();
            bytes_.append(bytes);
            return {};
        }

        Stored<> finish() override {
            const std::lock_guard lock(store_.mutex_);
            constexpr std::size_t kTail = 9;
            const bool is_torn = store_.is_torn_ && path_.find("/data/") != std::string::npos;
            if (is_torn) bytes_.resize(bytes_.size() - kTail);
            store_.objects_[path_] = std::move(bytes_);
            return {};
        }

    private:
        MemoryStore& store_;
        const std::string path_;
        std::string bytes_;
    };

    class Reader final : public engine::transfer::ObjectReader {
    public:
        explicit Reader(std::string bytes) : bytes_(std::move(bytes)) {}

        Stored<std::size_t> read(std::span<char> buffer) override {
            const std::size_t got = std::min(buffer.size(), bytes_.size() - at_);
            std::copy_n(bytes_.data() + at_, got, buffer.data());
            at_ += got;
            return got;
        }

    private:
        const std::string bytes_;
        std::size_t at_ = 0;
    };

    static engine::transfer::StoreError no_bucket() {
        return {engine::transfer::StoreFault::NoSuchBucket, "there is no such bucket"};
    }

    const std::set<std::string> buckets_;
    std::mutex mutex_;
    std::map<std::string, std::string> objects_;
    bool is_torn_ = false;
    std::size_t room_ = std::numeric_limits<std::size_t>::max();
};

}  // namespace stator::testing
