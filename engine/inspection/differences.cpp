#include "engine/inspection/differences.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

#include "engine/base/walk_together.hpp"
#include "engine/storage/partition.hpp"
#include "engine/storage/tree.hpp"

namespace stator::engine::inspection {
namespace {

using values::AttributeType;
using values::AttributeValueView;
using values::ItemImage;
using Optional = std::optional<AttributeValueView>;

using Partitions = std::vector<storage::Partition*>;

// A position among the items of a table, partition by partition, in the order of hashes and keys.
class ItemCursor {
public:
    explicit ItemCursor(const Partitions& partitions) : partitions_(partitions) {
        if (!partitions_.empty()) position_ = tree().begin();
        settle();
    }

    const storage::Slot& operator*() const { return *position_; }

    ItemCursor& operator++() {
        ++position_;
        settle();
        return *this;
    }

    bool operator==(std::default_sentinel_t) const { return is_at_end(); }

private:
    bool is_at_end() const { return partition_ == partitions_.size(); }

    const storage::Tree& tree() const { return partitions_[partition_]->items(); }

    // Moves to the next item, unless the position already has one.
    void settle() {
        while (!is_at_end()) {
            if (position_ != tree().end()) {
                if (position_->current_image() != nullptr) return;
                ++position_;
                continue;
            }
            ++partition_;
            if (!is_at_end()) position_ = tree().begin();
        }
    }

    const Partitions& partitions_;
    std::size_t partition_ = 0;
    storage::Tree::Iterator position_;
};

// The slots of a table's items.
class Items {
public:
    explicit Items(const table::Table& table) : partitions_(table.partitions().all()) {}

    ItemCursor begin() const { return ItemCursor(partitions_); }

    std::default_sentinel_t end() const { return {}; }

private:
    const Partitions partitions_;
};

bool is_same_key(const schema::KeyAttribute& left, const schema::KeyAttribute& right) {
    return left.name == right.name && left.type == right.type;
}

// A name as in an expression, without a placeholder if possible, otherwise in quotes.
std::string shown_name(std::string_view name) {
    const bool is_plain = !name.empty() && std::ranges::all_of(name, [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
    });
    return is_plain ? std::string(name) : "\"" + std::string(name) + "\"";
}

using Differences = std::vector<AttributeDifference>;

void add_value(Differences& found, std::string path, const Optional& before, const Optional& after);

// Adds the differences between two ranges that are sorted by name in byte order.
template <class Range>
void add_names(Differences& found, const std::string& prefix, Range before, Range after) {
    const auto order = [](const auto& left, const auto& right) {
        return left.name.compare(right.name);
    };
    walk_together(before, after, order, [&](const auto* left, const auto* right) {
        const std::string name = shown_name(left != nullptr ? left->name : right->name);
        const Optional old_value = left != nullptr ? Optional(left->value) : Optional();
        const Optional new_value = right != nullptr ? Optional(right->value) : Optional();
        add_value(found, prefix.empty() ? name : prefix + "." + name, old_value, new_value);
    });
}

std::vector<AttributeValueView> elements_of(const AttributeValueView& list) {
    std::vector<AttributeValueView> elements;
    for (const AttributeValueView element : list.elements()) elements.push_back(element);
    return elements;
}

void add_elements(
    Differences& found,
    const std::string& prefix,
    const AttributeValueView& before,
    const AttributeValueView& after
) {
    const std::vector<AttributeValueView> left = elements_of(before);
    const std::vector<AttributeValueView> right = elements_of(after);
    const auto at = [](const std::vector<AttributeValueView>& values, std::size_t index) {
        return index < values.size() ? Optional(values[index]) : Optional();
    };
    for (std::size_t index = 0; index < std::max(left.size(), right.size()); ++index) {
        add_value(
            found, prefix + "[" + std::to_string(index) + "]", at(left, index), at(right, index)
        );
    }
}

void add_value(
    Differences& found, std::string path, const Optional& before, const Optional& after
) {
    if (before && after && *before == *after) return;
    const bool is_alike = before && after && before->type() == after->type();
    if (is_alike && before->type() == AttributeType::Map) {
        return add_names(found, path, before->entries(), after->entries());
    }
    if (is_alike && before->type() == AttributeType::List) {
        return add_elements(found, path, *before, *after);
    }
    found.push_back({std::move(path), before, after});
}

}  // namespace

bool have_same_keys(const table::Table& before, const table::Table& after) {
    const auto left = before.snapshot();
    const auto right = after.snapshot();
    if (!is_same_key(left->schema.hash, right->schema.hash)) return false;
    const auto& left_range = left->schema.range;
    const auto& right_range = right->schema.range;
    if (!left_range || !right_range) return left_range.has_value() == right_range.has_value();
    return is_same_key(*left_range, *right_range);
}

DifferenceCounts compare_items(
    const table::Table& before, const table::Table& after, const VisitDifference& visit
) {
    DifferenceCounts counts;
    const auto compare = [&](const storage::Slot* left, const storage::Slot* right) {
        const ItemImage* const old_item = left != nullptr ? left->current_image() : nullptr;
        const ItemImage* const new_item = right != nullptr ? right->current_image() : nullptr;
        // Most items are shared by both.
        const bool is_same = old_item == new_item || (old_item != nullptr && new_item != nullptr &&
                                                      old_item->payload() == new_item->payload());
        if (is_same) return;
        ++(old_item == nullptr   ? counts.added
           : new_item == nullptr ? counts.removed
                                 : counts.changed);
        visit(old_item, new_item);
    };
    const auto order = [](const storage::Slot& left, const storage::Slot& right) {
        return storage::KeyOrder::compare(left, right);
    };
    walk_together(Items(before), Items(after), order, compare);
    return counts;
}

std::vector<AttributeDifference> attribute_differences(
    const ItemImage& before, const ItemImage& after
) {
    Differences found;
    add_names(found, "", before.attributes(), after.attributes());
    return found;
}

}  // namespace stator::engine::inspection
