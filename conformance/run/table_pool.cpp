#include "conformance/run/table_pool.hpp"

#include <algorithm>

#include "conformance/base/json.hpp"
#include "conformance/base/patience.hpp"

namespace stator::conformance {
namespace {

std::string table_name_body(const std::string& name) {
    return R"({"TableName":")" + name + R"("})";
}

std::string explain(const transport::HttpReply& reply) {
    const ApiFailure failure = read_failure(reply);
    if (failure.type.empty()) {
        return "status " + std::to_string(reply.status) + ", " + abbreviate(reply.body, 200);
    }
    return failure.type + ": " + failure.message;
}

/// Returns true for temporary errors: AWS limits how many tables may change at the same time.
bool is_busy(const transport::HttpReply& reply) {
    const std::string type = read_failure(reply).type;
    return type == "LimitExceededException" || type == "ThrottlingException" ||
           type == "ResourceInUseException";
}

bool has_status(const Json& object, std::string_view name, std::string_view status) {
    const Json* member = find_member(object, name);
    return member != nullptr && member->IsString() && text_of(*member) == status;
}

/// Returns true if the table and its global indexes are ACTIVE. Some emulators report no index
/// status.
bool is_active(const Json& description) {
    const Json* table = find_member(description, "Table");
    if (table == nullptr || !has_status(*table, "TableStatus", "ACTIVE")) return false;
    const Json* indexes = find_member(*table, "GlobalSecondaryIndexes");
    if (indexes == nullptr || !indexes->IsArray()) return true;
    const auto list = indexes->GetArray();
    return std::all_of(list.begin(), list.end(), [](const Json& index) {
        return find_member(index, "IndexStatus") == nullptr ||
               has_status(index, "IndexStatus", "ACTIVE");
    });
}

/// Deletes a table, even if a case has enabled its deletion protection.
transport::HttpReply delete_table(const std::string& name, ApiClient& client) {
    transport::HttpReply reply = client.call("DeleteTable", table_name_body(name));
    if (read_failure(reply).type != "ValidationException") return reply;
    const std::string unprotect =
        R"({"TableName":")" + name + R"(","DeletionProtectionEnabled":false})";
    client.call("UpdateTable", unprotect);
    return client.call("DeleteTable", table_name_body(name));
}

/// Returns the request with a TableName at the front.
std::string named_request(const std::string& create_table, const std::string& name) {
    return R"({"TableName":")" + name + "\"," + create_table.substr(1);
}

}  // namespace

TablePool::TablePool(std::string run_id, std::chrono::milliseconds patience)
    : run_id_(std::move(run_id)), patience_(patience) {}

std::string TablePool::next_name() {
    constexpr std::size_t kDigits = 5;
    const std::lock_guard lock(mutex_);
    std::string number = std::to_string(++names_given_);
    if (number.size() < kDigits) number.insert(0, kDigits - number.size(), '0');
    return "conformance-" + run_id_ + "-" + number;
}

void TablePool::remember(const std::string& name) {
    const std::lock_guard lock(mutex_);
    left_.insert(name);
}

std::string TablePool::shared_table(const std::string& create_table, ApiClient& client) {
    std::promise<std::string> promise;
    std::shared_future<std::string> future;
    bool is_first = false;
    {
        const std::lock_guard lock(mutex_);
        const auto [entry, is_new] = shared_.try_emplace(create_table);
        if (is_new) entry->second = promise.get_future().share();
        future = entry->second;
        is_first = is_new;
    }
    if (is_first) {
        try {
            promise.set_value(create(create_table, client));
        } catch (const std::exception&) {
            promise.set_exception(std::current_exception());
        }
    }
    return future.get();
}

std::string TablePool::own_table(const std::string& create_table, ApiClient& client) {
    return create(create_table, client);
}

std::string TablePool::create(const std::string& create_table, ApiClient& client) {
    std::string name = next_name();
    try {
        Patience patience(patience_);
        transport::HttpReply reply;
        do {
            reply = client.call("CreateTable", named_request(create_table, name));
        } while (reply.status != 200 && is_busy(reply) && patience.pause());
        if (reply.status != 200) {
            throw TableError("CreateTable " + create_table + " fails: " + explain(reply));
        }
        remember(name);
        wait_until_active(name, client);
    } catch (const transport::TimeoutError& error) {
        throw TableError("CreateTable " + create_table + " fails: " + error.what(), Loss::Timeout);
    } catch (const transport::TransportError& error) {
        throw TableError(
            "CreateTable " + create_table + " fails: " + error.what(), Loss::Connection
        );
    }
    return name;
}

void TablePool::wait_until_active(const std::string& name, ApiClient& client) const {
    Patience patience(patience_);
    transport::HttpReply reply;
    do {
        reply = client.call("DescribeTable", table_name_body(name));
        try {
            if (reply.status == 200 && is_active(parse_json(reply.body))) return;
        } catch (const JsonError& error) {
            throw TableError("DescribeTable answers no JSON: " + std::string(error.what()));
        }
    } while (patience.pause());
    throw TableError("the table does not become ACTIVE: " + abbreviate(reply.body, 300));
}

void TablePool::forget_shared() {
    const std::lock_guard lock(mutex_);
    shared_.clear();
}

void TablePool::dispose(const std::string& name, ApiClient& client) {
    try {
        const transport::HttpReply reply = delete_table(name, client);
        if (reply.status != 200 && is_busy(reply)) return;
    } catch (const transport::TransportError&) {
        return;  // the server may respond again at the end of the run
    }
    const std::lock_guard lock(mutex_);
    left_.erase(name);
}

std::vector<std::string> TablePool::delete_all(ApiClient& client) {
    std::set<std::string> names;
    {
        const std::lock_guard lock(mutex_);
        names.swap(left_);
        shared_.clear();
    }
    std::vector<std::string> complaints;
    for (const std::string& name : names) {
        const std::string complaint = delete_patiently(name, client);
        if (!complaint.empty()) complaints.push_back("table " + name + " stays: " + complaint);
    }
    return complaints;
}

/// Returns "", or the reason why the table could not be deleted.
std::string TablePool::delete_patiently(const std::string& name, ApiClient& client) const {
    try {
        Patience patience(patience_);
        transport::HttpReply reply;
        do {
            reply = delete_table(name, client);
        } while (reply.status != 200 && is_busy(reply) && patience.pause());
        const bool is_gone = read_failure(reply).type == "ResourceNotFoundException";
        return reply.status == 200 || is_gone ? "" : explain(reply);
    } catch (const transport::TransportError& error) {
        return error.what();
    }
}

}  // namespace stator::conformance
