// The AccessDeniedException for a denied request. Pure.
#pragma once

#include "emulator/access/iam/evaluation.hpp"
#include "protocol/base/api_error.hpp"

namespace stator::emulator::access::iam {

// Precondition: the verdict is not Allow.
protocol::ApiError denial(const Verdict& verdict, const Caller& caller, const Question& question);

}  // namespace stator::emulator::access::iam
