// Change: a committed write of one member of a global table, to deliver to the other members.
// Values and pure functions.
//
// All regions of a universe share one order of commits, so the commit number is the version of an
// item: of two writes, the later commit wins in every region and in any order of arrival. Two
// writes in the same millisecond do not tie.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::replication {

// Identifies the write that produced an item's current state. The default sorts before all others,
// and represents a write that every member has seen long ago.
struct Version {
    SequenceNumber commit;
    std::uint32_t part = 0;  // within a transaction

    friend auto operator<=>(const Version&, const Version&) = default;
};

struct Change {
    Version version;
    Instant time = {};
    std::string region;  // where it was written
    // The version that the writer replaced, if still known. The writer of a write knows what it
    // replaces.
    Version replaced = {};
    std::string key;  // key_of() the item
    // The item. For a deletion, at least its key.
    values::ItemImagePtr image;
    bool is_deletion = false;
};

// The item's key as one text. Precondition: the image's keys are bound.
std::string key_of(const values::ItemImage& image);
// The partition key's part of such a text, as stored in the image.
std::string_view partition_key_of(std::string_view key);

// "000000000000002a-00000001", which sorts as versions do.
std::string version_text(const Version& version);
std::optional<Version> parse_version(std::string_view text);

// Encodes everything except version and region, which are in the entry's key and place.
std::string encode_change(const Change& change);
// Returns nullopt if the text is not a valid change.
std::optional<Change> decode_change(std::string_view text);

// Two concurrent writes of one item: neither writer knew of the other write.
struct Conflict {
    Change winner;
    Change loser;
    std::string decided_in;  // the region where they met first
    Instant decided_at = {};
};

// True if `winner`, the later write, overrides a write that it did not know, with other contents.
bool conflicts(const Change& winner, const Change& loser);

}  // namespace stator::engine::replication
