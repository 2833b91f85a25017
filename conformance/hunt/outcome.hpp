// Outcome: a reply without the parts that may differ between two correct servers (ids, times, ARNs,
// the order of sets), so that the rest can be compared.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "conformance/base/json.hpp"
#include "conformance/generate/request_writer.hpp"
#include "conformance/hunt/side.hpp"

namespace stator::conformance::hunt {

enum class Verdict : unsigned char {
    Success,
    Refusal,
    Unsupported,  // the endpoint lacks the operation or member
    Lost,         // no reply
};

struct Outcome {
    Verdict verdict = Verdict::Lost;
    std::string error_type;
    std::string message;
    std::shared_ptr<const JsonDocument> reply;  // in normal form; for an error, its other members
};

Outcome read_outcome(const generate::Request& request, const Answer& answer);

/// Returns a message without names, numbers, values and the count of validation errors, so that
/// equal rules have equal texts.
std::string skeleton(std::string_view message);

/// Returns "success", or the type and skeleton of an error.
std::string signature(const Outcome& outcome);

/// Returns the difference of `other`'s reply: "" if there is none, "-" if `other` does not take
/// part; otherwise its signature, or the place in the reply where two successes differ.
std::string disagreement(const Outcome& subject, const Outcome& other);

}  // namespace stator::conformance::hunt
