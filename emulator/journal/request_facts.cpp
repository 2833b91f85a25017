#include "emulator/journal/request_facts.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "protocol/model/table_arn.hpp"
#include "protocol/partiql/lexer.hpp"

namespace stator::emulator::journal {

using engine::faults::RequestFacts;
using protocol::partiql::Token;
using protocol::partiql::TokenKind;
using protocol::wire::JsonView;

namespace {

// The length of a key of 2,048 bytes in base64.
constexpr std::size_t kLongestKeyText = 2'732;

constexpr std::array<std::string_view, 3> kScalarTypes = {"S", "N", "B"};
constexpr std::array<std::string_view, 5> kTransactActions = {
    "Get", "Put", "Update", "Delete", "ConditionCheck"};

// The string in the member, or "".
std::string_view text_of(JsonView object, std::string_view name) {
    const auto value = object.find(name);
    return value && value->is_string() ? value->string() : std::string_view();
}

void add_once(std::vector<std::string>& names, std::string_view name) {
    if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) return;
    names.emplace_back(name);
}

bool is_name(const Token& token) {
    return token.kind == TokenKind::Identifier || token.kind == TokenKind::QuotedIdentifier;
}

bool precedes_table(const Token& token) {
    return token.is_keyword("from") || token.is_keyword("into") || token.is_keyword("update");
}

class Reader {
public:
    explicit Reader(RequestFacts& facts) : facts_(facts) {}

    void read(JsonView body) {
        for (const std::string_view member : {"TableName", "StreamArn", "ResourceArn"}) {
            add_once(facts_.tables, named_table(text_of(body, member)));
        }
        add_once(facts_.indexes, text_of(body, "IndexName"));
        read_action(body);
        read_query_values(body);
        read_batch(body);
        read_transaction(body);
        read_statements(body);
    }

private:
    // Reads the members that PutItem, UpdateItem and an action of a transaction share.
    void read_action(JsonView action) {
        const std::string_view table = named_table(text_of(action, "TableName"));
        add_once(facts_.tables, table);
        for (const std::string_view member : {"Key", "Item"}) {
            if (const auto item = action.find(member)) add_attributes(table, *item);
        }
    }

    void read_query_values(JsonView body) {
        if (facts_.operation != "Query") return;
        const std::string_view table = named_table(text_of(body, "TableName"));
        const auto values = body.find("ExpressionAttributeValues");
        if (values && values->is_object()) {
            for (const auto& value : values->members()) add_key(table, "", JsonView(value.value));
        }
        const auto conditions = body.find("KeyConditions");
        if (!conditions || !conditions->is_object()) return;
        for (const auto& condition : conditions->members()) {
            const auto list = JsonView(condition.value).find("AttributeValueList");
            if (!list || !list->is_array()) continue;
            for (const auto& value : list->elements()) {
                add_key(table, protocol::wire::member_name(condition), JsonView(value));
            }
        }
    }

    // BatchGetItem has an object with Keys for each table, BatchWriteItem an array of requests.
    void read_batch(JsonView body) {
        const auto tables = body.find("RequestItems");
        if (!tables || !tables->is_object()) return;
        for (const auto& member : tables->members()) {
            const std::string_view table = named_table(protocol::wire::member_name(member));
            add_once(facts_.tables, table);
            const JsonView requests(member.value);
            for (const JsonView key : elements_of(requests.find("Keys"))) {
                add_attributes(table, key);
            }
            for (const JsonView request : elements_of(requests)) {
                if (const auto put = request.find("PutRequest")) add_member(table, *put, "Item");
                if (const auto remove = request.find("DeleteRequest")) {
                    add_member(table, *remove, "Key");
                }
            }
        }
    }

    void read_transaction(JsonView body) {
        for (const JsonView item : elements_of(body.find("TransactItems"))) {
            for (const std::string_view name : kTransactActions) {
                if (const auto action = item.find(name)) read_action(*action);
            }
        }
    }

    void read_statements(JsonView body) {
        if (facts_.operation == "ExecuteStatement") read_statement(body);
        for (const std::string_view member : {"Statements", "TransactStatements"}) {
            for (const JsonView statement : elements_of(body.find(member))) {
                read_statement(statement);
            }
        }
    }

    void read_statement(JsonView statement) {
        const auto tokens = protocol::partiql::tokenize(text_of(statement, "Statement"));
        if (tokens.has_error()) return;
        const std::string_view table = read_source(*tokens);
        // The last token is the end of the statement.
        for (std::size_t at = 0; at + 1 < tokens->size(); ++at) {
            const Token& token = (*tokens)[at];
            const bool is_literal =
                token.kind == TokenKind::String || token.kind == TokenKind::Number;
            // A token before a colon is an attribute name.
            if (is_literal && !(*tokens)[at + 1].is_symbol(":")) add_key(table, "", token.text);
        }
        for (const JsonView value : elements_of(statement.find("Parameters"))) {
            add_key(table, "", value);
        }
    }

    // The table of a statement, borrowed from the tokens; "" if it names none.
    std::string_view read_source(const std::vector<Token>& tokens) {
        for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
            if (!precedes_table(tokens[at]) || !is_name(tokens[at + 1])) continue;
            const std::string_view table = named_table(tokens[at + 1].text);
            add_once(facts_.tables, table);
            const bool has_index =
                at + 3 < tokens.size() && tokens[at + 2].is_symbol(".") && is_name(tokens[at + 3]);
            if (has_index) add_once(facts_.indexes, tokens[at + 3].text);
            return table;
        }
        return {};
    }

    static std::vector<JsonView> elements_of(std::optional<JsonView> array) {
        std::vector<JsonView> elements;
        if (!array || !array->is_array()) return elements;
        for (const auto& element : array->elements()) elements.emplace_back(element);
        return elements;
    }

    void add_member(std::string_view table, JsonView object, std::string_view member) {
        if (const auto item = object.find(member)) add_attributes(table, *item);
    }

    void add_attributes(std::string_view table, JsonView item) {
        if (!item.is_object()) return;
        for (const auto& attribute : item.members()) {
            add_key(table, protocol::wire::member_name(attribute), JsonView(attribute.value));
        }
    }

    void add_key(std::string_view table, std::string_view attribute, JsonView value) {
        for (const std::string_view type : kScalarTypes) {
            const auto text = value.find(type);
            if (text && text->is_string()) add_key(table, attribute, text->string());
        }
    }

    void add_key(std::string_view table, std::string_view attribute, std::string_view text) {
        if (text.size() > kLongestKeyText) return;
        facts_.keys.push_back({std::string(table), std::string(attribute), std::string(text)});
    }

    RequestFacts& facts_;
};

}  // namespace

std::string_view named_table(std::string_view name_or_arn) {
    constexpr std::string_view kTable = "table/";
    if (!protocol::model::is_arn(name_or_arn)) return name_or_arn;
    const auto parts = protocol::model::split_arn(name_or_arn);
    if (!parts || !parts->resource.starts_with(kTable)) return {};
    const std::string_view rest = parts->resource.substr(kTable.size());
    return rest.substr(0, rest.find('/'));
}

RequestFacts read_request_facts(
    std::string_view operation, const engine::Place& place, JsonView body
) {
    RequestFacts facts;
    facts.operation = operation;
    facts.universe = place.universe;
    facts.region = place.region;
    Reader(facts).read(body);
    return facts;
}

}  // namespace stator::emulator::journal
