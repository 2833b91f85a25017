// Items with given keys, and versions with given sequence numbers, for the tests of storage.
#pragma once

#include <string>

#include "engine/storage/slot.hpp"
#include "tests/support/items/items.hpp"

namespace stator::engine::storage {

// An item with the keys pk and sk, and `data` to distinguish versions.
inline protocol::values::ItemImagePtr item(
    const std::string& pk, const std::string& sk, const std::string& data
) {
    using testing::text;
    const auto image = testing::item({{"pk", text(pk)}, {"sk", text(sk)}, {"data", text(data)}});
    image->bind_keys("pk", "sk");
    return image;
}

inline CommitStamp stamp(std::uint64_t sequence) {
    return {SequenceNumber{sequence}};
}

inline ReadPoint at(std::uint64_t sequence) {
    return {SequenceNumber{sequence}};
}

// Returns the attribute "data", or "-" for an empty record.
inline std::string data_of(const Record& record) {
    return record ? std::string(record.image()->find("data")->scalar()) : "-";
}

}  // namespace stator::engine::storage
