#include "tools/doctor/diagnosis.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "emulator/base/header_text.hpp"

namespace stator::tools::doctor {
namespace {

constexpr const char* kDoesIt = " (eval \"$(stator env)\" does it).";

void add_problem(Findings& findings, std::string sentence) {
    findings.push_back({true, std::move(sentence)});
}

void add_note(Findings& findings, std::string sentence) {
    findings.push_back({false, std::move(sentence)});
}

bool has_blank(const std::string& text) {
    return std::any_of(text.begin(), text.end(), [](unsigned char character) {
        return std::isspace(character) != 0 || std::iscntrl(character) != 0;
    });
}

// Reports a value that was copied with a line break or a space.
void check_blanks(Findings& findings, const client::FoundSetting& setting) {
    if (!setting || !has_blank(setting->value)) return;
    add_problem(
        findings,
        setting->source + " has white space in its value, which breaks signatures: set it without."
    );
}

// Whether an entry of NO_PROXY matches the host: the host itself, ".domain" or "domain", with or
// without port.
bool covers(std::string_view entry, std::string_view host) {
    entry = emulator::trimmed(entry);
    if (entry == "*") return true;
    if (const auto colon = entry.rfind(':');
        colon != std::string_view::npos && entry.front() != '[') {
        const bool is_ipv6 = entry.find(':') != colon;
        if (!is_ipv6) entry = entry.substr(0, colon);
    }
    if (entry.starts_with('.')) entry.remove_prefix(1);
    if (entry.empty()) return false;
    if (entry == host) return true;
    return host.size() > entry.size() && host.ends_with(entry) &&
           host[host.size() - entry.size() - 1] == '.';
}

bool is_exempt(std::string_view no_proxy, std::string_view host) {
    while (!no_proxy.empty()) {
        if (covers(emulator::take_until(no_proxy, ','), host)) return true;
    }
    return false;
}

}  // namespace

Findings check_endpoints(const client::ClientSettings& settings, const std::string& given) {
    Findings findings;
    const auto& [endpoint, streams] = std::pair(settings.endpoint, settings.streams_endpoint);
    if (endpoint && settings.ignores_endpoints) {
        add_problem(
            findings,
            settings.ignores_endpoints->source + " makes SDKs pass over " + endpoint->source +
                ", so that they call AWS: take it away."
        );
    } else if (!endpoint && given.empty()) {
        add_problem(
            findings,
            std::string("no endpoint is set, so that an SDK calls AWS unless the program names "
                        "one: export AWS_ENDPOINT_URL_DYNAMODB"
            ) + kDoesIt
        );
    }
    if (endpoint && !given.empty() && endpoint->value != given) {
        add_note(
            findings,
            "clients that are not told an endpoint go to " + endpoint->value + ", by " +
                endpoint->source + ", and not to " + given + ": make both the same."
        );
    }
    if (endpoint && !streams) {
        add_note(
            findings,
            "clients of DynamoDB Streams call AWS, since " + endpoint->source +
                " is not for them: export AWS_ENDPOINT_URL_DYNAMODB_STREAMS too" + kDoesIt
        );
    } else if (endpoint && streams->value != endpoint->value) {
        add_note(
            findings,
            "clients of DynamoDB Streams go to " + streams->value + ", by " + streams->source +
                ", where the tables of " + endpoint->value + " are not: make both the same."
        );
    }
    return findings;
}

Findings check_variable_names(const client::Surroundings& surroundings) {
    constexpr std::array<const char*, 5> kMistaken = {
        "AWS_ENDPOINT",
        "AWS_DYNAMODB_ENDPOINT",
        "AWS_ENDPOINT_URL_DYNAMO_DB",
        "AWS_ENDPOINT_URL_DYNAMODBSTREAMS",
        "AWS_DYNAMODB_ENDPOINT_URL"};
    Findings findings;
    for (const char* name : kMistaken) {
        if (surroundings.variable(name).empty()) continue;
        const bool is_streams = std::string_view(name).ends_with("STREAMS");
        const std::string meant =
            is_streams ? "AWS_ENDPOINT_URL_DYNAMODB_STREAMS" : "AWS_ENDPOINT_URL_DYNAMODB";
        add_note(findings, std::string(name) + " is read by no SDK: call it " + meant + ".");
    }
    return findings;
}

Findings check_credentials(const client::ClientSettings& settings) {
    Findings findings;
    if (!settings.has_profile) {
        add_problem(
            findings,
            "AWS_PROFILE is '" + settings.profile +
                "', which is in neither file of profiles: unset it, or add that profile to "
                "~/.aws/config."
        );
    }
    if (settings.access_key && !settings.secret_key) {
        add_problem(
            findings,
            settings.access_key->source +
                " is set and no secret key is: export AWS_SECRET_ACCESS_KEY=test, since Stator "
                "takes any."
        );
    } else if (!settings.access_key && settings.other_credentials) {
        add_note(
            findings,
            "an SDK asks another service for credentials first, by " +
                settings.other_credentials->source +
                ": export AWS_ACCESS_KEY_ID=test AWS_SECRET_ACCESS_KEY=test to do without."
        );
    } else if (!settings.access_key) {
        add_problem(
            findings,
            std::string("there are no credentials, and an SDK sends nothing without: export "
                        "AWS_ACCESS_KEY_ID=test AWS_SECRET_ACCESS_KEY=test, since Stator takes any"
            ) + kDoesIt
        );
    }
    check_blanks(findings, settings.access_key);
    check_blanks(findings, settings.secret_key);
    return findings;
}

Findings check_regions(const client::ClientSettings& settings) {
    Findings findings;
    const auto& [region, usual] = std::pair(settings.region, settings.default_region);
    if (!region && !usual) {
        add_problem(
            findings,
            std::string("no region is set, and an SDK sends nothing without: export "
                        "AWS_REGION=us-east-1 AWS_DEFAULT_REGION=us-east-1"
            ) + kDoesIt
        );
    } else if (!region) {
        add_note(
            findings,
            "AWS_DEFAULT_REGION is set, which few SDKs but boto3 read: export AWS_REGION=" +
                usual->value + " too."
        );
    } else if (!usual && region->source == "AWS_REGION") {
        add_note(
            findings,
            "AWS_REGION is set, which boto3 does not read: export AWS_DEFAULT_REGION=" +
                region->value + " too."
        );
    } else if (usual && usual->value != region->value) {
        add_note(
            findings,
            "boto3 works in " + usual->value + ", by AWS_DEFAULT_REGION, and other SDKs in " +
                region->value + ", by " + region->source +
                ", where the tables of one are not those of the other: make both the same, or "
                "start Stator with --shared-db."
        );
    }
    check_blanks(findings, region);
    check_blanks(findings, usual);
    return findings;
}

Findings check_proxies(const client::Surroundings& surroundings, const std::string& host) {
    std::string no_proxy = surroundings.variable("NO_PROXY");
    if (no_proxy.empty()) no_proxy = surroundings.variable("no_proxy");
    if (is_exempt(no_proxy, host)) return {};
    Findings findings;
    for (const char* name : {"http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"}) {
        const std::string proxy = surroundings.variable(name);
        if (proxy.empty()) continue;
        const std::string exempt = no_proxy.empty() ? host : no_proxy + "," + host;
        add_problem(
            findings,
            std::string(name) + " sends what is meant for " + host + " to " + proxy +
                " with boto3 and others: export NO_PROXY=" + exempt + "."
        );
        break;
    }
    return findings;
}

}  // namespace stator::tools::doctor
