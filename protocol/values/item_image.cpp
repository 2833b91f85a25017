#include "protocol/values/item_image.hpp"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "protocol/values/same_name.hpp"

namespace stator::protocol::values {
namespace {

std::atomic<ImageMemory> image_memory{&std::malloc};

}  // namespace

void set_image_memory(ImageMemory allocate) {
    image_memory.store(allocate, std::memory_order_relaxed);
}

MutableItemImagePtr ItemImage::allocate(std::size_t bytes) {
    const ImageMemory allocate_memory = image_memory.load(std::memory_order_relaxed);
    void* memory = allocate_memory(sizeof(ItemImage) + bytes);
    if (memory == nullptr) throw std::bad_alloc();
    return MutableItemImagePtr(new (memory) ItemImage(static_cast<std::uint32_t>(bytes)));
}

void ItemImage::measure() {
    std::size_t item_size = 0;
    for (const Entry attribute : attributes()) {
        item_size += attribute.name.size() + attribute.value.size_bytes();
    }
    item_size_ = static_cast<std::uint32_t>(item_size);
}

MutableItemImagePtr ItemImage::create(std::string_view payload) {
    MutableItemImagePtr image = allocate(payload.size());
    std::memcpy(image->bytes(), payload.data(), payload.size());
    image->measure();
    return image;
}

MutableItemImagePtr ItemImage::create(std::size_t count, std::string_view entries) {
    std::string head;  // short enough for the string's own buffer
    append_varint(head, count);
    MutableItemImagePtr image = allocate(head.size() + entries.size());
    std::memcpy(image->bytes(), head.data(), head.size());
    std::memcpy(image->bytes() + head.size(), entries.data(), entries.size());
    image->measure();
    return image;
}

void ItemImage::destroy(const ItemImage* image) {
    image->~ItemImage();
    std::free(const_cast<ItemImage*>(image));  // NOLINT: the memory came from malloc in create()
}

std::size_t ItemImage::attribute_count() const {
    const char* position = bytes();
    return read_varint(position);
}

EntryRange ItemImage::attributes() const {
    const char* position = bytes();
    read_varint(position);
    return {position, bytes() + byte_length_};
}

std::optional<AttributeValueView> ItemImage::find(std::string_view name) const {
    for (const Entry attribute : attributes()) {
        if (same_name(attribute.name, name)) return attribute.value;
    }
    return std::nullopt;
}

bool ItemImage::bind_keys(std::string_view pk_name, std::string_view sk_name) {
    pk_offset_ = 0;
    sk_offset_ = 0;
    int missing = sk_name.empty() ? 1 : 2;
    for (const Entry attribute : attributes()) {
        const bool is_pk = same_name(attribute.name, pk_name);
        if (!is_pk && (sk_name.empty() || !same_name(attribute.name, sk_name))) continue;
        const auto offset = static_cast<std::uint32_t>(attribute.value.begin() - bytes());
        (is_pk ? pk_offset_ : sk_offset_) = offset;
        if (--missing == 0) break;
    }
    return missing == 0;
}

void ItemBuilder::add(std::string_view name, AttributeValueView value) {
    append_name(entries_, name);
    entries_.append(value.encoded());
    ++count_;
}

MutableItemImagePtr ItemBuilder::build() const {
    return ItemImage::create(count_, entries_);
}

}  // namespace stator::protocol::values
