#include "protocol/operations/statements/statements.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/partiql/parameters.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::statements {
namespace {

using wire::JsonView;
using wire::Member;
using wire::Shape;
using wire::ShapeType;

const Shape kStatement{
    .type = ShapeType::String, .length_min = 1, .length_max = kMaxStatementBytes};
const Shape kParameters{
    .type = ShapeType::List, .element = &shapes::kAttributeValue, .length_min = 1};
const Shape kNextToken{
    .type = ShapeType::String, .length_min = 1, .length_max = kMaxNextTokenBytes};
const Shape kLimit{.type = ShapeType::Integer, .value_min = 1};
const Member kExecuteStatementMembers[] = {
    {"Statement", &kStatement, true},
    {"Parameters", &kParameters},
    {"ConsistentRead", &shapes::kBoolean},
    {"NextToken", &kNextToken},
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
    {"Limit", &kLimit},
    {"ReturnValuesOnConditionCheckFailure", &shapes::kConditionFailure},
};
const Shape kExecuteStatementForm{.members = kExecuteStatementMembers};

const Member kBatchStatementMembers[] = {
    {"Statement", &kStatement, true},
    {"Parameters", &kParameters},
    {"ConsistentRead", &shapes::kBoolean},
    {"ReturnValuesOnConditionCheckFailure", &shapes::kConditionFailure},
};
const Shape kBatchStatement{
    .class_name = "BatchStatementRequest", .members = kBatchStatementMembers};
const Shape kBatchStatements{
    .type = ShapeType::List,
    .element = &kBatchStatement,
    .length_min = 1,
    .length_max = kMaxBatchStatements};
const Member kBatchMembers[] = {
    {"Statements", &kBatchStatements, true},
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
};
const Shape kBatch{.members = kBatchMembers};

const Member kTransactStatementMembers[] = {
    {"Statement", &kStatement, true},
    {"Parameters", &kParameters},
    {"ReturnValuesOnConditionCheckFailure", &shapes::kConditionFailure},
};
const Shape kTransactStatement{
    .class_name = "ParameterizedStatement", .members = kTransactStatementMembers};
const Shape kTransactStatements{
    .type = ShapeType::List,
    .element = &kTransactStatement,
    .length_min = 1,
    .length_max = kMaxTransactItems};
const Member kTransactionMembers[] = {
    {"TransactStatements", &kTransactStatements, true},
    {"ClientRequestToken", &shapes::kClientRequestToken},
    {"ReturnConsumedCapacity", &shapes::kCapacityReport},
};
const Shape kTransaction{.members = kTransactionMembers};

bool returns_item_on_failure(JsonView request) {
    return request.string_or_empty("ReturnValuesOnConditionCheckFailure") == "ALL_OLD";
}

// Decodes a statement with its parameters. Errors of the parameters come first.
Result<partiql::Statement> decode_member(JsonView member) {
    STATOR_TRY(const auto parameters, partiql::decode_parameters(member.find("Parameters")));
    return partiql::read_statement(member.string_or_empty("Statement"), parameters);
}

// Appends a statement and its parameters so that payloads are equal exactly if the requests are
// equal.
void append_payload(
    std::string& payload,
    std::string_view text,
    const std::vector<values::AttributeValue>& parameters
) {
    values::append_varint(payload, text.size());
    payload.append(text);
    values::append_varint(payload, parameters.size());
    for (const values::AttributeValue& parameter : parameters) payload.append(parameter.encoded());
}

}  // namespace

const wire::Shape kExecuteStatementShape = kExecuteStatementForm;
const wire::Shape kBatchExecuteStatementShape = kBatch;
const wire::Shape kExecuteTransactionShape = kTransaction;

Result<ExecuteStatementRequest> decode_execute_statement(JsonView request) {
    STATOR_CHECK(wire::check_types(request, kExecuteStatementForm));
    STATOR_CHECK(wire::check_constraints(request, kExecuteStatementForm));
    STATOR_TRY(const auto parameters, partiql::decode_parameters(request.find("Parameters")));
    const std::string_view text = request.string_or_empty("Statement");
    ExecuteStatementRequest execute;
    STATOR_TRY(execute.statement, partiql::read_statement(text, parameters));
    execute.fingerprint = partiql::statement_fingerprint(text, parameters);
    execute.consistent = boolean_member(request, "ConsistentRead");
    if (const auto limit = request.find("Limit")) {
        execute.limit = static_cast<std::uint64_t>(limit->integer());
    }
    if (const auto token = text_member(request, "NextToken")) execute.next_token = *token;
    execute.return_item_on_failure = returns_item_on_failure(request);
    execute.capacity = capacity_report(request.string_or_empty("ReturnConsumedCapacity"));
    return execute;
}

Result<BatchExecuteStatementRequest> decode_batch_execute_statement(JsonView request) {
    STATOR_CHECK(wire::check_types(request, kBatch));
    STATOR_CHECK(wire::check_constraints(request, kBatch));
    const JsonView statements = *request.find("Statements");
    BatchExecuteStatementRequest batch;
    batch.capacity = capacity_report(request.string_or_empty("ReturnConsumedCapacity"));
    for (const auto& element : statements.elements()) {
        const JsonView member(element);
        batch.statements.push_back({decode_member(member), boolean_member(member, "ConsistentRead")}
        );
    }
    return batch;
}

// AWS: errors of parameters are reported before those of any statement.
// [case ExecuteTransaction/parameter_faults]
Result<ExecuteTransactionRequest> decode_execute_transaction(JsonView request) {
    STATOR_CHECK(wire::check_types(request, kTransaction));
    STATOR_CHECK(wire::check_constraints(request, kTransaction));
    const JsonView statements = *request.find("TransactStatements");
    ExecuteTransactionRequest transaction;
    transaction.capacity = capacity_report(request.string_or_empty("ReturnConsumedCapacity"));
    transaction.token = request.string_or_empty("ClientRequestToken");
    std::vector<std::vector<values::AttributeValue>> parameters;
    for (const auto& element : statements.elements()) {
        STATOR_TRY(auto values, partiql::decode_parameters(JsonView(element).find("Parameters")));
        parameters.push_back(std::move(values));
    }
    for (const auto& element : statements.elements()) {
        const JsonView member(element);
        const auto& values = parameters[transaction.statements.size()];
        const std::string_view text = member.string_or_empty("Statement");
        append_payload(transaction.payload, text, values);
        transaction.statements.push_back(
            {partiql::read_statement(text, values), returns_item_on_failure(member)}
        );
    }
    return transaction;
}

}  // namespace stator::protocol::operations::statements
