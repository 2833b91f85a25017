// AWS's signing test suite, read like a request whose signature is checked: published_vectors.txt.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "signing/canonical_request.hpp"
#include "signing/request_signing.hpp"
#include "transport/header_text.hpp"
#include "transport/percent_encoding.hpp"

namespace stator::signing {
namespace {

constexpr std::string_view kSecret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const Scope kScope{"us-east-1", "service"};

struct Vector {
    std::string name;
    bool normalizes = false;
    bool token_omitted = false;
    std::map<std::string, std::string> parts;
};

std::vector<Vector> read_vectors() {
    std::vector<Vector> vectors;
    std::ifstream file(STATOR_SIGNING_VECTORS);
    std::string part;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("== ")) {
            Vector& added = vectors.emplace_back();
            std::string_view rest = std::string_view(line).substr(3);
            added.name = transport::take_until(rest, ' ');
            added.normalizes = rest.find("normalize=1") != std::string_view::npos;
            added.token_omitted = rest.find("token_omitted=1") != std::string_view::npos;
        } else if (line.starts_with("-- ")) {
            part = line.substr(3);
        } else if (!vectors.empty()) {
            std::string& text = vectors.back().parts[part];
            if (!text.empty()) text.push_back('\n');
            text.append(line);
        }
    }
    return vectors;
}

// A signed request, unmodified.
struct Request {
    std::string method;
    std::string path;
    std::string query;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;

    std::string header(std::string_view name) const {
        for (const auto& [key, value] : headers) {
            if (transport::equals_ignoring_case(key, name)) return value;
        }
        return "";
    }

    std::string parameter(std::string_view name) const {
        for (std::string_view rest = query; !rest.empty();) {
            std::string_view value = transport::take_until(rest, '&');
            if (transport::take_until(value, '=') != name) continue;
            return transport::percent_decoded_where_possible(value);
        }
        return "";
    }
};

Request parse(std::string_view text) {
    Request request;
    std::string_view line = transport::take_until(text, '\n');
    request.method = transport::take_until(line, ' ');
    line.remove_suffix(sizeof(" HTTP/1.1") - 1);
    request.path = transport::take_until(line, '?');
    request.query = line;
    while (!text.empty()) {
        line = transport::take_until(text, '\n');
        if (line.empty()) break;
        if (line.starts_with(' ')) {
            request.headers.back().second.append("\n").append(line);
            continue;
        }
        const std::string name(transport::take_until(line, ':'));
        request.headers.emplace_back(name, line);
    }
    request.body = text;
    return request;
}

std::string signed_headers_of(std::string_view authorization) {
    constexpr std::string_view kName = "SignedHeaders=";
    authorization.remove_prefix(authorization.find(kName) + kName.size());
    return std::string(transport::take_until(authorization, ','));
}

std::string canonical(const Request& request, const Vector& vector, std::string_view names) {
    std::vector<HeaderField> fields;
    for (const auto& [name, value] : request.headers) fields.push_back({name, value});
    return canonical_request(
        {request.method,
         request.path,
         request.query,
         fields,
         names,
         hex_sha256(request.body),
         vector.normalizes ? PathRule::Normalized : PathRule::Encoded}
    );
}

std::string signature_of(std::string_view canonical) {
    constexpr std::string_view kTime = "20150830T123600Z";
    const std::string_view day = kTime.substr(0, 8);
    return signature(
        signing_key(kSecret, day, kScope), string_to_sign(kTime, scope_text(day, kScope), canonical)
    );
}

// A token that was added to a query afterwards is not signed.
void leave_out_token(std::string& query) {
    const std::size_t begin = query.find("&X-Amz-Security-Token=");
    query.erase(begin, query.find('&', begin + 1) - begin);
}

std::string trimmed_end(std::string text) {
    text.resize(text.find_last_not_of('\n') + 1);
    return text;
}

TEST(PublishedVectors, AreSignedAsTheirHeadersSay) {
    const auto vectors = read_vectors();
    ASSERT_EQ(vectors.size(), 38U);
    for (const Vector& vector : vectors) {
        const Request request = parse(vector.parts.at("header-signed-request"));
        const std::string names = signed_headers_of(request.header("Authorization"));
        const std::string text = canonical(request, vector, names);
        EXPECT_EQ(text, trimmed_end(vector.parts.at("header-canonical-request"))) << vector.name;
        EXPECT_EQ(signature_of(text), vector.parts.at("header-signature")) << vector.name;
    }
}

TEST(PublishedVectors, AreSignedAsTheirQueriesSay) {
    for (const Vector& vector : read_vectors()) {
        Request request = parse(vector.parts.at("query-signed-request"));
        const std::string names = request.parameter("X-Amz-SignedHeaders");
        if (vector.token_omitted) leave_out_token(request.query);
        const std::string text = canonical(request, vector, names);
        EXPECT_EQ(text, trimmed_end(vector.parts.at("query-canonical-request"))) << vector.name;
        EXPECT_EQ(signature_of(text), vector.parts.at("query-signature")) << vector.name;
        EXPECT_EQ(signature_of(text), request.parameter("X-Amz-Signature")) << vector.name;
    }
}

}  // namespace
}  // namespace stator::signing
