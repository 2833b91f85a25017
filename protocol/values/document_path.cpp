#include "protocol/values/document_path.hpp"

#include <absl/container/inlined_vector.h>

#include <algorithm>
#include <map>
#include <memory>

namespace stator::protocol::values {
namespace {

// The paths of a projection as a tree. A node without children selects the whole value.
struct Selection {
    std::map<std::string, Selection, std::less<>> names;
    std::map<std::uint32_t, Selection> indexes;

    bool whole() const { return names.empty() && indexes.empty(); }
};

void select_path(Selection& root, const DocumentPath& path) {
    Selection* node = &root;
    for (const PathElement& element : path.elements) {
        if (const auto* name = std::get_if<std::string>(&element)) {
            node = &node->names[*name];
        } else {
            node = &node->indexes[std::get<std::uint32_t>(element)];
        }
    }
}

bool append_selected(AttributeValueView value, const Selection& selection, std::string& out);

bool append_selected_entries(AttributeValueView map, const Selection& selection, std::string& out) {
    std::string entries;
    std::size_t count = 0;
    for (const Entry entry : map.entries()) {
        const auto found = selection.names.find(entry.name);
        if (found == selection.names.end()) continue;
        std::string value;
        if (!append_selected(entry.value, found->second, value)) continue;
        append_name(entries, entry.name);
        entries.append(value);
        ++count;
    }
    if (count == 0) return false;
    const std::size_t place = open_container(out, AttributeType::Map, count);
    out.append(entries);
    close_container(out, place);
    return true;
}

bool append_selected_elements(
    AttributeValueView list, const Selection& selection, std::string& out
) {
    std::string elements;
    std::size_t count = 0;
    std::uint32_t index = 0;
    for (const AttributeValueView element : list.elements()) {
        const auto found = selection.indexes.find(index++);
        if (found == selection.indexes.end()) continue;
        if (append_selected(element, found->second, elements)) ++count;
    }
    if (count == 0) return false;
    const std::size_t place = open_container(out, AttributeType::List, count);
    out.append(elements);
    close_container(out, place);
    return true;
}

// Appends the selected part of the value. Returns false, without a change to `out`, if no part is
// selected.
bool append_selected(AttributeValueView value, const Selection& selection, std::string& out) {
    if (selection.whole()) {
        out.append(value.encoded());
        return true;
    }
    if (!selection.names.empty() && value.type() == AttributeType::Map) {
        return append_selected_entries(value, selection, out);
    }
    if (!selection.indexes.empty() && value.type() == AttributeType::List) {
        return append_selected_elements(value, selection, out);
    }
    return false;
}

std::optional<AttributeValueView> step(AttributeValueView value, const PathElement& element) {
    if (const auto* name = std::get_if<std::string>(&element)) {
        if (value.type() != AttributeType::Map) return std::nullopt;
        for (const Entry entry : value.entries()) {
            if (entry.name == *name) return entry.value;
        }
        return std::nullopt;
    }
    if (value.type() != AttributeType::List) return std::nullopt;
    std::uint32_t index = std::get<std::uint32_t>(element);
    if (index >= value.count()) return std::nullopt;
    for (const AttributeValueView found : value.elements()) {
        if (index-- == 0) return found;
    }
    return std::nullopt;
}

}  // namespace

std::string path_text(const DocumentPath& path) {
    std::string text = "[";
    for (const PathElement& element : path.elements) {
        if (text.size() > 1) text.append(", ");
        if (const auto* name = std::get_if<std::string>(&element)) {
            text.append(*name);
        } else {
            text.append("[").append(std::to_string(std::get<std::uint32_t>(element))).append("]");
        }
    }
    return text.append("]");
}

std::optional<AttributeValueView> find_below(
    AttributeValueView value, const DocumentPath& path, std::size_t first
) {
    std::optional<AttributeValueView> found = value;
    for (std::size_t i = first; i < path.elements.size() && found; ++i) {
        found = step(*found, path.elements[i]);
    }
    return found;
}

std::optional<AttributeValueView> find_path(ItemView item, const DocumentPath& path) {
    const auto top = item.find(path.attribute());
    if (!top || path.is_top_level()) return top;
    return find_below(*top, path, 1);
}

PathCollision collide(const DocumentPath& left, const DocumentPath& right) {
    const std::size_t shared = std::min(left.elements.size(), right.elements.size());
    for (std::size_t i = 0; i < shared; ++i) {
        if (left.elements[i] == right.elements[i]) continue;
        const bool same_kind = left.elements[i].index() == right.elements[i].index();
        return same_kind ? PathCollision::None : PathCollision::Conflict;
    }
    return PathCollision::Overlap;
}

namespace {

// Returns the attributes that the paths select. All paths are top-level.
MutableItemImagePtr project_attributes(const ItemImage& item, DocumentPaths paths) {
    ItemBuilder builder;
    for (const Entry attribute : item.attributes()) {
        const bool is_selected = std::any_of(paths.begin(), paths.end(), [&](const auto* path) {
            return path->attribute() == attribute.name;
        });
        if (is_selected) builder.add(attribute.name, attribute.value);
    }
    return builder.build();
}

}  // namespace

MutableItemImagePtr project_paths(const ItemImage& item, const std::vector<DocumentPath>& paths) {
    absl::InlinedVector<const DocumentPath*, 16> places;
    for (const DocumentPath& path : paths) places.push_back(&path);
    return project_paths(item, DocumentPaths(places));
}

MutableItemImagePtr project_paths(const ItemImage& item, DocumentPaths paths) {
    constexpr std::size_t kFew = 16;
    const bool is_flat = std::all_of(paths.begin(), paths.end(), [](const auto* path) {
        return path->is_top_level();
    });
    if (is_flat && paths.size() <= kFew) return project_attributes(item, paths);
    Selection root;
    for (const DocumentPath* path : paths) select_path(root, *path);
    ItemBuilder builder;
    for (const Entry attribute : item.attributes()) {
        const auto found = root.names.find(attribute.name);
        if (found == root.names.end()) continue;
        AttributeValue value;
        if (!append_selected(attribute.value, found->second, value.buffer())) continue;
        builder.add(attribute.name, value.view());
    }
    return builder.build();
}

}  // namespace stator::protocol::values
