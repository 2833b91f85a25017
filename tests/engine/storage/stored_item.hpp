// Items by their keys, and versions by their sequence, for the tests of storage.
#pragma once

#include <string>

#include "engine/storage/slot.hpp"

namespace stator::engine::storage {

// Keys pk and sk, and what it is told apart by.
inline protocol::values::ItemImagePtr item(
    const std::string& pk, const std::string& sk, const std::string& data
) {
    const auto text = [](const std::string& value) {
        std::string encoded;
        protocol::values::append_scalar(encoded, protocol::values::AttributeType::String, value);
        return encoded;
    };
    protocol::values::ItemBuilder builder;
    const std::string data_value = text(data);
    const std::string pk_value = text(pk);
    const std::string sk_value = text(sk);
    builder.add("data", protocol::values::AttributeValueView(std::string_view(data_value)));
    builder.add("pk", protocol::values::AttributeValueView(std::string_view(pk_value)));
    builder.add("sk", protocol::values::AttributeValueView(std::string_view(sk_value)));
    const auto image = builder.build();
    image->bind_keys("pk", "sk");
    return image;
}

inline CommitStamp stamp(std::uint64_t sequence) {
    return {SequenceNumber{sequence}};
}

inline ReadPoint at(std::uint64_t sequence) {
    return {SequenceNumber{sequence}};
}

// "-" for an empty record.
inline std::string data_of(const Record& record) {
    return record ? std::string(record.image()->find("data")->scalar()) : "-";
}

}  // namespace stator::engine::storage
