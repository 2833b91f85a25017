// Outcome: an answer without what may differ between two right servers (ids, times, ARNs, the order
// of sets), so that the rest can be compared.
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
    Unsupported,  // the endpoint has no such operation or member
    Lost,         // no reply
};

struct Outcome {
    Verdict verdict = Verdict::Lost;
    std::string error_type;
    std::string message;
    std::shared_ptr<const JsonDocument> reply;  // in normal form; of a refusal, its other members
};

Outcome read_outcome(const generate::Request& request, const Answer& answer);

/// A message without names, numbers, values and the count of validation errors, so that equal
/// rules have equal texts.
std::string skeleton(std::string_view message);

/// "success", or the type and the skeleton of a refusal.
std::string signature(const Outcome& outcome);

/// How `other` answers differently: "" when it does not, "-" when it has no say; otherwise its
/// signature, or the place in the reply where two successes differ.
std::string disagreement(const Outcome& subject, const Outcome& other);

}  // namespace stator::conformance::hunt
