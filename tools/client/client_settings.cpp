#include "tools/client/client_settings.hpp"

#include <array>
#include <initializer_list>

#include "emulator/base/file_text.hpp"
#include "tools/client/profile_files.hpp"

namespace stator::tools::client {
namespace {

bool is_true(const std::string& text) {
    return text == "true" || text == "True" || text == "TRUE";
}

// A profile file and the section of the selected profile.
struct Profile {
    std::string path;
    std::string section;
    ProfileFile file;

    FoundSetting find(const std::string& key) const { return find_in(section, key); }

    FoundSetting find_in(const std::string& from, const std::string& key) const {
        const auto value = file.find(from, key);
        if (!value) return std::nullopt;
        return Setting{*value, key + " in [" + from + "] of " + path};
    }
};

Profile read_profile(
    const Surroundings& surroundings,
    const std::string& variable,
    const std::string& usual,
    std::string section
) {
    std::string path = surroundings.variable(variable);
    if (path.empty()) path = surroundings.variable("HOME") + usual;
    const auto text = emulator::file_text(path, "The file");
    return {path, std::move(section), ProfileFile::parse(text.has_value() ? *text : std::string())};
}

FoundSetting first_variable(
    const Surroundings& surroundings, std::initializer_list<const char*> names
) {
    for (const char* name : names) {
        std::string value = surroundings.variable(name);
        if (!value.empty()) return Setting{std::move(value), name};
    }
    return std::nullopt;
}

FoundSetting or_else(FoundSetting setting, const FoundSetting& other) {
    return setting ? std::move(setting) : other;
}

// Returns a service's endpoint from the profile: first from its services section, then the one for
// all services.
FoundSetting profile_endpoint(const Profile& config, const std::string& service) {
    const auto services = config.find("services");
    FoundSetting own;
    if (services) {
        own = config.find_in("services " + services->value, service + ".endpoint_url");
    }
    return or_else(std::move(own), config.find("endpoint_url"));
}

FoundSetting other_credentials(const Surroundings& surroundings, const Profile& config) {
    const auto variable = first_variable(
        surroundings,
        {"AWS_WEB_IDENTITY_TOKEN_FILE",
         "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
         "AWS_CONTAINER_CREDENTIALS_FULL_URI"}
    );
    if (variable) return variable;
    for (const char* key :
         {"sso_session", "sso_start_url", "role_arn", "credential_process", "credential_source"}) {
        if (auto setting = config.find(key)) return setting;
    }
    return std::nullopt;
}

}  // namespace

ClientSettings read_client_settings(const Surroundings& surroundings) {
    ClientSettings settings;
    const auto profile = first_variable(surroundings, {"AWS_PROFILE", "AWS_DEFAULT_PROFILE"});
    if (profile) settings.profile = profile->value;
    const Profile config = read_profile(
        surroundings, "AWS_CONFIG_FILE", "/.aws/config", config_section(settings.profile)
    );
    const Profile credentials = read_profile(
        surroundings, "AWS_SHARED_CREDENTIALS_FILE", "/.aws/credentials", settings.profile
    );
    settings.has_profile = settings.profile == "default" ||
                           config.file.has_section(config.section) ||
                           credentials.file.has_section(credentials.section);

    settings.endpoint = or_else(
        first_variable(surroundings, {"AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL"}),
        profile_endpoint(config, "dynamodb")
    );
    settings.streams_endpoint = or_else(
        first_variable(surroundings, {"AWS_ENDPOINT_URL_DYNAMODB_STREAMS", "AWS_ENDPOINT_URL"}),
        profile_endpoint(config, "dynamodb_streams")
    );
    const auto ignores = or_else(
        first_variable(surroundings, {"AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"}),
        config.find("ignore_configured_endpoint_urls")
    );
    if (ignores && is_true(ignores->value)) settings.ignores_endpoints = ignores;

    settings.region = or_else(
        first_variable(surroundings, {"AWS_REGION"}),
        or_else(config.find("region"), credentials.find("region"))
    );
    settings.default_region = first_variable(surroundings, {"AWS_DEFAULT_REGION"});
    settings.access_key = or_else(
        first_variable(surroundings, {"AWS_ACCESS_KEY_ID"}),
        or_else(credentials.find("aws_access_key_id"), config.find("aws_access_key_id"))
    );
    settings.secret_key = or_else(
        first_variable(surroundings, {"AWS_SECRET_ACCESS_KEY"}),
        or_else(credentials.find("aws_secret_access_key"), config.find("aws_secret_access_key"))
    );
    const auto token = first_variable(surroundings, {"AWS_SESSION_TOKEN"});
    const bool is_of_environment =
        settings.access_key && !surroundings.variable("AWS_ACCESS_KEY_ID").empty();
    settings.session_token =
        is_of_environment
            ? token
            : or_else(credentials.find("aws_session_token"), config.find("aws_session_token"));
    settings.other_credentials = other_credentials(surroundings, config);
    return settings;
}

}  // namespace stator::tools::client
