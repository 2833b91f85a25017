#include "engine/storage/expiry_index.hpp"

#include <optional>
#include <string>

#include "engine/base/deadlines.hpp"
#include "engine/schema/item_keys.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/values/number.hpp"

namespace stator::engine::storage {

using protocol::values::ItemImage;
using protocol::values::ItemImagePtr;

std::optional<std::int64_t> expiry_ms(const ItemImage& image, std::string_view attribute) {
    const auto value = image.find(attribute);
    if (!value || value->type() != protocol::values::AttributeType::Number) return std::nullopt;
    // Seconds with up to three decimals; more cannot matter to a clock of milliseconds.
    const std::string text = protocol::values::number_text(value->scalar());
    const std::size_t point = text.find('.');
    std::string digits = text.substr(0, point);
    std::string decimals = point == std::string::npos ? "" : text.substr(point + 1, 3);
    decimals.resize(3, '0');
    digits.append(decimals);
    return protocol::parse_number<std::int64_t>(digits);
}

std::int64_t deletion_ms(std::int64_t at_ms, std::int64_t delay_ms) {
    constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
    return at_ms >= kMax - delay_ms ? kMax : at_ms + delay_ms + 1;
}

bool is_expired(
    const protocol::values::ItemImage& image, std::string_view attribute, std::int64_t now_ms
) {
    const auto at_ms = expiry_ms(image, attribute);
    return at_ms.has_value() && (*at_ms < now_ms) && (*at_ms > now_ms - kMaxExpiredAgeMs);
}

void ExpiryIndex::replace(
    const ItemImagePtr& old_image, const ItemImagePtr& new_image, std::string_view attribute
) {
    if (old_image != nullptr) {
        if (const auto at_ms = expiry_ms(*old_image, attribute)) {
            entries_.erase(Entry{*at_ms, old_image});
        }
    }
    if (new_image != nullptr) {
        if (const auto at_ms = expiry_ms(*new_image, attribute)) {
            entries_.insert(Entry{*at_ms, new_image});
        }
    }
}

std::vector<ItemImagePtr> ExpiryIndex::between(
    std::int64_t from_ms, std::int64_t to_ms, std::size_t limit
) const {
    std::vector<ItemImagePtr> items;
    auto entry = entries_.lower_bound(Entry{from_ms, nullptr});
    for (; entry != entries_.end() && entry->at_ms < to_ms && items.size() < limit; ++entry) {
        items.push_back(entry->image);
    }
    return items;
}

std::int64_t ExpiryIndex::first_from_ms(std::int64_t from_ms) const {
    const auto entry = entries_.lower_bound(Entry{from_ms, nullptr});
    return entry == entries_.end() ? kNever : entry->at_ms;
}

void ExpiryIndex::split(std::uint64_t first_hash, ExpiryIndex& upper) {
    for (auto entry = entries_.begin(); entry != entries_.end();) {
        if (schema::item_hash(*entry->image) < first_hash) {
            ++entry;
            continue;
        }
        upper.entries_.insert(*entry);
        entry = entries_.erase(entry);
    }
}

}  // namespace stator::engine::storage
