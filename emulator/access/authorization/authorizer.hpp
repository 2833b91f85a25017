// Authorizer: whether a request may be done, by the policies of who sends it and those of the
// tables and streams it is about. Thread-safe.
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

// Enforce: what is not allowed is refused. Audit: it is only written down.
enum class Mode : unsigned char { Enforce, Audit };

// A request that is signed well, of an operation that there is.
struct Request {
    const http::HttpRequest& http;
    const std::shared_ptr<const authentication::AccessKey>& key;
    std::string_view operation;
    protocol::wire::JsonView body;
};

struct Ruling {
    // Of the whole request; nothing when it may be done.
    std::optional<protocol::ApiError> refusal = {};
    // Of the statements of a batch.
    operations::RefusedStatements refused_statements = {};
    // The number of the decision; 0: the operation itself refuses the request, whoever asks.
    std::uint64_t decision = 0;
};

class Authorizer {
public:
    explicit Authorizer(Mode mode) : mode_(mode) {}

    Authorizer(const Authorizer&) = delete;
    Authorizer& operator=(const Authorizer&) = delete;

    // AWS: comes before it is known whether there is such a table. Where it stands among the checks
    // of a request's form is not known; here it follows that of types and constraints.
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

    // Read, and kept until there are too many. What cannot be read denies everything.
    iam::SharedPolicy resource_policy(const std::string& document);

    static constexpr std::size_t kMaxPolicies = 1'000;

    const Mode mode_;
    DecisionLog log_;
    DecisionCache cache_;
    engine::Mutex mutex_;
    std::map<std::string, iam::SharedPolicy, std::less<>> policies_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::emulator::access::authorization
