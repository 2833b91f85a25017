#include "protocol/formats/transfer/csv.hpp"

#include <gtest/gtest.h>

namespace stator::protocol::formats::transfer {
namespace {

TEST(Csv, HasFieldsBetweenDelimiters) {
    EXPECT_EQ(csv_fields("a,b,,c", ','), (CsvFields{"a", "b", "", "c"}));
    EXPECT_EQ(csv_fields("a b\tc", '\t'), (CsvFields{"a b", "c"}));
    EXPECT_EQ(csv_fields("", ','), (CsvFields{""}));
    EXPECT_EQ(csv_fields("a,", ','), (CsvFields{"a", ""}));
}

TEST(Csv, AcceptsQuotesOfRfc4180) {
    EXPECT_EQ(csv_fields("\"a,b\",\"c\"\"d\",\"e\nf\"", ','), (CsvFields{"a,b", "c\"d", "e\nf"}));
    EXPECT_EQ(csv_fields("\"\",x", ','), (CsvFields{"", "x"}));
    for (const char* record : {"\"a", "a\"b", "\"a\"b", "\"a\" ,b", "a\\\"b"}) {
        EXPECT_FALSE(csv_fields(record, ',')) << record;
    }
}

TEST(Csv, MakesItemsWhoseKeysHaveTypes) {
    const std::vector<values::AttributeDefinition> definitions{
        {"pk", values::AttributeType::Number}, {"bin", values::AttributeType::Binary}};
    EXPECT_EQ(
        json_of_csv({"pk", "n", "empty", "bin"}, {"1", "2", "", "AQ=="}, definitions),
        R"({"Item":{"pk":{"N":"1"},"n":{"S":"2"},"bin":{"B":"AQ=="}}})"
    );
}

}  // namespace
}  // namespace stator::protocol::formats::transfer
