#include "emulator/admin/router.hpp"

#include <algorithm>
#include <array>

#include "emulator/admin/openapi.hpp"
#include "emulator/base/header_text.hpp"
#include "emulator/base/percent_encoding.hpp"
#include "emulator/base/universe_name.hpp"
#include "emulator/http/compression.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonWriter;

using Texts = std::map<std::string, std::string, std::less<>>;

Accepted<routes::AdminAnswer> describe_api(laboratory::Laboratory&, const routes::AdminCall&) {
    return routes::AdminAnswer{.body = std::string(openapi_text())};
}

// The list of all routes has no handler, because only the router has it.
constexpr std::array<routes::AdminRoute, 2> kOwnRoutes = {{
    {"GET", "/_stator/v1", nullptr},
    {"GET", "/_stator/openapi.json", describe_api},
}};

// "/a/b" and "/a/b/" → "a", "b".
std::vector<std::string_view> split_path(std::string_view path) {
    std::vector<std::string_view> segments;
    if (path.starts_with('/')) path.remove_prefix(1);
    if (path.ends_with('/')) path.remove_suffix(1);
    while (path.find('/') != std::string_view::npos) segments.push_back(take_until(path, '/'));
    segments.push_back(path);
    return segments;
}

bool is_placeholder(std::string_view segment) {
    return segment.starts_with('{');
}

bool matches(
    const std::vector<std::string_view>& pattern, const std::vector<std::string_view>& path
) {
    const auto fits = [](std::string_view wanted, std::string_view given) {
        return is_placeholder(wanted) ? !given.empty() : wanted == given;
    };
    return std::equal(pattern.begin(), pattern.end(), path.begin(), path.end(), fits);
}

bool is_below_stator(std::string_view path) {
    constexpr std::string_view kRoot = "/_stator";
    return path.starts_with(kRoot) && (path.size() == kRoot.size() || path[kRoot.size()] == '/');
}

Accepted<Texts> decode_path(
    const std::vector<std::string_view>& pattern, const std::vector<std::string_view>& path
) {
    Texts values;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (!is_placeholder(pattern[i])) continue;
        auto value = percent_decoded(path[i]);
        if (!value) {
            return Refusal{
                "'" + utf8_text(path[i]) +
                "' in the path is not percent-encoded UTF-8: write a percent sign as %25."};
        }
        values.emplace(pattern[i].substr(1, pattern[i].size() - 2), *std::move(value));
    }
    return values;
}

std::optional<std::string> query_text(std::string_view encoded) {
    std::string text(encoded);
    std::replace(text.begin(), text.end(), '+', ' ');
    return percent_decoded(text);
}

Accepted<Texts> decode_query(std::string_view query) {
    Texts values;
    while (!query.empty()) {
        std::string_view value = take_until(query, '&');
        const std::string shown = utf8_text(value);
        if (value.empty()) continue;
        const auto name = query_text(take_until(value, '='));
        const auto text = query_text(value);
        if (!name || !text) {
            return Refusal{
                "'" + shown +
                "' in the query is not percent-encoded UTF-8: write a percent sign as %25."};
        }
        if (!values.emplace(*name, *text).second) {
            return Refusal{"The query gives '" + *name + "' twice; give it once."};
        }
    }
    return values;
}

// `example` is the body example of the route. If it is empty, a missing body means {}.
Accepted<JsonDocument> decode_body(http::HttpRequest& request, std::string_view example) {
    const bool is_packed = !request.content_encoding.empty() && !request.body.empty();
    if (is_packed &&
        http::decompress(request.content_encoding, protocol::kMaxBodyBytes, request.body)) {
        return Refusal{
            "The body cannot be unpacked: its Content-Encoding must be gzip or deflate, and it may "
            "have 16 MiB at most."};
    }
    if (request.body.empty() && !example.empty()) {
        std::string sentence = "the body is missing; send ";
        return Refusal{sentence.append(example).append(".")};
    }
    if (request.body.empty()) request.body = "{}";
    auto document = JsonDocument::parse(std::move(request.body));
    if (!document) {
        return Refusal{
            "The body is not JSON: send a JSON object as /_stator/openapi.json describes it, or "
            "no body."};
    }
    return *std::move(document);
}

