// Keys are not computed but guessed: the lower row's key with another value of one attribute. The
// position of each guess is computed as for a start key, and the guess is used only if it is
// between the two rows. A bad guess therefore costs an empty page, but never a row.
#include "engine/read/empty_page.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/read/planner.hpp"
#include "engine/read/read.hpp"
#include "engine/schema/item_keys.hpp"
#include "engine/storage/partition.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/values/number.hpp"

namespace stator::engine::read {
namespace {

using values::AttributeType;
using values::ItemImage;
using values::ItemImagePtr;
using Position = ReadPlan::Position;

// The most values of an attribute that are tried, because their hash may be between two others.
constexpr std::int64_t kTries = 256;

bool is_before(const Position& left, const Position& right) {
    return std::tie(left.hash, left.pk, left.sk) < std::tie(right.hash, right.pk, right.sk);
}

std::optional<std::string> number(const std::string& text) {
    std::string encoded;
    const auto result = values::encode_number(text, values::Dialect::Current, encoded);
    return result.has_error() ? std::nullopt : std::optional(std::move(encoded));
}

// Returns nullopt if the sum is not a DynamoDB number, for example because it has more than 38
// digits.
std::optional<std::string> sum(std::string_view left, std::string_view right) {
    std::string encoded;
    const auto result = values::add_numbers(left, right, encoded);
    return result.has_error() ? std::nullopt : std::optional(std::move(encoded));
}

// Returns the mean of two numbers. Half of the sum is five times the sum, divided by ten.
std::optional<std::string> middle(std::string_view left, std::string_view right) {
    const auto both = sum(left, right);
    auto times = both;
    for (int i = 1; i < 5 && times; ++i) times = sum(*times, *both);
    return times ? number(values::number_text(*times) + "e-1") : std::nullopt;
}

// Returns the number plus a 1 that is `digits` places after its last digit.
std::optional<std::string> increased(std::string_view value, int digits) {
    const int exponent = values::number_shape(value).lowest_exponent - digits;
    const auto step = number("1e" + std::to_string(exponent));
    return step ? sum(value, *step) : std::nullopt;
}

// Returns the roundest numbers first, because an application may expect the whole numbers that it
// has written. The middle of numbers of very different sizes has too many digits; the last two
// guesses are for these.
std::vector<std::string> numbers_above(std::string_view lower, std::string_view upper) {
    std::vector<std::string> numbers;
    for (auto& guess :
         {sum(lower, values::encode_integer(1)),
          middle(lower, upper),
          increased(lower, 1),
          increased(lower, 0)}) {
        if (guess) numbers.push_back(*guess);
    }
    return numbers;
}

// Returns guesses of sort keys shortly above `lower`, and below `upper` if `upper` is greater.
std::vector<std::string> values_above(
    AttributeType type, std::string_view lower, std::string_view upper
) {
    if (type == AttributeType::Number) return numbers_above(lower, upper);
    const std::string text(lower);
    // The second guess is the nearest possible value, but the first is printable.
    return {text + '\x01', text + '\0'};
}

// Returns one of many values similar to `value`, for keys that are ordered by their hash.
std::optional<std::string> variant(AttributeType type, std::string_view value, std::int64_t i) {
    if (type == AttributeType::Number) return sum(value, values::encode_integer(i + 1));
    return std::string(value).append("~").append(std::to_string(i));
}

ItemImagePtr replaced(
    const ItemImage& key, const schema::KeyAttribute& attribute, std::string_view value
) {
    const auto moved = values::AttributeValue::scalar(attribute.type, value);
    values::ItemBuilder builder;
    for (const auto& entry : key.attributes()) {
        builder.add(entry.name, entry.name == attribute.name ? moved.view() : entry.value);
    }
    return builder.build();
}

// Two rows that a plan reads, and the search for a key between them.
class Gap {
public:
    Gap(const ReadPlan& plan, const ItemImage& start, const ItemImage& next)
        : schema_(plan.snapshot->schema),
          keys_(SourceKeys::of(schema_, plan.index)),
          lower_(schema::key_attributes(schema_, plan.index, start)),
          upper_(schema::key_attributes(schema_, plan.index, next)),
          lower_at_(position_of(schema_, keys_, start)),
          upper_at_(position_of(schema_, keys_, next)) {
        // A backward Query reads the upper row first.
        if (is_before(upper_at_, lower_at_)) {
            std::swap(lower_, upper_);
            std::swap(lower_at_, upper_at_);
        }
    }

