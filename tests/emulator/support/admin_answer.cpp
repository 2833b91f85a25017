#include "tests/emulator/support/admin_answer.hpp"

#include "protocol/wire/json.hpp"

namespace stator::testing {

std::string answer_of(
    const emulator::admin::AdminRouter& router,
    std::string_view method,
    std::string_view target,
    const std::string& body
) {
    emulator::http::HttpRequest request;
    request.method = method;
    request.target = target;
    request.body = body;
    auto reply = router.handle(request);
    if (!reply) return "no such route";
    if (reply->status == 200) return std::move(reply->body);
    const auto refusal = protocol::wire::JsonDocument::parse(std::move(reply->body));
    return std::to_string(reply->status) + " " +
           std::string(refusal->root().string_or_empty("message"));
}

}  // namespace stator::testing
