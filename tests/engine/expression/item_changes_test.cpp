#include "engine/expression/item_changes.hpp"

#include <gtest/gtest.h>

#include <list>
#include <string>
#include <string_view>

#include "tests/support/expression_support.hpp"

namespace stator::engine::expression {
namespace {

using protocol::values::AttributeValue;
using protocol::values::AttributeValueView;
using protocol::values::DocumentPath;

// Applies changes given as text, and owns the values that they borrow.
class ChangesOf {
public:
    explicit ChangesOf(std::string_view item) : item_(tests::item(item)) {}

    ChangesOf& assign(std::string_view path, std::string_view text) {
        values_.push_back(AttributeValue::scalar(protocol::values::AttributeType::String, text));
        changes_.assign(keep(path), values_.back().view());
        return *this;
    }

    ChangesOf& remove(std::string_view path) {
        changes_.remove(keep(path));
        return *this;
    }

    std::string applied() const { return tests::item_text(changes_.apply(*item_).get()); }

private:
    const DocumentPath& keep(std::string_view text) {
        auto scope = tests::scope("", "").value();
        paths_.push_back(
            protocol::expression::analysis::parse_projection(text, scope).value().front()
        );
        return paths_.back();
    }

    protocol::values::ItemImagePtr item_;
    std::list<DocumentPath> paths_;
    std::list<AttributeValue> values_;
    ItemChanges changes_;
};

constexpr std::string_view kChangedItem =
    "{'b': {'S': 'b'}, 'l': {'L': [{'S': '0'}, {'S': '1'}, {'S': '2'}]},"
    " 'm': {'M': {'x': {'S': 'x'}, 'z': {'M': {'deep': {'S': 'd'}}}}}}";

TEST(ItemChanges, KeepWhatTheyDoNotTouch) {
    const ChangesOf none(kChangedItem);
    EXPECT_EQ(none.applied(), tests::item_text(tests::item(kChangedItem).get()));
}

TEST(ItemChanges, PutAttributesInTheirOrder) {
    EXPECT_EQ(
        ChangesOf("{'b': {'S': '1'}, 'd': {'S': '2'}}")
            .assign("e", "n")
            .assign("a", "n")
            .assign("d", "n")
            .assign("c", "n")
            .applied(),
        "{'a':{'S':'n'},'b':{'S':'1'},'c':{'S':'n'},'d':{'S':'n'},'e':{'S':'n'}}"
    );
    EXPECT_EQ(ChangesOf("{'b': {'S': '1'}}").remove("b").remove("z").applied(), "{}");
}

TEST(ItemChanges, ReachBelowMaps) {
    EXPECT_EQ(
        ChangesOf("{'m': {'M': {'x': {'S': 'x'}, 'z': {'M': {'deep': {'S': 'd'}}}}}}")
            .assign("m.y", "n")
            .assign("m.z.deep", "n")
            .remove("m.x")
            .applied(),
        "{'m':{'M':{'y':{'S':'n'},'z':{'M':{'deep':{'S':'n'}}}}}}"
    );
    EXPECT_EQ(
        ChangesOf("{'m': {'M': {'x': {'S': 'x'}}}}").remove("m.x").applied(), "{'m':{'M':{}}}"
    );
}

TEST(ItemChanges, LeaveNoHoleInALongList) {
    EXPECT_EQ(
        ChangesOf("{'l': {'L': [{'S': '0'}, {'S': '1'}, {'S': '2'}, {'S': '3'}]}}")
            .remove("l[0]")
            .assign("l[2]", "n")
            .remove("l[3]")
            .remove("l[9]")
            .applied(),
        "{'l':{'L':[{'S':'1'},{'S':'n'}]}}"
    );
}

TEST(ItemChanges, AppendWhatIsAssignedPastTheEnd) {
    EXPECT_EQ(
        ChangesOf("{'l': {'L': [{'S': '0'}]}}")
            .assign("l[90]", "second")
            .assign("l[7]", "first")
            .remove("l[0]")
            .applied(),
        "{'l':{'L':[{'S':'first'},{'S':'second'}]}}"
    );
}

TEST(ItemChanges, CopyLongNamesWhole) {
    const std::string name(200, 'n');
    EXPECT_EQ(
        ChangesOf("{'" + name + "': {'S': 'x'}, 'z': {'S': 'z'}}").assign("a", "n").applied(),
        "{'a':{'S':'n'},'" + name + "':{'S':'x'},'z':{'S':'z'}}"
    );
}

}  // namespace
}  // namespace stator::engine::expression
