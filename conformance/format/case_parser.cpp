#include "conformance/format/case_parser.hpp"

#include <rapidjson/pointer.h>
#include <algorithm>
#include <initializer_list>

#include "conformance/format/case_checker.hpp"
#include "conformance/format/directive.hpp"
#include "conformance/format/table_definition.hpp"

namespace stator::conformance {
namespace {

using Names = std::initializer_list<std::string_view>;

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
    throw CaseError((path.empty() ? "/" : path) + ": " + reason);
}

void require_object(const Json& value, const std::string& path, Names allowed) {
    if (!value.IsObject()) fail(path, "this must be an object");
    for (const auto& member : value.GetObject()) {
        const std::string_view name = text_of(member.name);
        if (std::find(allowed.begin(), allowed.end(), name) == allowed.end()) {
            fail(path, "unknown member '" + std::string(name) + "'");
        }
    }
}

std::string required_text(const Json& object, std::string_view name, const std::string& path) {
    const Json* member = find_member(object, name);
    if (member == nullptr) fail(path, "'" + std::string(name) + "' is missing");
    if (!member->IsString() || member->GetStringLength() == 0) {
        fail(path, "'" + std::string(name) + "' must be text");
    }
    return std::string(text_of(*member));
}

bool optional_flag(const Json& object, std::string_view name, const std::string& path) {
    const Json* member = find_member(object, name);
    if (member != nullptr && !member->IsBool()) {
        fail(path, "'" + std::string(name) + "' must be true or false");
    }
    return member != nullptr && member->GetBool();
}

/// Reads one case, object by object, and tracks which names are defined so far.
class CaseReader {
public:
    CaseReader(const Json& json, std::string path) : json_(json), path_(std::move(path)) {}

    Case read(const Json* row) {
        require_object(
            json_,
            path_,
            {"asserts",
             "source",
             "region",
             "doubt",
             "tier",
             "operation",
             "needs",
             "own_tables",
             "tables",
             "rows",
             "steps"}
        );
        Case result;
        result.row = row;
        result.asserts = required_text(json_, "asserts", path_);
        check_source();
        if (find_member(json_, "region") != nullptr) {
            result.region = required_text(json_, "region", path_);
        }
        if (find_member(json_, "doubt") != nullptr) {
            result.doubt = required_text(json_, "doubt", path_);
        }
        result.tier = read_tier();
        result.needs = read_needs();
        if (find_member(json_, "operation") != nullptr) {
            result.operation = required_text(json_, "operation", path_);
        }
        result.has_own_tables = optional_flag(json_, "own_tables", path_);
        read_tables(result);
        if (!result.region.empty() && !result.tables.empty()) {
            fail(path_, "a case with a 'region' makes its tables by steps, so it has no 'tables'");
        }
        read_row(row);
        result.asserts = asserted_of(result.asserts, row);
        read_steps(result);
        return result;
    }

private:
    void check_source() const {
        const Json* source = find_member(json_, "source");
        if (source == nullptr) fail(path_, "'source' is missing");
        const bool is_good = source->IsString() || (source->IsArray() && !source->Empty());
        if (!is_good) fail(path_ + "/source", "this must be text or a list of texts");
    }

    int read_tier() const {
        const Json* tier = find_member(json_, "tier");
        if (tier == nullptr || !tier->IsInt() || tier->GetInt() < 1 || tier->GetInt() > 3) {
            fail(path_, "'tier' must be 1, 2 or 3");
        }
        return tier->GetInt();
    }

    std::string read_needs() const {
        if (find_member(json_, "needs") == nullptr) return {};
        std::string needs = required_text(json_, "needs", path_);
        for (const std::string_view trait : kTraits) {
            if (needs == trait) return needs;
        }
        fail(path_, "'needs' cannot be " + needs);
    }

