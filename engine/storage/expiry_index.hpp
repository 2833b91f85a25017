// ExpiryIndex: the items of one partition that expire, ordered by expiry.
//
// Not thread-safe: its partition's mutex guards it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/instant.hpp"
#include "engine/storage/runs.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::storage {

// AWS: items that expired longer ago than this are never deleted. [case time_to_live/expiry_values]
inline constexpr std::int64_t kMaxExpiredAgeMs = 5 * 365 * 24 * 3'600'000LL;

// Returns when the item expires: the attribute's value as seconds of Unix time. Returns nullopt if
// it never expires: the attribute is missing, is not a number, or is a time beyond any date. AWS:
// fractions, exponents and negative numbers are valid. [case time_to_live/expiry_values]
std::optional<Instant> expiry_time(const values::ItemImage& image, std::string_view attribute);

// True when the item has expired and may still be deleted.
bool is_expired(const values::ItemImage& image, std::string_view attribute, Instant now);

// When an item that expires at `at` is deleted, given the deletion delay `delay_ms`.
Instant deletion_time(Instant at, std::int64_t delay_ms);

class ExpiryIndex {
public:
    struct Entry {
        Instant at;
        values::ItemImagePtr image;

        // Entries with equal times are ordered by key; an entry without an item is before the
        // others.
        friend bool operator<(const Entry& left, const Entry& right) {
            if (left.at != right.at) return left.at < right.at;
            if (left.image == nullptr || right.image == nullptr) return right.image != nullptr;
            const int order = left.image->pk().compare(right.image->pk());
            return order != 0 ? order < 0 : left.image->sk() < right.image->sk();
        }
    };

    // Records the change of an item; either image may be null.
    void replace(
        const values::ItemImagePtr& old_image,
        const values::ItemImagePtr& new_image,
        std::string_view attribute
    );

    // Removes and returns all entries.
    ExpiryIndex take() { return std::exchange(*this, {}); }

    // Up to `limit` items that expire in [from, to), earliest first.
    std::vector<values::ItemImagePtr> between(Instant from, Instant to, std::size_t limit) const;

    // The earliest expiry at or after `from`, or kNever.
    Instant first_from(Instant from) const;

    // Moves every item whose hash is at least `first_hash` to `upper`.
    void split(std::uint64_t first_hash, ExpiryIndex& upper);

private:
    struct EntryTraits {
        static std::uint64_t rank(const Entry& entry) {
            // Times before 1970 are negative.
            return static_cast<std::uint64_t>(entry.at.unix_ms()) ^ (std::uint64_t{1} << 63U);
        }

        static int compare(const Entry& left, const Entry& right) {
            return left < right ? -1 : right < left ? 1 : 0;
        }

        static void prepare_copy(std::span<const Entry>) {}
    };

    // Copies of the index share the entries in runs.
    Runs<Entry, EntryTraits> entries_;
};

}  // namespace stator::engine::storage
