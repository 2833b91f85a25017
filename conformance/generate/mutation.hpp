// Mutation: a valid request made nearly valid. Which of several mistakes a server reports first is
// what two mutations of one request find out.
#pragma once

#include <string>
#include <string_view>

#include "conformance/base/random.hpp"

namespace stator::conformance::generate {

/// The request's JSON text with one thing wrong or odd in it; at times nothing is.
std::string mutated(std::string_view request, Random& random);

}  // namespace stator::conformance::generate
