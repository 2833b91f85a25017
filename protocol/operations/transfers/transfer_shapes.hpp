// Requests and shapes that exports, imports and bulk operations share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/errors/text.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::transfers {

// DescribeExport, DescribeImport, DescribeBulkOperation, CancelBulkOperation.
struct TransferRequest {
    std::string arn;  // an ARN of the expected kind
};

// ListExports, ListImports, ListBulkOperations.
struct ListTransfersRequest {
    std::string table_arn = {};  // "" for all tables
    std::int64_t max_results = 10;
    std::string start_arn = {};  // last ARN of the previous page; "" for the first page
};

template <class Description>
struct TransferPage {
    std::vector<Description> descriptions;
    std::string next_arn = {};  // last ARN of this page; "" on the last page
};

namespace shapes {

extern const wire::Shape kTableArn;
extern const wire::Shape kTransferArn;
extern const wire::Shape kBucketName;
extern const wire::Shape kBucketOwner;
extern const wire::Shape kObjectPrefix;
extern const wire::Shape kClientToken;
extern const wire::Shape kPageSize;
extern const wire::Shape kNextToken;

}  // namespace shapes

// Convert the ARN that ends a page to the token of the next page, and back. "" becomes "". Error:
// the token was not issued by this server.
std::string token_of_arn(std::string_view arn);
Result<std::string> arn_of_token(std::string_view token, std::string_view kind);

// Returns the request, or `invalid` if its ARN is not of the given kind.
Result<TransferRequest> checked_arn(
    Result<TransferRequest> request, std::string_view kind, const errors::Text<0>& invalid
);

// Encodes {"name": [{…}, …], "NextToken": …}. `write` writes the members of one description;
// `token` converts an ARN to a token.
template <class Description, class Write, class Token>
std::string encode_page(
    std::string_view name, const TransferPage<Description>& page, Write write, Token token
) {
    return wire::object_text([&](wire::JsonWriter& json) {
        json.objects_member(name, page.descriptions, [&](const Description& description) {
            write(json, description);
        });
        if (!page.next_arn.empty()) json.string_member("NextToken", token(page.next_arn));
    });
}

}  // namespace stator::protocol::operations::transfers
