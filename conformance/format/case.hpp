// A conformance case as read from its file: described in README.md, validated and ready to run.
//
// Values. The JSON they point at belongs to `document`, which all cases of a file share.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/base/json.hpp"

namespace stator::conformance {

/// Properties that a case can require because not every target has them. AWS has all of them.
inline constexpr std::string_view kTraits[] = {
    "slow_tables",    // tables stay CREATING, UPDATING and DELETING for a while
    "signatures",     // signatures are checked
    "authorization",  // requests that policies do not allow are rejected
    "budgets",        // some changes of a table are rejected after too many per day or month
};

/// A DynamoDB operation, signed and sent in the same way as by SDKs.
struct ApiCall {
    std::string operation;
    const Json* with = nullptr;  // null stands for {}
};

/// An HTTP request that the case defines completely.
struct RawCall {
    const Json* http = nullptr;
};

/// The request must succeed. `reply` is the expected reply; null accepts any reply.
struct SuccessExpected {
    const Json* reply = nullptr;
};

struct ErrorExpected {
    const Json* error = nullptr;
};

/// `http`: null accepts any reply.
struct HttpExpected {
    const Json* http = nullptr;
};

struct Capture {
    std::string name;
    std::string pointer;  // into the reply
};

struct Step {
    std::string name;
    std::variant<ApiCall, RawCall> call;
    std::variant<SuccessExpected, ErrorExpected, HttpExpected> expectation;
    std::vector<Capture> captures;
    bool is_repeated_until_met = false;
    std::optional<std::size_t> times;  // number of times to send it; ${i} is the round
};

struct TableDeclaration {
    std::string alias;
    std::string create_table;  // the CreateTable request, as JSON without TableName
};

struct Case {
    std::string name;  // folder/file, with #n if the file contains several
    std::string operation;
    std::string asserts;
    std::string region;  // signing region of its requests; usually empty: the target's region
    std::string doubt;   // the uncertain part; usually empty
    std::string needs;   // one of kTraits; usually empty
    int tier = 0;
    bool has_own_tables = false;
    std::vector<TableDeclaration> tables;
    std::vector<Step> steps;
    const Json* row = nullptr;  // an element of `rows`; its members are available like captures
    std::shared_ptr<const JsonDocument> document;
};

}  // namespace stator::conformance
