// Records for a sink, made by hand.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "engine/kinesis/outbox.hpp"

namespace stator::testing {

inline const std::string kKinesisStream = "arn:aws:kinesis:eu-west-1:000000000000:stream/changes";

inline engine::kinesis::OutgoingPtr outgoing(
    std::string item, std::string document, const std::string& stream_arn = kKinesisStream
) {
    engine::kinesis::Outgoing record;
    record.key = document;
    record.stream_arn = stream_arn;
    record.item = std::move(item);
    record.document = std::move(document);
    return std::make_shared<const engine::kinesis::Outgoing>(std::move(record));
}

}  // namespace stator::testing
