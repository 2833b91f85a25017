#include "conformance/format/case_checker.hpp"

#include "conformance/format/directive.hpp"
#include "conformance/format/matcher_arguments.hpp"

namespace stator::conformance {
namespace {

class Checker {
public:
    Checker(const KnownNames& names, Purpose purpose) : names_(names), purpose_(purpose) {}

    void check(const Json& value, const std::string& path, bool has_index) const {
        if (value.IsString()) return check_text(text_of(value), path, has_index);
        if (value.IsArray()) {
            for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
                check(value[i], path + "/" + std::to_string(i), has_index);
            }
        }
        if (value.IsObject()) check_object(value, path, has_index);
    }

private:
    void check_text(std::string_view text, const std::string& path, bool has_index) const {
        substitute(text, [&](std::string_view name) {
            const bool is_index = name == "i" || name.starts_with("i:0");
            if (is_index ? !has_index : !names_.contains(name)) {
                throw CaseError(path + ": '${" + std::string(name) + "}' has no meaning here");
            }
            return std::string();
        });
    }

    void check_object(const Json& value, const std::string& path, bool has_index) const {
        const Directive* directive = directive_at(value, path);
        const bool repeats = directive != nullptr && find_member(value, "times") != nullptr;
        for (const auto& member : value.GetObject()) {
            const std::string name(text_of(member.name));
            check_text(name, path, has_index || repeats);
            const bool is_repeated = repeats && name == directive->name;
            check(member.value, path + "/" + name, has_index || is_repeated);
        }
        if (directive != nullptr) check_argument(value, *directive, path);
    }

    static const Directive* directive_at(const Json& value, const std::string& path) {
        try {
            return find_directive(value);
        } catch (const CaseError& error) {
            throw CaseError(path + ": " + error.what());
        }
    }

    void check_argument(const Json& value, const Directive& directive, const std::string& path)
        const {
        const Json& argument = argument_of(value, directive);
        if (directive.kind == DirectiveKind::Generator) {
            const bool is_name = directive.name == "$ref" && argument.IsString();
            if (is_name && !names_.contains(text_of(argument))) {
                throw CaseError(
                    path + ": nothing is captured as '" + std::string(text_of(argument)) + "'"
                );
            }
            return;
        }
        if (purpose_ == Purpose::Request) {
            throw CaseError(
                path + ": a matcher, " + std::string(directive.name) + ", in a request"
            );
        }
        // The output of a generator can only be checked when it has been generated.
        if (const Directive* inner = directive_at(argument, path)) {
            if (inner->kind == DirectiveKind::Generator) return;
        }
        try {
            check_matcher(directive.name, argument);
        } catch (const CaseError& error) {
            throw CaseError(path + ": " + error.what());
        }
    }

    const KnownNames& names_;
    Purpose purpose_;
};

}  // namespace

void check_value(
    const Json& value,
    const std::string& path,
    const KnownNames& names,
    Purpose purpose,
    bool has_index
) {
    Checker(names, purpose).check(value, path, has_index);
}

}  // namespace stator::conformance
