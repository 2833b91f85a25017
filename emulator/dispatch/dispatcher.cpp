#include "emulator/dispatch/dispatcher.hpp"

#include <algorithm>
#include <exception>
#include <optional>

#include "emulator/access/authentication/credentials.hpp"
#include "emulator/access/authentication/signature_check.hpp"
#include "emulator/access/authorization/authorizer.hpp"
#include "emulator/admin/router.hpp"
#include "emulator/base/header_text.hpp"
#include "emulator/base/log.hpp"
#include "emulator/base/universe_name.hpp"
#include "emulator/console/console.hpp"
#include "emulator/dispatch/watched_request.hpp"
#include "emulator/http/compression.hpp"
#include "emulator/http/response.hpp"
#include "emulator/journal/request_facts.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "emulator/laboratory/table_hint.hpp"
#include "emulator/overload/growth.hpp"
#include "emulator/overload/memory_guard.hpp"
#include "engine/base/account.hpp"
#include "engine/base/request_context.hpp"
#include "engine/capacity/refusal_notes.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/general.hpp"
#include "protocol/errors/serialization.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::dispatch {
namespace {

using protocol::ApiError;
using protocol::ErrorType;
using protocol::wire::JsonDocument;

// Header with the number of the authorization decision, by which it can be looked up.
constexpr std::string_view kDecisionHeader = "x-stator-decision: ";

constexpr std::string_view kUniversePrefix = "/u/";

// Returns the media type of the reply: that of the request, or "" if DynamoDB does not support it.
std::string_view reply_media_type(const http::HttpRequest& request) {
    std::string_view sent = request.content_type;
    const std::string_view media_type = trimmed(take_until(sent, ';'));
    if (equals_ignoring_case(media_type, kAmzJson)) return kAmzJson;
    if (equals_ignoring_case(media_type, kJson)) return kJson;
    return request.body.empty() ? kJson : std::string_view();
}

bool only_reads(const http::HttpRequest& request) {
    return request.method == "GET" || request.method == "HEAD";
}

bool is_health_check(const http::HttpRequest& request) {
    if (!only_reads(request)) return false;
    const std::string_view path = request.path();
    return path == "/" || path == "/health" || path == "/ready";
}

// AWS: "healthy: dynamodb.us-east-1.amazonaws.com " with the trailing space. [case wire/health]
http::Reply health_reply(const http::HttpRequest& request) {
    std::string body("healthy: ");
    body.append(request.host).append(" ");
    return {.content_type = kPlainText, .body = std::move(body)};
}

std::optional<http::Reply> decode_content(
    http::HttpRequest& request, std::string_view content_type
) {
    if (request.content_encoding.empty()) return std::nullopt;
    const auto failure =
        http::decompress(request.content_encoding, protocol::kMaxBodyBytes, request.body);
    if (!failure) return std::nullopt;
    if (*failure == http::DecompressionFailure::TooLarge) return http::too_large_reply();
    return http::error_reply(protocol::errors::internal_server_error(), content_type);
}

struct Target {
    std::string_view operation;
    bool streams = false;
};

std::optional<Target> parse_target(std::string_view header) {
    constexpr std::string_view kTables = "DynamoDB_20120810.";
    constexpr std::string_view kStreams = "DynamoDBStreams_20120810.";
    if (header.starts_with(kTables)) return Target{header.substr(kTables.size()), false};
    if (header.starts_with(kStreams)) return Target{header.substr(kStreams.size()), true};
    return std::nullopt;
}

void compress_reply(const http::HttpRequest& request, http::Reply& reply) {
    if (reply.body.size() < http::kMinCompressedReplyBytes || request.accept_encoding.empty())
        return;
    const auto codec = http::negotiate_codec(request.accept_encoding);
    if (!codec) return;
    reply.body = http::compress(*codec, reply.body);
    reply.content_encoding = http::codec_name(*codec);
}

// Turns "/u/NAME/rest" into "/rest" in the universe NAME. DynamoDB requests use "/", so all other
// paths may be slow.
void take_universe_path(http::HttpRequest& request) {
    if (request.target.size() <= 1 || !request.target.starts_with(kUniversePrefix)) return;
    std::string_view rest = request.target.substr(kUniversePrefix.size());
    const std::string_view name = rest.substr(0, rest.find_first_of("/?"));
    rest.remove_prefix(name.size());
    request.stator_universe = name;
    request.sent_target = request.target;
    request.target = rest.starts_with('/') ? rest : std::string_view("/");
}

// The console's DynamoDB requests use their own path, also on the admin API's port.
void take_console_call(http::HttpRequest& request) {
    request.target = "/";
    request.door = http::Door::Main;
    request.is_quiet = true;
}

// Returns a header with the location of the table, if the error is that it does not exist here.
std::string hint_line(
    const ApiError& error,
    laboratory::Laboratories& laboratories,
    const laboratory::Laboratory& laboratory,
    const engine::faults::WatchedContext& context,
    std::string_view operation,
    protocol::wire::JsonView body
) {
    if (error.type != ErrorType::ResourceNotFoundException) return {};
    const auto facts = journal::read_request_facts(operation, context.place, body);
    const auto hint = laboratory::hint_of_tables(laboratories, laboratory, context, facts.tables);
    return laboratory::hint_header(laboratory, hint);
}

ApiError not_a_universe(std::string_view what, std::string_view name) {
    return {
        ErrorType::ValidationException,
        std::string(what) + " '" + utf8_text(name) +
            "' cannot name a universe: use 1 to 128 letters, digits, '_', '-' and '.', with no "
            "'.' in front."};
}

// Returns the path without "/u/NAME".
std::string_view path_in_universe(std::string_view path) {
    if (!path.starts_with(kUniversePrefix)) return path;
    const auto rest = path.find('/', kUniversePrefix.size());
    return rest == std::string_view::npos ? "/" : path.substr(rest);
}

}  // namespace

