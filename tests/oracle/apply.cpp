#include "tests/oracle/apply.hpp"

#include <algorithm>
#include <utility>

#include "tests/oracle/evaluate.hpp"

namespace stator::oracle {
namespace {

constexpr const char* kInvalidPath =
    "The document path provided in the update expression is invalid for update";
constexpr const char* kMissing =
    "The provided expression refers to an attribute that does not exist in the item";
constexpr const char* kWrongType = "An operand in the update expression has an incorrect data type";
constexpr const char* kOverflow =
    "Number overflow. Attempting to store a number with magnitude larger than supported range";
constexpr const char* kUnderflow =
    "Number underflow. Attempting to store a number with magnitude smaller than supported range";
constexpr const char* kTooDeep =
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
    "beyond supported limit";

// The effect of a clause on its target.
struct Effect {
    Path target;
    std::optional<Value> value;  // nullopt removes it
};

template <class Member, class IsSame>
void unite(std::vector<Member>& members, const std::vector<Member>& more, const IsSame& is_same) {
    for (const Member& member : more) {
        const auto same = [&](const Member& one) { return is_same(one, member); };
        if (std::none_of(members.begin(), members.end(), same)) members.push_back(member);
    }
}

template <class Member, class IsSame>
void take_away(
    std::vector<Member>& members, const std::vector<Member>& gone, const IsSame& is_same
) {
    std::vector<Member> left;
    for (const Member& member : members) {
        const auto same = [&](const Member& one) { return is_same(one, member); };
        if (std::none_of(gone.begin(), gone.end(), same)) left.push_back(member);
    }
    members = std::move(left);
}

bool same_number(const Number& left, const Number& right) {
    return compare(left.value, right.value) == 0;
}

bool same_text(const std::string& left, const std::string& right) {
    return left == right;
}

class Application {
public:
    Application(const Item& old_item, bool existed) : old_item_(old_item), existed_(existed) {}

    void clause(const std::string& keyword, const Clause& clause) {
        if (keyword == "REMOVE") {
            if (existed_ && parent_fits(clause.target)) effects_.push_back({clause.target, {}});
            return;
        }
        const bool fits = parent_fits(clause.target);
        if (keyword == "SET") set(clause);
        if (keyword == "ADD" && fits) add_to(clause);
        if (keyword == "DELETE" && fits) delete_from(clause);
    }

    Updated finish(Item item) {
        Updated updated{errors_, std::nullopt};
        if (!errors_.empty()) return updated;
        perform(item);
        for (const auto& [name, value] : item) {
            if (levels(value) > 32) updated.errors = {kTooDeep};
        }
        updated.item = std::move(item);
        return updated;
    }

private:
    void fail(const char* message) { errors_.emplace_back(message); }

    // Whether the container of the last step exists and has the right type.
    bool parent_fits(const Path& target) {
        if (target.elements.size() == 1) return true;
        Path parent = target;
        parent.elements.pop_back();
        const Value* container = find(old_item_, parent);
        const Type needed = target.elements.back().is_index ? Type::L : Type::M;
        if (container != nullptr && container->type() == needed) return true;
        fail(kInvalidPath);
        return false;
    }

    void set(const Clause& clause) {
        auto left = value_of(clause.operand);
        if (clause.sign == 0) {
            if (left) effects_.push_back({clause.target, std::move(left)});
            return;
        }
        const auto right = value_of(clause.right);
        for (const auto* side : {&std::as_const(left), &right}) {
            if (*side && (*side)->type() != Type::N) fail(kWrongType);
        }
        if (!left || !right || left->type() != Type::N || right->type() != Type::N) return;
        const Decimal& one = left->as<Number>()->value;
        const Decimal& two = right->as<Number>()->value;
        set_number(clause.target, clause.sign == '+' ? add(one, two) : subtract(one, two));
    }

    void set_number(const Path& target, const Decimal& number) {
        if (can_be_stored(number)) return effects_.push_back({target, number_value(number)});
        fail(kOverflow);
        // It is not known whether DynamoDB distinguishes sums that are too small from those that
        // are too large.
        if (order_of_magnitude(number) < -130) fail(kUnderflow);
    }

    // Nullopt after an error.
    std::optional<Value> value_of(const Operand& operand) {
        if (operand.kind == Operand::Kind::Value) return operand.value;
        if (operand.kind == Operand::Kind::Path) {
            if (const Value* found = find(old_item_, operand.path)) return *found;
            fail(kMissing);
            return std::nullopt;
        }
        if (operand.function == "if_not_exists") {
            const Value* found = find(old_item_, operand.arguments[0].path);
            return found != nullptr ? std::optional(*found) : value_of(operand.arguments[1]);
        }
        auto left = value_of(operand.arguments[0]);
        const auto right = value_of(operand.arguments[1]);
        for (const auto* side : {&std::as_const(left), &right}) {
            if (*side && (*side)->type() != Type::L) fail(kWrongType);
        }
        if (!left || !right || left->type() != Type::L || right->type() != Type::L) {
            return std::nullopt;
        }
        const List& tail = *right->as<List>();
        left->as<List>()->insert(left->as<List>()->end(), tail.begin(), tail.end());
        return left;
    }

    void add_to(const Clause& clause) {
        const Value& addend = *clause.operand.value;
        const Value* found = find(old_item_, clause.target);
        if (found == nullptr) return effects_.push_back({clause.target, addend});
        if (found->type() != addend.type()) return fail(kWrongType);
        Value sum = *found;
        if (const auto* number = addend.as<Number>()) {
            return set_number(clause.target, add(sum.as<Number>()->value, number->value));
        }
        if (auto* set = sum.as<StringSet>()) {
            unite(set->members, addend.as<StringSet>()->members, same_text);
        }
        if (auto* set = sum.as<BinarySet>()) {
            unite(set->members, addend.as<BinarySet>()->members, same_text);
        }
        if (auto* set = sum.as<NumberSet>()) {
            unite(set->members, addend.as<NumberSet>()->members, same_number);
        }
        effects_.push_back({clause.target, std::move(sum)});
    }

