// ItemChanges: what an update does to an item, as a tree of the places it touches, and the item it
// makes of the old one. The bytes of everything untouched are copied, not decoded.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "protocol/values/document_path.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::expression {

// One place in the item. Either it gets a value, or it goes, or something below it changes.
struct PlaceChange {
    std::optional<protocol::values::AttributeValueView> assigned;
    bool removed = false;
    std::map<std::string_view, PlaceChange> names;
    std::map<std::uint32_t, PlaceChange> indexes;
};

class ItemChanges {
public:
    // The path and the value must outlive the call to apply(). Places must not collide.
    void assign(
        const protocol::values::DocumentPath& path, protocol::values::AttributeValueView value
    );
    void remove(const protocol::values::DocumentPath& path);

    // The changed item. List positions mean the base's: what is removed leaves no hole, and what is
    // assigned past the end is appended in ascending order.
    // AWS: [case UpdateItem/list_indexes]
    protocol::values::MutableItemImagePtr apply(const protocol::values::ItemImage& base) const;

private:
    PlaceChange& place(const protocol::values::DocumentPath& path);

    std::map<std::string_view, PlaceChange> attributes_;
};

}  // namespace stator::engine::expression