bool Dispatcher::may_take_long(const http::HttpRequest& request) const {
    if (request.target.size() > 1 && path_in_universe(request.path()).size() > 1) {
        return !is_health_check(request);
    }
    const auto target = parse_target(request.amz_target);
    if (!target) return false;
    const operations::Operation* operation = find_operation_(target->operation, target->streams);
    return operation != nullptr && operation->changes_tables;
}

http::Reply Dispatcher::handle(http::HttpRequest& request) {
    take_universe_path(request);
    if (!request.port_universe.empty()) request.stator_universe = request.port_universe;
    try {
        if (is_for_admin(request)) {
            if (auto reply = answer_admin(request)) return *std::move(reply);
        }
        http::Reply reply = route(request);
        compress_reply(request, reply);
        if (!request.origin.empty()) reply.headers += options_.cors.header_lines(request);
        if (reply.date == engine::kBeforeAll) reply.date = engine_.default_universe().now();
        return reply;
    } catch (const std::exception& exception) {
        std::string line("request failed by a bug of Stator's: ");
        log_error(line.append(request.amz_target).append(": ").append(exception.what()));
    }
    return http::error_reply(protocol::errors::internal_server_error(), kAmzJson);
}

http::Reply Dispatcher::handle_lost_write(
    const http::HttpRequest& request, const http::Reply& reply
) const {
    if (reply.record != 0) {
        caller_of(request).stage.laboratory->journal().note_lost_write(reply.record);
    }
    const std::string_view media_type = reply_media_type(request);
    http::Reply lost = http::error_reply(protocol::errors::internal_server_error(), media_type);
    lost.headers = options_.cors.header_lines(request);
    lost.date = reply.date;
    lost.request_number = reply.request_number;
    return lost;
}

void Dispatcher::on_due_work(std::function<void()> wake) {
    engine_.due().listen(std::move(wake));
    engine_.due().start();
}

void Dispatcher::ignore_due_work() {
    engine_.due().stop();
}

std::chrono::milliseconds Dispatcher::run_due() {
    constexpr std::int64_t kLongestMs = 1'000;
    if (options_.signatures != nullptr) options_.signatures->keys().refresh();
    std::int64_t wait_ms = kLongestMs;
    try {
        wait_ms = engine_.run_due(kLongestMs);
    } catch (const std::exception& exception) {
        log_error(std::string("background work failed by a bug of Stator's: ") + exception.what());
    }
    if (options_.memory != nullptr) wait_ms = std::min(wait_ms, options_.memory->check().count());
    return std::chrono::milliseconds(std::max<std::int64_t>(wait_ms, 1));
}

// DynamoDB requests use "/", so all other paths may be slow.
bool Dispatcher::is_for_admin(const http::HttpRequest& request) const {
    if (options_.admin == nullptr || request.target.size() <= 1) return false;
    return request.door == http::Door::Admin || !options_.has_admin_port;
}

std::optional<http::Reply> Dispatcher::answer_admin(http::HttpRequest& request) const {
    using admin::guard::Part;
    if (auto page = console::answer(request)) {
        auto refusal = options_.admin->keep_out(request, Part::Page);
        return refusal ? refusal : page;
    }
    if (!console::is_api_call(request)) return options_.admin->handle(request);
    if (auto refusal = options_.admin->keep_out(request, Part::Api)) return refusal;
    take_console_call(request);
    return std::nullopt;
}

