#include "protocol/item_image.hpp"

#include <cassert>
#include <cstdlib>
#include <cstring>
#include <new>

namespace stator::protocol {

MutableItemImagePtr ItemImage::create(std::string_view payload) {
    void* memory = std::malloc(sizeof(ItemImage) + payload.size());
    if (memory == nullptr) throw std::bad_alloc();
    MutableItemImagePtr image(new (memory) ItemImage(static_cast<std::uint32_t>(payload.size())));
    std::memcpy(static_cast<char*>(memory) + sizeof(ItemImage), payload.data(), payload.size());
    std::size_t item_size = 0;
    for (const Entry attribute : image->attributes()) {
        item_size += attribute.name.size() + attribute.value.size_bytes();
    }
    image->item_size_ = static_cast<std::uint32_t>(item_size);
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
        const int order = attribute.name.compare(name);
        if (order == 0) return attribute.value;
        if (order > 0) break;
    }
    return std::nullopt;
}

void ItemImage::bind_keys(std::string_view pk_name, std::string_view sk_name) {
    pk_offset_ = 0;
    sk_offset_ = 0;
    for (const Entry attribute : attributes()) {
        const auto offset = static_cast<std::uint32_t>(attribute.value.encoded().data() - bytes());
        if (attribute.name == pk_name) pk_offset_ = offset;
        if (!sk_name.empty() && attribute.name == sk_name) sk_offset_ = offset;
    }
    assert(pk_offset_ != 0);
}

void ItemBuilder::add(std::string_view name, AttributeValueView value) {
    append_name(entries_, name);
    entries_.append(value.encoded());
    ++count_;
}

MutableItemImagePtr ItemBuilder::build() const {
    std::string payload;
    payload.reserve(entries_.size() + 4);
    append_varint(payload, count_);
    payload.append(entries_);
    return ItemImage::create(payload);
}

}  // namespace stator::protocol
