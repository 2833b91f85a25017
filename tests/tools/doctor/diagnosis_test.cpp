#include "tools/doctor/diagnosis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tools/client/made_up_surroundings.hpp"

namespace stator::tools::doctor {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// "problem: …" or "note: …" for each finding, one per line; each is one sentence.
std::string text_of(const Findings& findings) {
    std::string text;
    for (const Finding& finding : findings) {
        EXPECT_TRUE(finding.sentence.ends_with('.')) << finding.sentence;
        EXPECT_EQ(finding.sentence.find('\n'), std::string::npos) << finding.sentence;
        text.append(finding.is_problem ? "problem: " : "note: ").append(finding.sentence);
        text.append("\n");
    }
    return text;
}

client::Setting from(const std::string& source, const std::string& value) {
    return {value, source};
}

client::ClientSettings complete() {
    client::ClientSettings settings;
    settings.endpoint = from("AWS_ENDPOINT_URL", "http://h:1");
    settings.streams_endpoint = settings.endpoint;
    settings.region = from("AWS_REGION", "us-east-1");
    settings.default_region = from("AWS_DEFAULT_REGION", "us-east-1");
    settings.access_key = from("AWS_ACCESS_KEY_ID", "test");
    settings.secret_key = from("AWS_SECRET_ACCESS_KEY", "test");
    return settings;
}

TEST(Diagnosis, HasNoFindingsForCompleteSettings) {
    EXPECT_EQ(text_of(check_endpoints(complete(), "")), "");
    EXPECT_EQ(text_of(check_endpoints(complete(), "http://h:1")), "");
    EXPECT_EQ(text_of(check_credentials(complete())), "");
    EXPECT_EQ(text_of(check_regions(complete())), "");
    EXPECT_EQ(text_of(check_endpoints({}, "http://h:1")), "") << "the program names it";
}

TEST(Diagnosis, ChecksTheEndpoint) {
    EXPECT_THAT(text_of(check_endpoints({}, "")), StartsWith("problem: no endpoint is set"));
    client::ClientSettings settings = complete();
    settings.ignores_endpoints = from("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS", "true");
    EXPECT_EQ(
        text_of(check_endpoints(settings, "")),
        "problem: AWS_IGNORE_CONFIGURED_ENDPOINT_URLS makes SDKs pass over AWS_ENDPOINT_URL, so "
        "that they call AWS: take it away.\n"
    );
    EXPECT_THAT(
        text_of(check_endpoints(complete(), "http://h:2")),
        StartsWith("note: clients that are not told an endpoint go to http://h:1")
    );
    settings = complete();
    settings.streams_endpoint = std::nullopt;
    EXPECT_THAT(text_of(check_endpoints(settings, "")), HasSubstr("Streams call AWS"));
    settings.streams_endpoint = from("AWS_ENDPOINT_URL", "http://h:3");
    EXPECT_THAT(text_of(check_endpoints(settings, "")), HasSubstr("Streams go to http://h:3"));
}

TEST(Diagnosis, ChecksCredentials) {
    client::ClientSettings settings = complete();
    settings.secret_key = std::nullopt;
    EXPECT_THAT(text_of(check_credentials(settings)), HasSubstr("no secret key is"));
    settings.access_key = std::nullopt;
    EXPECT_THAT(text_of(check_credentials(settings)), StartsWith("problem: there are no cred"));
    settings.other_credentials = from("sso_session in [default] of f", "s");
    EXPECT_THAT(text_of(check_credentials(settings)), StartsWith("note: an SDK asks another"));
    settings = complete();
    settings.access_key->value = "test\n";
    EXPECT_THAT(text_of(check_credentials(settings)), HasSubstr("AWS_ACCESS_KEY_ID has white"));
    settings = complete();
    settings.profile = "one";
    settings.has_profile = false;
    EXPECT_THAT(text_of(check_credentials(settings)), StartsWith("problem: AWS_PROFILE is 'one'"));
}

TEST(Diagnosis, ChecksRegions) {
    EXPECT_THAT(text_of(check_regions({})), StartsWith("problem: no region is set"));
    client::ClientSettings settings = complete();
    settings.default_region = std::nullopt;
    EXPECT_EQ(
        text_of(check_regions(settings)),
        "note: AWS_REGION is set, which boto3 does not read: export AWS_DEFAULT_REGION=us-east-1 "
        "too.\n"
    );
    settings.region = from("region in [default] of f", "us-east-1");
    EXPECT_EQ(text_of(check_regions(settings)), "") << "everyone reads the file";
    settings.region = std::nullopt;
    settings.default_region = from("AWS_DEFAULT_REGION", "eu-west-2");
    EXPECT_THAT(text_of(check_regions(settings)), HasSubstr("export AWS_REGION=eu-west-2 too"));
    settings.region = from("AWS_REGION", "us-east-1");
    EXPECT_THAT(text_of(check_regions(settings)), StartsWith("note: boto3 works in eu-west-2"));
    settings = complete();
    settings.region->value = "us-east-1 ";
    EXPECT_THAT(text_of(check_regions(settings)), HasSubstr("problem: AWS_REGION has white"));
}

TEST(Diagnosis, WarnsAboutVariablesThatNoSdkReads) {
    client::MadeUpSurroundings around;
    EXPECT_EQ(text_of(check_variable_names(around.get())), "");
    around.variables["AWS_DYNAMODB_ENDPOINT"] = "http://h";
    EXPECT_EQ(
        text_of(check_variable_names(around.get())),
        "note: AWS_DYNAMODB_ENDPOINT is read by no SDK: call it AWS_ENDPOINT_URL_DYNAMODB.\n"
    );
}

TEST(Diagnosis, ChecksProxies) {
    client::MadeUpSurroundings around;
    EXPECT_EQ(text_of(check_proxies(around.get(), "127.0.0.1")), "");
    around.variables["HTTPS_PROXY"] = "http://proxy";
    EXPECT_EQ(text_of(check_proxies(around.get(), "127.0.0.1")), "") << "Stator is http";
    around.variables["HTTP_PROXY"] = "http://proxy";
    around.variables["NO_PROXY"] = "other";
    EXPECT_EQ(
        text_of(check_proxies(around.get(), "127.0.0.1")),
        "problem: HTTP_PROXY sends what is meant for 127.0.0.1 to http://proxy with boto3 and "
        "others: export NO_PROXY=other,127.0.0.1.\n"
    );
    for (const char* exempt : {"*", "x, db.test", ".test", "test", "db.test:8000"}) {
        around.variables["NO_PROXY"] = exempt;
        EXPECT_EQ(text_of(check_proxies(around.get(), "db.test")), "") << exempt;
    }
    for (const char* other : {"b.test", "est", "db.test.org", ",", "db.tes"}) {
        around.variables["NO_PROXY"] = other;
        EXPECT_NE(text_of(check_proxies(around.get(), "db.test")), "") << other;
    }
}

}  // namespace
}  // namespace stator::tools::doctor
