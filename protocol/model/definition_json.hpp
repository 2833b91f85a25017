// Small readers and writers of JSON members, for the persisted definitions of tables and streams. A
// reader treats a member of the wrong type as absent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/model/table.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::model::definition {

// Writers leave out a member whose value is absent or the default.
void write_integer(
    wire::JsonWriter& json, std::string_view name, std::optional<std::int64_t> value
);
void write_time(wire::JsonWriter& json, std::string_view name, std::optional<Instant> time);
void write_text(wire::JsonWriter& json, std::string_view name, std::string_view value);
void write_flag(wire::JsonWriter& json, std::string_view name, bool value);
// The member KeySchema.
void write_key_schema(wire::JsonWriter& json, const values::KeySchema& schema);
// The member Projection.
void write_projection(wire::JsonWriter& json, const Projection& projection);
// The member VectorIndexes (vector_index.cpp); nothing for a table without.
void write_vector_indexes(wire::JsonWriter& json, const std::vector<VectorIndex>& indexes);

std::optional<wire::JsonView> read_object(wire::JsonView json, std::string_view name);
std::string read_text(wire::JsonView json, std::string_view name);
bool read_flag(wire::JsonView json, std::string_view name);
std::optional<std::int64_t> read_integer(wire::JsonView json, std::string_view name);
std::optional<Instant> read_time(wire::JsonView json, std::string_view name);

// The objects of an array member, one by one.
template <class Visit>
void for_each_object(wire::JsonView json, std::string_view name, const Visit& visit) {
    const auto list = json.find(name);
    if (!list || !list->is_array()) return;
    for (const auto& element : list->elements()) {
        if (element.IsObject()) visit(wire::JsonView(element));
    }
}

// The member KeySchema.
values::KeySchema read_keys(wire::JsonView json);
// The member Projection.
Projection read_projection(wire::JsonView json);
// The member VectorIndexes (vector_index.cpp).
std::vector<VectorIndex> read_vector_indexes(wire::JsonView json);

}  // namespace stator::protocol::model::definition
