#include "engine/storage/expiry_index.hpp"

#include <optional>
#include <string>
#include <utility>

#include "engine/base/deadlines.hpp"
#include "engine/schema/item_keys.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/values/number.hpp"

namespace stator::engine::storage {

using values::ItemImage;
using values::ItemImagePtr;

std::optional<Instant> expiry_time(const ItemImage& image, std::string_view attribute) {
    const auto value = image.find(attribute);
    if (!value || value->type() != values::AttributeType::Number) return std::nullopt;
    // Seconds with up to three decimals, because the clock counts milliseconds.
    const std::string text = values::number_text(value->scalar());
    const std::size_t point = text.find('.');
    std::string digits = text.substr(0, point);
    std::string decimals = point == std::string::npos ? "" : text.substr(point + 1, 3);
    decimals.resize(3, '0');
    digits.append(decimals);
    const auto unix_ms = protocol::parse_number<std::int64_t>(digits);
    return unix_ms ? std::optional(Instant(*unix_ms)) : std::nullopt;
}

Instant deletion_time(Instant at, std::int64_t delay_ms) {
    return at >= kNever - delay_ms ? kNever : at + delay_ms + 1;
}

bool is_expired(const values::ItemImage& image, std::string_view attribute, Instant now) {
    const auto at = expiry_time(image, attribute);
    return at.has_value() && (*at < now) && (*at > now - kMaxExpiredAgeMs);
}

void ExpiryIndex::replace(
    const ItemImagePtr& old_image, const ItemImagePtr& new_image, std::string_view attribute
) {
    if (old_image != nullptr) {
        if (const auto at = expiry_time(*old_image, attribute)) {
            const Entry entry{*at, old_image};
            const auto place = entries_.own(entry);
            if (!entries_.is_end(place) && !(entry < *place.at)) entries_.erase(place);
        }
    }
    if (new_image != nullptr) {
        if (const auto at = expiry_time(*new_image, attribute)) {
            Entry entry{*at, new_image};
            const auto place = entries_.own(entry);
            const bool is_there = !entries_.is_end(place) && !(entry < *place.at);
            if (!is_there) entries_.insert(place, std::move(entry));
        }
    }
}

std::vector<ItemImagePtr> ExpiryIndex::between(Instant from, Instant to, std::size_t limit) const {
    std::vector<ItemImagePtr> items;
    auto entry = entries_.lower_bound(Entry{from, nullptr});
    for (; entry != entries_.end() && entry->at < to && items.size() < limit; ++entry) {
        items.push_back(entry->image);
    }
    return items;
}

Instant ExpiryIndex::first_from(Instant from) const {
    const auto entry = entries_.lower_bound(Entry{from, nullptr});
    return entry == entries_.end() ? kNever : entry->at;
}

// The entries are ordered by time, so each may belong to either half.
void ExpiryIndex::split(std::uint64_t first_hash, ExpiryIndex& upper) {
    Runs<Entry, EntryTraits> lower;
    for (const Entry& entry : entries_) {
        const bool is_lower = schema::item_hash(*entry.image) < first_hash;
        (is_lower ? lower : upper.entries_).append(entry);
    }
    entries_ = std::move(lower);
}

}  // namespace stator::engine::storage
