#include "tools/anonymise/anonymiser.hpp"

#include <optional>
#include <set>

#include "emulator/base/file_text.hpp"
#include "protocol/base/result.hpp"
#include "protocol/values/base64.hpp"
#include "protocol/values/number.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"
#include "signing/digest.hpp"
#include "tools/anonymise/fakes.hpp"

namespace stator::tools::anonymise {
namespace {

using protocol::values::AttributeType;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

// The places that match a value, in order of precedence.
using Places = std::vector<const Place*>;

Places members_of(const Places& places, std::string_view name) {
    Places found;
    for (const Place* place : places) {
        const auto member = place->members.find(name);
        if (member != place->members.end()) found.push_back(&member->second);
        for (const Place& any : place->any_member) found.push_back(&any);
    }
    return found;
}

Places elements_of(const Places& places, std::size_t number) {
    Places found;
    for (const Place* place : places) {
        const auto element = place->elements.find(number);
        if (element != place->elements.end()) found.push_back(&element->second);
        for (const Place& any : place->any_element) found.push_back(&any);
    }
    return found;
}

std::optional<std::size_t> rule_of(const Places& places) {
    for (const Place* place : places) {
        if (place->rule) return place->rule;
    }
    return std::nullopt;
}

// Returns the same text for 1, 1.0 and 10e-1, which are one number.
std::string plain_number(std::string_view text) {
    std::string encoded;
    const auto number =
        protocol::values::encode_number(text, protocol::values::Dialect::Current, encoded);
    return number.has_error() ? std::string(text) : protocol::values::number_text(encoded);
}

}  // namespace

// Applies the rules to one item.
class ItemWalk {
public:
    ItemWalk(const Anonymiser& owner, std::string& out)
        : rules_(owner.rules_), is_used_(owner.is_used_.get()), json_(out) {}

    void write_members(JsonView members, const Places& places, std::optional<std::size_t> rule) {
        json_.begin_object();
        for (const auto& member : members.members()) {
            const std::string_view name = protocol::wire::member_name(member);
            const Places inner = members_of(places, name);
            const auto inner_rule = take_rule(inner, rule);
            if (drops(inner_rule)) continue;
            json_.key(name);
            write_value(JsonView(member.value), inner, inner_rule);
        }
        json_.end_object();
    }

private:
    std::optional<std::size_t> take_rule(const Places& places, std::optional<std::size_t> inherited)
        const {
        const auto own = rule_of(places);
        if (!own) return inherited;
        is_used_[*own].store(true, std::memory_order_relaxed);
        return own;
    }

    bool drops(std::optional<std::size_t> rule) const {
        return rule && rules_.rules[*rule].action == Action::Drop;
    }

    // Writes an AttributeValue, for example {"S":"x"}.
    void write_value(JsonView value, const Places& places, std::optional<std::size_t> rule) {
        const bool is_kept = !rule || rules_.rules[*rule].action == Action::Keep;
        if (!value.is_object() || value.size() != 1 || (is_kept && places.empty())) {
            json_.raw(value.text());
            return;
        }
        const auto& member = *value.members().begin();
        const std::string_view type = protocol::wire::member_name(member);
        const JsonView content(member.value);
        const bool is_map = type == "M" && content.is_object();
        const bool is_list = type == "L" && content.is_array();
        if (is_kept && !is_map && !is_list) {
            json_.raw(value.text());
            return;
        }
        json_.begin_object();
        json_.key(type);
        if (is_map) {
            write_members(content, places, rule);
        } else if (is_list) {
            write_elements(content, places, rule);
        } else {
            write_changed(type, content, rules_.rules[*rule]);
        }
        json_.end_object();
    }

    void write_elements(JsonView list, const Places& places, std::optional<std::size_t> rule) {
        json_.begin_array();
        std::size_t number = 0;
        for (const auto& element : list.elements()) {
            const Places inner = elements_of(places, number++);
            const auto inner_rule = take_rule(inner, rule);
            if (!drops(inner_rule)) write_value(JsonView(element), inner, inner_rule);
        }
        json_.end_array();
    }

    // Writes the replacement of a value. Removes duplicates from a set, because its elements may
    // become equal.
    void write_changed(std::string_view type, JsonView content, const Rule& rule) {
        if (content.is_string()) {
            json_.string(changed(type, content.string(), rule));
            return;
        }
        if (!content.is_array()) {
            json_.raw(content.text());
            return;
        }
        std::set<std::string> elements;
        for (const auto& element : content.elements()) {
            const JsonView text(element);
            if (text.is_string()) elements.insert(changed(type.substr(0, 1), text.string(), rule));
        }
        json_.begin_array();
        for (const std::string& element : elements) json_.string(element);
        json_.end_array();
    }

