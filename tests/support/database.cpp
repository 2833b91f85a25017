#include "tests/support/database.hpp"

#include <stdexcept>
#include <utility>

#include "emulator/operations/operation_table.hpp"
#include "engine/faults/watched_context.hpp"
#include "protocol/wire/json.hpp"

namespace stator::testing {
namespace {

std::string with_quotes(std::string_view text) {
    return std::string("\"").append(text).append("\"");
}

// "pk:S sk:N" → {"AttributeName":"pk","AttributeType":"S"},…
std::string definitions_json(std::string_view definitions) {
    std::string json;
    while (!definitions.empty()) {
        const std::size_t space = std::min(definitions.find(' '), definitions.size());
        const std::string_view one = definitions.substr(0, space);
        const std::size_t colon = one.find(':');
        if (!json.empty()) json.append(",");
        json.append("{\"AttributeName\":")
            .append(with_quotes(one.substr(0, colon)))
            .append(",\"AttributeType\":")
            .append(with_quotes(one.substr(colon + 1)))
            .append("}");
        definitions.remove_prefix(std::min(space + 1, definitions.size()));
    }
    return json;
}

std::string schema_json(std::string_view keys) {
    const std::size_t space = keys.find(' ');
    const std::string_view hash = keys.substr(0, keys.find(':'));
    std::string json = "{\"AttributeName\":" + with_quotes(hash) + ",\"KeyType\":\"HASH\"}";
    if (space == std::string_view::npos) return json;
    const std::string_view range = keys.substr(space + 1, keys.rfind(':') - space - 1);
    return json + ",{\"AttributeName\":" + with_quotes(range) + ",\"KeyType\":\"RANGE\"}";
}

// The reply, or the error and its reasons.
std::string shown(const protocol::Result<std::string>& result) {
    if (result.has_value()) return result.value();
    std::string text(protocol::error_name(result.error().type));
    text.append(": ").append(result.error().message);
    for (const auto& reason : result.error().cancellation_reasons) {
        if (!reason.message.empty()) text.append(" | ").append(reason.message);
    }
    return text;
}

}  // namespace

Database::Database(
    engine::EngineOptions options, std::optional<std::string> directory, engine::Instant start
)
    : clock_(start) {
    std::optional<engine::DataPath> path;
    if (directory) path = engine::DataPath{*directory, engine::persistence::Durability::Commit};
    take(engine::Engine::open(std::move(options), clock_, path));
}

Database::Database(
    engine::EngineOptions options, std::unique_ptr<engine::persistence::DataFile> file
)
    : clock_(kStart) {
    take(engine::Engine::open(std::move(options), clock_, std::move(file)));
}

void Database::take(Opened opened) {
    if (const auto* error = std::get_if<engine::persistence::DataFileError>(&opened)) {
        throw std::runtime_error(error->message);
    }
    engine_ = std::move(std::get<0>(opened));
}

std::shared_ptr<engine::table::Table> Database::table(std::string_view name) {
    engine::faults::WatchedContext context;
    context.place.region = "us-east-1";
    return universe().catalog(context).active_table(name).value();
}

std::string Database::run(
    std::string_view operation, std::string_view request, std::string_view region
) {
    engine::RequestOutcome outcome;
    return run(operation, request, region, outcome);
}

std::string Database::run(
    std::string_view operation,
    std::string_view request,
    std::string_view region,
    engine::RequestOutcome& outcome
) {
    const auto* row = emulator::operations::find_operation(operation, false);
    if (row == nullptr) row = emulator::operations::find_operation(operation, true);
    if (row == nullptr) return "UnknownOperationException";
    const auto json = protocol::wire::JsonDocument::parse(std::string(request));
    if (!json) return "SerializationException";
    engine::faults::WatchedContext context;
    context.place.region = region;
    context.body = json->body();
    context.now = universe().run_due_if_needed();
    return shown(row->handler(universe(), context, json->root(), outcome));
}

std::string Database::run(ItemRequest request, std::string_view region) {
    engine::RequestOutcome outcome;
    return run(std::move(request), region, outcome);
}

std::string Database::run(
    ItemRequest request, std::string_view region, engine::RequestOutcome& outcome
) {
    engine::faults::WatchedContext context;
    context.place.region = region;
    context.now = universe().run_due_if_needed();
    return shown(answer(universe(), context, std::move(request), outcome));
}

std::string Database::member(
    std::string_view operation, std::string_view request, std::string_view name
) {
    const std::string reply = run(operation, request);
    const std::string quoted = std::string("\"").append(name).append("\":\"");
    const auto place = reply.find(quoted);
    if (place == std::string::npos) return "";
    const auto begin = place + quoted.size();
    return reply.substr(begin, reply.find('"', begin) - begin);
}

std::string Database::create_table(
    std::string_view name,
    std::string_view keys,
    std::string_view definitions,
    std::string_view more
) {
    std::string request = "{\"TableName\":" + with_quotes(name) +
                          ",\"BillingMode\":\"PAY_PER_REQUEST\",\"KeySchema\":[" +
                          schema_json(keys) + "],\"AttributeDefinitions\":[" +
                          definitions_json(keys);
    if (!definitions.empty()) request.append(",").append(definitions_json(definitions));
    request.append("]");
    if (!more.empty()) request.append(",").append(more);
    return run("CreateTable", request.append("}"));
}

}  // namespace stator::testing
