// BoundShape: the members of a request, each bound to the field that it fills. For requests whose
// members are plain values, a single table defines which members are checked and read, and which
// fields they fill.
//
//     const BoundShape kDescribe(
//         required<&DescribeRequest::table_name>("TableName", shapes::kTableName),
//         allowed<&DescribeRequest::limit>("Limit", kLimit)
//     );
//     Result<DescribeRequest> decode_describe(JsonView json) { return kDescribe.decode(json); }
//
// Members are listed in the order in which DynamoDB reports them. BoundShapes have static lifetime,
// like the shapes they point to; decoding is a pure function.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "protocol/base/instant.hpp"
#include "protocol/values/terms.hpp"
#include "protocol/wire/scalar_text.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::wire {

// Reads a value whose type has been checked. A field of another type requires an overload.
inline void read_value(JsonView value, std::string& field) {
    field = value.string();
}

inline void read_value(JsonView value, bool& field) {
    field = truth_of(value);
}

inline void read_value(JsonView value, Instant& field) {
    field = moment_of(value);
}

template <values::HasTexts Term>
void read_value(JsonView value, Term& field) {
    field = values::term_from<Term>(value.string()).value_or(field);
}

template <std::integral Number>

requires(!std::same_as<Number, bool>) void read_value(JsonView value, Number& field) {
    field = static_cast<Number>(value.integer());
}

template <class Value>
void read_value(JsonView value, std::optional<Value>& field) {
    read_value(value, field.emplace());
}

template <class Value>
void read_value(JsonView value, std::vector<Value>& field) {
    for (const auto& element : value.elements()) {
        read_value(JsonView(element), field.emplace_back());
    }
}

template <class Request>
struct BoundMember {
    Member member;
    // Null for a member that is only checked here, and read elsewhere or not at all.
    void (*read)(JsonView value, Request& request) = nullptr;
};

namespace detail {

template <class Field>
struct FieldOf;

template <class Request, class Value>
struct FieldOf<Value Request::*> {
    using RequestType = Request;
};

template <auto Field>
using RequestOf = typename FieldOf<decltype(Field)>::RequestType;

}  // namespace detail

// An optional member. The field keeps its value if the member is absent.
template <auto Field>
constexpr BoundMember<detail::RequestOf<Field>> allowed(std::string_view name, const Shape& shape) {
    return {{name, &shape}, [](JsonView value, detail::RequestOf<Field>& request) {
                read_value(value, request.*Field);
            }};
}

// A required member. Its absence is a violated constraint.
template <auto Field>
constexpr BoundMember<detail::RequestOf<Field>> required(
    std::string_view name, const Shape& shape
) {
    auto bound = allowed<Field>(name, shape);
    bound.member.required = true;
    return bound;
}

// A structure with a separate table, whose members fill fields of the same request.
template <class Request>
constexpr BoundMember<Request> inner(
    std::string_view name,
    const Shape& shape,
    void (*read)(JsonView value, Request& request),
    bool is_required = false
) {
    return {{name, &shape, is_required}, read};
}

template <class Request, std::size_t Count>
class BoundShape {
public:
    using RequestType = Request;

    template <std::same_as<BoundMember<Request>>... Bound>
    explicit constexpr BoundShape(const Bound&... bound)
        : members_{bound.member...}, readers_{bound.read...} {}

    BoundShape(const BoundShape&) = delete;
    BoundShape& operator=(const BoundShape&) = delete;

    // Valid as long as this object is. `class_name`: AWS's name for a structure inside a request.
    constexpr Shape shape(std::string_view class_name = {}) const {
        return {.class_name = class_name, .members = members_};
    }

    // Returns the request. Errors: JSON types first, then constraints.
    Result<Request> decode(JsonView json) const {
        STATOR_CHECK(check_types(json, shape()));
        STATOR_CHECK(check_constraints(json, shape()));
        Request request;
        read(json, request);
        return request;
    }

    // Reads the members that are present. Precondition: the JSON has been checked.
    void read(JsonView json, Request& request) const {
        for (std::size_t i = 0; i < Count; ++i) {
            if (readers_[i] == nullptr) continue;
            if (const auto value = json.find(members_[i].name)) readers_[i](*value, request);
        }
    }

private:
    std::array<Member, Count> members_;
    std::array<void (*)(JsonView, Request&), Count> readers_;
};

template <class Request, class... Others>
BoundShape(const BoundMember<Request>&, const Others&...)
    -> BoundShape<Request, 1 + sizeof...(Others)>;

// A structure whose members fill fields of the same request: `Form` binds them, `shape` is its
// shape.
template <const auto& Form>
constexpr auto nested(std::string_view name, const Shape& shape, bool is_required = false) {
    using Request = typename std::remove_cvref_t<decltype(Form)>::RequestType;
    const auto read = [](JsonView value, Request& request) { Form.read(value, request); };
    return inner<Request>(name, shape, read, is_required);
}

}  // namespace stator::protocol::wire