http::Reply Dispatcher::route(http::HttpRequest& request) {
    if (request.door == http::Door::Admin) {
        return is_health_check(request) ? health_reply(request) : http::not_found_reply();
    }
    if (request.method == "POST" && request.path() == "/") return call_api(request);
    // DynamoDB Local requires a signature for every path. [observed 2026-11-24, version 3.3.1]
    const bool is_ours = request.path() == "/health" || request.path() == "/ready";
    if (options_.wears_costume && only_reads(request) && !is_ours) return http::unsigned_reply();
    if (is_health_check(request)) return health_reply(request);
    if (http::CorsPolicy::is_preflight(request)) return {};
    return http::not_found_reply();
}

Dispatcher::Caller Dispatcher::caller_of(const http::HttpRequest& request) const {
    Caller caller{access::authentication::read_credentials(request)};
    const bool is_known = caller.credentials.has_value();
    caller.universe = universe_name(request, is_known ? caller.credentials->access_key : "");
    caller.stage = find_stage(caller.universe.has_value() ? *caller.universe : std::string());
    return caller;
}

// Even an invalid request is answered and counted by the universe that it selects.
http::Reply Dispatcher::call_api(http::HttpRequest& request) {
    Caller caller = caller_of(request);
    engine::Universe& universe = *caller.stage.universe;
    // Requests through the admin API's path, like the console's, are not subject to DynamoDB's
    // checks.
    if (options_.signatures != nullptr && !request.is_quiet) {
        caller.credentials = options_.signatures->check(request, universe.now());
    }
    http::Reply reply = answer(request, caller);
    if (reply.date == engine::kBeforeAll) reply.date = universe.now();
    if (!request.is_quiet) reply.request_number = universe.next_request_number();
    return reply;
}

// AWS: media type, JSON, target, authentication, and only then an empty body.
// [case wire/processing_order]
http::Reply Dispatcher::answer(http::HttpRequest& request, Caller& caller) const {
    const std::string_view media_type = reply_media_type(request);
    if (media_type.empty()) return http::not_found_reply();
    if (auto failure = decode_content(request, media_type)) return *std::move(failure);
    return run_operation(request, caller, media_type);
}

// AWS also distinguishes accounts by access keys. A key that is not an account id belongs to the
// default account, as does that account's own id.
protocol::Result<std::string> Dispatcher::universe_name(
    const http::HttpRequest& request, std::string_view access_key
) const {
    if (!request.stator_universe.empty()) {
        if (is_universe_name(request.stator_universe))
            return inner_universe(request.stator_universe);
        return not_a_universe("The universe", request.stator_universe);
    }
    switch (options_.isolation) {
        case Isolation::Shared: break;
        case Isolation::AccessKey:
            if (is_universe_name(access_key)) return inner_universe(access_key);
            return not_a_universe("The access key", access_key);
        case Isolation::Account: {
            const bool is_own =
                protocol::model::is_account_id(access_key) && access_key != engine::kUsualAccount;
            return std::string(is_own ? access_key : "");
        }
    }
    return std::string();
}

Dispatcher::Stage Dispatcher::find_stage(const std::string& universe) const {
    Stage stage;
    if (universe.empty()) {
        stage.universe = &engine_.default_universe();
        if (options_.laboratories != nullptr) stage.laboratory = &options_.laboratories->usual();
        return stage;
    }
    if (options_.laboratories == nullptr) {
        stage.held_universe = engine_.universe(universe);
        stage.universe = stage.held_universe.get();
        return stage;
    }
    stage.held_laboratory = options_.laboratories->find(universe);
    stage.laboratory = stage.held_laboratory.get();
    stage.universe = &stage.laboratory->universe();
    return stage;
}

struct Dispatcher::Checked {
    http::HttpRequest& http;
    const Stage& stage;
    const access::authentication::Credentials& credentials;
    const operations::Operation& operation;
    protocol::wire::JsonView body;
    std::string_view content_type;
};

