// The names of protocol/ that all of engine/ uses: results, errors, values, descriptions, requests.
#pragma once

#include "protocol/base/result.hpp"

namespace stator::protocol::errors {}

namespace stator::protocol::model {}

namespace stator::protocol::operations {}

namespace stator::protocol::values {}

namespace stator::engine {

namespace errors = protocol::errors;
namespace model = protocol::model;
namespace requests = protocol::operations;
namespace values = protocol::values;

using protocol::ApiError;
using protocol::Result;

}  // namespace stator::engine
