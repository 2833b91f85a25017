#include "conformance/doubts/capture_script.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

#include "conformance/http/operation_names.hpp"

namespace stator::conformance::doubts {
namespace {

constexpr std::string_view kHead = R"(#!/bin/bash
# Captures what DynamoDB answers to doubtful requests: FIGURES
#
# usage: AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… bash capture.sh [FOLDER]
#
# Needs bash and curl 7.88 or newer. AWS_REGION is eu-west-2 unless set; ENDPOINT and
# STREAMS_ENDPOINT send it to another server. Afterwards, `stator-conformance doubts --captured
# FOLDER` tells which doubts are settled, and how. Its tables, doubts-…, are deleted in the end.
set -u
folder=${1:-captures}
region=${AWS_REGION:-eu-west-2}
endpoint=${ENDPOINT:-https://dynamodb.$region.amazonaws.com}
streams=${STREAMS_ENDPOINT:-${ENDPOINT:-https://streams.dynamodb.$region.amazonaws.com}}
run=$(printf '%06x' $((($(date +%s) ^ $$) & 0xffffff)))
mkdir -p "$folder"
echo "$run $region" >"$folder/run"

# Requests come with zq0run where this run's six characters belong.
signed() {
    sed "s/zq0run/$run/g" | curl -s -i --max-time 30 -H 'Expect:' \
        --aws-sigv4 "aws:amz:$region:dynamodb" --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" \
        ${AWS_SESSION_TOKEN:+-H "X-Amz-Security-Token: $AWS_SESSION_TOKEN"} \
        --data-binary @- "$@"
}
call() {
    signed -H 'Content-Type: application/x-amz-json-1.0' \
        -H "X-Amz-Target: DynamoDB_20120810.$1" "$endpoint"
}
call_streams() {
    signed -H 'Content-Type: application/x-amz-json-1.0' \
        -H "X-Amz-Target: DynamoDBStreams_20120810.$1" "$streams"
}
unsigned() {
    sed "s/zq0run/$run/g" | curl -s -i --max-time 30 -H 'Expect:' --data-binary @- "$@"
}
wait_until_active() {
    for _ in $(seq 60); do
        printf '{"TableName":"%s"}' "$1" | call DescribeTable >"$folder/.$1"
        if grep -q '"ACTIVE"' "$folder/.$1" && ! grep -q '"CREATING"' "$folder/.$1"; then
            rm -f "$folder/.$1"
            return
        fi
        sleep 1
    done
}
drop_tables() {
    for table in $tables; do
        printf '{"TableName":"%s"}' "$table" | call DeleteTable >/dev/null &
    done
    wait
}
)";

std::string shell_quoted(const std::string& text) {
    std::string quoted = "'";
    for (const char character : text)
        quoted += character == '\'' ? "'\\''" : std::string(1, character);
    return quoted + "'";
}

std::string raw_command(const StepRequest& request) {
    std::string command = request.is_signed ? "signed" : "unsigned";
    command += " -X " + request.http.method;
    if (transport::find_header(request.http.headers, "Content-Type") == nullptr) {
        command += " -H 'Content-Type:'";
    }
    for (const transport::HttpHeader& header : request.http.headers) {
        command += " -H " + shell_quoted(header.name + ": " + header.value);
    }
    return command + " \"$endpoint\"" + shell_quoted(request.http.path);
}

/// Returns the command with its body as a here-document, which ends with a newline even if the
/// request does not.
std::string command_of(const StepRequest& request, const std::string& output) {
    const bool is_raw = request.operation.empty();
    const std::string& body = is_raw ? request.http.body : request.body;
    std::string command = raw_command(request);
    if (!is_raw) {
        const bool is_of_streams = is_streams_operation(request.operation);
        command = (is_of_streams ? "call_streams " : "call ") + request.operation;
    }
    return "    head -c " + std::to_string(body.size()) + " <<'END_OF_BODY' | " + command + " >" +
           output + "\n" + body + "\nEND_OF_BODY\n";
}

std::string name_in_script(const std::string& table) {
    std::string name = table;
    name.replace(name.find(kRunPlaceholder), kRunPlaceholder.size(), "$run");
    return name;
}

struct Totals {
    std::size_t doubts = 0;
    std::size_t requests = 0;
    double units = 0;
};

Totals totals_of(const std::vector<Doubt>& ledger) {
    Totals totals;
    for (const Doubt& doubt : ledger) {
        if (!doubt.obstacle.empty()) continue;
        ++totals.doubts;
        totals.requests += doubt.setup.size() + 1;
        constexpr double kWriteUnitBytes = 1024;
        for (const StepRequest& request : doubt.setup) {
            totals.units += 2 + static_cast<double>(request.body.size()) / kWriteUnitBytes;
        }
        totals.units += 2 + static_cast<double>(doubt.settling.body.size()) / kWriteUnitBytes;
    }
    return totals;
}

/// Returns the maximum cost: all units as on-demand writes in eu-west-2.
std::string figures_of(const std::vector<Doubt>& ledger, std::size_t tables) {
    constexpr double kDollarsPerUnit = 0.75e-6;
    const Totals totals = totals_of(ledger);
    std::array<char, 160> text{};
    const int length = std::snprintf(
        text.data(),
        text.size(),
        "%zu of them, %zu requests,\n# %zu tables, about $%.4f.",
        totals.doubts,
        totals.requests,
        tables,
        totals.units * kDollarsPerUnit
    );
    return {text.data(), static_cast<std::size_t>(length)};
}

}  // namespace

std::string capture_file(const std::string& case_name) {
    std::string name = case_name;
    std::replace(name.begin(), name.end(), '/', '.');
    return name + ".http";
}

std::string capture_script(const std::vector<Doubt>& ledger) {
    std::set<NeededTable> tables;
    for (const Doubt& doubt : ledger) {
        if (doubt.obstacle.empty()) tables.insert(doubt.tables.begin(), doubt.tables.end());
    }
    std::string script(kHead);
    constexpr std::string_view kFigures = "FIGURES";
    script.replace(script.find(kFigures), kFigures.size(), figures_of(ledger, tables.size()));
    script += "tables=\"";
    for (const NeededTable& table : tables) script += name_in_script(table.name) + "\n";
    script += "\"\ntrap drop_tables EXIT\n";
    for (const NeededTable& table : tables) {
        StepRequest request;
        request.operation = "CreateTable";
        request.body = table.create_table;
        script += "{\n" + command_of(request, "/dev/null") + "} &\n";
    }
    script += "wait\nfor table in $tables; do wait_until_active \"$table\" & done\nwait\n\n";
    std::size_t number = 0;
    for (const Doubt& doubt : ledger) {
        if (!doubt.obstacle.empty()) continue;
        script += "# " + doubt.one->name + "\n{\n";
        for (const StepRequest& request : doubt.setup) script += command_of(request, "/dev/null");
        const std::string file = "\"$folder\"/" + shell_quoted(capture_file(doubt.one->name));
        script += command_of(doubt.settling, file) + "} &\n";
        constexpr std::size_t kAtATime = 16;
        if (++number % kAtATime == 0) script += "wait\n";
    }
    return script + "wait\n";
}

}  // namespace stator::conformance::doubts
