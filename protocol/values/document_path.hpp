// DocumentPath: `a.b[3].c` with resolved placeholders. A value.
#pragma once

#include <absl/container/inlined_vector.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/values/attribute_value.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::protocol::values {

// A map key or a list index.
using PathElement = std::variant<std::string, std::uint32_t>;

struct DocumentPath {
    absl::InlinedVector<PathElement, 1> elements;  // never empty; the first is a name

    const std::string& attribute() const { return std::get<std::string>(elements.front()); }

    bool is_top_level() const { return elements.size() == 1; }

    friend bool operator==(const DocumentPath&, const DocumentPath&) = default;
};

// Returns "[a, [1], b]", the form of paths in DynamoDB's messages.
std::string path_text(const DocumentPath& path);

// Returns the value at the path; nullopt if a step meets the wrong type of container or finds no
// element.
std::optional<AttributeValueView> find_path(ItemView item, const DocumentPath& path);

// Returns the value at the elements of `path` starting with `first`, relative to `value`.
std::optional<AttributeValueView> find_below(
    AttributeValueView value, const DocumentPath& path, std::size_t first
);

// The ways in which two paths of one expression can collide.
enum class PathCollision { None, Overlap, Conflict };

// Overlap: one path is a prefix of the other, or they are equal. Conflict: the paths address the
// same parent once by name and once by index.
PathCollision collide(const DocumentPath& left, const DocumentPath& right);

using DocumentPaths = std::span<const DocumentPath* const>;

// Returns the item reduced to the given paths, which must not collide. Keeps the structure, and
// compacts list elements in ascending order of their index. The image is empty if no path exists.
// AWS: [case GetItem/projection_lists]
MutableItemImagePtr project_paths(const ItemImage& item, DocumentPaths paths);
MutableItemImagePtr project_paths(const ItemImage& item, const std::vector<DocumentPath>& paths);

}  // namespace stator::protocol::values
