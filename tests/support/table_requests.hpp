// Builds requests about tables as JSON, and defines the rows of tests that list rejected requests.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "protocol/base/result.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::table_requests {

struct ErrorCase {
    std::string name;
    std::string request;
    std::string error;  // "" if the request is valid

    friend void PrintTo(const ErrorCase& test, std::ostream* out) { *out << test.name; }
};

inline wire::JsonDocument parse(const std::string& text) {
    auto document = wire::JsonDocument::parse(text);
    EXPECT_TRUE(document) << "not JSON: " << text;
    return std::move(*document);
}

template <class T>
std::string message_of(const Result<T>& result) {
    return result.has_error() ? result.error().message : "";
}

inline const std::string kInvalid = "One or more parameter values were invalid: ";

inline std::string definitions(const std::string& names) {
    std::string text = "\"AttributeDefinitions\":[";
    for (const char name : names) {
        if (text.back() != '[') text += ",";
        text += std::string(R"({"AttributeName":")") + name + R"(","AttributeType":"S"})";
    }
    return text + "]";
}

// The key schema for a string such as "pH sR", which makes two elements.
inline std::string keys(const std::string& elements) {
    std::string text = "\"KeySchema\":[";
    for (std::size_t i = 0; i + 1 < elements.size(); i += 3) {
        if (text.back() != '[') text += ",";
        text += std::string(R"({"AttributeName":")") + elements[i] + R"(","KeyType":")" +
                (elements[i + 1] == 'H' ? "HASH" : "RANGE") + R"("})";
    }
    return text + "]";
}

inline std::string index(
    const std::string& name,
    const std::string& elements,
    const std::string& projection = R"({"ProjectionType":"ALL"})",
    const std::string& more = ""
) {
    return R"({"IndexName":")" + name + R"(",)" + keys(elements) + R"(,"Projection":)" +
           projection + more + "}";
}

}  // namespace stator::protocol::table_requests
