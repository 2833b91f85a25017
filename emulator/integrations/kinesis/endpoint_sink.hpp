// EndpointSink: a server with the API of Kinesis Data Streams, such as kinesis-mock or LocalStack.
// Sends signed PutRecords requests over a persistent connection.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "emulator/integrations/kinesis/sink.hpp"
#include "engine/base/instant.hpp"
#include "signing/request_signing.hpp"
#include "transport/endpoint.hpp"
#include "transport/http_client.hpp"
#include "transport/http_message.hpp"

namespace stator::emulator::integrations::kinesis {

struct EndpointSettings {
    transport::Endpoint endpoint;  // http
    signing::Secrets secrets = {};
    // System time, because servers reject signatures that are minutes old.
    std::function<protocol::Instant()> now;
    // The timeout of one request.
    std::chrono::milliseconds timeout{5'000};
};

class EndpointSink final : public Sink {
public:
    explicit EndpointSink(EndpointSettings settings);

    // AWS: each record of a request is accepted or rejected separately.
    bool keeps_order() const override { return false; }

    Delivered deliver(const std::string& universe, std::span<const OutgoingPtr> records) override;

private:
    // Sends a signed request and returns the reply. Throws TransportError if there is none.
    transport::HttpReply send(const std::string& region, std::string body);

    const EndpointSettings settings_;
    transport::HttpClient client_;
};

// The PartitionKey of an item's records: 32 hexadecimal digits in upper case. AWS: partition keys
// have this form and are the same for all records of an item. The algorithm is not known.
std::string partition_key(const std::string& item);

}  // namespace stator::emulator::integrations::kinesis
