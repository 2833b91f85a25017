#include "conformance/doubts/ledger.hpp"

#include <algorithm>
#include <cstdint>

#include "conformance/format/directive.hpp"
#include "conformance/format/expansion.hpp"

namespace stator::conformance::doubts {
namespace {

constexpr std::size_t kRequestsMax = 60;
constexpr std::size_t kBytesMax = 400'000;

/// FNV-1a: names that do not change if other cases are added or removed.
std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char character : text) {
        hash ^= static_cast<unsigned char>(character);
        hash *= 0x100000001B3U;
    }
    return hash;
}

std::string digits_of(std::uint64_t number, std::size_t count) {
    constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";
    std::string digits;
    for (std::size_t i = 0; i < count; ++i, number /= kDigits.size()) {
        digits += kDigits[number % kDigits.size()];
    }
    return digits;
}

/// Returns a name that is as long as the runner's table names.
std::string table_name(const Case& one, const TableDeclaration& table, std::string_view run_id) {
    const std::string own = one.has_own_tables ? one.name + table.alias : "";
    return "doubts-" + std::string(run_id) + "-" + digits_of(hash_of(table.create_table + own), 10);
}

std::string with_name(const std::string& create_table, const std::string& name) {
    return R"({"TableName":")" + name + R"(",)" + create_table.substr(1);
}

std::string obstacle_of(const Case& one, const std::string& region) {
    if (!one.needs.empty()) return "it needs " + one.needs;
    if (!one.region.empty() && one.region != region) return "it is about region " + one.region;
    for (const Step& step : one.steps) {
        if (step.is_repeated_until_met) return "it waits for something to happen";
        if (!step.captures.empty()) return "it takes parts of earlier replies";
        const auto* raw = std::get_if<RawCall>(&step.call);
        const bool is_packed = raw != nullptr && (find_member(*raw->http, "gzip") != nullptr ||
                                                  find_member(*raw->http, "chunked") != nullptr);
        if (is_packed) return "its request is compressed or chunked";
    }
    return "";
}

void add_requests(const Step& step, const Scope& scope, std::vector<StepRequest>& requests) {
    if (!step.times) {
        requests.push_back(make_request(step, scope, std::nullopt));
        return;
    }
    for (std::size_t i = 0; i < *step.times && requests.size() <= kRequestsMax; ++i) {
        requests.push_back(make_request(step, scope, i));
    }
}

Doubt read_doubt(const Case& one, std::string_view run_id, const std::string& region) {
    Doubt doubt;
    doubt.one = &one;
    doubt.obstacle = obstacle_of(one, region);
    for (const TableDeclaration& table : one.tables) {
        const std::string name = table_name(one, table, run_id);
        doubt.tables.push_back({name, with_name(table.create_table, name)});
    }
    const Scope scope = scope_of(one, run_id, region);
    std::vector<StepRequest> requests;
    try {
        for (const Step& step : one.steps) add_requests(step, scope, requests);
    } catch (const CaseError&) {
        // Only values from earlier replies are unknown here.
        if (doubt.obstacle.empty()) doubt.obstacle = "it takes parts of earlier replies";
    }
    std::size_t bytes = 0;
    for (const StepRequest& request : requests)
        bytes += request.body.size() + request.http.body.size();
    const bool has_null_byte =
        std::any_of(requests.begin(), requests.end(), [](const auto& request) {
            return (request.body + request.http.body).find('\0') != std::string::npos;
        });
    if (has_null_byte && doubt.obstacle.empty()) doubt.obstacle = "a shell holds no null byte";
    const bool is_large = requests.size() > kRequestsMax || bytes > kBytesMax;
    if (is_large && doubt.obstacle.empty()) doubt.obstacle = "it takes many or large requests";
    if (requests.empty()) return doubt;
    doubt.settling = std::move(requests.back());
    requests.pop_back();
    doubt.setup = std::move(requests);
    return doubt;
}

}  // namespace

Scope scope_of(const Case& one, std::string_view run_id, const std::string& region) {
    Scope scope;
    scope.define("unique", std::string(run_id) + digits_of(hash_of(one.name), 6));
    scope.define("region", region);
    for (const TableDeclaration& table : one.tables) {
        scope.define(table.alias, table_name(one, table, run_id));
    }
    if (one.row == nullptr) return scope;
    for (const auto& member : one.row->GetObject()) {
        scope.capture(text_of(member.name), expand(member.value, scope, Purpose::Expectation));
    }
    return scope;
}

std::vector<Doubt> read_ledger(
    const std::vector<Case>& cases, std::string_view run_id, const std::string& region
) {
    std::vector<Doubt> ledger;
    for (const Case& one : cases) {
        if (!one.doubt.empty()) ledger.push_back(read_doubt(one, run_id, region));
    }
    return ledger;
}

std::string ledger_text(const std::vector<Doubt>& ledger) {
    std::string text;
    std::size_t captured = 0;
    for (const Doubt& doubt : ledger) {
        text += doubt.one->name + "\n  " + doubt.one->asserts + "\n  doubt: " + doubt.one->doubt +
                "\n  ";
        const bool is_captured = doubt.obstacle.empty();
        captured += is_captured ? 1 : 0;
        if (!is_captured) text += "not in the script: " + doubt.obstacle + "\n  ";
        text += "settled by: " + describe(doubt.settling) + "\n";
    }
    return text + std::to_string(ledger.size()) + " doubts, " + std::to_string(captured) +
           " of them settled by --script\n";
}

}  // namespace stator::conformance::doubts