    void read_tables(Case& result) {
        const Json* tables = find_member(json_, "tables");
        if (tables == nullptr) return;
        const std::string path = path_ + "/tables";
        if (!tables->IsObject()) fail(path, "this must be an object: alias → table");
        for (const auto& member : tables->GetObject()) {
            const std::string alias(text_of(member.name));
            try {
                result.tables.push_back({alias, create_table_request(member.value)});
            } catch (const CaseError& error) {
                fail(path + "/" + alias, error.what());
            }
            learn(alias, path);
        }
    }

    void learn(const std::string& name, const std::string& path) {
        if (name == "i" || name.find_first_of("}$") != std::string::npos) {
            fail(path, "'" + name + "' cannot be a name");
        }
        names_.insert(name);
    }

    void read_row(const Json* row) {
        if (row == nullptr) return;
        const std::string path = path_ + "/rows";
        if (!row->IsObject()) fail(path, "each row must be an object");
        for (const auto& member : row->GetObject()) {
            check_value(member.value, path, names_, Purpose::Expectation);
            learn(std::string(text_of(member.name)), path);
        }
    }

    /// Returns the sentence with the texts of the row.
    static std::string asserted_of(const std::string& sentence, const Json* row) {
        if (row == nullptr) return sentence;
        return substitute(sentence, [&](std::string_view name) {
            const Json* value = find_member(*row, name);
            if (value == nullptr) return "${" + std::string(name) + "}";
            return value->IsString() ? std::string(text_of(*value)) : to_text(*value);
        });
    }

    void read_steps(Case& result) {
        const Json* steps = find_member(json_, "steps");
        if (steps == nullptr || !steps->IsArray() || steps->Empty()) {
            fail(path_, "'steps' must be a list of at least one step");
        }
        for (rapidjson::SizeType i = 0; i < steps->Size(); ++i) {
            const std::string path = path_ + "/steps/" + std::to_string(i);
            result.steps.push_back(read_step((*steps)[i], path));
        }
    }

    Step read_step(const Json& json, const std::string& path) {
        require_object(
            json,
            path,
            {"name",
             "do",
             "with",
             "expect",
             "expect_error",
             "until",
             "times",
             "capture",
             "http",
             "expect_http"}
        );
        Step step;
        if (find_member(json, "name") != nullptr) step.name = required_text(json, "name", path);
        read_times(json, path, step);
        if (const Json* http = find_member(json, "http")) {
            read_raw_step(json, *http, path, step);
        } else {
            read_api_step(json, path, step);
        }
        step.is_repeated_until_met = optional_flag(json, "until", path);
        if (step.is_repeated_until_met && step.times) fail(path, "'until' excludes 'times'");
        read_captures(json, path, step);
        return step;
    }

    static void read_times(const Json& json, const std::string& path, Step& step) {
        const Json* times = find_member(json, "times");
        if (times == nullptr) return;
        if (!times->IsUint() || times->GetUint() == 0)
            fail(path, "'times' must be a whole number from 1");
        step.times = times->GetUint();
    }

    void read_api_step(const Json& json, const std::string& path, Step& step) const {
        if (find_member(json, "do") == nullptr) fail(path, "a step needs 'do' or 'http'");
        if (find_member(json, "expect_http") != nullptr) {
            fail(path, "'expect_http' belongs to 'http'");
        }
        const bool is_repeated = step.times.has_value();
        ApiCall call{required_text(json, "do", path), find_member(json, "with")};
        if (call.with != nullptr) {
            check_value(*call.with, path + "/with", names_, Purpose::Request, is_repeated);
        }
        step.call = std::move(call);
        const Json* reply = find_member(json, "expect");
        const Json* error = find_member(json, "expect_error");
        if (reply != nullptr && error != nullptr) {
            fail(path, "'expect' and 'expect_error' exclude each other");
        }
        if (reply != nullptr) {
            check_value(*reply, path + "/expect", names_, Purpose::Expectation, is_repeated);
        }
        step.expectation = SuccessExpected{reply};
        if (error == nullptr) return;
        const std::string error_path = path + "/expect_error";
        if (find_member(*error, "type") == nullptr) fail(error_path, "'type' is missing");
        check_value(*error, error_path, names_, Purpose::Expectation, is_repeated);
        step.expectation = ErrorExpected{error};
    }

