#include "emulator/access/authentication/policy_book.hpp"

#include <utility>

#include "emulator/access/iam/managed_policies.hpp"
#include "emulator/base/file_text.hpp"
#include "emulator/base/json_text.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::access::authentication {

using protocol::wire::JsonView;

namespace {

std::string in_quotes(std::string_view name) {
    return std::string("'").append(name).append("'");
}

}  // namespace

Accepted<void> PolicyBook::read_policies(Members& account) {
    STATOR_TRY(const auto policies, account.object("policies"));
    if (!policies) return {};
    for (const auto& member : account.value("policies")->members()) {
        const std::string name(protocol::wire::member_name(member));
        const std::string arn = "arn:aws:iam::" + account_ + ":policy/" + name;
        STATOR_TRY(managed_[name], read_document(JsonView(member.value), arn));
    }
    return {};
}

Accepted<void> PolicyBook::read_groups(Members& account) {
    STATOR_TRY(const auto groups, account.object("groups"));
    if (!groups) return {};
    for (const auto& member : account.value("groups")->members()) {
        const std::string name(protocol::wire::member_name(member));
        STATOR_TRY(
            Members group,
            Members::of(JsonView(member.value), account.place_of("groups") + "." + name)
        );
        STATOR_TRY(groups_[name], read_list(group));
        STATOR_CHECK(group.finish());
    }
    return {};
}

Accepted<iam::PolicySet> PolicyBook::read_attached(
    Members& owner, std::span<const std::string> groups
) {
    iam::PolicySet set;
    STATOR_TRY(set.identity, read_list(owner));
    for (const std::string& name : groups) {
        const auto group = groups_.find(name);
        if (group == groups_.end()) {
            return owner.refuse(
                "groups", "names the group " + in_quotes(name) + ", which there is not"
            );
        }
        set.identity.insert(set.identity.end(), group->second.begin(), group->second.end());
    }
    const auto boundary = owner.value("boundary");
    if (!boundary) return set;
    if (!boundary->is_string()) {
        STATOR_TRY(set.boundary, read_document(*boundary, owner.place() + ".boundary"));
        return set;
    }
    set.boundary = find(boundary->string());
    if (set.boundary == nullptr) {
        return owner.refuse(
            "boundary", "names the policy " + in_quotes(boundary->string()) + ", which there is not"
        );
    }
    return set;
}

Accepted<iam::SharedPolicy> PolicyBook::read_own(
    Members& owner, std::string_view name, const std::string& policy_name
) {
    const auto document = owner.value(name);
    if (!document) return iam::SharedPolicy();
    return read_document(*document, policy_name);
}

Accepted<PolicyBook::Policies> PolicyBook::read_list(Members& owner) {
    Policies policies;
    STATOR_TRY(const auto attached, owner.array("attach"));
    if (!attached.empty()) {
        STATOR_TRY(const auto names, owner.texts("attach"));
        for (const std::string& name : names) {
            auto policy = find(name);
            if (policy == nullptr) {
                return owner.refuse(
                    "attach", "names the policy " + in_quotes(name) + ", which there is not"
                );
            }
            policies.push_back(std::move(policy));
        }
    }
    STATOR_TRY(const auto own, owner.object("inline"));
    if (!own) return policies;
    for (const auto& member : owner.value("inline")->members()) {
        const std::string name(protocol::wire::member_name(member));
        STATOR_TRY(policies.emplace_back(), read_document(JsonView(member.value), name));
    }
    return policies;
}

iam::SharedPolicy PolicyBook::find(std::string_view name) const {
    const std::string own = "arn:aws:iam::" + account_ + ":policy/";
    constexpr std::string_view kAws = "arn:aws:iam::aws:policy/";
    if (name.starts_with(kAws)) return iam::managed_policy(name.substr(kAws.size()));
    const bool is_own_arn = name.starts_with(own);
    if (is_own_arn) name.remove_prefix(own.size());
    const auto found = managed_.find(name);
    if (found != managed_.end()) return found->second;
    return is_own_arn ? nullptr : iam::managed_policy(name);
}

Accepted<iam::SharedPolicy> PolicyBook::read_document(JsonView json, const std::string& name) {
    if (json.is_object() && json.size() == 1) {
        const auto file = json.find("file");
        if (file && file->is_string()) return read_file(*file, name);
    }
    STATOR_TRY(iam::Policy policy, iam::Policy::read(json, name, iam::Policy::Owner::Principal));
    return std::make_shared<const iam::Policy>(std::move(policy));
}

Accepted<iam::SharedPolicy> PolicyBook::read_file(JsonView at, const std::string& name) {
    const std::string_view file = at.string();
    const std::filesystem::path path(file);
    bool leaves = path.is_absolute();
    for (const auto& part : path) leaves = leaves || part == "..";
    if (!folder_ || leaves) {
        return Refusal{
            "The policy " + in_quotes(name) + " is in the file " + in_quotes(file) +
                ", but only a credentials file can name one, and only one that lies beside it.",
            400,
            at};
    }
    const std::filesystem::path place = *folder_ / path;
    STATOR_TRY(const std::string text, file_text(place.string(), "The policy file"));
    STATOR_TRY(const auto document, parse_file(place.string(), text));
    files_.push_back(place);
    auto policy = iam::Policy::read(document.root(), name, iam::Policy::Owner::Principal);
    if (policy.has_error()) {
        return placed(place.string(), text, document.root(), std::move(policy).error());
    }
    return std::make_shared<const iam::Policy>(*std::move(policy));
}

}  // namespace stator::emulator::access::authentication
