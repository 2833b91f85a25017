// Change: a committed write of one member of a global table, on its way to the other members.
// Values and pure functions.
//
// All regions of a universe commit in one order, so the commit is the version of an item: of two
// writes the later commit wins, in every region, whichever of them arrives first. Two writes of one
// millisecond are no tie.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::replication {

// Which write made an item what it is. The default comes before all others: a write that every
// member has seen long ago.
struct Version {
    SequenceNumber commit;
    std::uint32_t part = 0;  // of a transaction

    friend auto operator<=>(const Version&, const Version&) = default;
};

struct Change {
    Version version;
    Instant time = {};
    std::string region;  // where it was written
    // What the writer replaced, as far as it is still known. Whoever replaced a write knew of it.
    Version replaced = {};
    std::string key;  // key_of() the item
    // The item; of a deletion, at least its key.
    values::ItemImagePtr image;
    bool is_deletion = false;
};

// The item's key as one text. Precondition: the image's keys are bound.
std::string key_of(const values::ItemImage& image);
// The partition key's part of such a text, as the image has it.
std::string_view partition_key_of(std::string_view key);

// "000000000000002a-00000001", which sorts as versions do.
std::string version_text(const Version& version);
std::optional<Version> parse_version(std::string_view text);

// Everything but version and region, which an entry's key and place say.
std::string encode_change(const Change& change);
// Nothing for a text that is no change.
std::optional<Change> decode_change(std::string_view text);

// Two writes of one item, neither of which knew of the other.
struct Conflict {
    Change winner;
    Change loser;
    std::string decided_in;  // the region where they met first
    Instant decided_at = {};
};

// Whether `winner`, the later one, overrides a write that it did not know, and of another content.
bool conflicts(const Change& winner, const Change& loser);

}  // namespace stator::engine::replication
