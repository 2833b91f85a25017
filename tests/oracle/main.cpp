// stator_oracle_test: requests made at random, answered by the engine and by a second, deliberately
// simple evaluator that shares no code with it. Prints any difference and then exits with 1.
//
// usage: stator_oracle_test [--count N] [--seed N] [--only INDEX] [--differences N]
#include <rapidjson/document.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <string>

#include "tests/oracle/check.hpp"
#include "tests/support/database.hpp"

namespace stator::oracle {
namespace {

struct Options {
    std::uint64_t count = 100'000;
    std::uint64_t seed = 1;
    std::optional<std::uint64_t> only;
    std::uint64_t differences = 1;  // stops after this many
};

std::optional<Options> parse_options(int count, char** arguments) {
    Options options;
    for (int i = 1; i < count; i += 2) {
        if (i + 1 == count) return std::nullopt;
        const std::uint64_t value = std::strtoull(arguments[i + 1], nullptr, 10);
        const std::string name = arguments[i];
        if (name == "--count") {
            options.count = value;
        } else if (name == "--seed") {
            options.seed = value;
        } else if (name == "--only") {
            options.only = value;
        } else if (name == "--differences") {
            options.differences = value;
        } else {
            return std::nullopt;
        }
    }
    return options;
}

// Members sorted, everything else unchanged.
std::string canonical(const rapidjson::Value& json) {
    if (json.IsString()) return json_string({json.GetString(), json.GetStringLength()});
    if (json.IsBool()) return json.GetBool() ? "true" : "false";
    if (json.IsInt64()) return std::to_string(json.GetInt64());
    std::string text;
    if (json.IsArray()) {
        for (const auto& element : json.GetArray()) {
            text += (text.empty() ? "" : ",") + canonical(element);
        }
        return "[" + text + "]";
    }
    if (!json.IsObject()) return "an unexpected kind of JSON";
    std::map<std::string, std::string> members;
    for (const auto& member : json.GetObject()) {
        const std::string name(member.name.GetString(), member.name.GetStringLength());
        members[name] = canonical(member.value);
    }
    for (const auto& [name, value] : members) {
        text += (text.empty() ? "" : ",") + json_string(name) + ":" + value;
    }
    return "{" + text + "}";
}

// An error is not changed.
std::string canonical_reply(const std::string& reply) {
    if (!reply.starts_with("{")) return reply;
    rapidjson::Document document;
    document.Parse(reply.data(), reply.size());
    return document.HasParseError() ? "no JSON: " + reply : canonical(document);
}

std::string without(std::string text, const std::string& prefix) {
    if (text.starts_with(prefix)) text.erase(0, prefix.size());
    return text;
}

// An error without its details.
std::string subject_of(const std::string& error) {
    std::string text = without(error, "ValidationException: ");
    text = without(text, "1 validation error detected: ");
    text = without(text, "ExpressionAttributeValues contains invalid value: ");
    text = without(text, "One or more parameter values were invalid: ");
    if (text.starts_with("Invalid ")) text.erase(0, text.find(": ") + 2);
    return text.substr(0, std::min(text.find_first_of(";:[."), text.size()));
}

class Comparison {
public:
    explicit Comparison(const Options& options) : options_(options) {}

    int run() {
        database_.create_table(kTableName, "pk:S");
        const auto begin = std::chrono::steady_clock::now();
        if (options_.only) {
            compare(*options_.only);
        } else {
            for (std::uint64_t index = 0; index < options_.count; ++index) {
                compare(index);
                if (differences_ >= options_.differences) break;
            }
        }
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
        report(seconds.count());
        return differences_ == 0 ? 0 : 1;
    }

private:
    std::string run(const std::string& operation, const std::string& members) {
        const std::string table = std::string("{\"TableName\":\"") + kTableName + "\",";
        return canonical_reply(database_.run(operation, table + members + "}"));
    }

    static std::string key_member() { return "\"Key\":" + request_json(key_of_item()); }

    void compare(std::uint64_t index) {
        const Check check = make_check(options_.seed, index);
        ++checks_;
        const std::string prepared = check.stored
                                         ? run("PutItem", "\"Item\":" + request_json(*check.stored))
                                         : run("DeleteItem", key_member());
        if (prepared != "{}") return differ(index, check, "preparation", "{}", prepared);
        const std::string answer = canonical_reply(database_.run(check.operation, check.request));
        const auto& errors = check.errors;
        const bool right = errors.empty()
                               ? answer == check.reply
                               : std::find(errors.begin(), errors.end(), answer) != errors.end();
        if (!right) return differ(index, check, "answer", expected(check), answer);
        count(check, answer);
        const std::string stored =
            check.after ? "{\"Item\":" + canonical_json(*check.after) + "}" : "{}";
        const std::string kept = run("GetItem", key_member());
        if (kept != stored) differ(index, check, "item afterwards", stored, kept);
    }

    static std::string expected(const Check& check) {
        if (check.errors.empty()) return check.reply;
        std::string text;
        for (const std::string& error : check.errors)
            text += (text.empty() ? "" : "\n  or ") + error;
        return text;
    }

    void count(const Check& check, const std::string& answer) {
        ++outcomes_[check.kind][check.errors.empty() ? check.outcome : subject_of(answer)];
        for (const std::string& error : check.errors) {
            if (error == check.errors[0]) continue;
            ++several_right_;
            break;
        }
    }

    void differ(
        std::uint64_t index,
        const Check& check,
        const char* what,
        const std::string& right,
        const std::string& wrong
    ) {
        ++differences_;
        const std::string item = check.stored ? request_json(*check.stored) : "none";
        std::printf(
            "DIFFERENCE seed %llu index %llu, %s of %s\n%sitem: %s\nrequest: %s\noracle: %s\n"
            "engine: %s\n\n",
            static_cast<unsigned long long>(options_.seed),
            static_cast<unsigned long long>(index),
            what,
            check.operation.c_str(),
            check.text.c_str(),
            item.c_str(),
            check.request.c_str(),
            right.c_str(),
            wrong.c_str()
        );
    }

    void report(double seconds) {
        for (const auto& [kind, outcomes] : outcomes_) {
            std::uint64_t total = 0;
            for (const auto& [outcome, count] : outcomes) total += count;
            std::printf("%s %llu\n", kind.c_str(), static_cast<unsigned long long>(total));
            for (const auto& [outcome, count] : outcomes) {
                std::printf(
                    "%10llu  %s\n", static_cast<unsigned long long>(count), outcome.c_str()
                );
            }
        }
        std::printf(
            "%llu checks, %llu with several right errors, %llu differences, seed %llu, %.1f s\n",
            static_cast<unsigned long long>(checks_),
            static_cast<unsigned long long>(several_right_),
            static_cast<unsigned long long>(differences_),
            static_cast<unsigned long long>(options_.seed),
            seconds
        );
    }

    Options options_;
    testing::Database database_;
    std::map<std::string, std::map<std::string, std::uint64_t>> outcomes_;
    std::uint64_t checks_ = 0;
    std::uint64_t several_right_ = 0;
    std::uint64_t differences_ = 0;
};

}  // namespace
}  // namespace stator::oracle

int main(int count, char** arguments) {
    const auto options = stator::oracle::parse_options(count, arguments);
    if (!options) {
        std::fprintf(
            stderr,
            "usage: stator_oracle_test [--count N] [--seed N] [--only INDEX] [--differences N]\n"
        );
        return 2;
    }
    return stator::oracle::Comparison(*options).run();
}
