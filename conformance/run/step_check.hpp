// Judges the reply to a step.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "conformance/format/case.hpp"
#include "conformance/format/scope.hpp"
#include "transport/http_message.hpp"

namespace stator::conformance {

/// Empty if the reply is what the step expects, otherwise a readable text about the differences.
/// Defines `${crc32}` in the scope. Throws CaseError for an expectation that makes no sense.
std::string check_reply(
    const Step& step,
    const transport::HttpReply& reply,
    Scope& scope,
    std::optional<std::size_t> index
);

/// The body, decompressed if it came in gzip form.
std::string plain_body(const transport::HttpReply& reply);

/// Captures the parts of the reply that the step asks for. Returns "", or a text about what is
/// missing.
std::string capture_from(const Step& step, const transport::HttpReply& reply, Scope& scope);

}  // namespace stator::conformance
