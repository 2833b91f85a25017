#include "protocol/model/auto_scaling.hpp"

#include <utility>

#include "protocol/model/definition_json.hpp"

namespace stator::protocol::model {

using wire::JsonView;
using wire::JsonWriter;

void write_auto_scaling(
    JsonWriter& json, std::string_view name, const AutoScalingByIndex& scaling
) {
    if (scaling.empty()) return;
    json.begin_array(name);
    for (const auto& [index, one] : scaling) {
        json.begin_object();
        json.string_member("IndexName", index);
        json.integer_member("MinimumUnits", one.minimum_units);
        json.integer_member("MaximumUnits", one.maximum_units);
        definition::write_text(json, "RoleArn", one.role_arn);
        definition::write_text(json, "PolicyName", one.policy.policy_name);
        json.decimal_member("Target", one.policy.target);
        definition::write_flag(json, "DisableScaleIn", one.policy.disable_scale_in);
        definition::write_integer(json, "ScaleInCooldown", one.policy.scale_in_cooldown_s);
        definition::write_integer(json, "ScaleOutCooldown", one.policy.scale_out_cooldown_s);
        json.end_object();
    }
    json.end_array();
}

AutoScalingByIndex read_auto_scaling(JsonView json, std::string_view name) {
    AutoScalingByIndex scaling;
    definition::for_each_object(json, name, [&](JsonView element) {
        AutoScaling one;
        one.minimum_units = definition::read_integer(element, "MinimumUnits").value_or(0);
        one.maximum_units = definition::read_integer(element, "MaximumUnits").value_or(0);
        one.role_arn = definition::read_text(element, "RoleArn");
        one.policy.policy_name = definition::read_text(element, "PolicyName");
        const auto target = element.find("Target");
        if (target && target->is_number()) one.policy.target = target->number();
        one.policy.disable_scale_in = definition::read_flag(element, "DisableScaleIn");
        one.policy.scale_in_cooldown_s = definition::read_integer(element, "ScaleInCooldown");
        one.policy.scale_out_cooldown_s = definition::read_integer(element, "ScaleOutCooldown");
        scaling.emplace(definition::read_text(element, "IndexName"), std::move(one));
    });
    return scaling;
}

}  // namespace stator::protocol::model
