#include "tools/client/client_settings.hpp"

#include <gtest/gtest.h>

#include "tests/tools/client/made_up_surroundings.hpp"

namespace stator::tools::client {
namespace {

class ClientSettingsTest : public ::testing::Test {
protected:
    ClientSettings read() const { return read_client_settings(around_.get()); }

    static std::string value(const FoundSetting& setting) {
        return setting ? setting->value : "none";
    }

    MadeUpSurroundings around_;
};

TEST_F(ClientSettingsTest, FindsNoSettingsInEmptySurroundings) {
    const ClientSettings settings = read();
    EXPECT_EQ(settings.profile, "default");
    EXPECT_TRUE(settings.has_profile);
    for (const FoundSetting& setting :
         {settings.endpoint,
          settings.streams_endpoint,
          settings.ignores_endpoints,
          settings.region,
          settings.default_region,
          settings.access_key,
          settings.secret_key,
          settings.other_credentials}) {
        EXPECT_EQ(value(setting), "none");
    }
}

// AWS: the service's variable, the global variable, the service in the profile, the profile.
// [https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html]
TEST_F(ClientSettingsTest, EndpointsHaveAnOrder) {
    around_.write_config("[default]\nendpoint_url = http://profile\n");
    EXPECT_EQ(value(read().endpoint), "http://profile");
    EXPECT_EQ(value(read().streams_endpoint), "http://profile");
    around_.write_config(
        "[default]\nendpoint_url = http://profile\nservices = s\n"
        "[services s]\ndynamodb =\n  endpoint_url = http://service\n"
    );
    EXPECT_EQ(value(read().endpoint), "http://service");
    EXPECT_EQ(
        read().endpoint->source,
        "dynamodb.endpoint_url in [services s] of " + around_.home() + "/.aws/config"
    );
    EXPECT_EQ(value(read().streams_endpoint), "http://profile");
    around_.variables["AWS_ENDPOINT_URL"] = "http://all";
    EXPECT_EQ(value(read().endpoint), "http://all");
    around_.variables["AWS_ENDPOINT_URL_DYNAMODB"] = "http://one";
    EXPECT_EQ(value(read().endpoint), "http://one");
    EXPECT_EQ(value(read().streams_endpoint), "http://all");
}

TEST_F(ClientSettingsTest, EndpointsCanBeIgnored) {
    around_.write_config("[default]\nignore_configured_endpoint_urls = true\n");
    EXPECT_EQ(value(read().ignores_endpoints), "true");
    around_.variables["AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"] = "false";
    EXPECT_EQ(value(read().ignores_endpoints), "none");
}

TEST_F(ClientSettingsTest, TheProfileDecides) {
    around_.write_config("[profile one]\nregion = eu-west-1\nsso_session = s\n");
    around_.write_credentials("[two]\naws_access_key_id = k\naws_secret_access_key = s\n");
    around_.variables["AWS_PROFILE"] = "one";
    EXPECT_EQ(value(read().region), "eu-west-1");
    EXPECT_EQ(value(read().other_credentials), "s");
    EXPECT_EQ(value(read().access_key), "none");
    around_.variables["AWS_PROFILE"] = "two";
    EXPECT_TRUE(read().has_profile);
    EXPECT_EQ(value(read().access_key), "k");
    EXPECT_EQ(value(read().secret_key), "s");
    around_.variables["AWS_PROFILE"] = "three";
    EXPECT_FALSE(read().has_profile);
    around_.variables["AWS_ACCESS_KEY_ID"] = "own";
    EXPECT_EQ(read().access_key->source, "AWS_ACCESS_KEY_ID");
}

TEST_F(ClientSettingsTest, TheFilesMayLieElsewhere) {
    testing::write_file(around_.home() + "/mine", "[default]\nregion = eu-north-1\n");
    around_.variables["AWS_CONFIG_FILE"] = around_.home() + "/mine";
    EXPECT_EQ(value(read().region), "eu-north-1");
}

}  // namespace
}  // namespace stator::tools::client
