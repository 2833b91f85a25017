// The adversarial preset: rules that make every rare answer common which DynamoDB may legally give,
// so that an application that survives it is ready for production. Pure functions.
//
// Legal means: AWS SDKs or a correct application must cope with it. Damaged replies (a truncated
// body, a wrong CRC) are not DynamoDB's answers and are left out. With intensity i and error budget
// e = min(i, 0.5), each rule takes this share of the requests it matches:
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
// The first of the three page rules that fires wins, so the shares of the later ones apply to what
// remains. The errors of any one operation add up to e at most: 0.3 by default, where ten attempts
// in a row fail about once in 170,000 requests, and never more than every second request.
#pragma once

#include <vector>

#include "engine/faults/fault.hpp"

namespace stator::engine::faults {

inline constexpr double kDefaultIntensity = 0.3;

// `intensity` from 0 to 1. All names begin with "adversarial-".
std::vector<FaultRule> adversarial_rules(double intensity = kDefaultIntensity);

}  // namespace stator::engine::faults
