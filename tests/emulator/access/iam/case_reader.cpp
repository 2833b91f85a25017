#include "tests/emulator/access/iam/case_reader.hpp"

#include <stdexcept>

#include "emulator/access/iam/managed_policies.hpp"

namespace stator::emulator::access::iam {

using protocol::wire::JsonView;

namespace {

// A document of IAM's form.
std::string document_text(JsonView json) {
    if (json.is_array()) return R"({"Version":"2012-10-17","Statement":)" + json.text() + "}";
    if (const auto statement = json.find("managed")) {
        return R"({"Version":"2012-10-17","Statement":)" + json.find("Statement")->text() + "}";
    }
    return json.text();
}

}  // namespace

SharedPolicy read_case_policy(JsonView json, Policy::Owner owner) {
    if (json.is_string()) return managed_policy(json.string());
    const auto document = protocol::wire::JsonDocument::parse(document_text(json));
    std::string name("inline");
    if (json.is_object() && json.find("managed")) {
        name = "arn:aws:iam::123456789012:policy/" + std::string(json.string_or_empty("managed"));
    }
    auto policy = Policy::read(document->root(), name, owner);
    if (policy.has_error()) throw std::runtime_error(policy.error().sentence);
    return std::make_shared<const Policy>(*std::move(policy));
}

Caller case_caller(std::string_view name) {
    Caller caller;
    const bool is_other = name.starts_with("bob");
    caller.account = is_other ? "210987654321" : kCaseAccount;
    const std::string iam = "arn:aws:iam::" + caller.account;
    if (name == "root" || name == "bobs root") {
        caller.kind = Caller::Kind::Root;
        caller.arn = iam + ":root";
    } else if (name == "ci") {
        caller.kind = Caller::Kind::Session;
        caller.arn = "arn:aws:sts::" + caller.account + ":assumed-role/app/ci";
        caller.role_arn = iam + ":role/svc/app";
    } else {
        caller.arn = iam + (is_other ? ":user/" : ":user/dev/") + std::string(name);
        caller.is_admin = name == "admin";
    }
    return caller;
}

void read_case_context(JsonView json, ContextMap::Values& values) {
    for (const auto& member : json.members()) {
        const std::string key = lower(protocol::wire::member_name(member));
        const JsonView value(member.value);
        values.erase(key);
        if (value.is_null()) continue;
        ContextValue& read = values[key];
        read.is_list = value.is_array();
        if (!read.is_list) {
            read.values.emplace_back(value.string());
            continue;
        }
        for (const auto& element : value.elements()) {
            read.values.emplace_back(JsonView(element).string());
        }
    }
}

std::string case_resource(std::string_view text) {
    if (text.starts_with("arn:")) return std::string(text);
    return std::string("arn:aws:dynamodb:us-east-1:123456789012:table/").append(text);
}

}  // namespace stator::emulator::access::iam
