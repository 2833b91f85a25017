// The tables of a case: CreateTable members, or the short forms of keys and indexes.
#pragma once

#include <string>

#include "conformance/base/json.hpp"

namespace stator::conformance {

/// Returns the CreateTable request for a definition, as JSON without TableName. Equal definitions
/// yield equal text. Throws CaseError for an invalid short form.
std::string create_table_request(const Json& definition);

}  // namespace stator::conformance
