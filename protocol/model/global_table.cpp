#include "protocol/model/global_table.hpp"

#include <algorithm>
#include <utility>

#include "protocol/model/definition_json.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::model {
namespace {

using wire::JsonView;
using wire::JsonWriter;

void write_indexes(JsonWriter& json, const ReplicaOverrides& overrides) {
    if (overrides.indexes.empty()) return;
    json.begin_array("Indexes");
    for (const auto& [name, index] : overrides.indexes) {
        json.begin_object();
        json.string_member("IndexName", name);
        definition::write_integer(json, "ReadCapacityUnits", index.read_capacity_units);
        definition::write_integer(json, "MaxReadRequestUnits", index.max_read_request_units);
        json.end_object();
    }
    json.end_array();
}

void write_member(JsonWriter& json, const GlobalTableMember& member) {
    const ReplicaOverrides& overrides = member.overrides;
    json.begin_object();
    json.string_member("Region", member.region);
    definition::write_integer(json, "ReadCapacityUnits", overrides.read_capacity_units);
    definition::write_integer(json, "MaxReadRequestUnits", overrides.max_read_request_units);
    definition::write_text(json, "KMSMasterKeyId", overrides.kms_master_key_id.value_or(""));
    if (overrides.table_class) {
        json.string_member("TableClass", values::text_of(*overrides.table_class));
    }
    write_indexes(json, overrides);
    write_auto_scaling(json, "ReadScaling", member.read_scaling);
    definition::write_time(json, "LastSourceMs", member.last_source);
    json.end_object();
}

GlobalTableMember read_member(JsonView json) {
    GlobalTableMember member{definition::read_text(json, "Region")};
    ReplicaOverrides& overrides = member.overrides;
    overrides.read_capacity_units = definition::read_integer(json, "ReadCapacityUnits");
    overrides.max_read_request_units = definition::read_integer(json, "MaxReadRequestUnits");
    std::string key = definition::read_text(json, "KMSMasterKeyId");
    if (!key.empty()) overrides.kms_master_key_id = std::move(key);
    overrides.table_class =
        values::term_from<values::TableClass>(definition::read_text(json, "TableClass"));
    definition::for_each_object(json, "Indexes", [&](JsonView index) {
        overrides.indexes[definition::read_text(index, "IndexName")] = {
            definition::read_integer(index, "ReadCapacityUnits"),
            definition::read_integer(index, "MaxReadRequestUnits")};
    });
    member.read_scaling = read_auto_scaling(json, "ReadScaling");
    member.last_source = definition::read_time(json, "LastSourceMs");
    return member;
}

}  // namespace

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

std::string encode_global_table(const GlobalTableDefinition& definition) {
    return wire::object_text([&](JsonWriter& json) {
        json.string_member("TableName", definition.table);
        json.array_member("Members", definition.members, [&](const GlobalTableMember& member) {
            write_member(json, member);
        });
        write_auto_scaling(json, "WriteScaling", definition.write_scaling);
        definition::write_flag(json, "IsStrong", definition.is_strong);
        definition::write_text(json, "Witness", definition.witness);
    });
}

std::optional<GlobalTableDefinition> decode_global_table(std::string text) {
    const auto document = wire::JsonDocument::parse(std::move(text));
    if (!document || !document->root().is_object()) return std::nullopt;
    GlobalTableDefinition table{definition::read_text(document->root(), "TableName")};
    if (table.table.empty()) return std::nullopt;
    definition::for_each_object(document->root(), "Members", [&](JsonView member) {
        table.members.push_back(read_member(member));
    });
    table.write_scaling = read_auto_scaling(document->root(), "WriteScaling");
    table.is_strong = definition::read_flag(document->root(), "IsStrong");
    table.witness = definition::read_text(document->root(), "Witness");
    return table;
}

}  // namespace stator::protocol::model
