// A request that is signed as by a client, or wrongly in one of many ways.
#pragma once

#include <string>
#include <vector>

#include "emulator/base/percent_encoding.hpp"
#include "emulator/http/http_message.hpp"
#include "signing/canonical_request.hpp"
#include "signing/request_signing.hpp"

namespace stator::testing {

// The parts of a request, as they are signed and as they are sent. A value.
struct SigningDraft {
    bool is_query = false;
    std::string algorithm = "AWS4-HMAC-SHA256";
    std::string key_id = "AKIAALICE";
    std::string secret = "alice's secret";
    std::string token = {};       // as it is signed
    std::string sent_token = {};  // as it is sent, if different
    std::string date = "20261125T120000Z";
    std::string day = "20261125";
    std::string region = "eu-west-1";
    std::string service = "dynamodb";
    std::string terminator = "aws4_request";
    std::string signed_headers = "host;x-amz-date;x-amz-target";
    std::string host = "localhost:8000";
    std::string target_header = "DynamoDB_20120810.ListTables";
    std::string body = "{}";
    std::string sent_body = {};  // "" for the same
    std::string content_hash = {};
    std::string further_part = {};    // of the Authorization header
    std::string sent_scope_end = {};  // behind the scope, and not signed
    std::string expires = {};
    bool leaves_signature_out = false;
    bool leaves_token_unsigned = false;

    std::string scope() const { return day + "/" + region + "/" + service + "/" + terminator; }
};

// Owns the texts that an HttpRequest points to.
class SignedRequest {
public:
    explicit SignedRequest(const SigningDraft& draft) : draft_(draft) {
        if (draft_.is_query) draft_.signed_headers = "host";
        add("Host", draft_.host);
        if (!draft_.is_query) add("X-Amz-Date", draft_.date);
        add("X-Amz-Target", draft_.target_header);
        if (!draft_.content_hash.empty()) add("x-amz-content-sha256", draft_.content_hash);
        if (draft_.is_query) {
            sign_query();
        } else {
            sign_header();
        }
        request_.method = "POST";
        request_.target = target_;
        request_.host = draft_.host;
        request_.content_type = emulator::kAmzJson;
        request_.amz_target = draft_.target_header;
        request_.authorization = authorization_;
        if (!draft_.is_query) request_.amz_date = draft_.date;
        request_.fields = fields_;
        request_.body = draft_.sent_body.empty() ? draft_.body : draft_.sent_body;
    }

    SignedRequest(const SignedRequest&) = delete;
    SignedRequest& operator=(const SignedRequest&) = delete;

    emulator::http::HttpRequest& request() { return request_; }

private:
    void add(std::string_view name, const std::string& value) { fields_.push_back({name, value}); }

    std::string signature(std::string_view query) const {
        const bool is_unsigned = draft_.is_query && draft_.content_hash == "UNSIGNED-PAYLOAD";
        const std::string hash =
            is_unsigned ? draft_.content_hash : signing::hex_sha256(draft_.body);
        const std::string canonical =
            signing::canonical_request({"POST", "/", query, fields_, draft_.signed_headers, hash});
        const signing::Scope place{draft_.region, draft_.service};
        return signing::signature(
            signing::signing_key(draft_.secret, draft_.day, place),
            signing::string_to_sign(draft_.date, draft_.scope(), canonical)
        );
    }

    // The token is always sent as a header, and is signed if that is usual.
    void sign_header() {
        const bool has_token = !draft_.token.empty();
        if (has_token && !draft_.leaves_token_unsigned) {
            add("X-Amz-Security-Token", draft_.token);
            draft_.signed_headers = "host;x-amz-date;x-amz-security-token;x-amz-target";
        }
        authorization_ = draft_.algorithm + " Credential=" + draft_.key_id + "/" + draft_.scope() +
                         draft_.sent_scope_end + ", SignedHeaders=" + draft_.signed_headers +
                         draft_.further_part;
        if (!draft_.leaves_signature_out) authorization_ += ", Signature=" + signature("");
        if (has_token && draft_.leaves_token_unsigned) add("X-Amz-Security-Token", draft_.token);
        if (draft_.sent_token.empty()) return;
        for (signing::HeaderField& field : fields_) {
            if (field.name == "X-Amz-Security-Token") field.value = draft_.sent_token;
        }
        if (!has_token) add("X-Amz-Security-Token", draft_.sent_token);
    }

    void sign_query() {
        const auto encoded = [](const std::string& text) {
            return emulator::percent_encoded(text);
        };
        std::string query = "X-Amz-Algorithm=" + encoded(draft_.algorithm) +
                            "&X-Amz-Credential=" + encoded(draft_.key_id + "/" + draft_.scope()) +
                            "&X-Amz-Date=" + encoded(draft_.date) +
                            "&X-Amz-SignedHeaders=" + encoded(draft_.signed_headers);
        if (!draft_.expires.empty()) query += "&X-Amz-Expires=" + draft_.expires;
        const std::string token =
            draft_.token.empty() ? "" : "&X-Amz-Security-Token=" + encoded(draft_.token);
        const std::string made = signature(query + (draft_.leaves_token_unsigned ? "" : token));
        query += token;
        if (!draft_.sent_token.empty() && token.empty()) {
            query += "&X-Amz-Security-Token=" + encoded(draft_.sent_token);
        }
        if (!draft_.leaves_signature_out) query += "&X-Amz-Signature=" + made;
        target_ = "/?" + query;
    }

    SigningDraft draft_;
    std::vector<signing::HeaderField> fields_;
    std::string authorization_;
    std::string target_ = "/";
    emulator::http::HttpRequest request_;
};

}  // namespace stator::testing
