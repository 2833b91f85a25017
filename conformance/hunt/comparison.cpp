#include "conformance/hunt/comparison.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "conformance/hunt/normal_form.hpp"

namespace stator::conformance::hunt {
namespace {

std::multiset<std::string> contents_of(const std::vector<generate::Item>& items) {
    std::multiset<std::string> contents;
    for (const generate::Item& item : items) {
        contents.insert(normal_item_text(parse_json(generate::item_text(item))));
    }
    return contents;
}

}  // namespace

bool is_write(const generate::Request& request) {
    static constexpr std::string_view kWrites[] = {
        "PutItem",
        "UpdateItem",
        "DeleteItem",
        "BatchWriteItem",
        "TransactWriteItems",
        "ExecuteStatement",
        "BatchExecuteStatement",
        "ExecuteTransaction"};
    return std::find(std::begin(kWrites), std::end(kWrites), request.operation) !=
           std::end(kWrites);
}

bool changes_tables(const generate::Request& request) {
    return request.operation == "CreateTable" || request.operation == "UpdateTable" ||
           request.operation == "DeleteTable" || request.operation == "UpdateTimeToLive";
}

bool Comparison::create(const std::vector<generate::KnownTable>& tables) {
    bool has_all = true;
    for (const generate::KnownTable& table : tables) {
        for (const auto& side : sides_) {
            const bool is_made = side->create(table.shape);
            if (side == sides_.front()) has_all = has_all && is_made;
        }
    }
    return has_all;
}

void Comparison::drop(const std::vector<generate::KnownTable>& tables) {
    for (const generate::KnownTable& table : tables) {
        for (const auto& side : sides_) side->drop(table.shape.name);
    }
}

void Comparison::compare_contents(generate::KnownTable& table, Signature& signature) {
    std::vector<generate::Item> items;
    if (!subject().read_all(table.shape.name, items)) return;
    const std::multiset<std::string> contents = contents_of(items);
    std::map<std::size_t, std::multiset<std::string>> differing;
    for (std::size_t i = 1; i < sides_.size(); ++i) {
        std::vector<generate::Item> others;
        if (!sides_[i]->read_all(table.shape.name, others)) continue;
        std::multiset<std::string> theirs = contents_of(others);
        if (theirs == contents) continue;
        differing.emplace(i, std::move(theirs));
        sides_[i]->make_equal(table.shape, items);
    }
    for (const auto& [i, theirs] : differing) {
        const bool is_alone =
            std::none_of(differing.begin(), differing.end(), [&](const auto& one) {
                return one.first != i && one.second == theirs;
            });
        std::string& text = signature.others[i - 1];
        if (text.empty()) text = "state" + std::string(is_alone ? kAlone : "");
    }
    table.items = std::move(items);
}

void Comparison::compare_answers(const std::vector<Outcome>& outcomes, Signature& signature) {
    signature.subject = hunt::signature(outcomes.front());
    for (std::size_t i = 1; i < outcomes.size(); ++i) {
        std::string text = disagreement(outcomes.front(), outcomes[i]);
        const auto answers_alike = [&](const Outcome& other) {
            return &other != &outcomes[i] && &other != &outcomes.front() &&
                   other.verdict == outcomes[i].verdict && disagreement(other, outcomes[i]).empty();
        };
        const bool is_reply = text.starts_with("reply ");
        if (is_reply && std::none_of(outcomes.begin(), outcomes.end(), answers_alike))
            text += kAlone;
        signature.others.push_back(std::move(text));
    }
}

Observation Comparison::send(
    const generate::Request& request, std::vector<generate::KnownTable>& tables
) {
    Observation observation;
    observation.signature.operation = request.operation;
    std::vector<Outcome> outcomes;
    for (const auto& side : sides_) {
        observation.answers.push_back(side->call(request));
        outcomes.push_back(read_outcome(request, observation.answers.back()));
        const bool is_lost = outcomes.back().verdict == Verdict::Lost && !side->is_mute();
        observation.has_loss = observation.has_loss || is_lost;
    }
    compare_answers(outcomes, observation.signature);
    const bool has_success = std::any_of(outcomes.begin(), outcomes.end(), [](const Outcome& one) {
        return one.verdict == Verdict::Success;
    });
    if (has_success && request.operation == "CreateTable") drop_created(request);
    if (!has_success || !is_write(request)) return observation;
    for (const generate::KnownTable* table : generate::tables_named(request.body, tables)) {
        const auto index = static_cast<std::size_t>(table - tables.data());
        compare_contents(tables[index], observation.signature);
    }
    return observation;
}

void Comparison::drop_created(const generate::Request& request) {
    const JsonDocument body = parse_json(request.body);
    const Json* name = find_member(body, "TableName");
    if (name == nullptr || !name->IsString()) return;
    for (const auto& side : sides_) side->drop(std::string(text_of(*name)));
}

std::vector<std::string> Comparison::leave_out_silent() {
    std::vector<std::string> left_out;
    for (std::size_t i = sides_.size(); i-- > 1;) {
        if (sides_[i]->is_mute() || sides_[i]->is_answering()) continue;
        left_out.push_back(sides_[i]->name());
        sides_[i]->mute();
    }
    return left_out;
}

void Comparison::restore(const std::vector<generate::KnownTable>& tables) {
    for (const generate::KnownTable& table : tables) {
        for (const auto& side : sides_) side->make_equal(table.shape, table.items);
    }
}

}  // namespace stator::conformance::hunt
