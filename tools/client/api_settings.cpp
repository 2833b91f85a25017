#include "tools/client/api_settings.hpp"

#include <condition_variable>
#include <mutex>
#include <optional>

#include "tools/client/admin_client.hpp"
#include "tools/client/client_settings.hpp"
#include "transport/endpoint.hpp"

namespace stator::tools::client {
namespace {

// For dynamodb.eu-west-1.amazonaws.com: that the host belongs to AWS, and "eu-west-1".
struct AwsHost {
    bool is_aws = false;
    std::string region = {};
};

AwsHost aws_host(const std::string& url) {
    const auto endpoint = transport::parse_endpoint(destination_of(url).server);
    if (!endpoint) return {};
    const std::string& host = endpoint->host;
    const bool is_aws = host.ends_with(".amazonaws.com") || host.ends_with(".amazonaws.com.cn") ||
                        host.ends_with(".api.aws");
    const std::size_t mark = host.find("dynamodb.");
    if (!is_aws || mark == std::string::npos) return {is_aws};
    const std::size_t begin = mark + std::string_view("dynamodb.").size();
    return {true, host.substr(begin, host.find('.', begin) - begin)};
}

// A profile from the command line takes precedence over the environment.
Surroundings with_profile(const Surroundings& surroundings, const std::string& profile) {
    if (profile.empty()) return surroundings;
    Surroundings result = surroundings;
    result.look_up = [look_up = surroundings.look_up,
                      profile](const std::string& name) -> std::optional<std::string> {
        if (name == "AWS_PROFILE") return profile;
        for (const char* hidden :
             {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_REGION"}) {
            if (name == hidden) return std::nullopt;
        }
        return look_up(name);
    };
    return result;
}

std::string value_or(const FoundSetting& setting, std::string otherwise) {
    return setting ? setting->value : std::move(otherwise);
}

}  // namespace

emulator::Accepted<ApiSettings> settings_of(
    const EndpointChoice& choice, const Surroundings& surroundings
) {
    const auto found = read_client_settings(with_profile(surroundings, choice.profile));
    if (!found.has_profile) {
        return emulator::Refusal{
            "there is no profile '" + found.profile +
            "' in ~/.aws/config or ~/.aws/credentials; name another."};
    }
    ApiSettings settings;
    settings.endpoint = choice.url.empty() ? surroundings.usual_endpoint : choice.url;
    settings.wait = pass_time;
    settings.ca_file = surroundings.variable("AWS_CA_BUNDLE");
    const AwsHost host = aws_host(settings.endpoint);
    settings.region = value_or(found.region, value_or(found.default_region, settings.region));
    if (!host.region.empty()) settings.region = host.region;
    if (!choice.region.empty()) settings.region = choice.region;
    if (found.access_key && found.secret_key) {
        settings.secrets = {
            found.access_key->value, found.secret_key->value, value_or(found.session_token, "")};
        return settings;
    }
    if (!host.is_aws) return settings;
    if (found.other_credentials) {
        return emulator::Refusal{
            "credentials by " + found.other_credentials->source +
            " are not read here; let 'aws configure export-credentials --format env' put them "
            "into the environment."};
    }
    return emulator::Refusal{
        "there are no credentials for " + settings.endpoint +
        "; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a profile that has them."};
}

void pass_time(std::chrono::milliseconds delay) {
    std::mutex mutex;
    std::condition_variable never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, delay, [] { return false; });
}

}  // namespace stator::tools::client