    // Tries the last sort key first, because this keeps most of the lower row's key.
    ItemImagePtr find_key() const {
        for (auto attribute = keys_.range.rbegin(); attribute != keys_.range.rend(); ++attribute) {
            if (auto key = with_sort_key(*attribute)) return key;
        }
        for (const schema::KeyAttribute& attribute : hashed_attributes()) {
            if (auto key = with_hashed(attribute)) return key;
        }
        return nullptr;
    }

private:
    static std::string_view scalar(const ItemImage& key, const schema::KeyAttribute& attribute) {
        return key.find(attribute.name)->scalar();
    }

    ItemImagePtr with_sort_key(const schema::KeyAttribute& attribute) const {
        const auto lower = scalar(*lower_, attribute);
        for (const auto& value : values_above(attribute.type, lower, scalar(*upper_, attribute))) {
            if (auto key = with(attribute, value)) return key;
        }
        return nullptr;
    }

    ItemImagePtr with_hashed(const schema::KeyAttribute& attribute) const {
        for (std::int64_t i = 0; i < kTries; ++i) {
            const auto value = variant(attribute.type, scalar(*lower_, attribute), i);
            if (!value) return nullptr;
            if (auto key = with(attribute, *value)) return key;
        }
        return nullptr;
    }

    // The attributes whose hash is part of the order. Rows of an index with equal keys are ordered
    // by the hash of the table's key. Partitions are ordered by the hash of the partition key, and
    // a Query never leaves one partition key.
    std::vector<schema::KeyAttribute> hashed_attributes() const {
        std::vector<schema::KeyAttribute> attributes;
        if (schema_.range && !keys_.contains(schema_.range->name)) {
            attributes.push_back(*schema_.range);
        }
        if (!keys_.contains(schema_.hash.name)) attributes.push_back(schema_.hash);
        if (lower_at_.pk != upper_at_.pk) attributes.push_back(keys_.hash.front());
        return attributes;
    }

    // Returns the lower row's key with another value, or null if the result is not between the rows
    // or the value cannot be a key.
    ItemImagePtr with(const schema::KeyAttribute& attribute, std::string_view value) const {
        if (value.size() > max_bytes(attribute)) return nullptr;
        ItemImagePtr key = replaced(*lower_, attribute, value);
        const Position at = position_of(schema_, keys_, *key);
        return is_before(lower_at_, at) && is_before(at, upper_at_) ? key : nullptr;
    }

    // An attribute may be a sort key of the table and a partition key of the index.
    std::size_t max_bytes(const schema::KeyAttribute& attribute) const {
        bool is_sort_key = schema_.range && schema_.range->name == attribute.name;
        for (const schema::KeyAttribute& key : keys_.range) {
            is_sort_key = is_sort_key || key.name == attribute.name;
        }
        return is_sort_key ? protocol::kMaxRangeKeyBytes : protocol::kMaxHashKeyBytes;
    }

    const schema::TableSchema& schema_;
    const SourceKeys keys_;
    ItemImagePtr lower_;
    ItemImagePtr upper_;
    Position lower_at_;
    Position upper_at_;
};

// Returns the row after which the plan continues, or null if this row does not exist at the read
// point.
ItemImagePtr row_at_start(const ReadPlan& plan) {
    const storage::KeyView key{plan.start->hash, plan.start->pk, plan.start->sk};
    const storage::LockedPartition partition(
        plan.table->partitions_of(*plan.snapshot, plan.index), key.hash
    );
    const storage::Tree& tree = table::tree_in(*partition, plan.index);
    if (plan.moments == nullptr) return tree.find(key).shared_image();
    return tree.find(key, plan.moments->in(*partition, plan.hashes())).shared_image();
}

}  // namespace

ItemImagePtr end_of_empty_page(const ReadPlan& plan) {
    if (!plan.start) return nullptr;
    const ItemImagePtr start = row_at_start(plan);
    if (start == nullptr) return nullptr;
    ReadPlan next_row = plan;
    next_row.limit = 1;
    const Page next = run_read(next_row);
    if (next.last_evaluated == nullptr) return nullptr;
    return Gap(plan, *start, *next.last_evaluated).find_key();
}

}  // namespace stator::engine::read
