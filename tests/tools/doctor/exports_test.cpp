#include "tools/doctor/exports.hpp"

#include <gtest/gtest.h>

namespace stator::tools::doctor {
namespace {

TEST(Exports, SetTheVariablesThatAnSdkNeeds) {
    EXPECT_EQ(
        export_lines(variables_for("http://127.0.0.1:8000", "eu-west-2"), Shell::Sh),
        "export AWS_ENDPOINT_URL_DYNAMODB='http://127.0.0.1:8000'\n"
        "export AWS_ENDPOINT_URL_DYNAMODB_STREAMS='http://127.0.0.1:8000'\n"
        "export AWS_REGION='eu-west-2'\n"
        "export AWS_DEFAULT_REGION='eu-west-2'\n"
        "export AWS_ACCESS_KEY_ID='test'\n"
        "export AWS_SECRET_ACCESS_KEY='test'\n"
    );
}

TEST(Exports, QuoteForEachShell) {
    const Variables odd = {{"A", "it's $HOME"}};
    EXPECT_EQ(export_lines(odd, Shell::Sh), "export A='it'\\''s $HOME'\n");
    EXPECT_EQ(export_lines(odd, Shell::Fish), "set -gx A 'it\\'s $HOME';\n");
    EXPECT_EQ(export_lines(odd, Shell::Powershell), "$env:A = 'it''s $HOME'\n");
}

}  // namespace
}  // namespace stator::tools::doctor
