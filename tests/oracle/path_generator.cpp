// The paths and operands of generated expressions.
#include <algorithm>
#include <cctype>

#include "tests/oracle/evaluate.hpp"
#include "tests/oracle/expression_generator.hpp"
#include "tests/oracle/faults.hpp"

namespace stator::oracle {
namespace {

// Long names would make the expression longer than it may be.
bool is_identifier(const std::string& name) {
    const auto is_ascii_letter = [](unsigned char c) { return c < 0x80 && std::isalpha(c) != 0; };
    if (name.empty() || name.size() > 40 || !is_ascii_letter(name[0])) return false;
    return std::all_of(name.begin(), name.end(), [&](char c) {
        return is_ascii_letter(c) || (c >= '0' && c <= '9') || c == '_';
    });
}

}  // namespace

ExpressionGenerator::ExpressionGenerator(
    Random& random, Scope& scope, const Item& item, GeneratorOptions options
)
    : random_(random), scope_(scope), item_(item), options_(std::move(options)), values_(random) {
    for (const auto& [name, value] : item_) {
        if (name == options_.key && !options_.key_in_paths) continue;
        Path path;
        path.elements.push_back({false, 0, name, "", false});
        collect(path, value);
    }
    faulty_ = random_.percent(options_.fault_percent);
}

void ExpressionGenerator::collect(const Path& path, const Value& value) {
    places_.push_back({path, &value});
    if (const auto* map = value.as<Map>()) {
        for (const auto& [name, element] : *map) {
            Path below = path;
            below.elements.push_back({false, 0, name, "", false});
            collect(below, element);
        }
    }
    if (const auto* list = value.as<List>()) {
        for (std::size_t i = 0; i < list->size(); ++i) {
            Path below = path;
            append_index(below, i);
            collect(below, (*list)[i]);
        }
    }
}

std::string ExpressionGenerator::placeholder_for(const std::string& name) {
    for (const auto& [placeholder, target] : scope_.names) {
        if (target == name && random_.percent(80)) return placeholder;
    }
    const std::string number = std::to_string(scope_.names.size());
    scope_.names.emplace_back(random_.one_of({"#n", "#", "#_", "#N_"}) + number, name);
    return scope_.names.back().first;
}

// How the text says the name.
std::string ExpressionGenerator::written(const std::string& name, bool& undefined) {
    if (fault(15)) {
        undefined = true;
        return "#undefined";
    }
    if (!is_identifier(name) || is_reserved(name)) {
        return fault(300) && is_reserved(name) ? name : placeholder_for(name);
    }
    return random_.percent(20) ? placeholder_for(name) : name;
}

void ExpressionGenerator::append_name(Path& path, const std::string& name) {
    path.elements.push_back({false, 0, name, "", false});
}

void ExpressionGenerator::append_index(Path& path, std::size_t index) {
    PathElement element;
    element.is_index = true;
    element.index = index;
    path.elements.push_back(element);
}

const Value* ExpressionGenerator::at(const Path& path) const {
    return find(item_, path);
}

// A path next to one that leads somewhere.
Path ExpressionGenerator::astray(Path path) {
    const std::size_t room = 32 - path.elements.size();
    switch (random_.weighted({30, 20, 20, 30})) {
        case 0:
            if (room > 0) append_name(path, values_.attribute_name());
            break;
        case 1:
            if (room > 0) append_index(path, random_.below(4));
            break;
        case 2:
            if (path.elements.back().is_index) {
                path.elements.back().index += random_.below(5);
            } else {
                path.elements.back().name = values_.attribute_name();
            }
            break;
        default:
            path.elements.clear();
            append_name(path, values_.attribute_name());
            break;
    }
    return path;
}

Path ExpressionGenerator::path() {
    Path path;
    if (places_.empty() || random_.percent(5)) {
        append_name(path, values_.attribute_name());
        if (random_.percent(20)) append_name(path, values_.attribute_name());
    } else {
        path = random_.one_of(places_).path;
        if (random_.percent(15)) path = astray(std::move(path));
    }
    if (fault(20)) {
        path.elements.pop_back();
        append_name(path, std::string(random_.one_of(kReservedWords)));
    }
    for (PathElement& element : path.elements) {
        if (!element.is_index) element.written = written(element.name, element.undefined);
        if (is_reserved(element.written)) element.name = element.written;
    }
    return path;
}

Path ExpressionGenerator::path_to(std::initializer_list<Type> types) {
    std::vector<const Place*> found;
    for (const Place& place : places_) {
        if (std::find(types.begin(), types.end(), place.value->type()) != types.end()) {
            found.push_back(&place);
        }
    }
    if (found.empty() || random_.percent(10)) return path();
    Path path = random_.one_of(found)->path;
    for (PathElement& element : path.elements) {
        if (!element.is_index) element.written = written(element.name, element.undefined);
    }
    return path;
}

bool ExpressionGenerator::stands_anywhere(Type type) const {
    return std::any_of(places_.begin(), places_.end(), [&](const Place& place) {
        return place.value->type() == type;
    });
}

Operand ExpressionGenerator::of(Path path) {
    Operand operand;
    operand.path = std::move(path);
    return operand;
}

Operand ExpressionGenerator::literal(Value value) {
    Operand operand;
    operand.kind = Operand::Kind::Value;
    if (fault(15)) {
        operand.reference = ":undefined";
        return operand;
    }
    if (fault(8)) value = values_.broken();
    if (fault(3)) value = values_.deep();
    for (const auto& [reference, known] : scope_.values) {
        if (known.type() == value.type() && random_.percent(5)) {
            operand.reference = reference;
            operand.value = known;
            return operand;
        }
    }
    const std::string number = std::to_string(scope_.values.size());
    operand.reference = random_.one_of({":v", ":", ":_", ":V_"}) + number;
    operand.value = value;
    scope_.values.emplace_back(operand.reference, std::move(value));
    return operand;
}

Operand ExpressionGenerator::function(const std::string& name, std::vector<Operand> arguments) {
    Operand operand;
    operand.kind = Operand::Kind::Function;
    operand.function = name;
    operand.arguments = std::move(arguments);
    if (fault(10)) operand.function = random_.one_of({"Size", "sizes", "foo", "If_not_exists"});
    return operand;
}

}  // namespace stator::oracle
