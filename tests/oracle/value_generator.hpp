// Values and items made at random: all ten types, nested; numbers in many spellings.
#pragma once

#include "tests/oracle/random.hpp"
#include "tests/oracle/value.hpp"

namespace stator::oracle {

class ValueGenerator {
public:
    explicit ValueGenerator(Random& random) : random_(random) {}

    Value any(int depth);
    Value of_type(Type type, int depth);

    // One or two levels of lists and maps more or less than DynamoDB allows.
    Value deep();

    // No value at all.
    Value broken();

    // Equal to it, or next to it, or at least of its type.
    Value like(const Value& value);

    // A part that contains() or begins_with() may find.
    Value part_of(const Value& value);

    // An item without its key.
    Item item();

    // A list of members or elements: some of those given, some new. Never empty.
    Value members_like(const Value& set);

    std::string attribute_name();
    std::string text();
    Number number();

    // A number that the sum with `other` just fits 38 digits with, or just not.
    Number at_the_limit(const Number& other);

private:
    std::size_t long_length();
    std::string bytes();
    std::string respelled(const Decimal& number);
    Number neighbour(const Number& number);
    std::string zero();
    Number extreme();
    Value list(int depth);
    Value map(int depth);
    Value string_set();
    Value number_set();
    Value binary_set();
    Value broken_number();
    Value repeated_members();

    Random& random_;
};

}  // namespace stator::oracle
