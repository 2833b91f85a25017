// EndpointStore: a server that speaks S3, such as MinIO or LocalStack, spoken to in path style with
// signed requests.
//
// An object is written to a file without a name first and sent as one request; it is read in
// ranges. So memory stays the same for objects of any size. Each call has a connection of its own.
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
    // By the machine's clock: servers refuse signatures that are minutes old.
    std::function<protocol::Instant()> now;
    // Of one request; 15 minutes longer where an object is sent.
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

    // What a request is about.
    struct Call {
        std::string method;
        std::string bucket;
        std::string key = {};
        std::vector<std::pair<std::string, std::string>> query = {};
        transport::HttpHeaders headers = {};
        // Of the body; that of an empty one unless given.
        std::string payload_hash = signing::hex_sha256("");
        std::chrono::milliseconds longer{0};
    };

    // The reply to a signed request, whatever its status. Error: none came.
    engine::transfer::Stored<transport::HttpReply> send(
        const Call& call,
        const transport::HttpClient::BodySource& body = [] { return std::string_view(); }
    ) const;

private:
    const EndpointSettings settings_;
};

}  // namespace stator::emulator::integrations::s3
