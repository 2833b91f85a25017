#include "protocol/wire/bound_shape.hpp"

#include <gtest/gtest.h>

namespace stator::protocol::wire {
namespace {

enum class Colour : unsigned char { Red, Green };

constexpr values::TextsTo<Colour::Green> texts_of(Colour) {
    return {"RED", "GREEN"};
}

struct Request {
    std::string name;
    std::int64_t limit = 100;
    std::optional<bool> flag;
    std::vector<std::string> words;
    std::string inner_word;
    Colour colour = Colour::Red;
    std::optional<Instant> time;
};

const Shape kBoundName{.type = ShapeType::String, .length_min = 1, .length_max = 5};
const Shape kBoundLimit{.type = ShapeType::Integer, .value_min = 1};
const Shape kFlag{.type = ShapeType::Boolean};
const Shape kWord{.type = ShapeType::String};
const Shape kWords{.type = ShapeType::List, .element = &kWord};
const BoundShape kInnerForm(
    required<&Request::inner_word>("Word", kWord), allowed<&Request::colour>("Colour", kWord)
);
const Shape kInner = kInnerForm.shape("Inner");
const Shape kTime{.type = ShapeType::Double};

const BoundShape kBound(
    required<&Request::name>("Name", kBoundName),
    allowed<&Request::limit>("Limit", kBoundLimit),
    allowed<&Request::flag>("Flag", kFlag),
    allowed<&Request::words>("Words", kWords),
    allowed<&Request::time>("Time", kTime),
    nested<kInnerForm>("Inner", kInner)
);

Result<Request> decode(const std::string& text) {
    const auto document = JsonDocument::parse(text);
    return kBound.decode(document->root());
}

TEST(BoundShape, PutsEveryMemberIntoItsField) {
    const auto request =
        decode(R"({"Name":"abc","Limit":7,"Flag":false,"Words":["x","y"],"Inner":{"Word":"in"}})");
    ASSERT_TRUE(request);
    EXPECT_EQ(request->name, "abc");
    EXPECT_EQ(request->limit, 7);
    EXPECT_EQ(request->flag, false);
    EXPECT_EQ(request->words, (std::vector<std::string>{"x", "y"}));
    EXPECT_EQ(request->inner_word, "in");
}

TEST(BoundShape, DoesNotChangeFieldsOfAbsentMembers) {
    const auto request = decode(R"({"Name":"abc","Limit":null})");
    ASSERT_TRUE(request);
    EXPECT_EQ(request->limit, 100);
    EXPECT_FALSE(request->flag);
    EXPECT_TRUE(request->words.empty());
}

TEST(BoundShape, ReadsTextsThatCountAsValues) {
    const auto request =
        decode(R"({"Name":"abc","Flag":"yes","Time":1.5,"Inner":{"Word":"in","Colour":"GREEN"}})");
    ASSERT_TRUE(request);
    EXPECT_EQ(request->flag, true);
    EXPECT_EQ(request->time, Instant(1'500));
    EXPECT_EQ(request->colour, Colour::Green);
}

TEST(BoundShape, ChecksTypesBeforeConstraints) {
    const auto wrong_type = decode(R"({"Limit":0,"Flag":"x"})");
    ASSERT_TRUE(wrong_type.has_error());
    EXPECT_EQ(wrong_type.error().type, ErrorType::SerializationException);
    const auto violated = decode(R"({"Limit":0})");
    ASSERT_TRUE(violated.has_error());
    EXPECT_EQ(violated.error().type, ErrorType::ValidationException);
    EXPECT_EQ(
        violated.error().message,
        "2 validation errors detected: Value null at 'name' failed to satisfy constraint: Member "
        "must not be null; Value '0' at 'limit' failed to satisfy constraint: Member must have "
        "value greater than or equal to 1"
    );
}

TEST(BoundShape, ChecksNestedMembers) {
    const auto result = decode(R"({"Name":"abc","Inner":{}})");
    ASSERT_TRUE(result.has_error());
    EXPECT_NE(result.error().message.find("'inner.word'"), std::string::npos);
}

}  // namespace
}  // namespace stator::protocol::wire
