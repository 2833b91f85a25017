// The errors of an expression that DynamoDB finds before it reads any item.
#pragma once

#include <array>
#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "tests/oracle/tree.hpp"

namespace stator::oracle {

// Errors with a lower rank are reported first. If it is not known which of several errors DynamoDB
// reports, they have the same rank, and any of them is correct.
struct Rank {
    int step = 0;
    std::size_t place = 0;  // the condition, or the clause, in the order of the text
    int detail = 0;

    friend auto operator<=>(const Rank&, const Rank&) = default;
};

struct Fault {
    Rank rank;
    std::string message;
};

// The correct messages, without "Invalid <Kind>: "; empty if the expression is valid.
std::vector<std::string> first_faults(const std::vector<Fault>& faults);

std::vector<Fault> faults_of(const Condition& condition);
std::vector<Fault> faults_of(const Update& update);
std::vector<Fault> faults_of(const Projection& projection);

// True if it is not known how DynamoDB handles the condition.
bool is_unclear(const Condition& condition);

// Words that are not allowed as identifiers; enough for the generator.
inline constexpr std::array<std::string_view, 6> kReservedWords = {
    "name", "Size", "STATUS", "data", "count", "year"};

bool is_reserved(std::string_view word);

}  // namespace stator::oracle
