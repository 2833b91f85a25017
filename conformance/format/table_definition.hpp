// The tables of a case: CreateTable members, or the short forms of keys and indexes.
#pragma once

#include <string>

#include "conformance/base/json.hpp"

namespace stator::conformance {

/// The CreateTable request that a definition stands for, as JSON without TableName. Equal
/// definitions give equal text. Throws CaseError for a short form that cannot be read.
std::string create_table_request(const Json& definition);

}  // namespace stator::conformance
