// The items of the workloads, and how they are loaded into a table: batches of 25 puts whose bytes
// are built once and then only renumbered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "load/api_client.hpp"
#include "load/request.hpp"
#include "load/request_source.hpp"

namespace stator::bench {

inline constexpr std::uint64_t kBatchItems = 25;

// The form of items of one kind: their JSON with RequestTemplate's fields, and a function that sets
// the fields of item `index`. Field `first` of the request is the item's first field. `version` is
// for items that are put again, because a put of identical bytes would change nothing.
struct ItemShape {
    using Fill = void (*)(
        RequestTemplate& request, std::size_t first, std::uint64_t index, std::uint64_t version
    );

    std::string json;
    Fill fill;
};

// Returns the shape of an item of DynamoDB size `bytes` with the attributes pk (`item-` and eight
// digits), status, n (a number), created and data. Its fields: pk, and status with the version's
// last four digits.
ItemShape record_shape(std::size_t bytes);

// Returns `count` lower-case letters and digits.
std::string filler(std::size_t count);

// Returns the body of CreateTable for an on-demand table whose only key attribute is pk (S).
std::string create_table_body(std::string_view table);

// The bytes of a BatchWriteItem that puts 25 consecutive items.
class BatchPut {
public:
    BatchPut() = default;
    BatchPut(const RequestWriter& writer, std::string_view table, const ItemShape& shape);

    // Returns the request for the items `first`, `first` + 1, … in a version. Valid until the next
    // call.
    std::string_view request(std::uint64_t first, std::uint64_t version) noexcept;

    // Returns kWrong if the reply contains unprocessed items.
    static Progress judge(std::string_view body) noexcept;

private:
    ItemShape::Fill fill_ = nullptr;
    RequestTemplate template_;
    std::size_t fields_per_item_ = 0;
};

// Returns `count` rounded up to whole batches.
std::uint64_t whole_batches(std::uint64_t count) noexcept;

// Puts the items 0 to `count` - 1 into `table`, in order, on several connections. `count` must be a
// multiple of 25. Throws std::runtime_error unless each batch is accepted completely.
void load_items(
    ApiClient& api, std::string_view table, const ItemShape& shape, std::uint64_t count
);

}  // namespace stator::bench
