// CreateTable requests in short form, for the tests of their checks.
#pragma once

#include <string>

#include "tests/support/table_requests.hpp"

namespace stator::protocol::table_requests {

// A CreateTable request for an on-demand table with the key "p" (S) and `members`.
inline std::string on_demand(const std::string& members) {
    return R"({"TableName":"tbl","BillingMode":"PAY_PER_REQUEST",)"
           R"("AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}],)"
           R"("KeySchema":[{"AttributeName":"p","KeyType":"HASH"}])" +
           members + "}";
}

// A CreateTable request for an on-demand table with definitions, keys, and further members.
inline std::string table(
    const std::string& names, const std::string& elements, const std::string& more = ""
) {
    return R"({"TableName":"tbl","BillingMode":"PAY_PER_REQUEST",)" + definitions(names) + "," +
           keys(elements) + more + "}";
}

inline std::string global_indexes(const std::string& indexes) {
    return R"(,"GlobalSecondaryIndexes":[)" + indexes + "]";
}

inline std::string local_indexes(const std::string& indexes) {
    return R"(,"LocalSecondaryIndexes":[)" + indexes + "]";
}

inline std::string provisioned(const std::string& more) {
    return R"({"TableName":"tbl",)" + definitions("p") + "," + keys("pH") + more + "}";
}

inline std::string many_indexes(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        if (i > 0) text += ",";
        text += index("index" + std::to_string(i), "pH");
    }
    return text;
}

inline std::string many_projected(const std::string& prefix, int count) {
    std::string text = R"({"ProjectionType":"INCLUDE","NonKeyAttributes":[)";
    for (int i = 0; i < count; ++i) {
        if (i > 0) text += ",";
        text += "\"" + prefix + std::to_string(i) + "\"";
    }
    return text + "]}";
}

inline const std::string kWideIndexes = [] {
    std::string text;
    for (int i = 0; i < 6; ++i) {
        if (i > 0) text += ",";
        text += index("index" + std::to_string(i), "pH", many_projected("a", i < 5 ? 20 : 1));
    }
    return text;
}();

}  // namespace stator::protocol::table_requests