http::Reply refusal_reply(const Refusal& refusal) {
    http::Reply reply{.status = refusal.status, .content_type = kJson};
    JsonWriter json(reply.body);
    json.begin_object();
    json.string_member("message", refusal.sentence);
    json.end_object();
    return reply;
}

http::Reply not_there_reply(const http::HttpRequest& request) {
    return refusal_reply(
        {"There is nothing at " + utf8_text(request.path()) +
             ": GET /_stator/openapi.json says what the admin API has.",
         404}
    );
}

http::Reply wrong_method_reply(const http::HttpRequest& request, const std::string& allowed) {
    http::Reply reply = refusal_reply(
        {utf8_text(request.path()) + " does not take " + utf8_text(request.method) + ": use " +
             allowed + ".",
         405}
    );
    reply.headers.append("Allow: ").append(allowed).append("\r\n");
    return reply;
}

}  // namespace

AdminRouter::AdminRouter(
    laboratory::Laboratories& laboratories,
    std::span<const routes::AdminRoutes> groups,
    const guard::Gate* gate,
    const routes::Services& services
)
    : laboratories_(laboratories),
      gate_(gate == nullptr ? open_gate_ : *gate),
      services_(services) {
    const auto add = [this](routes::AdminRoutes routes) {
        for (const routes::AdminRoute& route : routes) {
            Entry entry{&route, split_path(route.path), 0};
            entry.placeholders = static_cast<std::size_t>(
                std::count_if(entry.segments.begin(), entry.segments.end(), is_placeholder)
            );
            entries_.push_back(std::move(entry));
        }
    };
    add(own_routes());
    std::for_each(groups.begin(), groups.end(), add);
    JsonWriter json(index_);
    json.begin_object();
    json.string_member("openapi", "/_stator/openapi.json");
    json.objects_member("routes", entries_, [&](const Entry& entry) {
        json.string_member("method", entry.route->method);
        json.string_member("path", entry.route->path);
    });
    json.end_object();
}

routes::AdminRoutes AdminRouter::own_routes() {
    return kOwnRoutes;
}

std::vector<const AdminRouter::Entry*> AdminRouter::entries_at(const Segments& segments) const {
    std::vector<const Entry*> found;
    for (const Entry& entry : entries_) {
        if (matches(entry.segments, segments)) found.push_back(&entry);
    }
    std::stable_sort(found.begin(), found.end(), [](const Entry* a, const Entry* b) {
        return a->placeholders < b->placeholders;
    });
    return found;
}

std::optional<http::Reply> AdminRouter::keep_out(const http::HttpRequest& request, guard::Part part)
    const {
    const bool is_ours =
        is_below_stator(request.path()) || !entries_at(split_path(request.path())).empty();
    return is_ours ? gate_.refuse(request, part) : std::nullopt;
}

std::optional<http::Reply> AdminRouter::handle(http::HttpRequest& request) const {
    const auto entries = entries_at(split_path(request.path()));
    if (entries.empty() && !is_below_stator(request.path())) return std::nullopt;
    if (auto refusal = gate_.refuse(request, guard::Part::Api)) return refusal;
    if (entries.empty()) return not_there_reply(request);

    const bool is_read = request.method == "GET" || request.method == "HEAD";
    const std::string_view method = is_read ? "GET" : request.method;
    std::string allowed;
    for (const Entry* const entry : entries) {
        if (entry->route->method != method) {
            allowed.append(allowed.empty() ? "" : ", ").append(entry->route->method);
            continue;
        }
        auto answered = answer(*entry, request);
        http::Reply reply = answered.has_error() ? refusal_reply(answered.error())
                                                 : http::Reply{
                                                       .status = answered->status,
                                                       .content_type = answered->content_type,
                                                       .body = std::move(answered->body),
                                                       .journal_ticket = answered->journal_ticket};
        if (is_read && !request.origin.empty()) {
            reply.headers.append("Access-Control-Allow-Origin: ").append(request.origin);
            reply.headers.append("\r\nVary: Origin\r\n");
        }
        return reply;
    }
    return wrong_method_reply(request, allowed);
}

