// The adversarial preset: rules that make every rare answer common which DynamoDB may legally give,
// so that an application which survives it is ready for the real thing. Pure.
//
// Legal is what the AWS SDKs or a correct application must cope with. Damaged replies (a truncated
// body, a wrong CRC) are not DynamoDB's answers and not among these. With intensity i and the error
// budget e = min(i, 0.5), of the requests that a rule is about so many get its effect:
//
//     rule                        operations                               effect             share
//     adversarial-latency         all below                                0 to 5 ms              i
//     adversarial-empty-page      Query, Scan, ExecuteStatement            0 rows             0.4 i
//     adversarial-one-row-page    Query, Scan, ExecuteStatement            1 row                  i
//     adversarial-two-row-page    Query, Scan, ExecuteStatement            2 rows                 i
//     adversarial-partial-batch   BatchGetItem, BatchWriteItem             half unprocessed       i
//     adversarial-first-conflict  writes of one item, and of transactions  conflict at 0     0.10 e
//     adversarial-last-conflict   TransactWriteItems                       conflict at last  0.05 e
//     adversarial-provisioned     data                                     throttle          0.20 e
//     adversarial-throttling      data                                     throttle          0.15 e
//     adversarial-account-limit   data                                     throttle          0.05 e
//     adversarial-internal-error  data and streams                         500               0.15 e
//     adversarial-unavailable     data and streams                         503               0.10 e
//     adversarial-drop-before     data                                     connection lost   0.10 e
//     adversarial-drop-after      data                                     connection lost   0.10 e
//
// Of the three pages the first whose turn it is wins, so the shares behind it are of what is left.
// The errors of any one operation add up to e at most: 0.3 at the default, where ten attempts fail
// together about once in 170,000 requests, and never more than every second request.
#pragma once

#include <vector>

#include "engine/faults/fault.hpp"

namespace stator::engine::faults {

inline constexpr double kDefaultIntensity = 0.3;

// `intensity` from 0 to 1. All names begin with "adversarial-".
std::vector<FaultRule> adversarial_rules(double intensity = kDefaultIntensity);

}  // namespace stator::engine::faults
