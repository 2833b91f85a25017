// Translates DynamoDB Local's command line, so that scripts written for it keep working.
// Pure. Its flags: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/
// DynamoDBLocal.UsageNotes.html
#pragma once

#include <string>
#include <vector>

namespace stator::emulator::config {

struct TranslatedArguments {
    std::vector<std::string> arguments;
    // Whether the arguments contained flags of DynamoDB Local: the caller may be waiting for its
    // banner.
    bool speaks_dynamodb_local = false;
};

// Turns `-inMemory`, `-port 8000`, `-dbPath=/x` … with one or two dashes into Stator's own options;
// drops options for Java (`-Xmx…`, `-D…`, `-jar X`) and `-disableTelemetry`. Leaves all other
// arguments unchanged. A flag with a missing value is passed on without it, so that the parser
// reports it.
TranslatedArguments translate_dynamodb_local_flags(const std::vector<std::string>& arguments);

}  // namespace stator::emulator::config
