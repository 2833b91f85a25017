#include "emulator/access/authentication/key_ring.hpp"

#include <algorithm>
#include <utility>

#include "emulator/access/authentication/policy_book.hpp"
#include "emulator/base/members.hpp"
#include "protocol/base/result.hpp"
#include "protocol/model/table_arn.hpp"

namespace stator::emulator::access::authentication {

using protocol::wire::JsonView;

// Reads the accounts of one document into one ring.
class KeyRingReader {
public:
    explicit KeyRingReader(const std::optional<std::filesystem::path>& folder) : folder_(folder) {}

    Accepted<void> read_account(JsonView json, std::string place) {
        STATOR_TRY(Members members, Members::of(json, std::move(place)));
        STATOR_TRY(const auto account, members.text("account"));
        if (!account || !protocol::model::is_account_id(*account)) {
            return members.refuse("account", "must be the twelve digits of an account");
        }
        account_ = *account;
        PolicyBook book(account_, folder_);
        book_ = &book;
        STATOR_CHECK(book.read_policies(members));
        STATOR_CHECK(book.read_groups(members));
        STATOR_TRY(auto root, members.object("root"));
        if (root) STATOR_CHECK(read_root(*root));
        STATOR_TRY(auto users, members.object("users"));
        if (users) STATOR_CHECK(read_users(*members.value("users"), members.place_of("users")));
        STATOR_TRY(auto roles, members.object("roles"));
        if (roles) STATOR_CHECK(read_roles(*members.value("roles"), members.place_of("roles")));
        STATOR_TRY(const auto sessions, members.array("sessions"));
        for (std::size_t i = 0; i < sessions.size(); ++i) {
            const std::string of = members.place_of("sessions") + "[" + std::to_string(i) + "]";
            STATOR_CHECK(read_session(sessions[i], of));
        }
        STATOR_CHECK(read_admins(members));
        for (const auto& file : book.files()) ring_.files_.push_back(file);
        return members.finish();
    }

    KeyRing take() {
        for (auto& [id, key] : ring_.keys_) key.caller = key.principal->caller(key.is_admin);
        return std::move(ring_);
    }

private:
    Accepted<void> add(AccessKey key, const Members& members) {
        const bool is_id = !key.id.empty() && std::ranges::none_of(key.id, [](char c) {
            return c == '/' || c == ',' || c == ' ' || c == '=';
        });
        if (!is_id) return members.refuse("id", "must be an access key id without '/', ',' or '='");
        if (key.secret.empty()) return members.refuse("secret", "must be a text");
        const std::string id = key.id;
        if (!ring_.keys_.emplace(id, std::move(key)).second) {
            return members.refuse("id", "is the key id '" + id + "', which is there twice");
        }
        return {};
    }

    Accepted<void> read_keys(Members& owner, const std::shared_ptr<const Principal>& principal) {
        STATOR_TRY(const auto keys, owner.array("keys"));
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const std::string of = owner.place_of("keys") + "[" + std::to_string(i) + "]";
            STATOR_TRY(Members members, Members::of(keys[i], of));
            STATOR_TRY(const auto id, members.text("id"));
            STATOR_TRY(const auto secret, members.text("secret"));
            STATOR_TRY(const auto is_active, members.boolean("active"));
            AccessKey key{id.value_or(""), secret.value_or("")};
            key.is_active = is_active.value_or(true);
            key.principal = principal;
            STATOR_CHECK(add(std::move(key), members));
            STATOR_CHECK(members.finish());
        }
        return {};
    }

    static Accepted<std::map<std::string, std::string>> read_texts(
        Members& owner, std::string_view name
    ) {
        std::map<std::string, std::string> texts;
        STATOR_TRY(auto members, owner.object(name));
        if (!members) return texts;
        for (const auto& member : owner.value(name)->members()) {
            const std::string key(protocol::wire::member_name(member));
            STATOR_TRY(const auto text, members->text(key));
            texts.emplace(key, text.value_or(""));
        }
        return texts;
    }

    static Accepted<std::string> read_path(Members& owner) {
        STATOR_TRY(const auto path, owner.text("path"));
        std::string text = path.value_or("/");
        if (!text.starts_with('/') || !text.ends_with('/')) {
            return owner.refuse("path", "must begin and end with '/'");
        }
        return Accepted<std::string>(boost::system::in_place_value, std::move(text));
    }

    // Reads the id from the document, or derives one from the name.
    Accepted<std::string> read_unique_id(
        Members& owner, std::string_view prefix, std::string_view name
    ) {
        STATOR_TRY(const auto given, owner.text("id"));
        if (given && given->empty()) return owner.refuse("id", "must be a text");
        std::string id = given ? *given : made_up_id(prefix, account_, name);
        return Accepted<std::string>(boost::system::in_place_value, std::move(id));
    }

