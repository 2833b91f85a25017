#include "protocol/formats/kinesis/record.hpp"

#include <gtest/gtest.h>

#include <string>

#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::formats::kinesis {
namespace {

values::ItemImagePtr item(const std::string& json) {
    const auto document = wire::JsonDocument::parse(json);
    return *wire::decode_item(document->root(), values::Dialect::Current);
}

model::StreamRecord insertion() {
    model::StreamRecord record;
    record.event = model::StreamEvent::Insert;
    record.keys = item(R"({"id":{"S":"test"}})");
    record.new_image = record.keys;
    return record;
}

RecordForm form() {
    return {"event", "eu-west-1", "tbl", 1'721'000'000'123'456};
}

TEST(KinesisRecord, EqualsARecordOfAws) {
    EXPECT_EQ(
        record_document(insertion(), form()),
        R"({"awsRegion":"eu-west-1","eventID":"event","eventName":"INSERT","userIdentity":null,)"
        R"("recordFormat":"application/json","tableName":"tbl",)"
        R"("dynamodb":{"ApproximateCreationDateTime":1721000000123,"Keys":{"id":{"S":"test"}},)"
        R"("NewImage":{"id":{"S":"test"}},"SizeBytes":12},"eventSource":"aws:dynamodb"})"
    );
}

TEST(KinesisRecord, NamesItsPrecisionOnlyIfInMicroseconds) {
    RecordForm exact = form();
    exact.precision = values::TimePrecision::Microsecond;
    EXPECT_EQ(
        record_document(insertion(), exact),
        R"({"awsRegion":"eu-west-1","eventID":"event","eventName":"INSERT","userIdentity":null,)"
        R"("recordFormat":"application/json","tableName":"tbl",)"
        R"("dynamodb":{"ApproximateCreationDateTime":1721000000123456,)"
        R"("Keys":{"id":{"S":"test"}},"NewImage":{"id":{"S":"test"}},"SizeBytes":12,)"
        R"("ApproximateCreationDateTimePrecision":"MICROSECOND"},"eventSource":"aws:dynamodb"})"
    );
}

TEST(KinesisRecord, HasBothImagesAndTheDeletingService) {
    model::StreamRecord record = insertion();
    record.event = model::StreamEvent::Modify;
    record.old_image = item(R"({"id":{"S":"test"},"n":{"N":"1"}})");
    std::string text = record_document(record, form());
    EXPECT_NE(text.find(R"("eventName":"MODIFY")"), std::string::npos);
    EXPECT_NE(
        text.find(R"("NewImage":{"id":{"S":"test"}},"OldImage":{"id":{"S":"test"},"n":{"N":"1"}},)"
                  R"("SizeBytes":21)"),
        std::string::npos
    ) << text;

    record.event = model::StreamEvent::Remove;
    record.by_time_to_live = true;
    record.new_image = nullptr;
    text = record_document(record, form());
    EXPECT_NE(text.find(R"("eventName":"REMOVE")"), std::string::npos);
    EXPECT_NE(
        text.find(R"("userIdentity":{"type":"Service","principalId":"dynamodb.amazonaws.com"})"),
        std::string::npos
    );
    EXPECT_EQ(text.find("NewImage"), std::string::npos);
}

// In base64, "YQ==" is the byte a, and "WVE9PQ==" is the string "YQ==".
TEST(KinesisRecord, HasBinaryValuesInBase64Twice) {
    model::StreamRecord record = insertion();
    record.keys = item(R"({"b":{"B":"YQ=="}})");
    record.new_image =
        item(R"({"b":{"B":"YQ=="},"l":{"L":[{"S":"x"},{"B":"YQ=="},{"M":{"m":{"B":"YQ=="}}}]},)"
             R"("s":{"BS":["YQ==","Yg=="]},"t":{"SS":["u"]},"e":{"B":""}})");
    const std::string text = record_document(record, form());
    EXPECT_NE(text.find(R"("Keys":{"b":{"B":"WVE9PQ=="}})"), std::string::npos) << text;
    EXPECT_NE(
        text.find(R"("NewImage":{"b":{"B":"WVE9PQ=="},"e":{"B":""},)"
                  R"("l":{"L":[{"S":"x"},{"B":"WVE9PQ=="},{"M":{"m":{"B":"WVE9PQ=="}}}]},)"
                  R"("s":{"BS":["WVE9PQ==","WWc9PQ=="]},"t":{"SS":["u"]}})"),
        std::string::npos
    ) << text;
}

}  // namespace
}  // namespace stator::protocol::formats::kinesis
