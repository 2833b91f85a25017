#include "protocol/operations/transfers/transfer_shapes.hpp"

#include <algorithm>
#include <cctype>

#include "protocol/base/limits.hpp"
#include "protocol/errors/transfers.hpp"
#include "protocol/formats/transfer/transfer_arn.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/values/base64.hpp"

namespace stator::protocol::operations::transfers {
namespace {

using wire::Shape;
using wire::ShapeType;

bool is_letter_or_digit(char character) {
    return std::isalnum(static_cast<unsigned char>(character)) != 0;
}

// AWS: a bucket name begins and ends with a letter or digit.
bool is_bucket_name(std::string_view text) {
    constexpr std::size_t kFewest = 2;
    const auto is_inner = [](char character) {
        return is_letter_or_digit(character) || character == '.' || character == '-' ||
               character == '_';
    };
    return text.size() >= kFewest && is_letter_or_digit(text.front()) &&
           is_letter_or_digit(text.back()) && std::ranges::all_of(text, is_inner);
}

bool is_token(std::string_view text) {
    return !text.empty() && text.find('$') == std::string_view::npos;
}

constexpr wire::Pattern kBucketPattern{R"(^[a-z0-9A-Z]+[\.\-\w]*[a-z0-9A-Z]+$)", is_bucket_name};
constexpr wire::Pattern kOwnerPattern{"[0-9]{12}", model::is_account_id};
constexpr wire::Pattern kTokenPattern{R"(^[^\$]+$)", is_token};

}  // namespace

namespace shapes {

const Shape kTableArn{.type = ShapeType::String, .length_max = kMaxTableArnBytes};
const Shape kTransferArn{
    .type = ShapeType::String,
    .length_min = kMinBackupArnLength,
    .length_max = kMaxBackupArnLength};
const Shape kBucketName{
    .type = ShapeType::String, .length_max = kMaxBucketNameLength, .pattern = &kBucketPattern};
const Shape kBucketOwner{.type = ShapeType::String, .pattern = &kOwnerPattern};
const Shape kObjectPrefix{.type = ShapeType::String, .length_max = kMaxObjectPrefixLength};
const Shape kClientToken{.type = ShapeType::String, .pattern = &kTokenPattern};
const Shape kPageSize{.type = ShapeType::Integer, .value_min = 1, .value_max = kMaxListedTransfers};
const Shape kNextToken{.type = ShapeType::String};

}  // namespace shapes

std::string token_of_arn(std::string_view arn) {
    return values::base64_text(arn);
}

Result<std::string> arn_of_token(std::string_view token, std::string_view kind) {
    if (token.empty()) return std::string();
    std::string arn = values::bytes_of_base64(token);
    const bool is_ours =
        formats::transfer::split_transfer_arn(arn, kind).has_value() && token_of_arn(arn) == token;
    if (!is_ours) return errors::transfer_token_invalid(token);
    return arn;
}

Result<TransferRequest> checked_arn(
    Result<TransferRequest> request, std::string_view kind, const errors::Text<0>& invalid
) {
    if (!request.has_error() && !formats::transfer::split_transfer_arn(request->arn, kind)) {
        return invalid();
    }
    return request;
}

}  // namespace stator::protocol::operations::transfers