    std::string changed(std::string_view type, std::string_view text, const Rule& rule) const {
        if (type == "N") return changed_number(plain_number(text), rule);
        if (type == "B") {
            const auto bytes = protocol::wire::bytes_from_base64(text);
            return protocol::values::base64_text(
                changed_bytes(bytes.value_or(std::string(text)), rule)
            );
        }
        const std::string tagged = "S:" + std::string(text);
        switch (rule.action) {
            case Action::Mask: return masked_text(text, rule.keep_last);
            case Action::Hash: return hashed_text(rules_.key, tagged);
            case Action::Fake: return fake_text(rule.kind, rules_.seed, tagged);
            case Action::Keep:
            case Action::Drop: break;
        }
        return std::string(text);
    }

    std::string changed_number(const std::string& text, const Rule& rule) const {
        switch (rule.action) {
            case Action::Mask: return masked_number(text);
            case Action::Hash: return hashed_number(rules_.key, "N:" + text);
            case Action::Fake: return fake_number(text, rules_.seed, "N:" + text);
            case Action::Keep:
            case Action::Drop: break;
        }
        return text;
    }

    std::string changed_bytes(const std::string& bytes, const Rule& rule) const {
        switch (rule.action) {
            case Action::Mask: return std::string(bytes.size(), '\0');
            case Action::Hash: return hashed_bytes(rules_.key, "B:" + bytes);
            case Action::Fake: return fake_bytes(rules_.seed, bytes);
            case Action::Keep:
            case Action::Drop: break;
        }
        return bytes;
    }

    const Rules& rules_;
    std::atomic<bool>* const is_used_;
    JsonWriter json_;
};

namespace {

// A table's own rules take precedence over those of all tables.
Places roots_of(const Rules& rules, std::string_view table) {
    Places roots;
    const auto own = rules.tables.find(table);
    if (own != rules.tables.end()) roots.push_back(&own->second);
    roots.push_back(&rules.everywhere);
    return roots;
}

bool keeps_keys_apart(const Rule& rule, AttributeType type) {
    switch (rule.action) {
        case Action::Keep:
        case Action::Hash: return true;
        case Action::Fake:
            return type == AttributeType::String &&
                   (rule.kind == FakeKind::Email || rule.kind == FakeKind::Uuid);
        case Action::Mask:
        case Action::Drop: break;
    }
    return false;
}

}  // namespace

Anonymiser::Anonymiser(Rules rules)
    : rules_(std::move(rules)), is_used_(new std::atomic<bool>[rules_.rules.size()]()) {}

emulator::Accepted<std::unique_ptr<Anonymiser>> Anonymiser::load(const std::string& file) {
    STATOR_TRY(const std::string text, emulator::file_text(file, "The rules"));
    STATOR_TRY(Rules rules, rules_from(text, file));
    auto anonymiser = std::make_unique<Anonymiser>(std::move(rules));
    anonymiser->fingerprint_ = signing::hex_sha256(text);
    return emulator::Accepted<std::unique_ptr<Anonymiser>>(
        boost::system::in_place_value, std::move(anonymiser)
    );
}

emulator::Accepted<void> Anonymiser::check_keys(
    const std::string& table, const std::vector<protocol::values::AttributeDefinition>& keys
) const {
    for (const auto& key : keys) {
        const auto rule = rule_of(members_of(roots_of(rules_, table), key.name));
        if (!rule || keeps_keys_apart(rules_.rules[*rule], key.type)) continue;
        return emulator::Refusal{
            "the rule for '" + rules_.rules[*rule].path + "' would give items of " + table +
            " the same key; a key can be kept, hashed, or a text faked as email or uuid."};
    }
    return {};
}

emulator::Accepted<std::string> Anonymiser::apply(
    std::string_view table, std::string_view item_json
) const {
    const auto document = JsonDocument::parse(std::string(item_json));
    if (!document || !document->root().is_object()) return emulator::Refusal{"this is no item."};
    std::string text;
    text.reserve(item_json.size());
    ItemWalk(*this, text).write_members(document->root(), roots_of(rules_, table), std::nullopt);
    return emulator::Accepted<std::string>(boost::system::in_place_value, std::move(text));
}

std::vector<std::string> Anonymiser::unused_rules() const {
    std::vector<std::string> sentences;
    for (std::size_t i = 0; i < rules_.rules.size(); ++i) {
        if (is_used_[i]) continue;
        const Rule& rule = rules_.rules[i];
        const std::string where = rule.table.empty() ? "" : " of " + rule.table;
        sentences.push_back("no item" + where + " has '" + rule.path + "', which a rule names.");
    }
    return sentences;
}

}  // namespace stator::tools::anonymise
