#include "emulator/integrations/s3/endpoint_store.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "emulator/base/percent_encoding.hpp"
#include "emulator/base/signing_time.hpp"
#include "emulator/integrations/s3/list_reply.hpp"
#include "engine/transfer/digest.hpp"
#include "protocol/base/result.hpp"
#include "transport/byte_stream.hpp"

namespace stator::emulator::integrations::s3 {
namespace {

using engine::transfer::ObjectInfo;
using engine::transfer::ObjectReader;
using engine::transfer::ObjectWriter;
using engine::transfer::Stored;
using engine::transfer::StoreError;
using engine::transfer::StoreFault;

constexpr std::size_t kPieceBytes = std::size_t{64} << 10U;
constexpr std::uint64_t kRangeBytes = std::uint64_t{8} << 20U;
constexpr std::chrono::milliseconds kSending{15LL * 60 * 1'000};

constexpr int kOk = 200;
constexpr int kPartialContent = 206;
constexpr int kForbidden = 403;
constexpr int kNotFound = 404;
constexpr int kRangeNotSatisfiable = 416;

// "/bucket/key"; slashes in the key are not encoded.
std::string path_of(const EndpointStore::Call& call) {
    std::string path = "/" + percent_encoded(call.bucket);
    if (call.key.empty()) return path;
    path.append("/").append(percent_encoded_path(call.key));
    return path;
}

StoreError refused(const transport::HttpReply& reply, const EndpointStore::Call& call) {
    const std::string code = element_text(reply.body, "Code").value_or("");
    const std::string place = call.bucket + (call.key.empty() ? "" : "/" + call.key);
    const std::string said = "the S3 server answered " + std::to_string(reply.status) +
                             (code.empty() ? "" : " " + code) + " about " + place;
    if (code == "NoSuchBucket") return {StoreFault::NoSuchBucket, said};
    if (reply.status == kForbidden) return {StoreFault::AccessDenied, said};
    if (reply.status != kNotFound) return {StoreFault::Broken, said};
    return {call.key.empty() ? StoreFault::NoSuchBucket : StoreFault::NoSuchKey, said};
}

class SpoolingWriter final : public ObjectWriter {
public:
    SpoolingWriter(const EndpointStore& store, std::string bucket, std::string key)
        : store_(store), bucket_(std::move(bucket)), key_(std::move(key)), file_(std::tmpfile()) {}

    Stored<> write(std::string_view bytes) override {
        hash_.add(bytes);
        bytes_ += bytes.size();
        const bool is_written =
            file_ != nullptr &&
            std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size();
        if (!is_written) {
            return StoreError{
                StoreFault::Broken, "the directory for temporary files takes no more bytes"};
        }
        return {};
    }

    Stored<> finish() override {
        const bool is_written = file_ != nullptr && std::fflush(file_.get()) == 0;
        if (!is_written) return StoreError{StoreFault::Broken, "an object could not be kept"};
        std::rewind(file_.get());
        EndpointStore::Call call{"PUT", bucket_, key_};
        call.headers.push_back({"Content-Length", std::to_string(bytes_)});
        call.payload_hash = engine::transfer::hexadecimal(hash_.finish());
        call.longer = kSending;
        std::string piece(kPieceBytes, '\0');
        STATOR_TRY(const transport::HttpReply reply, store_.send(call, [&] {
            const std::size_t got = std::fread(piece.data(), 1, piece.size(), file_.get());
            return std::string_view(piece).substr(0, got);
        }));
        if (reply.status != kOk) return refused(reply, call);
        return {};
    }

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    const EndpointStore& store_;
    const std::string bucket_;
    const std::string key_;
    engine::transfer::Digest hash_{engine::transfer::Digest::Kind::Sha256};
    std::uint64_t bytes_ = 0;
    const std::unique_ptr<std::FILE, Close> file_;
};

class RangeReader final : public ObjectReader {
public:
    RangeReader(const EndpointStore& store, std::string bucket, std::string key)
        : store_(store), bucket_(std::move(bucket)), key_(std::move(key)) {}

    // Reads the next range, if it exists.
    Stored<> fill() {
        EndpointStore::Call call{"GET", bucket_, key_};
        const std::string range =
            std::to_string(next_) + "-" + std::to_string(next_ + kRangeBytes - 1);
        call.headers.push_back({"Range", "bytes=" + range});
        STATOR_TRY(transport::HttpReply reply, store_.send(call));
        // An empty object has no range, and a server without ranges sends the whole object.
        const bool is_last = reply.status == kOk || reply.status == kRangeNotSatisfiable;
        if (!is_last && reply.status != kPartialContent) return refused(reply, call);
        range_ = reply.status == kRangeNotSatisfiable ? std::string() : std::move(reply.body);
        at_ = 0;
        next_ += range_.size();
        is_at_end_ = is_last || range_.size() < kRangeBytes;
        return {};
    }

    Stored<std::size_t> read(std::span<char> buffer) override {
        if (at_ == range_.size() && !is_at_end_) STATOR_CHECK(fill());
        const std::size_t bytes = std::min(buffer.size(), range_.size() - at_);
        std::copy_n(range_.data() + at_, bytes, buffer.data());
        at_ += bytes;
        return bytes;
    }

private:
    const EndpointStore& store_;
    const std::string bucket_;
    const std::string key_;
    std::string range_;
    std::size_t at_ = 0;
    std::uint64_t next_ = 0;
    bool is_at_end_ = false;
};

}  // namespace

Stored<transport::HttpReply> EndpointStore::send(
    const Call& call, const transport::HttpClient::BodySource& body
) const {
    const signing::Time now = signing_time(settings_.now());
    signing::Message message{call.method, path_of(call), call.query, {}, call.payload_hash};
    message.headers = {
        {"Host", transport::host_header(settings_.endpoint)},
        {"x-amz-content-sha256", call.payload_hash},
        {"x-amz-date", signing::time_text(now)}};
    if (!settings_.secrets.session_token.empty()) {
        message.headers.emplace_back("x-amz-security-token", settings_.secrets.session_token);
    }
    const signing::Scope scope{settings_.region, "s3"};
    transport::HttpRequest request{call.method, message.path, call.headers, {}};
    const std::string query = signing::query_text(message);
    if (!query.empty()) request.path.append("?").append(query);
    for (const auto& [name, value] : message.headers) request.headers.push_back({name, value});
    request.headers.push_back(
        {"Authorization", signing::authorization(message, scope, settings_.secrets, now)}
    );
    try {
        transport::HttpClient client(settings_.endpoint, settings_.timeout + call.longer);
        return client.send(request, body);
    } catch (const transport::TransportError& error) {
        return StoreError{
            StoreFault::Broken, "the S3 server gives no answer: " + std::string(error.what())};
    }
}

Stored<std::unique_ptr<ObjectWriter>> EndpointStore::create(
    const std::string& bucket, const std::string& key
) {
    return std::unique_ptr<ObjectWriter>(std::make_unique<SpoolingWriter>(*this, bucket, key));
}

Stored<std::unique_ptr<ObjectReader>> EndpointStore::open(
    const std::string& bucket, const std::string& key
) {
    auto reader = std::make_unique<RangeReader>(*this, bucket, key);
    STATOR_CHECK(reader->fill());
    return std::unique_ptr<ObjectReader>(std::move(reader));
}

Stored<std::vector<ObjectInfo>> EndpointStore::list(
    const std::string& bucket, const std::string& prefix
) {
    std::vector<ObjectInfo> found;
    std::string continuation;
    do {
        Call call{"GET", bucket};
        call.query = {{"list-type", "2"}, {"encoding-type", "url"}, {"prefix", prefix}};
        if (!continuation.empty()) call.query.emplace_back("continuation-token", continuation);
        STATOR_TRY(const transport::HttpReply reply, send(call));
        if (reply.status != kOk) return refused(reply, call);
        ListReply page = read_list_reply(reply.body);
        std::ranges::move(page.objects, std::back_inserter(found));
        continuation = std::move(page.continuation);
    } while (!continuation.empty());
    std::ranges::sort(found, {}, &ObjectInfo::key);
    return found;
}

}  // namespace stator::emulator::integrations::s3
