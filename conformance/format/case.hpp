// A conformance case as read from its file: what README.md describes, checked and ready to run.
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

/// Properties that a case can need because not every target has them. AWS has all of them.
inline constexpr std::string_view kTraits[] = {
    "slow_tables",    // tables stay CREATING, UPDATING and DELETING for a while
    "signatures",     // signatures are checked
    "authorization",  // what policies do not allow is refused
    "budgets",        // some changes of a table are refused after too many in a day or month
};

/// A DynamoDB operation, signed and sent the way SDKs do.
struct ApiCall {
    std::string operation;
    const Json* with = nullptr;  // null stands for {}
};

/// An HTTP request spelled out by the case.
struct RawCall {
    const Json* http = nullptr;
};

/// The call must succeed; `reply` is the expected reply, or null if any will do.
struct SuccessExpected {
    const Json* reply = nullptr;
};

struct ErrorExpected {
    const Json* error = nullptr;
};

/// `http` is null if any reply will do.
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
    std::optional<std::size_t> times;  // how often to send it; ${i} is the round
};

struct TableDeclaration {
    std::string alias;
    std::string create_table;  // the CreateTable request, as JSON without TableName
};

struct Case {
    std::string name;  // folder/file, with #n where the file holds several
    std::string operation;
    std::string asserts;
    std::string region;  // that its requests are signed for; usually empty: the target's
    std::string doubt;   // what is uncertain about it; usually empty
    std::string needs;   // one of kTraits; usually empty
    int tier = 0;
    bool has_own_tables = false;
    std::vector<TableDeclaration> tables;
    std::vector<Step> steps;
    const Json* row = nullptr;  // of `rows`, whose members are captures from the start
    std::shared_ptr<const JsonDocument> document;
};

}  // namespace stator::conformance
