// Authorizer: decides whether a request is allowed by the policies of its sender and by the
// resource-based policies of its tables and streams. Thread-safe.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/access/authentication/key_ring.hpp"
#include "emulator/access/authorization/decision_cache.hpp"
#include "emulator/access/authorization/decision_log.hpp"
#include "emulator/access/authorization/need.hpp"
#include "emulator/access/authorization/request_keys.hpp"
#include "emulator/access/iam/policy.hpp"
#include "emulator/http/http_message.hpp"
#include "emulator/operations/operation_table.hpp"
#include "engine/base/mutex.hpp"
#include "engine/base/request_context.hpp"
#include "protocol/base/api_error.hpp"
#include "protocol/wire/json.hpp"

namespace stator::engine::universes {
class Universe;
}

namespace stator::emulator::access::authorization {

// Enforce: requests that are not allowed are rejected. Audit: decisions are only recorded.
enum class Mode : unsigned char { Enforce, Audit };

// A request for a known operation, with a valid signature.
struct Request {
    const http::HttpRequest& http;
    const std::shared_ptr<const authentication::AccessKey>& key;
    std::string_view operation;
    protocol::wire::JsonView body;
};

struct Ruling {
    // The error for the whole request; nullopt if it is allowed.
    std::optional<protocol::ApiError> refusal = {};
    // The errors for single statements of a batch.
    operations::RefusedStatements refused_statements = {};
    // The number of the decision in the log; 0 if the operation itself rejects the request,
    // regardless of the sender.
    std::uint64_t decision = 0;
};

class Authorizer {
public:
    explicit Authorizer(Mode mode) : mode_(mode) {}

    Authorizer(const Authorizer&) = delete;
    Authorizer& operator=(const Authorizer&) = delete;

    // Decides about a request and records the decision. AWS: authorization is checked before the
    // existence of the table. Its position among the checks of the request's form is not known;
    // here it follows the checks of types and constraints.
    // [docs/differences]
    Ruling judge(
        const Request& request,
        engine::universes::Universe& universe,
        const engine::RequestContext& context
    );

    Mode mode() const { return mode_; }

    DecisionLog& log() { return log_; }

private:
    class Judgement;

    // Parses a resource-based policy, or returns the cached result. The cache is cleared when it is
    // full. A document that cannot be parsed denies everything.
    iam::SharedPolicy resource_policy(const std::string& document);

    static constexpr std::size_t kMaxPolicies = 1'000;

    const Mode mode_;
    DecisionLog log_;
    DecisionCache cache_;
    engine::Mutex mutex_;
    std::map<std::string, iam::SharedPolicy, std::less<>> policies_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::emulator::access::authorization
