// JSON as a SearchVectors request: every fault has an answer, with a place inside the body; what is
// understood is printed and read again, float by float.
#include <cstring>
#include <string>

#include "protocol/base/limits.hpp"
#include "protocol/operations/query/search_vectors.hpp"
#include "protocol/values/float32.hpp"
#include "protocol/wire/json.hpp"
#include "tests/fuzz/oracle.hpp"
#include "tests/fuzz/target.hpp"

namespace stator::fuzz {
namespace {

using protocol::operations::query::decode_search_vectors;
using protocol::operations::query::encode_search_vectors;
using protocol::operations::query::SearchVectorsReply;
using protocol::operations::query::SearchVectorsRequest;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

// "… at line 1 column N": behind something that is in the body.
void check_place(const std::string& message, std::size_t body_bytes) {
    constexpr std::string_view kMark = " at line 1 column ";
    const std::size_t mark = message.rfind(kMark);
    if (mark == std::string::npos) return;
    const std::string digits = message.substr(mark + kMark.size());
    if (digits.size() > 9 || digits.find_first_not_of("0123456789") != std::string::npos) return;
    require(std::stoul(digits) <= body_bytes, "a place in the body", message);
}

void check_request(const SearchVectorsRequest& request) {
    require(request.top_k >= 1, "a TopK");
    require(request.top_k <= static_cast<std::size_t>(protocol::kMaxTopK), "not too many");
    require(!request.vector || request.vector->size() == request.vector_size, "its size");
    require(request.conditions.empty() || request.has_condition, "conditions of an expression");
}

// The floats of a reply are those that were sent.
void check_printed(const SearchVectorsRequest& request) {
    if (!request.vector) return;
    protocol::values::ItemBuilder nothing;
    SearchVectorsReply reply{"v", {{nothing.build(), 0.1, request.vector}}, 1'024};
    const std::string printed = encode_search_vectors(request, reply);
    const auto document = JsonDocument::parse(printed);
    require(document.has_value(), "a reply is JSON", printed);
    const JsonView results = *document->root().find("SearchResults");
    const JsonView first(*results.elements().begin());
    const JsonView list = *first.find("Item")->find("v")->find("L");
    require(list.size() == request.vector->size(), "every element", printed);
    std::string again = R"({"TableName":"abc","IndexName":"abc","TopK":1,"SearchVector":)";
    again.append(list.text()).append("}");
    const auto sent = JsonDocument::parse(again);
    const auto read = decode_search_vectors(sent->root(), sent->body());
    require(read.has_value() && read->vector.has_value(), "what is printed can be sent", again);
    const std::size_t bytes = request.vector->size() * sizeof(float);
    require(
        std::memcmp(read->vector->data(), request.vector->data(), bytes) == 0, "same bits", again
    );
}

}  // namespace
}  // namespace stator::fuzz

STATOR_FUZZ_TARGET(vectors) {
    using namespace stator::fuzz;
    const std::string input(reinterpret_cast<const char*>(data), size);
    const auto document = JsonDocument::parse(input);
    if (!document || !document->root().is_object()) return 0;
    const auto request = decode_search_vectors(document->root(), document->body());
    if (request.has_error()) {
        require_client_error(request.error(), input);
        check_place(request.error().message, input.size());
        return 0;
    }
    check_request(*request);
    check_printed(*request);
    return 0;
}
