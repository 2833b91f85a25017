// A small S3: buckets in memory behind HTTP. Rejects requests that are not signed with its secret.
#pragma once

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "emulator/base/percent_encoding.hpp"
#include "emulator/base/signing_time.hpp"
#include "signing/request_signing.hpp"
#include "tests/support/scripted_server.hpp"
#include "transport/header_text.hpp"
#include "transport/http_message.hpp"

namespace stator::testing {

class FakeS3 {
public:
    static constexpr protocol::Instant kNow{1'764'000'000'000};

    explicit FakeS3(std::set<std::string> buckets)
        : buckets_(std::move(buckets)),
          server_([this](const ScriptedRequest& request) { return answer(request); }) {}

    std::string port() const { return std::to_string(server_.port()); }

    // How many keys a page of a list contains.
    static constexpr std::size_t kPage = 2;

private:
    using Pairs = std::vector<std::pair<std::string, std::string>>;

    static std::string reply(int status, const std::string& body) {
        return "HTTP/1.1 " + std::to_string(status) +
               " X\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    }

    static std::string refusal(int status, const std::string& code) {
        return reply(status, "<Error><Code>" + code + "</Code></Error>");
    }

    static Pairs headers_of(std::string_view head) {
        Pairs headers;
        transport::take_until(head, '\n');
        while (!head.empty()) {
            std::string_view line = transport::take_until(head, '\n');
            const std::string name(transport::take_until(line, ':'));
            std::string value(transport::trimmed(line));
            std::erase(value, '\r');
            if (!name.empty()) headers.emplace_back(transport::to_lower(name), value);
        }
        return headers;
    }

    static std::string value_of(const Pairs& pairs, const std::string& name) {
        for (const auto& [key, value] : pairs) {
            if (key == name) return value;
        }
        return "";
    }

    static Pairs query_of(std::string_view text) {
        Pairs query;
        while (!text.empty()) {
            std::string_view pair = transport::take_until(text, '&');
            const std::string name(transport::take_until(pair, '='));
            query.emplace_back(
                emulator::percent_decoded_where_possible(name),
                emulator::percent_decoded_where_possible(pair)
            );
        }
        return query;
    }

    std::string answer(const ScriptedRequest& request) {
        std::string_view rest = request.head;
        signing::Message message;
        message.method = transport::take_until(rest, ' ');
        std::string_view target = transport::take_until(rest, ' ');
        message.path = transport::take_until(target, '?');
        message.query = query_of(target);
        const Pairs headers = headers_of(request.head);
        message.payload_hash = signing::hex_sha256(request.body);
        if (value_of(headers, "x-amz-content-sha256") != message.payload_hash) {
            return refusal(400, "XAmzContentSHA256Mismatch");
        }
        for (const char* name : {"host", "x-amz-content-sha256", "x-amz-date"}) {
            message.headers.emplace_back(name, value_of(headers, name));
        }
        const std::string wanted = signing::authorization(
            message, {"us-east-1", "s3"}, {"key", "secret"}, emulator::signing_time(kNow)
        );
        if (value_of(headers, "authorization") != wanted) {
            return refusal(403, "SignatureDoesNotMatch");
        }
        std::string_view path = std::string_view(message.path).substr(1);
        const std::string bucket(transport::take_until(path, '/'));
        const std::lock_guard lock(mutex_);
        if (!buckets_.contains(bucket)) return refusal(404, "NoSuchBucket");
        if (path.empty()) return list(bucket, message.query);
        const std::string key = bucket + "/" + emulator::percent_decoded_where_possible(path);
        if (message.method == "PUT") {
            objects_[key] = request.body;
            return reply(200, "");
        }
        if (!objects_.contains(key)) return refusal(404, "NoSuchKey");
        return range(objects_[key], value_of(headers, "range"));
    }

    static std::string range(const std::string& object, std::string_view wanted) {
        transport::take_until(wanted, '=');
        const std::size_t first = std::stoull(std::string(transport::take_until(wanted, '-')));
        const std::size_t last = std::stoull(std::string(wanted));
        if (first >= object.size()) return refusal(416, "InvalidRange");
        return reply(206, object.substr(first, last - first + 1));
    }

    std::string list(const std::string& bucket, const Pairs& query) const {
        const std::string prefix = bucket + "/" + value_of(query, "prefix");
        const std::string after = value_of(query, "continuation-token");
        std::string body;
        std::size_t count = 0;
        std::string last;
        bool has_more = false;
        for (const auto& [key, object] : objects_) {
            if (!key.starts_with(prefix) || key <= after) continue;
            has_more = count == kPage;
            if (has_more) break;
            ++count;
            last = key;
            body += "<Contents><Key>" + emulator::percent_encoded(key.substr(bucket.size() + 1)) +
                    "</Key><Size>" + std::to_string(object.size()) + "</Size></Contents>";
        }
        body += "<IsTruncated>" + std::string(has_more ? "true" : "false") + "</IsTruncated>";
        if (has_more) body += "<NextContinuationToken>" + last + "</NextContinuationToken>";
        return reply(200, "<ListBucketResult>" + body + "</ListBucketResult>");
    }

    std::mutex mutex_;
    const std::set<std::string> buckets_;
    std::map<std::string, std::string> objects_;
    ScriptedServer server_;
};

}  // namespace stator::testing
