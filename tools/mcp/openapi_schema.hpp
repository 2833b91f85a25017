// Converts the schemas of an OpenAPI file into those of a tool's input. The input is one flat
// object with the parameters and the members of the body. References are replaced with their
// targets, because not every assistant follows them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/wire/json.hpp"

namespace stator::tools::mcp {

// The members of a tool's input, in the order of their addition. A value.
class Inputs {
public:
    // Adds a member with a schema in JSON. An existing member is left unchanged.
    void add(std::string_view name, std::string schema, bool is_required);
    // Adds an optional member of type string.
    void add_text(std::string_view name, std::string_view help);

    bool has(std::string_view name) const;
    std::vector<std::string> names() const;

    // Returns the schema of the object.
    std::string schema() const;

private:
    struct Input {
        std::string name;
        std::string schema;
        bool is_required = false;
    };

    std::vector<Input> inputs_;
};

// Writes schemas of parameters and bodies. Not thread-safe. Borrows the file.
class SchemaWriter {
public:
    // `openapi` is the whole file. All of its references must resolve.
    explicit SchemaWriter(protocol::wire::JsonView openapi) : openapi_(openapi) {}

    // Returns the value, or the target if the value is a reference.
    protocol::wire::JsonView resolved(protocol::wire::JsonView value) const;

    // Returns the schema of a parameter with its description.
    std::string parameter_text(protocol::wire::JsonView parameter) const;

    // Adds the members of a request's body. If the body has alternative schemas, adds the members
    // of all alternatives and marks none of them as required.
    void add_body(protocol::wire::JsonView request_body, Inputs& inputs) const;

private:
    void add_members(protocol::wire::JsonView schema, bool is_alternative, Inputs& inputs) const;
    void append(protocol::wire::JsonWriter& json, protocol::wire::JsonView value, int depth) const;

    protocol::wire::JsonView openapi_;
};

}  // namespace stator::tools::mcp