http::Reply Dispatcher::run_operation(
    http::HttpRequest& request, Caller& caller, std::string_view content_type
) const {
    auto& [credentials, universe, stage] = caller;
    if (!options_.heeds_laboratory_headers) request.stator_fault = request.stator_label = {};
    const bool watched =
        stage.laboratory != nullptr && !request.is_quiet && is_watched(*stage.laboratory, request);
    const bool keeps_body = watched && stage.laboratory->journal().is_on() &&
                            stage.laboratory->journal().bodies() != journal::BodyKeeping::None;
    std::optional<JsonDocument> document;
    std::string kept_body;
    if (keeps_body) kept_body = request.body;
    if (!request.body.empty()) {
        document = JsonDocument::parse(std::move(request.body));
        if (!document) return http::error_reply(protocol::errors::not_a_request(), content_type);
    }
    const auto target = parse_target(request.amz_target);
    const operations::Operation* operation =
        target ? find_operation_(target->operation, target->streams) : nullptr;
    if (!operation)
        return http::error_reply({ErrorType::UnknownOperationException, ""}, content_type);
    if (credentials.has_error()) return http::error_reply(credentials.error(), content_type);
    if (!document || !document->root().is_object()) {
        return http::error_reply(protocol::errors::not_a_request(), content_type);
    }
    if (universe.has_error()) return http::error_reply(universe.error(), content_type);
    if (operation->in_lines != nullptr && request.accept == kJsonLines) {
        operation = operation->in_lines;
    }

    engine::faults::WatchedContext context;
    stage.universe->note_arrival(context);
    context.place.universe = *universe;
    context.place.region = std::move(credentials->region);
    context.behaves_like = options_.behaves_like;
    context.access_key = std::move(credentials->access_key);
    context.connection = request.connection;
    context.is_observer = request.is_quiet;
    context.host = utf8_text(request.host);
    engine::capacity::RefusalNotes refusals;
    context.refusals = &refusals;
    context.body = document->body();
    const Checked checked{request, stage, *credentials, *operation, document->root(), content_type};
    if (options_.memory != nullptr && options_.memory->is_full()) {
        if (auto refusal = refuse_growth(checked)) return *std::move(refusal);
    }
    if (!watched && options_.authorizer == nullptr) return run_alone(checked, context, {});
    return run_seldom(checked, {watched, std::move(kept_body)}, context);
}

std::optional<http::Reply> Dispatcher::refuse_growth(const Checked& checked) const {
    const std::string_view operation = checked.operation.name;
    if (!overload::makes_data_grow(operation, checked.body)) return std::nullopt;
    options_.memory->note_refusal();
    http::Reply reply = http::error_reply(overload::no_room_error(operation), checked.content_type);
    reply.headers = "x-stator-hint: the memory that --max-memory allows is used up\r\n";
    return reply;
}

http::Reply Dispatcher::run_alone(
    const Checked& checked,
    const engine::faults::WatchedContext& context,
    const operations::RefusedStatements& refused
) const {
    const auto& [request, stage, credentials, operation, body, content_type] = checked;
    engine::RequestOutcome outcome;
    auto answer = refused.empty() ? operation.handler(*stage.universe, context, body, outcome)
                                  : operations::batch_execute_statement_without(
                                        refused, *stage.universe, context, body, outcome
                                    );
    http::Reply reply = http::operation_reply(answer, content_type, operation.is_in_lines);
    if (answer.has_error() && stage.laboratory != nullptr) {
        reply.headers = hint_line(
            answer.error(), *options_.laboratories, *stage.laboratory, context, operation.name, body
        );
    }
    reply.journal_ticket = outcome.journal_ticket;
    reply.date = context.now;
    return reply;
}

http::Reply Dispatcher::run_seldom(
    const Checked& checked, Watching watching, engine::faults::WatchedContext& context
) const {
    access::authorization::Ruling ruling;
    if (options_.authorizer != nullptr && !checked.http.is_quiet) {
        ruling = options_.authorizer->judge(
            {checked.http, checked.credentials.key, checked.operation.name, checked.body},
            *checked.stage.universe,
            context
        );
    }
    http::Reply reply;
    if (watching.is_watched) {
        WatchedRequest whole{
            checked.http,
            checked.operation,
            checked.body,
            std::move(watching.kept_body),
            checked.content_type,
            std::move(ruling.refusal),
            std::move(ruling.refused_statements),
            ruling.decision};
        reply = run_watched(
            *options_.laboratories, *checked.stage.laboratory, std::move(whole), context
        );
    } else if (ruling.refusal) {
        reply = http::error_reply(*ruling.refusal, checked.content_type);
    } else {
        reply = run_alone(checked, context, ruling.refused_statements);
    }
    reply.date = context.now;
    if (ruling.decision != 0) {
        reply.headers.append(kDecisionHeader)
            .append(std::to_string(ruling.decision))
            .append("\r\n");
    }
    return reply;
}

}  // namespace stator::emulator::dispatch
