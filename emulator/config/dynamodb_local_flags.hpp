// Translates DynamoDB Local's command line, so that scripts written for it keep working.
// Pure. Its flags: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/
// DynamoDBLocal.UsageNotes.html
#pragma once

#include <string>
#include <vector>

namespace stator::emulator::config {

struct TranslatedArguments {
    std::vector<std::string> arguments;
    // True when there were flags of DynamoDB Local: the caller may be waiting for its banner.
    bool speaks_dynamodb_local = false;
};

// Turns `-inMemory`, `-port 8000`, `-dbPath=/x` … with one or two dashes into Stator's own
// options; drops what only concerns Java (`-Xmx…`, `-D…`, `-jar X`) and `-disableTelemetry`.
// Leaves everything else alone. A flag without its value stays without it, so that the parser
// reports it.
TranslatedArguments translate_dynamodb_local_flags(const std::vector<std::string>& arguments);

}  // namespace stator::emulator::config
