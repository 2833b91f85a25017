// Checks the reply to a step.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "conformance/format/case.hpp"
#include "conformance/format/scope.hpp"
#include "transport/http_message.hpp"

namespace stator::conformance {

/// Returns "" if the reply matches the expectation, otherwise a readable text about the
/// differences. Defines `${crc32}` in the scope. Throws CaseError for an invalid expectation.
std::string check_reply(
    const Step& step,
    const transport::HttpReply& reply,
    Scope& scope,
    std::optional<std::size_t> index
);

/// Returns the body, decompressed if it was sent as gzip.
std::string plain_body(const transport::HttpReply& reply);

/// Captures the parts of the reply that the step names. Returns "", or a text about missing parts.
std::string capture_from(const Step& step, const transport::HttpReply& reply, Scope& scope);

}  // namespace stator::conformance
