#include "tools/copy/table_plan.hpp"

#include <map>

#include "protocol/base/result.hpp"
#include "protocol/wire/json.hpp"
#include "tools/client/replies.hpp"
#include "tools/client/table_definition.hpp"

namespace stator::tools::copy {
namespace {

using client::ApiClient;
using client::document_of;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

std::uint64_t count_member(JsonView table, std::string_view name) {
    const auto value = table.find(name);
    return value && value->is_integer() ? static_cast<std::uint64_t>(value->integer()) : 0;
}

// Returns "pk HASH S, sk RANGE N".
std::string keys_text(JsonView table) {
    std::map<std::string_view, std::string_view> types;
    const auto attributes = table.find("AttributeDefinitions");
    const auto keys = table.find("KeySchema");
    if (!attributes || !keys) return {};
    for (const auto& element : attributes->elements()) {
        const JsonView attribute(element);
        types[attribute.string_or_empty("AttributeName")] =
            attribute.string_or_empty("AttributeType");
    }
    std::string text;
    for (const auto& element : keys->elements()) {
        const JsonView key(element);
        const std::string_view name = key.string_or_empty("AttributeName");
        text.append(text.empty() ? "" : ", ").append(name).append(" ");
        text.append(key.string_or_empty("KeyType")).append(" ").append(types[name]);
    }
    return text;
}

// Appends the entries of Tags, except those that only AWS may write.
void append_tags(JsonView reply, JsonWriter& tags, std::size_t& count) {
    const auto listed = reply.find("Tags");
    if (!listed || !listed->is_array()) return;
    for (const auto& element : listed->elements()) {
        const JsonView tag(element);
        if (tag.string_or_empty("Key").starts_with("aws:")) continue;
        tags.raw(tag.text());
        ++count;
    }
}

emulator::Accepted<void> copy_tags(ApiClient& from, ApiClient& to, const TablePlan& plan) {
    std::string text;
    JsonWriter tags(text);
    tags.begin_array();
    std::size_t count = 0;
    std::string next;
    do {
        std::string request;
        JsonWriter json(request);
        json.begin_object();
        json.string_member("ResourceArn", plan.arn);
        if (!next.empty()) json.string_member("NextToken", next);
        json.end_object();
        STATOR_TRY(const JsonDocument page, document_of(from.call("ListTagsOfResource", request)));
        append_tags(page.root(), tags, count);
        next = page.root().string_or_empty("NextToken");
    } while (!next.empty());
    tags.end_array();
    if (count == 0) return {};
    STATOR_TRY(
        const JsonDocument described,
        document_of(to.call("DescribeTable", client::table_request(plan.name)))
    );
    const auto table = described.root().find("Table");
    std::string request;
    JsonWriter json(request);
    json.begin_object();
    json.string_member("ResourceArn", table ? table->string_or_empty("TableArn") : "");
    json.raw_member("Tags", text);
    json.end_object();
    auto reply = to.call("TagResource", request);
    if (const auto* failure = std::get_if<client::ApiFailure>(&reply)) {
        return emulator::Refusal{failure->sentence};
    }
    return {};
}

emulator::Accepted<void> copy_time_to_live(ApiClient& from, ApiClient& to, const TablePlan& plan) {
    STATOR_TRY(const std::string attribute, client::time_to_live_of(from, plan.name));
    if (attribute.empty()) return {};
    STATOR_TRY(const std::string already, client::time_to_live_of(to, plan.name));
    if (already == attribute) return {};
    std::string request;
    JsonWriter json(request);
    json.begin_object();
    json.string_member("TableName", plan.name);
    json.begin_object("TimeToLiveSpecification");
    json.boolean_member("Enabled", true);
    json.string_member("AttributeName", attribute);
    json.end_object();
    json.end_object();
    STATOR_CHECK(document_of(to.call("UpdateTimeToLive", request)));
    return {};
}

}  // namespace

emulator::Accepted<TablePlan> plan_table(ApiClient& from, ApiClient& to, const std::string& table) {
    STATOR_TRY(const auto source, client::find_table(from, table));
    if (!source) return emulator::Refusal{"the source has no table '" + table + "'; name another."};
    const JsonView described = *source->root().find("Table");
    TablePlan plan{table, client::definition_of(described)};
    plan.arn = described.string_or_empty("TableArn");
    plan.keys = client::key_attributes(described);
    plan.items = count_member(described, "ItemCount");
    plan.bytes = count_member(described, "TableSizeBytes");
    STATOR_TRY(const auto target, client::find_table(to, table));
    plan.is_there = target.has_value();
    if (!target) return plan;
    const std::string theirs = keys_text(*target->root().find("Table"));
    const std::string ours = keys_text(described);
    if (ours != theirs) {
        return emulator::Refusal{
            "the keys of " + table + " are " + ours + " at the source and " + theirs +
            " at the target; delete that table, or leave it out."};
    }
    return plan;
}

emulator::Accepted<void> make_table(ApiClient& to, const TablePlan& plan) {
    STATOR_TRY(const auto there, client::find_table(to, plan.name));
    if (!there) {
        const auto made = to.call("CreateTable", plan.definition);
        const auto* const failure = std::get_if<client::ApiFailure>(&made);
        // The table may have been created by an earlier attempt whose reply was lost.
        if (failure != nullptr && failure->type != "ResourceInUseException") {
            return emulator::Refusal{plan.name + ": " + failure->sentence};
        }
    }
    STATOR_CHECK(client::made_table(to, plan.name));
    return {};
}

std::vector<std::string> finish_table(ApiClient& from, ApiClient& to, const TablePlan& plan) {
    std::vector<std::string> notes;
    const auto note = [&](std::string_view what, const emulator::Accepted<void>& done) {
        if (done.has_value()) return;
        notes.push_back(
            plan.name + ": its " + std::string(what) + " was left out, for " + done.error().sentence
        );
    };
    note("Time to Live", copy_time_to_live(from, to, plan));
    note("list of tags", copy_tags(from, to, plan));
    return notes;
}

}  // namespace stator::tools::copy
