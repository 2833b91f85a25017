// Projection: the attributes of an item that an index contains. A value.
#pragma once

#include <string>
#include <vector>

#include "protocol/values/table_terms.hpp"

namespace stator::protocol::model {

struct Projection {
    values::ProjectionType type = values::ProjectionType::All;
    std::vector<std::string> non_key_attributes = {};  // sorted

    friend bool operator==(const Projection&, const Projection&) = default;
};

}  // namespace stator::protocol::model
