#include "conformance/generate/request_writer.hpp"
#include "conformance/generate/table_writer.hpp"

namespace stator::conformance::generate {

Request RequestWriter::table_operation() {
    const TableShape& table = this->table().shape;
    ObjectText request;
    switch (random_.below(8)) {
        case 0: return {"DescribeTable", request.add_text("TableName", table.name).text()};
        case 1: {
            if (random_.percent(50)) request.add("Limit", std::to_string(random_.between(1, 100)));
            request.add_text("ExclusiveStartTableName", table.name);
            return {"ListTables", request.text()};
        }
        case 2: return {"DescribeTimeToLive", request.add_text("TableName", table.name).text()};
        case 3: {
            const std::string text = random_.one_of(
                {R"({"Enabled":true,"AttributeName":"ttl"})",
                 R"({"Enabled":false,"AttributeName":"ttl"})"}
            );
            request.add_text("TableName", table.name).add("TimeToLiveSpecification", text);
            return {"UpdateTimeToLive", request.text()};
        }
        case 4: {
            const std::string arn = "arn:aws:dynamodb:eu-west-2:000000000000:table/nothing";
            request.add_text("ResourceArn", arn);
            request.add("Tags", R"([{"Key":"a","Value":"b"}])");
            return {"TagResource", request.text()};
        }
        case 5: {
            Random other(random_.next(), 0);
            return {"CreateTable", random_table(table.name, other).create_table};
        }
        case 6: {
            request.add_text("TableName", table.name);
            request.add_text("BillingMode", "PAY_PER_REQUEST");
            return {"UpdateTable", request.text()};
        }
        default:
            return {"DescribeContinuousBackups", request.add_text("TableName", table.name).text()};
    }
}

}  // namespace stator::conformance::generate
