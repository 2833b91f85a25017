// What DynamoDB finds wrong with an expression before it looks at any item.
#pragma once

#include <array>
#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "tests/oracle/tree.hpp"

namespace stator::oracle {

// Faults with a lower rank are reported first. Where DynamoDB's choice among faults is not known
// they have the same rank, and any of them is right.
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

// The messages that are right, without "Invalid <Kind>: "; none when the expression is sound.
std::vector<std::string> first_faults(const std::vector<Fault>& faults);

std::vector<Fault> faults_of(const Condition& condition);
std::vector<Fault> faults_of(const Update& update);
std::vector<Fault> faults_of(const Projection& projection);

// True when it is not known what DynamoDB makes of the condition.
bool is_unclear(const Condition& condition);

// Words that may not be written as identifiers; enough for the generator.
inline constexpr std::array<std::string_view, 6> kReservedWords = {
    "name", "Size", "STATUS", "data", "count", "year"};

bool is_reserved(std::string_view word);

}  // namespace stator::oracle
