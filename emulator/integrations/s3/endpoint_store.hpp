// EndpointStore: a server with S3's API, such as MinIO or LocalStack. Sends signed requests in path
// style.
//
// An object is first written to an unnamed file and then sent in one request. Objects are read in
// ranges. So memory use does not depend on the size of objects. Each call opens its own connection.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "engine/base/instant.hpp"
#include "engine/transfer/object_store.hpp"
#include "signing/request_signing.hpp"
#include "transport/endpoint.hpp"
#include "transport/http_client.hpp"
#include "transport/http_message.hpp"

namespace stator::emulator::integrations::s3 {

struct EndpointSettings {
    transport::Endpoint endpoint;  // http
    std::string region = "us-east-1";
    signing::Secrets secrets = {};
    // System time, because servers reject signatures that are minutes old.
    std::function<protocol::Instant()> now;
    // The timeout of one request; 15 minutes longer if the request sends an object.
    std::chrono::milliseconds timeout{30'000};
};

class EndpointStore final : public engine::transfer::ObjectStore {
public:
    explicit EndpointStore(EndpointSettings settings) : settings_(std::move(settings)) {}

    engine::transfer::Stored<std::unique_ptr<engine::transfer::ObjectWriter>> create(
        const std::string& bucket, const std::string& key
    ) override;
    engine::transfer::Stored<std::unique_ptr<engine::transfer::ObjectReader>> open(
        const std::string& bucket, const std::string& key
    ) override;
    engine::transfer::Stored<std::vector<engine::transfer::ObjectInfo>> list(
        const std::string& bucket, const std::string& prefix
    ) override;

    // The parts of one request.
    struct Call {
        std::string method;
        std::string bucket;
        std::string key = {};
        std::vector<std::pair<std::string, std::string>> query = {};
        transport::HttpHeaders headers = {};
        // The hash of the body; by default that of an empty body.
        std::string payload_hash = signing::hex_sha256("");
        std::chrono::milliseconds longer{0};
    };

    // Sends a signed request and returns the reply regardless of its status. Error: there is no
    // reply.
    engine::transfer::Stored<transport::HttpReply> send(
        const Call& call,
        const transport::HttpClient::BodySource& body = [] { return std::string_view(); }
    ) const;

private:
    const EndpointSettings settings_;
};

}  // namespace stator::emulator::integrations::s3
