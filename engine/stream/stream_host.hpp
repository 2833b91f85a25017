// StreamHost: the engine services that streams require.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/background.hpp"
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

    // The sequence number of the latest commit.
    virtual SequenceNumber last_sequence() const = 0;

    // Returns a stream number that was never used before.
    virtual StreamNumber next_stream_number() = 0;

    // Used to free large objects. Outlives the host.
    virtual const Background& background() const = 0;

    // Makes the stream's description durable. Null means that the stream was removed with its
    // records. Records made before `trimmed_before` have been removed.
    virtual void save_stream(
        StreamNumber number,
        const model::StreamDescription* description,
        std::optional<Instant> trimmed_before
    ) = 0;
};

}  // namespace stator::engine::stream
