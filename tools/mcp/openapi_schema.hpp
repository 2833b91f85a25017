// From the schemas of an OpenAPI file to those of a tool's input, which is one flat object: the
// members of a body beside the parameters. References are replaced by what they refer to, because
// not every assistant follows them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/wire/json.hpp"

namespace stator::tools::mcp {

// The members of a tool's input, in their order. A value.
class Inputs {
public:
    // `schema` is JSON. A member that is there already stays as it is.
    void add(std::string_view name, std::string schema, bool is_required);
    void add_text(std::string_view name, std::string_view help);

    bool has(std::string_view name) const;
    std::vector<std::string> names() const;

    // The schema of the object.
    std::string schema() const;

private:
    struct Input {
        std::string name;
        std::string schema;
        bool is_required = false;
    };

    std::vector<Input> inputs_;
};

// Not thread-safe. Borrows the file.
class SchemaWriter {
public:
    // `openapi` is the whole file, whose references all resolve.
    explicit SchemaWriter(protocol::wire::JsonView openapi) : openapi_(openapi) {}

    // The value, or what it refers to.
    protocol::wire::JsonView resolved(protocol::wire::JsonView value) const;

    // The schema of a parameter with its description.
    std::string parameter_text(protocol::wire::JsonView parameter) const;

    // Adds the members of a request's body. Of alternatives, all members are there and none of
    // them is required.
    void add_body(protocol::wire::JsonView request_body, Inputs& inputs) const;

private:
    void add_members(protocol::wire::JsonView schema, bool is_alternative, Inputs& inputs) const;
    void append(protocol::wire::JsonWriter& json, protocol::wire::JsonView value, int depth) const;

    protocol::wire::JsonView openapi_;
};

}  // namespace stator::tools::mcp
