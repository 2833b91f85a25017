// Record: the value that a tree stores under one key: an item, or an index entry that refers to an
// item.
//
// A record is one tagged, reference-counted pointer; a copy shares the target, which is immutable.
// KeyView identifies a position in trees and partitions.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "engine/base/vocabulary.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::storage {

// Position in a tree: hash of the partition key, partition key bytes, sort key bytes.
struct KeyView {
    std::uint64_t hash = 0;
    std::string_view pk;
    std::string_view sk;
};

// One row of a secondary index. `pk` and `sk` are encoded parts (see key_encoding.hpp); sk ends
// with the item's own key, so that entries with equal index keys stay distinct.
class IndexEntry {
public:
    IndexEntry(const IndexEntry&) = delete;
    IndexEntry& operator=(const IndexEntry&) = delete;

    static const IndexEntry* create(
        std::string_view pk, std::string_view sk, values::ItemImagePtr image
    );

    std::string_view pk() const { return {bytes(), pk_length_}; }

    std::string_view sk() const { return {bytes() + pk_length_, sk_length_}; }

    // The image that the index returns: the item itself if the index projects ALL, otherwise the
    // projected attributes.
    const values::ItemImage* image() const { return image_.get(); }

    void add_reference() const { references_.fetch_add(1, std::memory_order_relaxed); }

    void release() const;

private:
    IndexEntry(std::string_view pk, std::string_view sk, values::ItemImagePtr image);
    ~IndexEntry() = default;

    const char* bytes() const { return reinterpret_cast<const char*>(this + 1); }

    mutable std::atomic<std::uint32_t> references_{0};
    std::uint32_t pk_length_;
    std::uint32_t sk_length_;
    values::ItemImagePtr image_;
};

class Record {
public:
    Record() = default;
    explicit Record(const values::ItemImagePtr& image);
    explicit Record(const IndexEntry* entry);  // shares the entry
    Record(const Record& other);

    Record(Record&& other) noexcept : bits_(other.bits_) { other.bits_ = 0; }

    Record& operator=(const Record& other);
    Record& operator=(Record&& other) noexcept;

    ~Record() { release(bits_); }

    explicit operator bool() const { return bits_ != 0; }

    // Null for an empty record.
    const values::ItemImage* image() const { return bits_ == 0 ? nullptr : image_of(bits_); }

    values::ItemImagePtr shared_image() const { return values::ItemImagePtr(image()); }

    std::string_view pk() const { return pk_of(bits_); }

    std::string_view sk() const { return sk_of(bits_); }

    // For Slot, which stores a record's bits next to a hash.
    static constexpr std::uintptr_t kIndexEntryTag = 1;
    static constexpr std::uintptr_t kVersionsTag = 2;
    static constexpr std::uintptr_t kTags = 3;

    static Record adopt(std::uintptr_t bits);
    static Record share(std::uintptr_t bits);
    std::uintptr_t surrender();

    // The pointer, without its tag bits.
    template <class Object>
    static Object* pointer(std::uintptr_t bits) {
        // NOLINTNEXTLINE(performance-no-int-to-ptr): a tag is in the pointer, so bits are kept.
        return reinterpret_cast<Object*>(bits);
    }

    static const values::ItemImage* image_of(std::uintptr_t bits) {
        if ((bits & kTags) == 0) return pointer<const values::ItemImage>(bits);
        return entry_of(bits)->image();
    }

    static std::string_view pk_of(std::uintptr_t bits) {
        if ((bits & kTags) == 0) return image_of(bits)->pk();
        return entry_of(bits)->pk();
    }

    static std::string_view sk_of(std::uintptr_t bits) {
        if ((bits & kTags) == 0) return image_of(bits)->sk();
        return entry_of(bits)->sk();
    }

private:
    static const IndexEntry* entry_of(std::uintptr_t bits) {
        return pointer<const IndexEntry>(bits & ~kTags);
    }

    static void add_reference(std::uintptr_t bits);
    static void release(std::uintptr_t bits);

    std::uintptr_t bits_ = 0;
};

}  // namespace stator::engine::storage
