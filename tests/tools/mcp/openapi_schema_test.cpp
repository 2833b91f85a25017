#include "tools/mcp/openapi_schema.hpp"

#include <gtest/gtest.h>

namespace stator::tools::mcp {
namespace {

using protocol::wire::JsonDocument;

const JsonDocument& file() {
    static const auto document = JsonDocument::parse(R"({"components":{"schemas":{
        "Size":{"type":"integer","format":"int64","minimum":0},
        "Box":{"type":"object","required":["size"],"properties":{
            "size":{"$ref":"#/components/schemas/Size"},"label":{"type":"string","example":"x"}}},
        "Endless":{"type":"object","properties":{
            "inner":{"$ref":"#/components/schemas/Endless"}}}}}})");
    return *document;
}

std::string body_schema(const std::string& schema) {
    const auto body =
        JsonDocument::parse(R"({"content":{"application/json":{"schema":)" + schema + "}}}");
    Inputs inputs;
    SchemaWriter(file().root()).add_body(body->root(), inputs);
    return inputs.schema();
}

TEST(OpenapiSchema, ReplacesReferences) {
    EXPECT_EQ(
        body_schema(R"({"$ref":"#/components/schemas/Box"})"),
        R"({"type":"object","properties":{"size":{"type":"integer","minimum":0},)"
        R"("label":{"type":"string"}},"required":["size"]})"
    );
}

TEST(OpenapiSchema, JoinsAlternatives) {
    EXPECT_EQ(
        body_schema(R"({"anyOf":[{"$ref":"#/components/schemas/Box"},
            {"type":"object","required":["size","x"],"properties":{"size":{},"x":{}}}]})"),
        R"({"type":"object","properties":{"size":{"type":"integer","minimum":0},)"
        R"("label":{"type":"string"},"x":{}}})"
    );
    EXPECT_NE(
        body_schema(R"({"allOf":[{"$ref":"#/components/schemas/Box"}]})").find("required"),
        std::string::npos
    );
}

TEST(OpenapiSchema, OfASchemaThatContainsItselfHasAnEnd) {
    EXPECT_TRUE(
        JsonDocument::parse(body_schema(R"({"$ref":"#/components/schemas/Endless"})")).has_value()
    );
}

TEST(OpenapiSchema, DescribesParameters) {
    const auto parameter = JsonDocument::parse(
        R"({"name":"n","description":"How many","schema":{"$ref":"#/components/schemas/Size"}})"
    );
    EXPECT_EQ(
        SchemaWriter(file().root()).parameter_text(parameter->root()),
        R"({"type":"integer","minimum":0,"description":"How many"})"
    );
}

}  // namespace
}  // namespace stator::tools::mcp