namespace {

// All other routes apply to one universe.
bool is_about_all(std::string_view path) {
    constexpr std::array<std::string_view, 5> kAboutAll = {
        "/_stator/v1/limits",
        "/_stator/v1/universes",
        "/_stator/v1/snapshots",
        "/_stator/v1/laboratory",
        "/_stator/v1/credentials"};
    return std::any_of(kAboutAll.begin(), kAboutAll.end(), [path](std::string_view prefix) {
        return path.starts_with(prefix);
    });
}

// The universe that a body names, for example a body that was read from another universe; "" if it
// names none.
std::string universe_in(protocol::wire::JsonView body) {
    if (!body.is_object()) return {};
    const auto named = body.find("universe");
    return named && named->is_string() ? std::string(named->string()) : std::string();
}

// The name of the request's universe; "" for the default one. Error: the request names two.
Accepted<std::string> take_universe(
    Texts& query, const http::HttpRequest& request, const std::string& of_body
) {
    std::string universe = utf8_text(request.stator_universe);
    const auto named = query.extract("universe");
    if (universe.empty() && !named.empty()) universe = named.mapped();
    const auto is_other = [&of_body](const std::string& other) {
        return inner_universe(of_body) != inner_universe(other);
    };
    if (!universe.empty() && !of_body.empty() && is_other(universe)) {
        return Refusal{
            "the body is about the universe '" + of_body + "', but was sent to '" + universe +
            "'; leave 'universe' out of the body, or send it to that universe."};
    }
    if (universe.empty()) universe = of_body;
    return Accepted<std::string>(boost::system::in_place_value, std::move(universe));
}

// Adds the name of the universe to a reply.
void name_universe(routes::AdminAnswer& answer, const std::string& universe) {
    if (answer.content_type != kJson || !answer.body.starts_with('{')) return;
    std::string named;
    JsonWriter json(named);
    json.begin_object();
    json.string_member("universe", shown_universe(universe));
    if (!answer.body.starts_with("{}")) named.push_back(',');
    answer.body.replace(0, 1, named);
}

// Error: the query has a parameter that the route does not know.
Accepted<void> check_parameters(const Texts& query, std::string_view known) {
    for (const auto& [name, value] : query) {
        bool is_known = false;
        for (std::string_view left = known; !left.empty();) {
            if (take_until(left, ' ') == name) is_known = true;
        }
        if (is_known) continue;
        std::string sentence = "There is no parameter '" + name + "' here; ";
        if (known.empty()) return Refusal{sentence.append("leave the query out.")};
        return Refusal{sentence.append("there may be: ").append(known).append(".")};
    }
    return {};
}

}  // namespace

Accepted<routes::AdminAnswer> AdminRouter::answer(const Entry& entry, http::HttpRequest& request)
    const {
    STATOR_TRY(Texts path, decode_path(entry.segments, split_path(request.path())));
    STATOR_TRY(Texts query, decode_query(request.query()));
    STATOR_TRY(const JsonDocument document, decode_body(request, entry.route->body));
    const bool is_about_one = !is_about_all(entry.route->path);
    STATOR_TRY(
        const std::string universe,
        take_universe(query, request, is_about_one ? universe_in(document.root()) : "")
    );
    STATOR_CHECK(check_parameters(query, entry.route->parameters));
    const routes::AdminCall call{
        laboratories_,
        std::move(path),
        std::move(query),
        document.root(),
        services_,
        entry.route->control};
    if (!entry.route->handler) return routes::AdminAnswer{.body = index_};
    const auto laboratory = laboratories_.find_existing(inner_universe(universe));
    if (laboratory == nullptr) return no_such_universe(universe);
    // Runs overdue work first, so that the reply shows the same state as a DynamoDB request would.
    laboratory->universe().run_due_if_needed();
    STATOR_TRY(routes::AdminAnswer answer, entry.route->handler(*laboratory, call));
    if (is_about_one) name_universe(answer, laboratory->universe().name());
    return answer;
}

}  // namespace stator::emulator::admin
