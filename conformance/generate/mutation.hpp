// Mutation: a valid request with one or more small errors. Two mutations of one request reveal
// which error a server reports first.
#pragma once

#include <string>
#include <string_view>

#include "conformance/base/random.hpp"

namespace stator::conformance::generate {

/// Returns the request's JSON text with one error or unusual part. Sometimes returns a valid
/// request.
std::string mutated(std::string_view request, Random& random);

}  // namespace stator::conformance::generate
