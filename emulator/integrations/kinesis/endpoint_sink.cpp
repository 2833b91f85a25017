#include "emulator/integrations/kinesis/endpoint_sink.hpp"

#include <algorithm>
#include <utility>

#include "emulator/base/signing_time.hpp"
#include "engine/transfer/digest.hpp"
#include "protocol/formats/kinesis/put_records.hpp"
#include "protocol/formats/kinesis/stream_arn.hpp"
#include "protocol/model/table_arn.hpp"
#include "transport/byte_stream.hpp"

namespace stator::emulator::integrations::kinesis {
namespace {

constexpr int kOk = 200;

}  // namespace

std::string partition_key(const std::string& item) {
    std::string key = engine::transfer::hexadecimal(engine::transfer::md5(item));
    std::ranges::transform(key, key.begin(), [](char digit) {
        return digit >= 'a' && digit <= 'f' ? static_cast<char>(digit - 'a' + 'A') : digit;
    });
    return key;
}

EndpointSink::EndpointSink(EndpointSettings settings)
    : settings_(std::move(settings)), client_(settings_.endpoint, settings_.timeout) {}

transport::HttpReply EndpointSink::send(const std::string& region, std::string body) {
    const signing::Time now = signing_time(settings_.now());
    signing::Message message{"POST", "/", {}, {}, signing::hex_sha256(body)};
    message.headers = {
        {"Host", transport::host_header(settings_.endpoint)},
        {"Content-Type", "application/x-amz-json-1.1"},
        {"X-Amz-Target", std::string(protocol::formats::kinesis::kPutRecordsTarget)},
        {"x-amz-date", signing::time_text(now)}};
    if (!settings_.secrets.session_token.empty()) {
        message.headers.emplace_back("x-amz-security-token", settings_.secrets.session_token);
    }
    transport::HttpRequest request{message.method, message.path, {}, std::move(body)};
    for (const auto& [name, value] : message.headers) request.headers.push_back({name, value});
    const signing::Scope scope{region, "kinesis"};
    request.headers.push_back(
        {"Authorization", signing::authorization(message, scope, settings_.secrets, now)}
    );
    return client_.send(request);
}

Delivered EndpointSink::deliver(const std::string&, std::span<const OutgoingPtr> records) {
    const std::string& arn = records.front()->stream_arn;
    std::vector<protocol::formats::kinesis::PutRecord> puts;
    for (const OutgoingPtr& record : records) {
        puts.push_back({record->document, partition_key(record->item)});
    }
    Delivered delivered;
    transport::HttpReply reply;
    try {
        reply = send(
            std::string(protocol::model::region_of_arn(arn)),
            protocol::formats::kinesis::put_records_request(
                protocol::formats::kinesis::stream_of_arn(arn), puts
            )
        );
    } catch (const transport::TransportError& error) {
        delivered.error = "the Kinesis server gives no answer: " + std::string(error.what());
        return delivered;
    }
    if (reply.status != kOk) {
        const std::string said =
            protocol::formats::kinesis::put_records_error(std::move(reply.body));
        delivered.error = "the Kinesis server answered " + std::to_string(reply.status) +
                          (said.empty() ? "" : " " + said);
        return delivered;
    }
    const auto errors =
        protocol::formats::kinesis::read_put_records_reply(std::move(reply.body), records.size());
    if (!errors) {
        delivered.error = "the Kinesis server answered with what is no reply to PutRecords";
        return delivered;
    }
    for (std::size_t i = 0; i < records.size(); ++i) {
        if ((*errors)[i].empty()) {
            delivered.sent.push_back(records[i]);
        } else {
            delivered.error = "the Kinesis server refused a record: " + (*errors)[i];
        }
    }
    return delivered;
}

}  // namespace stator::emulator::integrations::kinesis
