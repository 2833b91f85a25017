// UpdateTable requests, as the members after TableName, and the beginnings of their error messages.
#pragma once

#include <string>

namespace stator::engine::table_updates {

inline const std::string kInvalid = "One or more parameter values were invalid: ";
inline const std::string kInUse = "Attempt to change a resource which is still in use: ";
inline const std::string kOneAtATime =
    "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per "
    "table";

inline const std::string kToOnDemand = R"("BillingMode":"PAY_PER_REQUEST")";
inline const std::string kEnableStream =
    R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"})";
inline const std::string kDisableStream = R"("StreamSpecification":{"StreamEnabled":false})";
inline const std::string kEncrypt = R"("SSESpecification":{"Enabled":true})";
inline const std::string kColdClass = R"("TableClass":"STANDARD_INFREQUENT_ACCESS")";
inline const std::string kProtect = R"("DeletionProtectionEnabled":true)";
inline const std::string kMaxima = R"("OnDemandThroughput":{"MaxReadRequestUnits":9})";

inline std::string units(int read, int write) {
    return R"("ProvisionedThroughput":{"ReadCapacityUnits":)" + std::to_string(read) +
           R"(,"WriteCapacityUnits":)" + std::to_string(write) + "}";
}

inline std::string actions(const std::string& list) {
    return R"("GlobalSecondaryIndexUpdates":[)" + list + "]";
}

inline std::string create_action(
    const std::string& name, const std::string& attribute, const std::string& more = ""
) {
    return R"({"Create":{"IndexName":")" + name + R"(","KeySchema":[{"AttributeName":")" +
           attribute + R"(","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"})" + more +
           "}}";
}

inline std::string create_index(
    const std::string& name,
    const std::string& attribute,
    const std::string& type = "S",
    const std::string& more = ""
) {
    return R"("AttributeDefinitions":[{"AttributeName":")" + attribute + R"(","AttributeType":")" +
           type + R"("}],)" + actions(create_action(name, attribute, more));
}

inline std::string delete_index(const std::string& name) {
    return actions(R"({"Delete":{"IndexName":")" + name + R"("}})");
}

inline std::string update_action(const std::string& name, const std::string& more) {
    return R"({"Update":{"IndexName":")" + name + "\"" + more + "}}";
}

}  // namespace stator::engine::table_updates
