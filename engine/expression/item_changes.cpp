#include "engine/expression/item_changes.hpp"

#include <string>

namespace stator::engine::expression {
namespace {

using values::AttributeType;
using values::AttributeValueView;
using values::DocumentPath;
using values::Entry;
using values::EntryRange;
using values::ItemImage;
using values::PathElement;

using NameChanges = std::map<std::string_view, PlaceChange>;

bool append_changed(
    std::optional<AttributeValueView> old_value, const PlaceChange& change, std::string& out
);

// A run of consecutive entries that do not change and are copied together.
class UntouchedRun {
public:
    explicit UntouchedRun(std::string& out) : out_(out) {}

    void extend(const Entry& entry) {
        const std::string_view value = entry.value.encoded();
        if (begin_ == nullptr) begin_ = entry_begin(entry);
        end_ = value.data() + value.size();
    }

    void flush() {
        if (begin_ != nullptr) out_.append(begin_, end_);
        begin_ = nullptr;
    }

private:
    // The name's length is stored before the name.
    static const char* entry_begin(const Entry& entry) {
        std::size_t length_bytes = 1;
        for (std::size_t rest = entry.name.size(); rest >= 0x80; rest >>= 7) ++length_bytes;
        return entry.name.data() - length_bytes;
    }

    std::string& out_;
    const char* begin_ = nullptr;
    const char* end_ = nullptr;
};

// Appends the entry after the change. If the change removes the entry, returns false without
// appending.
bool append_changed_entry(
    std::string_view name,
    std::optional<AttributeValueView> old_value,
    const PlaceChange& change,
    std::string& out
) {
    const std::size_t before = out.size();
    values::append_name(out, name);
    if (append_changed(old_value, change, out)) return true;
    out.resize(before);
    return false;
}

// Merges two runs that are sorted by name. Returns the number of entries appended.
std::size_t append_merged_entries(
    EntryRange old_entries, const NameChanges& changes, std::string& out
) {
    UntouchedRun untouched(out);
    std::size_t count = 0;
    auto change = changes.begin();
    for (const Entry entry : old_entries) {
        while (change != changes.end() && change->first < entry.name) {
            untouched.flush();
            if (append_changed_entry(change->first, {}, change->second, out)) ++count;
            ++change;
        }
        if (change == changes.end() || change->first != entry.name) {
            untouched.extend(entry);
            ++count;
            continue;
        }
        untouched.flush();
        if (append_changed_entry(entry.name, entry.value, change->second, out)) ++count;
        ++change;
    }
    untouched.flush();
    for (; change != changes.end(); ++change) {
        if (append_changed_entry(change->first, {}, change->second, out)) ++count;
    }
    return count;
}

// Appends the elements and returns their number.
std::size_t append_changed_elements(
    AttributeValueView list, const std::map<std::uint32_t, PlaceChange>& changes, std::string& out
) {
    std::size_t count = 0;
    std::uint32_t index = 0;
    auto change = changes.begin();
    for (const AttributeValueView element : list.elements()) {
        const bool untouched = change == changes.end() || change->first != index;
        ++index;
        if (untouched) {
            out.append(element.encoded());
            ++count;
            continue;
        }
        if (append_changed(element, change->second, out)) ++count;
        ++change;
    }
    for (; change != changes.end(); ++change) {
        if (append_changed({}, change->second, out)) ++count;
    }
    return count;
}

void append_container(
    AttributeType type, std::size_t count, std::string_view content, std::string& out
) {
    const std::size_t place = values::open_container(out, type, count);
    out.append(content);
    values::close_container(out, place);
}

// Appends the value after the change. If no value is left, returns false without appending.
bool append_changed(
    std::optional<AttributeValueView> old_value, const PlaceChange& change, std::string& out
) {
    if (change.assigned) {
        out.append(change.assigned->encoded());
        return true;
    }
    if (change.removed || !old_value) return false;
    std::string content;
    if (old_value->type() == AttributeType::Map) {
        const std::size_t count =
            append_merged_entries(old_value->entries(), change.names, content);
        append_container(AttributeType::Map, count, content, out);
    } else if (old_value->type() == AttributeType::List) {
        const std::size_t count = append_changed_elements(*old_value, change.indexes, content);
        append_container(AttributeType::List, count, content, out);
    } else {
        out.append(old_value->encoded());
    }
    return true;
}

}  // namespace

PlaceChange& ItemChanges::place(const DocumentPath& path) {
    PlaceChange* change = &attributes_[path.attribute()];
    for (std::size_t i = 1; i < path.elements.size(); ++i) {
        const PathElement& element = path.elements[i];
        if (const auto* name = std::get_if<std::string>(&element)) {
            change = &change->names[*name];
        } else {
            change = &change->indexes[std::get<std::uint32_t>(element)];
        }
    }
    return *change;
}

void ItemChanges::assign(const DocumentPath& path, AttributeValueView value) {
    place(path).assigned = value;
}

void ItemChanges::remove(const DocumentPath& path) {
    place(path).removed = true;
}

values::MutableItemImagePtr ItemChanges::apply(const ItemImage& base) const {
    std::string entries;
    std::size_t assigned_bytes = 0;
    for (const auto& [name, change] : attributes_) {
        if (change.assigned) assigned_bytes += name.size() + change.assigned->encoded().size() + 4;
    }
    entries.reserve(base.payload().size() + assigned_bytes);
    const std::size_t count = append_merged_entries(base.attributes(), attributes_, entries);
    return ItemImage::create(count, entries);
}

}  // namespace stator::engine::expression
