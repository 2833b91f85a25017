#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include "conformance/report/report.hpp"

namespace stator::conformance {
namespace {

using Writer = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

void write(Writer& writer, const char* name, const std::string& text) {
    writer.Key(name);
    writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

void write(Writer& writer, const CaseResult& result) {
    writer.StartObject();
    write(writer, "name", result.name);
    writer.Key("tier");
    writer.Int(result.tier);
    write(writer, "operation", result.operation);
    write(writer, "result", result.has_passed ? "pass" : "fail");
    if (!result.doubt.empty()) write(writer, "doubt", result.doubt);
    if (!result.has_passed) write(writer, "message", result.message);
    writer.Key("ms");
    writer.Int64(result.duration.count());
    writer.EndObject();
}

}  // namespace

std::string json_report(const ReportHead& head, std::span<const CaseResult> results) {
    rapidjson::StringBuffer buffer;
    Writer writer(buffer);
    writer.SetIndent(' ', 1);
    writer.StartObject();
    write(writer, "target", head.target);
    write(writer, "endpoint", head.endpoint);
    write(writer, "date", head.date);
    writer.Key("ms");
    writer.Int64(head.duration.count());
    writer.Key("skipped");
    writer.Uint64(head.skipped);
    writer.Key("cases");
    writer.StartArray();
    for (const CaseResult& result : results) write(writer, result);
    writer.EndArray();
    writer.EndObject();
    return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

}  // namespace stator::conformance
