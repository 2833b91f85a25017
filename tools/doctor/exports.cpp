#include "tools/doctor/exports.hpp"

namespace stator::tools::doctor {
namespace {

// In all three shells, text between single quotes is literal; `quote` is the escape for a single
// quote.
std::string quoted(const std::string& text, const std::string& quote) {
    std::string result("'");
    for (const char character : text) {
        if (character == '\'') {
            result.append(quote);
        } else {
            result.push_back(character);
        }
    }
    return result.append("'");
}

std::string export_line(const std::string& name, const std::string& value, Shell shell) {
    switch (shell) {
        case Shell::Sh: return "export " + name + "=" + quoted(value, R"('\'')") + "\n";
        case Shell::Fish: return "set -gx " + name + " " + quoted(value, R"(\')") + ";\n";
        case Shell::Powershell: return "$env:" + name + " = " + quoted(value, "''") + "\n";
    }
    return {};
}

}  // namespace

Variables variables_for(const std::string& endpoint, const std::string& region) {
    return {
        {"AWS_ENDPOINT_URL_DYNAMODB", endpoint},
        {"AWS_ENDPOINT_URL_DYNAMODB_STREAMS", endpoint},
        {"AWS_REGION", region},
        // boto3 reads this variable.
        {"AWS_DEFAULT_REGION", region},
        {"AWS_ACCESS_KEY_ID", "test"},
        {"AWS_SECRET_ACCESS_KEY", "test"}};
}

std::string export_lines(const Variables& variables, Shell shell) {
    std::string lines;
    for (const auto& [name, value] : variables) lines.append(export_line(name, value, shell));
    return lines;
}

}  // namespace stator::tools::doctor
