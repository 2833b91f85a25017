#include "protocol/model/global_table.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "protocol/model/member_codec.hpp"

namespace stator::protocol::model {

const GlobalTableMember* GlobalTableDefinition::find(std::string_view region) const {
    const auto found = std::ranges::find(members, region, &GlobalTableMember::region);
    return found == members.end() ? nullptr : &*found;
}

GlobalTableMember* GlobalTableDefinition::find(std::string_view region) {
    const auto found = std::ranges::find(members, region, &GlobalTableMember::region);
    return found == members.end() ? nullptr : &*found;
}

std::vector<std::string> GlobalTableDefinition::others(std::string_view region) const {
    std::vector<std::string> regions;
    for (const GlobalTableMember& member : members) {
        if (member.region != region) regions.push_back(member.region);
    }
    return regions;
}

void members(auto& code, auto& index, Like<AutoScaling> auto& scaling) {
    code("IndexName", index);
    code("MinimumUnits", scaling.minimum_units);
    code("MaximumUnits", scaling.maximum_units);
    code.if_set("RoleArn", scaling.role_arn);
    code.if_set("PolicyName", scaling.policy.policy_name);
    code("Target", scaling.policy.target);
    code.if_set("DisableScaleIn", scaling.policy.disable_scale_in);
    code("ScaleInCooldown", scaling.policy.scale_in_cooldown_s);
    code("ScaleOutCooldown", scaling.policy.scale_out_cooldown_s);
}

void members(auto& code, auto& index, Like<ReplicaIndexOverrides> auto& overrides) {
    code("IndexName", index);
    code("ReadCapacityUnits", overrides.read_capacity_units);
    code("MaxReadRequestUnits", overrides.max_read_request_units);
}

void members(auto& code, Like<ReplicaOverrides> auto& overrides) {
    const auto key_id = [](std::string_view text) {
        return text.empty() ? std::nullopt : std::optional(std::string(text));
    };
    code("ReadCapacityUnits", overrides.read_capacity_units);
    code("MaxReadRequestUnits", overrides.max_read_request_units);
    code.text("KMSMasterKeyId", overrides.kms_master_key_id, std::identity(), key_id);
    code("TableClass", overrides.table_class);
    code.by_index("Indexes", overrides.indexes);
}

void members(auto& code, Like<GlobalTableMember> auto& member) {
    code("Region", member.region);
    members(code, member.overrides);
    code.by_index("ReadScaling", member.read_scaling);
    code("LastSourceMs", member.last_source);
}

void members(auto& code, Like<GlobalTableDefinition> auto& definition) {
    code.demand("TableName", definition.table);
    code("Members", definition.members);
    code.by_index("WriteScaling", definition.write_scaling);
    code.if_set("IsStrong", definition.is_strong);
    code.if_set("Witness", definition.witness);
}

std::string encode_global_table(const GlobalTableDefinition& definition) {
    return stored_text(definition);
}

std::optional<GlobalTableDefinition> decode_global_table(std::string text) {
    return from_stored<GlobalTableDefinition>(std::move(text));
}

}  // namespace stator::protocol::model