    void read_raw_step(const Json& json, const Json& http, const std::string& path, Step& step) {
        for (const std::string_view name : {"do", "with", "expect", "expect_error"}) {
            if (find_member(json, name) != nullptr) {
                fail(path, "'" + std::string(name) + "' does not go with 'http'");
            }
        }
        const std::string http_path = path + "/http";
        require_object(
            http, http_path, {"method", "path", "headers", "body", "sign", "chunked", "gzip"}
        );
        for (const std::string_view flag : {"sign", "chunked", "gzip"}) {
            optional_flag(http, flag, http_path);
        }
        const Json* headers = find_member(http, "headers");
        if (headers != nullptr && !headers->IsObject()) {
            fail(http_path + "/headers", "this must be an object: name → value");
        }
        check_value(http, http_path, names_, Purpose::Request, step.times.has_value());
        step.call = RawCall{&http};
        const Json* expected = find_member(json, "expect_http");
        step.expectation = HttpExpected{expected};
        if (expected == nullptr) return;
        const std::string expected_path = path + "/expect_http";
        require_object(*expected, expected_path, {"status", "headers", "body"});
        KnownNames names = names_;
        names.insert("crc32");
        check_value(*expected, expected_path, names, Purpose::Expectation, step.times.has_value());
    }

    void read_captures(const Json& json, const std::string& path, Step& step) {
        const Json* captures = find_member(json, "capture");
        if (captures == nullptr) return;
        const std::string capture_path = path + "/capture";
        if (!captures->IsObject()) fail(capture_path, "this must be an object: name → pointer");
        for (const auto& member : captures->GetObject()) {
            const std::string name(text_of(member.name));
            const bool is_text = member.value.IsString();
            const std::string pointer = is_text ? member.value.GetString() : "?";
            if (!rapidjson::Pointer(pointer.c_str()).IsValid()) {
                fail(capture_path + "/" + name, "this is no JSON pointer: it must begin with /");
            }
            step.captures.push_back({name, pointer});
            learn(name, capture_path);
        }
    }

    const Json& json_;
    std::string path_;
    KnownNames names_{"unique", "region"};
};

/// Reads the cases at one place of a file: one, or one for each of its rows.
void read_place(const Json& json, const std::string& path, std::vector<Case>& cases) {
    const Json* rows = find_member(json, "rows");
    if (rows == nullptr) return cases.push_back(CaseReader(json, path).read(nullptr));
    if (!rows->IsArray() || rows->Empty()) fail(path, "'rows' must be a list of objects");
    for (const Json& row : rows->GetArray()) cases.push_back(CaseReader(json, path).read(&row));
}

void name_cases(std::vector<Case>& cases, std::string_view name) {
    const std::size_t slash = name.find('/');
    const std::string_view folder = slash == std::string_view::npos ? "" : name.substr(0, slash);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        cases[i].name = name;
        if (cases.size() > 1) cases[i].name += "#" + std::to_string(i + 1);
        if (cases[i].operation.empty()) cases[i].operation = folder;
        if (cases[i].operation.empty()) fail("", "'operation' is missing and there is no folder");
    }
}

}  // namespace

std::vector<Case> parse_cases(std::string_view text, std::string_view name) {
    std::vector<Case> cases;
    try {
        const auto document = std::make_shared<const JsonDocument>(parse_json(text));
        if (document->IsArray()) {
            for (rapidjson::SizeType i = 0; i < document->Size(); ++i) {
                read_place((*document)[i], "/" + std::to_string(i), cases);
            }
        } else {
            read_place(*document, "", cases);
        }
        if (cases.empty()) fail("", "there is no case");
        for (Case& one : cases) one.document = document;
    } catch (const JsonError& error) {
        throw CaseError(error.what());
    }
    name_cases(cases, name);
    return cases;
}

}  // namespace stator::conformance
