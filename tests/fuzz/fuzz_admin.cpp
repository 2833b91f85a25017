// A call of the admin API: "PUT /faults" on the first line, its body behind it. Every answer is
// JSON, a refusal is a sentence, nothing ends in a bug's 500; and what a control shows once it was
// set can be put back, and is shown again.
#include <algorithm>
#include <optional>

#include "protocol/wire/json.hpp"
#include "tests/emulator/support/dispatched_world.hpp"
#include "tests/fuzz/oracle.hpp"
#include "tests/fuzz/target.hpp"

namespace stator::fuzz {
namespace {

using protocol::wire::JsonDocument;
using testing::DispatchedWorld;

constexpr std::string_view kControls[] = {
    "/clock",
    "/consistency",
    "/faults",
    "/hostile",
    "/replication",
    "/requests/settings",
    "/streams",
    "/throughput",
    "/triggers",
    "/vectors",
    "/laboratory"};

constexpr std::string_view kTable =
    R"({"TableName":"Tab","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[)"
    R"({"AttributeName":"pk","AttributeType":"S"}],"KeySchema":[{"AttributeName":"pk",)"
    R"("KeyType":"HASH"}],"StreamSpecification":{"StreamEnabled":true,"StreamViewType":)"
    R"("NEW_AND_OLD_IMAGES"}})";

// Snapshots are files, and this test leaves none.
bool is_allowed(std::string_view path) {
    const bool is_printable = std::ranges::all_of(path, [](char c) { return c > ' ' && c < 0x7F; });
    return path.starts_with('/') && is_printable && path.find("snapshot") == path.npos;
}

// The answer's JSON; a refusal has its status before it.
std::string checked_call(
    DispatchedWorld& world, std::string_view method, const std::string& path, std::string body
) {
    const std::string answer = world.call(method, path, std::move(body));
    require(is_utf8(answer), "UTF-8", answer);
    const bool is_refusal = answer.size() > 4 && answer[0] >= '3' && answer[0] <= '5';
    require(!answer.starts_with("5") || answer.starts_with("503"), "no bug", path, answer);
    if (!is_refusal) return answer;
    const auto json = JsonDocument::parse(answer.substr(4));
    require(json.has_value(), "a refusal is JSON", path, answer);
    require(!json->root().string_or_empty("message").empty(), "a sentence", path, answer);
    return answer;
}

bool is_control(const std::string& path) {
    return std::ranges::find(kControls, std::string_view(path)) != std::end(kControls);
}

void check_shown(DispatchedWorld& world, const std::string& path) {
    const std::string shown = checked_call(world, "GET", path, "");
    require(JsonDocument::parse(shown).has_value(), "what is shown is JSON", path, shown);
    const std::string put = checked_call(world, "PUT", path, shown);
    require(JsonDocument::parse(put).has_value(), "what is shown can be put back", shown, put);
    const std::string again = checked_call(world, "GET", path, "");
    require(again == shown, "and is shown again", shown, again);
}

}  // namespace
}  // namespace stator::fuzz

STATOR_FUZZ_TARGET(admin) {
    using namespace stator::fuzz;
    std::string_view body = text_of(data, size);
    const std::string_view line = take_line(body);
    const std::size_t blank = line.find(' ');
    if (blank == line.npos || !is_allowed(line.substr(blank + 1))) return 0;
    const std::string_view method = line.substr(0, blank);
    if (method != "GET" && method != "PUT" && method != "POST" && method != "DELETE") return 0;
    const std::string path(line.substr(blank + 1));
    if (body.find("snapshot") != body.npos) return 0;
    DispatchedWorld world;
    world.ask("CreateTable", std::string(kTable));
    const std::string answer = checked_call(world, method, path, std::string(body));
    if (method == "PUT" && answer.starts_with('{') && is_control(path)) check_shown(world, path);
    return 0;
}
