#include "conformance/hunt/draft.hpp"

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <algorithm>
#include <fstream>

#include "conformance/hunt/normal_form.hpp"
#include "conformance/hunt/outcome.hpp"

namespace stator::conformance::hunt {
namespace {

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
    return text;
}

/// Returns JSON text as written in a case: `${` escaped, names of tables as `${t1}`.
std::string case_text(std::string json, const Exemplar& exemplar) {
    json = replaced(std::move(json), "${", "$${");
    for (std::size_t i = 0; i < exemplar.tables.size(); ++i) {
        const std::string alias = "${t" + std::to_string(i + 1) + "}";
        json = replaced(std::move(json), exemplar.tables[i].shape.name, alias);
    }
    return json;
}

Json parsed_into(JsonDocument& document, const std::string& json) {
    Json value;
    value.CopyFrom(parse_json(json), document.GetAllocator());
    return value;
}

void add(JsonDocument& document, Json& object, std::string_view name, Json value) {
    object.AddMember(make_string(name, document.GetAllocator()), value, document.GetAllocator());
}

Json step(JsonDocument& document, std::string_view operation, const std::string& with) {
    Json step(rapidjson::kObjectType);
    add(document, step, "do", make_string(operation, document.GetAllocator()));
    add(document, step, "with", parsed_into(document, with));
    return step;
}

void add_expectation(
    JsonDocument& document, Json& step, const Exemplar& exemplar, const std::string& answer
) {
    const bool is_refusal = answer.find("\"__type\"") != std::string::npos;
    Json expected(rapidjson::kObjectType);
    if (!is_refusal) {
        JsonDocument reply = parse_json(answer);
        normalise_reply(exemplar.request, reply);
        add(document,
            expected,
            "$partial",
            parsed_into(document, case_text(to_text(reply), exemplar)));
        add(document, step, "expect", std::move(expected));
        return;
    }
    const Outcome outcome = read_outcome(exemplar.request, {400, answer});
    add(document, expected, "type", make_string(outcome.error_type, document.GetAllocator()));
    const std::string message = replaced(outcome.message, "${", "$${");
    add(document, expected, "message", make_string(message, document.GetAllocator()));
    add(document, step, "expect_error", std::move(expected));
}

Json tables_of(JsonDocument& document, const Exemplar& exemplar) {
    Json tables(rapidjson::kObjectType);
    for (std::size_t i = 0; i < exemplar.tables.size(); ++i) {
        Json definition = parsed_into(document, exemplar.tables[i].shape.create_table);
        definition.RemoveMember("TableName");
        definition.RemoveMember("BillingMode");
        add(document, tables, "t" + std::to_string(i + 1), std::move(definition));
    }
    return tables;
}

std::string pretty(const Json& value) {
    rapidjson::StringBuffer buffer;
    rapidjson::PrettyWriter<rapidjson::StringBuffer> writer(buffer);
    writer.SetIndent(' ', 2);
    value.Accept(writer);
    return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

std::string shown_answer(const std::string& answer) {
    return abbreviate(answer, 500);
}

/// Returns the first other side that differs. The draft contains its reply.
std::size_t first_differing(const Signature& signature) {
    for (std::size_t i = 0; i < signature.others.size(); ++i) {
        if (!signature.others[i].empty() && signature.others[i] != "-") return i + 1;
    }
    return 0;
}

class Page {
public:
    Page(
        const HuntResult& result,
        const std::vector<std::string>& names,
        std::uint64_t seed,
        const std::filesystem::path& folder
    )
        : result_(result), names_(names), seed_(seed), folder_(folder) {}

    std::string write() {
        text_ = "# Hunt of " + names_.front() + "\n\nSeed " + std::to_string(seed_) + ", " +
                std::to_string(result_.requests) + " requests to each of";
        for (const std::string& name : names_) text_ += " " + name;
        text_ += ". " + std::to_string(result_.clusters.size()) + " clusters of differences, " +
                 std::to_string(result_.breaches.size()) + " broken invariants.\n";
        if (!result_.complaint.empty()) text_ += "Ended early: " + result_.complaint + ".\n";
        for (const std::string& remark : result_.remarks) text_ += remark + ".\n";
        text_ += "\n## Broken invariants\n";
        for (const Breach& breach : result_.breaches) add_breach(breach);
        auto ranked = result_.clusters.ranked();
        add_rank(ranked, Rank::Agreed, "Others agree against the subject");
        add_rank(ranked, Rank::Single, "One differs, or each differs in its own way");
        add_rank(ranked, Rank::Words, "Other words for the same rule");
        save(folder_ / "clusters.md", text_);
        return text_;
    }

private:
    static void save(const std::filesystem::path& path, const std::string& text) {
        std::filesystem::create_directories(path.parent_path());
        std::ofstream file(path, std::ios::binary);
        file << text;
        if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
    }

    std::string save_draft(const Exemplar& exemplar, const DraftText& text) {
        const std::string name = "hunt_" + std::to_string(++drafts_) + ".json";
        const std::filesystem::path path =
            std::filesystem::path("operations") / exemplar.request.operation / name;
        save(folder_ / path, draft_case(exemplar, text));
        return path.string();
    }

    std::string source_of(std::uint64_t request) const {
        return "hunt with seed " + std::to_string(seed_) + ", request " + std::to_string(request);
    }

    void add_exemplar(const Exemplar& exemplar) {
        for (const generate::KnownTable& table : exemplar.tables) {
            text_ += "    table " + abbreviate(table.shape.create_table, 700) + "\n";
            for (const generate::Item& item : table.items) {
                text_ += "    item  " + abbreviate(generate::item_text(item), 300) + "\n";
            }
        }
        text_ += "    " + exemplar.request.operation + " " +
                 abbreviate(exemplar.request.body, 800) + "\n";
        for (std::size_t i = 0; i < exemplar.answers.size(); ++i) {
            text_ += "    " + names_[i] + " → " + shown_answer(exemplar.answers[i]) + "\n";
        }
    }

    void add_breach(const Breach& breach) {
        text_ += "\n### " + breach.invariant + " × " + std::to_string(breach.count) + "\n\n" +
                 breach.sentence + ".\n";
        DraftText text{
            breach.invariant + ": " + breach.sentence + ".", source_of(breach.first_request), 0};
        text_ += "Draft: " + save_draft(breach.exemplar, text) + "\n\n";
        add_exemplar(breach.exemplar);
    }

    void add_rank(std::map<Rank, std::vector<Group>>& ranked, Rank rank, const char* title) {
        text_ += "\n## " + std::string(title) + " (" + std::to_string(ranked[rank].size()) + ")\n";
        for (const Group& group : ranked[rank]) add_group(group, rank);
    }

    void add_group(const Group& group, Rank rank) {
        const Signature& signature = group.shortest->signature;
        text_ += "\n### " + group.operation + " × " + std::to_string(group.count) +
                 ", first at request " + std::to_string(group.first_request) + "\n\n- " +
                 names_.front() + ": " + signature.subject + "\n";
        for (std::size_t i = 0; i < signature.others.size(); ++i) {
            const std::string& other = signature.others[i];
            text_ += "- " + names_[i + 1] + ": " +
                     (other.empty()  ? "the same"
                      : other == "-" ? "has no say"
                                     : other) +
                     "\n";
        }
        const auto smallest = result_.smallest.find(signature);
        if (rank == Rank::Words || smallest == result_.smallest.end()) {
            text_ += "\n    " + group.operation + " " +
                     abbreviate(group.shortest->exemplar.request.body, 300) + "\n";
            return;
        }
        const std::size_t other = first_differing(signature);
        DraftText text;
        text.asserts = names_.front() + ": " + signature.subject + "; " + names_[other] + ": " +
                       signature.others[other - 1] + ".";
        text.source = source_of(group.first_request);
        text.expected_of = other;
        text_ += "- draft: " + save_draft(smallest->second, text) + "\n\n";
        add_exemplar(smallest->second);
    }

    const HuntResult& result_;
    const std::vector<std::string>& names_;
    std::uint64_t seed_;
    const std::filesystem::path& folder_;
    std::size_t drafts_ = 0;
    std::string text_;
};

}  // namespace

std::string draft_case(const Exemplar& exemplar, const DraftText& text) {
    JsonDocument document;
    document.SetObject();
    auto& allocator = document.GetAllocator();
    add(document, document, "asserts", make_string(replaced(text.asserts, "${", "$${"), allocator));
    add(document, document, "source", make_string(text.source, allocator));
    add(document, document, "doubt", make_string("AWS has not been asked", allocator));
    add(document, document, "tier", Json(3));
    add(document, document, "own_tables", Json(true));
    add(document, document, "tables", tables_of(document, exemplar));
    Json steps(rapidjson::kArrayType);
    for (const generate::KnownTable& table : exemplar.tables) {
        for (const generate::Item& item : table.items) {
            const std::string put = generate::put_request(table.shape.name, item);
            steps.PushBack(step(document, "PutItem", case_text(put, exemplar)), allocator);
        }
    }
    const generate::Request& request = exemplar.request;
    Json last = step(document, request.operation, case_text(request.body, exemplar));
    if (text.expected_of < exemplar.answers.size()) {
        add_expectation(document, last, exemplar, exemplar.answers[text.expected_of]);
    }
    steps.PushBack(last, allocator);
    add(document, document, "steps", std::move(steps));
    return pretty(document);
}

std::string write_findings(
    const HuntResult& result,
    const std::vector<std::string>& names,
    std::uint64_t seed,
    const std::filesystem::path& folder
) {
    return Page(result, names, seed, folder).write();
}

}  // namespace stator::conformance::hunt
