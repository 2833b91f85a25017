// The invariant of streams: the records of a table, applied one after another, make its contents.
#pragma once

#include <string>

#include "conformance/base/random.hpp"
#include "conformance/generate/known_table.hpp"
#include "conformance/generate/request_writer.hpp"
#include "conformance/hunt/side.hpp"

namespace stator::conformance::hunt {

/// Nothing for a table without stream.
generate::Request plan_stream(const generate::KnownTable& table, Random& random);

std::string judge_stream(
    Side& side, const generate::KnownTable& table, const generate::Request& request
);

}  // namespace stator::conformance::hunt
