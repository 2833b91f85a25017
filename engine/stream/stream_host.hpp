// StreamHost: what streams need of the world around them.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"
#include "protocol/model/stream.hpp"

namespace stator::engine::stream {

// Thread-safe. Shared by the streams of a region, some of which outlive their catalog.
class StreamHost {
public:
    StreamHost() = default;
    StreamHost(const StreamHost&) = delete;
    StreamHost& operator=(const StreamHost&) = delete;
    virtual ~StreamHost() = default;

    // The last commit stamped so far.
    virtual SequenceNumber last_sequence() const = 0;

    // A stream number never used before.
    virtual StreamNumber next_stream_number() = 0;

    // Makes the stream's description durable; null: the stream is gone with its records. Records
    // made before `trimmed_before` are gone.
    virtual void save_stream(
        StreamNumber number,
        const protocol::model::StreamDescription* description,
        std::optional<Instant> trimmed_before
    ) = 0;
};

}  // namespace stator::engine::stream
