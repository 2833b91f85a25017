#include "emulator/journal/request_fingerprints.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>

#include "emulator/journal/redaction.hpp"
#include "emulator/journal/request_facts.hpp"
#include "engine/base/seeded_random.hpp"
#include "protocol/operations/requests/operation_list.hpp"
#include "protocol/values/number.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::emulator::journal {

using engine::mix;
using engine::capacity::GivenBackElement;
using engine::capacity::RequestMeter;
using protocol::operations::PageMembers;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::member_name;

namespace {

// Deeper values are treated as equal.
constexpr int kMaxDepth = 100;

constexpr std::size_t kMaxFilterBytes = 300;

// Members that may change between pages, or do not affect which items are read.
constexpr std::array<std::string_view, 5> kPageMembers = {
    "ExclusiveStartKey", "NextToken", "Limit", "ReturnConsumedCapacity", "ConsistentRead"};

// The form of a value, according to the name of its member.
enum class ValueForm : unsigned char { Other, Number, Set, NumberSet };

ValueForm form_of(std::string_view name) {
    if (name == "N") return ValueForm::Number;
    if (name == "NS") return ValueForm::NumberSet;
    return name == "SS" || name == "BS" ? ValueForm::Set : ValueForm::Other;
}

template <class Names>
bool contains(const Names& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::uint64_t hash(std::string_view text) {
    return std::hash<std::string_view>()(text);
}

// 1.0 and 1 are the same number: replies write it in a normal form.
std::uint64_t number_fingerprint(std::string_view text) {
    std::string encoded;
    const auto dialect = protocol::values::Dialect::Current;
    const bool is_number = !protocol::values::encode_number(text, dialect, encoded).has_error();
    return mix(2, hash(is_number ? std::string_view(encoded) : text));
}

std::uint64_t text_fingerprint(std::string_view text) {
    return mix(2, hash(text));
}

std::uint64_t fingerprint_at(JsonView value, ValueForm form, int depth);

std::uint64_t members_fingerprint(JsonView object, int depth, bool leaves_out_page_members) {
    std::uint64_t sum = 1;
    for (const auto& member : object.members()) {
        const std::string_view name = member_name(member);
        if (leaves_out_page_members && contains(kPageMembers, name)) continue;
        const JsonView value(member.value);
        sum += mix(hash(name), fingerprint_at(value, form_of(name), depth + 1));
    }
    return mix(sum);
}

std::uint64_t fingerprint_at(JsonView value, ValueForm form, int depth) {
    if (depth > kMaxDepth) return 1;
    if (value.is_object()) return members_fingerprint(value, depth, false);
    if (value.is_string()) {
        const std::string_view text = value.string();
        return form == ValueForm::Number ? number_fingerprint(text) : text_fingerprint(text);
    }
    if (!value.is_array()) return mix(3, hash(value.text()));
    const bool is_set = form == ValueForm::Set || form == ValueForm::NumberSet;
    const auto element_form = form == ValueForm::NumberSet ? ValueForm::Number : ValueForm::Other;
    std::uint64_t bits = 4;
    for (const auto& element : value.elements()) {
        const std::uint64_t one = fingerprint_at(JsonView(element), element_form, depth + 1);
        bits = is_set ? bits + mix(one) : mix(bits, one);
    }
    return mix(bits);
}

std::uint64_t not_zero(std::uint64_t bits) {
    return bits == 0 ? 1 : bits;
}

std::uint64_t element_fingerprint(std::string_view table, std::string_view kind, JsonView value) {
    return not_zero(mix(mix(hash(table), hash(kind)), fingerprint(value)));
}

// The keys or writes in the RequestItems of a batch.
template <class Visit>
void for_each_element(JsonView tables, const Visit& visit) {
    if (!tables.is_object()) return;
    for (const auto& table : tables.members()) {
        const std::string_view name = named_table(member_name(table));
        const JsonView content(table.value);
        const auto keys = content.is_object() ? content.find("Keys") : std::nullopt;
        if (keys && keys->is_array()) {
            for (const auto& key : keys->elements()) {
                visit(name, element_fingerprint(name, "Get", JsonView(key)));
            }
        }
        if (!content.is_array()) continue;
        for (const auto& element : content.elements()) {
            const JsonView write(element);
            if (!write.is_object()) continue;
            for (const std::string_view kind : {"Put", "Delete"}) {
                const auto request = write.find(std::string(kind) + "Request");
                if (!request || !request->is_object()) continue;
                const auto content_of = request->find(kind == "Put" ? "Item" : "Key");
                if (content_of) visit(name, element_fingerprint(name, kind, *content_of));
            }
        }
    }
}

void describe_sent(JsonView request, RequestRecord& record) {
    const auto add_single = [&](std::string_view kind, std::string_view member) {
        const auto value = request.find(member);
        const std::string_view name = named_table(request.string_or_empty("TableName"));
        if (value) record.sent.push_back(element_fingerprint(name, kind, *value));
    };
    if (record.operation == "PutItem") return add_single("Put", "Item");
    if (record.operation == "DeleteItem") return add_single("Delete", "Key");
    if (record.operation == "GetItem") return add_single("Get", "Key");
    if (!record.operation.starts_with("Batch")) return;
    const auto tables = request.find("RequestItems");
    if (!tables) return;
    for_each_element(*tables, [&](std::string_view, std::uint64_t element) {
        record.sent.push_back(element);
    });
}

// Truncates between characters.
std::string shortened(std::string text) {
    if (text.size() <= kMaxFilterBytes) return text;
    std::size_t end = kMaxFilterBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    text.resize(end);
    return text.append("…");
}

std::string filter_text(JsonView request) {
    const std::string_view expression = request.string_or_empty("FilterExpression");
    if (!expression.empty()) return shortened(std::string(expression));
    const std::string_view statement = request.string_or_empty("Statement");
    if (!statement.empty()) return shortened(redacted_statement(statement));
    for (const std::string_view name : {"QueryFilter", "ScanFilter"}) {
        const auto filter = request.find(name);
        if (!filter || !filter->is_object() || filter->size() == 0) continue;
        std::string text;
        for (const auto& member : filter->members()) {
            text.append(text.empty() ? std::string(name) + " on " : ", ");
            text.append(member_name(member));
        }
        return shortened(std::move(text));
    }
    return {};
}

std::uint64_t member_fingerprint(JsonView object, std::string_view name) {
    const auto value = object.find(name);
    return value ? fingerprint(*value) : 0;
}

std::string_view kind_name(GivenBackElement::Kind kind) {
    switch (kind) {
        case GivenBackElement::Kind::Get: return "Get";
        case GivenBackElement::Kind::Put: return "Put";
        case GivenBackElement::Kind::Delete: return "Delete";
    }
    return {};
}

// The JSON form of the item, as in the reply.
JsonDocument as_json(const protocol::values::ItemImage& image) {
    std::string text;
    protocol::wire::append_item(text, image);
    return *JsonDocument::parse(std::move(text));
}

std::uint64_t page_key(const RequestMeter& meter, const PageMembers& page) {
    if (page.request == protocol::operations::kTokenPage.request) {
        return meter.next_token.empty() ? 0 : not_zero(text_fingerprint(meter.next_token));
    }
    if (meter.last_evaluated_key == nullptr) return 0;
    return fingerprint(as_json(*meter.last_evaluated_key).root());
}

void describe_given_back(const RequestMeter& meter, RequestRecord& record) {
    for (const GivenBackElement& element : meter.given_back) {
        const std::string_view table = named_table(element.table);
        const JsonDocument json = as_json(*element.image);
        record.given_back.push_back(
            {std::string(table), element_fingerprint(table, kind_name(element.kind), json.root())}
        );
    }
}

}  // namespace

std::uint64_t fingerprint(JsonView value) {
    return not_zero(fingerprint_at(value, ValueForm::Other, 0));
}

void describe_exchange(JsonView request, const RequestMeter& meter, RequestRecord& record) {
    if (!request.is_object()) return;
    describe_sent(request, record);
    describe_given_back(meter, record);
    const auto* traits = protocol::operations::requests::find_operation_traits(record.operation);
    if (traits == nullptr || !traits->page) return;
    record.shape = not_zero(members_fingerprint(request, 0, true));
    record.start_key = member_fingerprint(request, traits->page->request);
    record.page_key = page_key(meter, *traits->page);
    record.has_limit = request.find("Limit").has_value();
    record.filter = filter_text(request);
}

}  // namespace stator::emulator::journal