    void delete_from(const Clause& clause) {
        const Value& gone = *clause.operand.value;
        const Value* found = find(old_item_, clause.target);
        if (found == nullptr) return;
        if (found->type() != gone.type()) return fail(kWrongType);
        Value rest = *found;
        bool is_empty = false;
        if (auto* set = rest.as<StringSet>()) {
            take_away(set->members, gone.as<StringSet>()->members, same_text);
            is_empty = set->members.empty();
        }
        if (auto* set = rest.as<BinarySet>()) {
            take_away(set->members, gone.as<BinarySet>()->members, same_text);
            is_empty = set->members.empty();
        }
        if (auto* set = rest.as<NumberSet>()) {
            take_away(set->members, gone.as<NumberSet>()->members, same_number);
            is_empty = set->members.empty();
        }
        effects_.push_back({clause.target, is_empty ? std::nullopt : std::optional(rest)});
    }

    // Sets values first, then removes, then appends: positions are those of the old item.
    void perform(Item& item) const {
        for (const Effect& effect : effects_) {
            if (effect.value) put(item, effect);
        }
        std::vector<const Effect*> last;
        for (const Effect& effect : effects_) {
            if (effect.value ? is_appended(effect) : true) last.push_back(&effect);
        }
        // Within one list, the highest position is removed first, and the lowest is appended first.
        std::sort(last.begin(), last.end(), [](const Effect* one, const Effect* two) {
            if (one->value.has_value() != two->value.has_value()) return !one->value.has_value();
            const std::size_t left = one->target.elements.back().index;
            const std::size_t right = two->target.elements.back().index;
            return one->value ? left < right : left > right;
        });
        std::vector<std::pair<Value*, const Effect*>> places;
        places.reserve(last.size());
        for (const Effect* effect : last) places.emplace_back(parent_of(item, *effect), effect);
        // The deepest first, so that the places that were found remain valid.
        std::stable_sort(places.begin(), places.end(), [](const auto& one, const auto& two) {
            return one.second->target.elements.size() > two.second->target.elements.size();
        });
        for (const auto& [parent, effect] : places) change_shape(item, parent, *effect);
    }

    bool is_appended(const Effect& effect) const {
        return effect.target.elements.back().is_index && find(old_item_, effect.target) == nullptr;
    }

    static Value* mutable_at(Item& item, const Path& path) {
        return const_cast<Value*>(find(item, path));
    }

    static Value* parent_of(Item& item, const Effect& effect) {
        if (effect.target.elements.size() == 1) return nullptr;
        Path parent = effect.target;
        parent.elements.pop_back();
        return mutable_at(item, parent);
    }

    void put(Item& item, const Effect& effect) const {
        if (is_appended(effect)) return;
        Value* parent = parent_of(item, effect);
        const PathElement& last = effect.target.elements.back();
        if (last.is_index) {
            (*parent->as<List>())[last.index] = *effect.value;
        } else {
            (parent == nullptr ? item : *parent->as<Map>())[last.name] = *effect.value;
        }
    }

    static void change_shape(Item& item, Value* parent, const Effect& effect) {
        const PathElement& last = effect.target.elements.back();
        if (!last.is_index) {
            (parent == nullptr ? item : *parent->as<Map>()).erase(last.name);
            return;
        }
        List& list = *parent->as<List>();
        if (effect.value) {
            list.push_back(*effect.value);
        } else if (last.index < list.size()) {
            list.erase(list.begin() + static_cast<std::ptrdiff_t>(last.index));
        }
    }

    const Item& old_item_;
    bool existed_;
    std::vector<Effect> effects_;
    std::vector<std::string> errors_;
};

bool only_takes_away(const Update& update) {
    return std::all_of(update.sections.begin(), update.sections.end(), [](const Section& section) {
        return section.keyword == "REMOVE" || section.keyword == "DELETE";
    });
}

}  // namespace

Updated apply(const Update& update, const std::optional<Item>& old_item, const Item& key) {
    const Item before = old_item.value_or(Item{});
    Application application(before, old_item.has_value());
    for (const Section& section : update.sections) {
        for (const Clause& clause : section.clauses) application.clause(section.keyword, clause);
    }
    Updated updated = application.finish(old_item ? *old_item : key);
    if (!old_item && !update.sections.empty() && only_takes_away(update)) updated.item.reset();
    return updated;
}

std::optional<Item> touched(const Update& update, const std::optional<Item>& item) {
    if (!item) return std::nullopt;
    std::vector<Path> targets;
    for (const Section& section : update.sections) {
        for (const Clause& clause : section.clauses) targets.push_back(clause.target);
    }
    Item part = projected(targets, *item);
    return part.empty() ? std::nullopt : std::optional(std::move(part));
}

// Reads below a key attribute; on a missing item, DELETE below an attribute and reads of the key.
bool is_unclear(const Update& update, const std::optional<Item>& old_item, const Item& key) {
    for (const Path* path : read_paths(update)) {
        if (path->elements.size() > 1 && key.contains(path->elements[0].name)) return true;
    }
    if (old_item) return false;
    for (const Section& section : update.sections) {
        if (section.keyword != "DELETE") continue;
        for (const Clause& clause : section.clauses) {
            if (clause.target.elements.size() > 1) return true;
        }
    }
    return std::ranges::any_of(read_paths(update), [&](const Path* path) {
        return key.contains(path->elements[0].name);
    });
}

}  // namespace stator::oracle
