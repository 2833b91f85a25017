#include "protocol/formats/kinesis/record.hpp"

#include "protocol/values/base64.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::formats::kinesis {
namespace {

using values::AttributeType;
using values::AttributeValueView;
using wire::JsonWriter;

constexpr std::int64_t kMicrosecondsPerMs = 1'000;

bool has_binary(AttributeValueView value) {
    switch (value.type()) {
        case AttributeType::Binary:
        case AttributeType::BinarySet: return true;
        case AttributeType::List:
            for (const AttributeValueView element : value.elements()) {
                if (has_binary(element)) return true;
            }
            return false;
        case AttributeType::Map:
            for (const auto& [name, entry] : value.entries()) {
                if (has_binary(entry)) return true;
            }
            return false;
        case AttributeType::String:
        case AttributeType::Number:
        case AttributeType::StringSet:
        case AttributeType::NumberSet:
        case AttributeType::Null:
        case AttributeType::Boolean: return false;
    }
    return false;
}

// Appends the value with its binary values encoded in base64. Values nest no deeper than DynamoDB
// allows.
void append_in_base64(std::string& out, AttributeValueView value) {
    const AttributeType type = value.type();
    if (!has_binary(value)) {
        out.append(value.encoded());
        return;
    }
    if (type == AttributeType::Binary) {
        values::append_scalar(out, type, values::base64_text(value.scalar()));
        return;
    }
    const std::size_t place = values::open_container(out, type, value.count());
    if (type == AttributeType::BinarySet) {
        for (const std::string_view member : value.members()) {
            values::append_name(out, values::base64_text(member));
        }
    } else if (type == AttributeType::List) {
        for (const AttributeValueView element : value.elements()) append_in_base64(out, element);
    } else {
        for (const auto& [name, entry] : value.entries()) {
            values::append_name(out, name);
            append_in_base64(out, entry);
        }
    }
    values::close_container(out, place);
}

void write_image(JsonWriter& json, std::string_view name, const values::ItemImagePtr& image) {
    if (image == nullptr) return;
    json.begin_object(name);
    std::string encoded;
    for (const auto& [attribute, value] : image->attributes()) {
        json.key(attribute);
        json.value_follows();
        encoded.clear();
        append_in_base64(encoded, value);
        wire::append_attribute_value(json.out(), AttributeValueView::at(encoded.data()));
    }
    json.end_object();
}

// AWS: null for changes by clients. The value for deletions by Time to Live was not observed; this
// is the value in streams.
void write_identity(JsonWriter& json, bool is_service) {
    json.key("userIdentity");
    if (!is_service) {
        json.null();
        return;
    }
    json.begin_object();
    json.string_member("type", "Service");
    json.string_member("principalId", "dynamodb.amazonaws.com");
    json.end_object();
}

// AWS: the precision is shown only if it is not milliseconds.
void write_change(JsonWriter& json, const model::StreamRecord& record, const RecordForm& form) {
    const bool is_exact = form.precision == values::TimePrecision::Microsecond;
    json.begin_object("dynamodb");
    json.integer_member(
        "ApproximateCreationDateTime",
        is_exact ? form.microseconds : form.microseconds / kMicrosecondsPerMs
    );
    write_image(json, "Keys", record.keys);
    write_image(json, "NewImage", record.new_image);
    write_image(json, "OldImage", record.old_image);
    json.integer_member("SizeBytes", record.size_bytes());
    if (is_exact) {
        json.string_member("ApproximateCreationDateTimePrecision", values::text_of(form.precision));
    }
    json.end_object();
}

}  // namespace

std::string record_document(const model::StreamRecord& record, const RecordForm& form) {
    return wire::object_text([&](JsonWriter& json) {
        json.string_member("awsRegion", form.region);
        json.string_member("eventID", form.event_id);
        json.string_member("eventName", values::text_of(record.event));
        write_identity(json, record.by_time_to_live);
        json.string_member("recordFormat", "application/json");
        json.string_member("tableName", form.table);
        write_change(json, record, form);
        json.string_member("eventSource", "aws:dynamodb");
    });
}

}  // namespace stator::protocol::formats::kinesis
