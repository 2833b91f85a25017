// ItemImage: one immutable item as a compact, reference-counted byte string.
//
// The same image serves the base table, every index that projects ALL, the stream record, the
// journal and the disk without copying. It is a small header followed by the payload of a map (see
// attribute_value.hpp). Once an image is shared (as ItemImagePtr, pointer to const), its content
// never changes, so any number of threads may read it.
#pragma once

#include <atomic>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/values/attribute_value.hpp"

namespace stator::protocol::values {

// Allocates memory for an image; free() must be able to release it. Null if memory is exhausted.
// Thread-safe.
using ImageMemory = void* (*)(std::size_t bytes);

// Replaces malloc(), the default. Affects only the location of images.
void set_image_memory(ImageMemory allocate);

class ItemImage;
using ItemImagePtr = boost::intrusive_ptr<const ItemImage>;
using MutableItemImagePtr = boost::intrusive_ptr<ItemImage>;

class ItemImage {
public:
    ItemImage(const ItemImage&) = delete;
    ItemImage& operator=(const ItemImage&) = delete;

    // Copies `payload`: varint count, then entries sorted by name.
    static MutableItemImagePtr create(std::string_view payload);
    // Like create(), with the payload in two parts: the number of entries, and the entries.
    static MutableItemImagePtr create(std::size_t count, std::string_view entries);

    std::string_view payload() const { return {bytes(), byte_length_}; }

    std::size_t attribute_count() const;
    EntryRange attributes() const;

    // Returns the value of a top-level attribute; nullopt if it is absent.
    std::optional<AttributeValueView> find(std::string_view name) const;

    // Prefetches the first `most` bytes of the image. Call it shortly before reading the whole
    // image. The hardware prefetches the rest of a large one.
    void fetch(std::size_t most) const {
        constexpr std::size_t kLine = 64;
        const std::string_view read = payload().substr(0, most);
        for (std::size_t at = 0; at < read.size(); at += kLine) __builtin_prefetch(&read[at]);
    }

    // Returns the number of bytes that DynamoDB bills: names plus values. Computed once.
    std::uint32_t item_size() const { return item_size_; }

    // Records the positions of the key attributes' values, so that a tree can order images without
    // a search. The table that stores the image calls this once, before it shares the image.
    // Returns false if the item lacks a key attribute; do not use pk() or sk() then.
    bool bind_keys(std::string_view pk_name, std::string_view sk_name);

    // The key attributes of a bound image. sk_value() returns nullopt if the table has no sort key.
    AttributeValueView pk_value() const { return AttributeValueView::at(bytes() + pk_offset_); }

    std::optional<AttributeValueView> sk_value() const {
        if (sk_offset_ == 0) return std::nullopt;
        return AttributeValueView::at(bytes() + sk_offset_);
    }

    std::string_view pk() const { return AttributeValueView::at(bytes() + pk_offset_).scalar(); }

    std::string_view sk() const {
        if (sk_offset_ == 0) return {};
        return AttributeValueView::at(bytes() + sk_offset_).scalar();
    }

    // Returns the row that contains this item on disk; 0 if it has none yet. Each new image of an
    // item inherits the row of the previous image.
    std::uint64_t row_id() const { return row_id_; }

    void set_row_id(std::uint64_t row_id) { row_id_ = row_id; }

    // Returns the bytes that the image counts towards a page's limit, cached by the first read that
    // computes them; 0 if not yet computed.
    std::uint32_t known_page_bytes() const { return page_bytes_.load(std::memory_order_relaxed); }

    void note_page_bytes(std::uint32_t bytes) const {
        page_bytes_.store(bytes, std::memory_order_relaxed);
    }

    // Returns the number of bytes of memory that the image occupies, including the header.
    std::size_t memory_bytes() const { return sizeof(ItemImage) + byte_length_; }

    friend void intrusive_ptr_add_ref(const ItemImage* image) {
        image->references_.fetch_add(1, std::memory_order_relaxed);
    }

    friend void intrusive_ptr_release(const ItemImage* image) {
        if (image->references_.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy(image);
    }

private:
    explicit ItemImage(std::uint32_t byte_length) : byte_length_(byte_length) {}

    // Allocates an image with space for `bytes` bytes, which the caller must write.
    static MutableItemImagePtr allocate(std::size_t bytes);
    // Computes the item size. Call it after the bytes have been written.
    void measure();

    ~ItemImage() = default;

    static void destroy(const ItemImage* image);

    const char* bytes() const { return reinterpret_cast<const char*>(this + 1); }

    char* bytes() { return reinterpret_cast<char*>(this + 1); }

    mutable std::atomic<std::uint32_t> references_{0};
    std::uint32_t byte_length_;
    std::uint32_t item_size_ = 0;
    std::uint32_t pk_offset_ = 0;
    std::uint32_t sk_offset_ = 0;
    mutable std::atomic<std::uint32_t> page_bytes_{0};
    std::uint64_t row_id_ = 0;
};

// A view of an item, or of a missing item. Conditions are evaluated against it.
class ItemView {
public:
    ItemView() = default;

    explicit ItemView(const ItemImage* image) : image_(image) {}

    explicit ItemView(const ItemImagePtr& image) : image_(image.get()) {}

    bool exists() const { return image_ != nullptr; }

    // Null if there is no item.
    const ItemImage* image() const { return image_; }

    std::optional<AttributeValueView> find(std::string_view name) const {
        return image_ == nullptr ? std::nullopt : image_->find(name);
    }

private:
    const ItemImage* image_ = nullptr;
};

// Builds an image from attributes added in byte order of their names.
class ItemBuilder {
public:
    // Names must be added in strictly ascending byte order.
    void add(std::string_view name, AttributeValueView value);
    MutableItemImagePtr build() const;

private:
    std::string entries_;
    std::size_t count_ = 0;
};

}  // namespace stator::protocol::values
