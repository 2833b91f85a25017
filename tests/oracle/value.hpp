// Value: an attribute value as a plain tree, and an item as a plain map.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tests/oracle/decimal.hpp"

namespace stator::oracle {

struct Number {
    std::string spelling;  // as it is sent
    Decimal value;
};

struct Binary {
    std::string bytes;
};

struct Null {};

// Members in the order in which they are sent.
struct StringSet {
    std::vector<std::string> members;
};

struct NumberSet {
    std::vector<Number> members;
};

struct BinarySet {
    std::vector<std::string> members;
};

// An invalid value, and DynamoDB's message about it.
struct Broken {
    std::string json;
    std::string complaint;
    std::string old_complaint;  // of the older request reader
    bool bare = false;          // never in the envelope of the write operations
};

struct Value;
using List = std::vector<Value>;
using Map = std::map<std::string, Value>;

// In the order of the alternatives of Value.
enum class Type { S, N, B, BOOL, NUL, SS, NS, BS, L, M, Broken };

struct Value {
    std::variant<
        std::string,
        Number,
        Binary,
        bool,
        Null,
        StringSet,
        NumberSet,
        BinarySet,
        List,
        Map,
        Broken>
        data;

    Type type() const { return static_cast<Type>(data.index()); }

    template <class T>
    const T* as() const {
        return std::get_if<T>(&data);
    }

    template <class T>
    T* as() {
        return std::get_if<T>(&data);
    }
};

using Item = Map;

// "S", "NULL", …
std::string_view type_name(Type type);

Value number_value(const Decimal& number);

// As in a request: numbers as spelled, sets in their order.
std::string request_json(const Value& value);
std::string request_json(const Item& item);

// As in an answer: plain numbers, sorted sets, sorted maps.
std::string canonical_json(const Value& value);
std::string canonical_json(const Item& item);

// Equal for DynamoDB: numbers by value, sets without order.
bool equal(const Value& left, const Value& right);

// < 0, 0, > 0 for two S, two N or two B; nullopt for other types.
std::optional<int> order(const Value& left, const Value& right);

// With quotes. The escapes vary with the text, so that all of them occur.
std::string json_string(std::string_view utf8);

std::string base64(std::string_view bytes);

// The first invalid part of the value, or null.
const Broken* first_broken(const Value& value);

// Levels of nesting; a scalar or a set is 1.
std::size_t levels(const Value& value);

}  // namespace stator::oracle
