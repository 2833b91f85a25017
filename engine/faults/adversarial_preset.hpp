// The adversarial preset: rules that make all rare but legal replies of DynamoDB common. An
// application that handles them is ready for production. Pure functions.
//
// Legal means: AWS SDKs or a correct application must cope with it. DynamoDB does not send damaged
// replies (a truncated body, a wrong CRC), so they are left out. With intensity i and error budget
// e = min(i, 0.5), each rule takes this share of the requests it matches:
//
//     rule                        operations                               effect             share
//     adversarial-latency         all below                                0 to 5 ms              i
//     adversarial-empty-page      Query, Scan, ExecuteStatement            0 rows             0.4 i
//     adversarial-one-row-page    Query, Scan, ExecuteStatement            1 row                  i
//     adversarial-two-row-page    Query, Scan, ExecuteStatement            2 rows                 i
//     adversarial-partial-batch   BatchGetItem, BatchWriteItem             half unprocessed       i
//     adversarial-first-conflict  writes of one item, transactions,
//                                 PartiQL                                  conflict at 0     0.10 e
//     adversarial-last-conflict   transactions                             conflict at last  0.05 e
//     adversarial-throttle        data                                     throttle          0.20 e
//     adversarial-hot-key         data                                     by key range      0.10 e
//     adversarial-maximum         data                                     by a maximum      0.05 e
//     adversarial-account-limit   data                                     by the quota      0.05 e
//     adversarial-internal-error  data and streams                         500               0.15 e
//     adversarial-unavailable     data and streams                         503               0.10 e
//     adversarial-drop-before     data                                     connection lost   0.10 e
//     adversarial-drop-after      data                                     connection lost   0.10 e
//
// A throttle uses a limit of the billing mode, for the table or a written index. If that mode has
// no such limit, it uses the mode's usual one. An invalid request gets its own error instead.
//
// The first of the three page rules that fires wins, so the shares of the later rules apply only to
// the remaining requests. The errors of any one operation add up to e at most: 0.3 by default, with
// which ten attempts in a row fail about once in 170,000 requests, and never more than every second
// request.
#pragma once

#include <vector>

#include "engine/faults/fault.hpp"

namespace stator::engine::faults {

inline constexpr double kDefaultIntensity = 0.3;

// With a larger budget, an SDK that tries ten times would sometimes give up.
inline constexpr double kMostErrors = 0.5;

// `intensity` is from 0 to 1. e is the smaller of `intensity` and `most_errors`. All names begin
// with "adversarial-".
std::vector<FaultRule> adversarial_rules(
    double intensity = kDefaultIntensity, double most_errors = kMostErrors
);

}  // namespace stator::engine::faults
