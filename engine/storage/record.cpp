#include "engine/storage/record.hpp"

#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace stator::engine::storage {

using values::ItemImage;
using values::ItemImagePtr;

IndexEntry::IndexEntry(std::string_view pk, std::string_view sk, ItemImagePtr image)
    : pk_length_(static_cast<std::uint32_t>(pk.size())),
      sk_length_(static_cast<std::uint32_t>(sk.size())),
      image_(std::move(image)) {}

const IndexEntry* IndexEntry::create(std::string_view pk, std::string_view sk, ItemImagePtr image) {
    void* memory = std::malloc(sizeof(IndexEntry) + pk.size() + sk.size());
    if (memory == nullptr) throw std::bad_alloc();
    const auto* entry = new (memory) IndexEntry(pk, sk, std::move(image));
    char* bytes = static_cast<char*>(memory) + sizeof(IndexEntry);
    std::memcpy(bytes, pk.data(), pk.size());
    if (!sk.empty()) std::memcpy(bytes + pk.size(), sk.data(), sk.size());
    return entry;
}

void IndexEntry::release() const {
    if (references_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    this->~IndexEntry();
    std::free(const_cast<IndexEntry*>(this));  // NOLINT: the memory came from malloc in create()
}

Record::Record(const ItemImagePtr& image) : bits_(reinterpret_cast<std::uintptr_t>(image.get())) {
    add_reference(bits_);
}

Record::Record(const IndexEntry* entry)
    : bits_(reinterpret_cast<std::uintptr_t>(entry) | kIndexEntryTag) {
    add_reference(bits_);
}

Record::Record(const Record& other) : bits_(other.bits_) {
    add_reference(bits_);
}

Record& Record::operator=(const Record& other) {
    if (this == &other) return *this;
    add_reference(other.bits_);
    release(std::exchange(bits_, other.bits_));
    return *this;
}

Record& Record::operator=(Record&& other) noexcept {
    if (this == &other) return *this;
    release(std::exchange(bits_, std::exchange(other.bits_, 0)));
    return *this;
}

Record Record::adopt(std::uintptr_t bits) {
    Record record;
    record.bits_ = bits;
    return record;
}

Record Record::share(std::uintptr_t bits) {
    add_reference(bits);
    return adopt(bits);
}

std::uintptr_t Record::surrender() {
    return std::exchange(bits_, 0);
}

void Record::add_reference(std::uintptr_t bits) {
    if (bits == 0) return;
    if ((bits & kTags) == kIndexEntryTag) {
        entry_of(bits)->add_reference();
    } else {
        intrusive_ptr_add_ref(pointer<const ItemImage>(bits));
    }
}

void Record::release(std::uintptr_t bits) {
    if (bits == 0) return;
    if ((bits & kTags) == kIndexEntryTag) {
        entry_of(bits)->release();
    } else {
        intrusive_ptr_release(pointer<const ItemImage>(bits));
    }
}

}  // namespace stator::engine::storage
