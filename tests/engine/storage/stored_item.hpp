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
        using protocol::values::AttributeType;
        return protocol::values::AttributeValue::scalar(AttributeType::String, value);
    };
    protocol::values::ItemBuilder builder;
    const auto data_value = text(data);
    const auto pk_value = text(pk);
    const auto sk_value = text(sk);
    builder.add("data", data_value.view());
    builder.add("pk", pk_value.view());
    builder.add("sk", sk_value.view());
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
