// The invariant of streams: applying the records of a table in order yields its contents.
#pragma once

#include <string>

#include "conformance/base/random.hpp"
#include "conformance/generate/known_table.hpp"
#include "conformance/generate/request_writer.hpp"
#include "conformance/hunt/side.hpp"

namespace stator::conformance::hunt {

/// Returns an empty request for a table without a stream.
generate::Request plan_stream(const generate::KnownTable& table, Random& random);

std::string judge_stream(
    Side& side, const generate::KnownTable& table, const generate::Request& request
);

}  // namespace stator::conformance::hunt
