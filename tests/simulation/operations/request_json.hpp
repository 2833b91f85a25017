// Pieces of requests put together by hand.
#pragma once

#include <string>
#include <vector>

namespace stator::simulation {

// The last member of every request that can tell what it cost.
inline constexpr const char* kWithCapacity = ",\"ReturnConsumedCapacity\":\"INDEXES\"";

// `"TableName":"…"`.
std::string table_member(std::size_t table);

// `,"name":json`.
std::string member(const char* name, const std::string& json);

// With commas between them.
std::string joined(const std::vector<std::string>& parts);

}  // namespace stator::simulation
