#include "tests/emulator/support/fake_operations.hpp"

#include <array>
#include <stdexcept>

#include "engine/base/request_context.hpp"
#include "engine/faults/watched_context.hpp"
#include "protocol/wire/json.hpp"

namespace stator::testing {
namespace {

using engine::RequestOutcome;
using engine::faults::WatchedContext;
using engine::universes::Universe;
using protocol::Result;
using protocol::wire::JsonView;

Result<std::string> echo(Universe&, const WatchedContext&, JsonView request, RequestOutcome&) {
    return request.text();
}

Result<std::string> who(Universe&, const WatchedContext& context, JsonView, RequestOutcome&) {
    return context.access_key + " " + context.place.region + " " + context.host;
}

Result<std::string> empty(Universe&, const WatchedContext&, JsonView, RequestOutcome&) {
    return std::string();
}

Result<std::string> big(Universe&, const WatchedContext&, JsonView, RequestOutcome&) {
    return std::string(5'000, 'x');
}

Result<std::string> huge(Universe&, const WatchedContext&, JsonView, RequestOutcome&) {
    return std::string(8u << 20, 'x');
}

Result<std::string> refuse(Universe&, const WatchedContext&, JsonView, RequestOutcome&) {
    return protocol::ApiError{
        protocol::ErrorType::ConditionalCheckFailedException, "The conditional request failed"};
}

Result<std::string> throw_bug(Universe&, const WatchedContext&, JsonView, RequestOutcome&) {
    throw std::runtime_error("on purpose");
}

Result<std::string> write(
    Universe&, const WatchedContext&, JsonView request, RequestOutcome& outcome
) {
    outcome.journal_ticket = fake_world.journal->append({});
    return request.text();
}

Result<std::string> block(Universe&, const WatchedContext&, JsonView request, RequestOutcome&) {
    fake_world.entered->set_value();
    fake_world.release->wait();
    return request.text();
}

constexpr emulator::operations::Operation kBigInLines{"Big", false, echo, nullptr, true};
constexpr emulator::operations::Operation kRefuseInLines{"Refuse", false, refuse, nullptr, true};

constexpr std::array<emulator::operations::Operation, 11> kOperations = {{
    {"Echo", false, echo},
    {"Records", true, echo},
    {"Who", false, who},
    {"Empty", false, empty},
    {"Big", false, big, &kBigInLines},
    {"Huge", false, huge},
    {"Refuse", false, refuse, &kRefuseInLines},
    {"Throw", false, throw_bug},
    {"Write", false, write},
    {"Block", false, block},
    {"Change", false, block, nullptr, false, true},
}};

}  // namespace

const emulator::operations::Operation* find_fake_operation(std::string_view name, bool streams) {
    for (const emulator::operations::Operation& operation : kOperations) {
        if (operation.name == name && operation.streams == streams) return &operation;
    }
    return nullptr;
}

}  // namespace stator::testing