    Accepted<void> read_root(Members& members) {
        auto principal = std::make_shared<Principal>();
        principal->kind = Principal::Kind::Root;
        principal->account = account_;
        STATOR_CHECK(read_keys(members, principal));
        return members.finish();
    }

    Accepted<void> read_users(JsonView users, const std::string& place) {
        for (const auto& member : users.members()) {
            const std::string name(protocol::wire::member_name(member));
            STATOR_TRY(Members user, Members::of(JsonView(member.value), place + "." + name));
            auto principal = std::make_shared<Principal>();
            principal->account = account_;
            principal->name = name;
            STATOR_TRY(principal->path, read_path(user));
            STATOR_TRY(principal->unique_id, read_unique_id(user, "AIDA", name));
            if (user.has("groups")) {
                STATOR_TRY(const auto groups, user.array("groups"));
                if (!groups.empty()) {
                    STATOR_TRY(principal->groups, user.texts("groups"));
                }
            }
            STATOR_TRY(principal->tags, read_texts(user, "tags"));
            STATOR_TRY(principal->policies, book_->read_attached(user, principal->groups));
            STATOR_CHECK(read_keys(user, principal));
            STATOR_CHECK(user.finish());
        }
        return {};
    }

    Accepted<void> read_roles(JsonView roles, const std::string& place) {
        for (const auto& member : roles.members()) {
            const std::string name(protocol::wire::member_name(member));
            STATOR_TRY(Members role, Members::of(JsonView(member.value), place + "." + name));
            Principal& principal = roles_[account_ + "/" + name];
            STATOR_TRY(principal.tags, read_texts(role, "tags"));
            STATOR_TRY(principal.path, read_path(role));
            STATOR_TRY(principal.unique_id, read_unique_id(role, "AROA", name));
            STATOR_TRY(principal.policies, book_->read_attached(role, {}));
            STATOR_CHECK(role.finish());
        }
        return {};
    }

    Accepted<void> read_session(JsonView json, const std::string& place) {
        STATOR_TRY(Members members, Members::of(json, place));
        STATOR_TRY(const auto role, members.text("role"));
        STATOR_TRY(const auto session, members.text("session"));
        STATOR_TRY(const auto id, members.text("id"));
        STATOR_TRY(const auto secret, members.text("secret"));
        STATOR_TRY(const auto token, members.text("token"));
        STATOR_TRY(const auto expires, members.time("expires"));
        const auto known = roles_.find(account_ + "/" + role.value_or(""));
        if (!role || known == roles_.end()) {
            return members.refuse("role", "must be the name of one of the roles");
        }
        if (!session || session->empty()) return members.refuse("session", "must be a name");
        if (!token || token->empty()) return members.refuse("token", "must be a text");
        auto principal = std::make_shared<Principal>();
        principal->kind = Principal::Kind::Session;
        principal->account = account_;
        principal->name = *role;
        principal->session = *session;
        STATOR_TRY(principal->tags, read_texts(members, "tags"));
        principal->tags.insert(known->second.tags.begin(), known->second.tags.end());
        principal->path = known->second.path;
        principal->unique_id = known->second.unique_id;
        principal->policies = known->second.policies;
        STATOR_TRY(
            principal->policies.session, book_->read_own(members, "policy", *role + "/" + *session)
        );
        STATOR_TRY(principal->context, read_texts(members, "context"));
        AccessKey key{id.value_or(""), secret.value_or(""), *token};
        key.expires = expires.value_or(protocol::kNever);
        key.principal = std::move(principal);
        STATOR_CHECK(add(std::move(key), members));
        return members.finish();
    }

    Accepted<void> read_admins(Members& members) {
        STATOR_TRY(const auto given, members.array("admin"));
        if (given.empty()) return {};
        STATOR_TRY(const auto ids, members.texts("admin"));
        for (const std::string& id : ids) {
            const auto found = ring_.keys_.find(id);
            if (found == ring_.keys_.end()) {
                return members.refuse("admin", "names the key '" + id + "', which nobody has");
            }
            found->second.is_admin = true;
        }
        return {};
    }

    KeyRing ring_;
    std::string account_;
    const std::optional<std::filesystem::path>& folder_;
    // The policies of the account that is being read.
    PolicyBook* book_ = nullptr;
    // By "account/name": the parts of a role that its sessions share.
    std::map<std::string, Principal> roles_;
};

Accepted<KeyRing> KeyRing::read(
    JsonView document, std::string place, const std::optional<std::filesystem::path>& folder
) {
    KeyRingReader reader(folder);
    if (!document.is_array()) {
        STATOR_CHECK(reader.read_account(document, std::move(place)));
        return reader.take();
    }
    std::size_t at = 0;
    for (const auto& account : document.elements()) {
        const std::string of = place + "[" + std::to_string(at++) + "]";
        STATOR_CHECK(reader.read_account(JsonView(account), of));
    }
    return reader.take();
}

}  // namespace stator::emulator::access::authentication
