// ItemChanges: the changes of an item by an update, as a tree of the paths that the update touches.
// Applying it to the old item returns the new item; untouched bytes are copied without decoding.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "engine/base/vocabulary.hpp"
#include "protocol/values/document_path.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::expression {

// One path in the item: it is assigned a value, or removed, or something below it changes.
struct PlaceChange {
    std::optional<values::AttributeValueView> assigned;
    bool removed = false;
    std::map<std::string_view, PlaceChange> names;
    std::map<std::uint32_t, PlaceChange> indexes;
};

class ItemChanges {
public:
    // The path and the value must outlive the call to apply(). Paths must not overlap.
    void assign(const values::DocumentPath& path, values::AttributeValueView value);
    void remove(const values::DocumentPath& path);

    // The changed item. List indexes refer to the base: removed elements leave no hole, and
    // elements assigned after the end are appended in ascending order. AWS:
    // [case UpdateItem/list_indexes]
    values::MutableItemImagePtr apply(const values::ItemImage& base) const;

private:
    PlaceChange& place(const values::DocumentPath& path);

    std::map<std::string_view, PlaceChange> attributes_;
};

}  // namespace stator::engine::expression
