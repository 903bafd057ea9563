#include "server/service/host.h"

#include "server/base/address.h"
#include "server/base/time.h"

#include <charconv>
#include <chrono>
#include <optional>

namespace bastide::server {
namespace {

constexpr std::size_t most_reason = 200;

std::string text(const Json& question, const char* key) {
    const bool there = question.is_object() && question.contains(key);
    return there && question[key].is_string() ? question[key].get<std::string>() : std::string();
}

/// All of the text as a whole number.
template <class Number>
std::optional<Number> number(const std::string& text) {
    Number value = 0;
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    return error == std::errc() && end == last ? std::optional(value) : std::nullopt;
}

} // namespace

Host::Done Host::answer(const AdminSocket::Reply& reply, const Audit::What& what) {
    return [this, reply, what](WriteOutcome outcome) {
        if (outcome == WriteOutcome::conflict) return reply({{"error", "there is none"}});
        if (outcome == WriteOutcome::failed) return reply({{"error", "it cannot be written"}});
        if (!what.event.empty()) services_.audit.note(what);
        reply({{"done", true}});
    };
}

void Host::asked(const Json& question, const AdminSocket::Reply& reply) {
    const std::string what = text(question, "do"), game = text(question, "game");
    const Audit::What note{what + "_by_host", "", "", game};
    if (what == "remove_table") {
        return services_.rooms.remove({game, RemoveGame::Which::any}, answer(reply, note));
    }
    if (what == "remove_chat") {
        const auto line = number<int>(text(question, "n"));
        if (!line) return reply({{"error", "the line is named by its number"}});
        return services_.rooms.remove_line(game, *line, answer(reply, note));
    }
    if (what == "remove_user") return remove_user(text(question, "user"), answer(reply, {}));
    if (what == "ban") return ban(question, reply);
    if (what == "lift_ban") return lift(question, reply);
    if (what == "list_bans") return list_bans(reply);
    reply({{"error", "that is not known here"}});
}

/// The accounts note it themselves.
void Host::remove_user(const std::string& who, const Done& done) {
    services_.reader.read([this, who, done](GameStore& store) {
        const auto account = store.find_account(who);
        if (!account) return done(WriteOutcome::failed);
        services_.accounts.remove_user(*account ? (*account)->user : who, done);
    });
}

void Host::ban(const Json& question, const AdminSocket::Reply& reply) {
    const auto network = banned_network(text(question, "address"));
    if (!network) return reply({{"error", network.error()}});
    const std::string hours = text(question, "hours"), reason = text(question, "reason");
    const std::int64_t length = number<std::int64_t>(hours).value_or(0);
    if (!hours.empty() && (length < 1 || length > most_ban_hours)) {
        const std::string most = std::to_string(most_ban_hours);
        return reply({{"error", "the hours are a whole number from 1 to " + most}});
    }
    if (reason.size() > most_reason) return reply({{"error", "the reason is too long"}});
    using std::chrono::milliseconds;
    const std::int64_t now = now_ms();
    const BanRow row{*network, now,
                     hours.empty() ? 0 : now + milliseconds(std::chrono::hours(length)).count(),
                     reason};
    services_.writer.write(
        AddBan{row}, [this, row, done = answer(reply, {"banned_by_host", "", row.network, reason})](
                         WriteOutcome outcome) {
            if (outcome == WriteOutcome::done) services_.on_bans();
            done(outcome);
        });
}

void Host::lift(const Json& question, const AdminSocket::Reply& reply) {
    const auto network = banned_network(text(question, "address"));
    if (!network) return reply({{"error", network.error()}});
    services_.writer.write(
        LiftBan{*network},
        [this, done = answer(reply, {"ban_lifted_by_host", "", *network})](WriteOutcome outcome) {
            if (outcome == WriteOutcome::done) services_.on_bans();
            done(outcome);
        });
}

void Host::list_bans(const AdminSocket::Reply& reply) {
    services_.reader.read([reply](GameStore& store) {
        const auto rows = store.bans();
        if (!rows) return reply({{"error", "they cannot be read"}});
        Json list = Json::array();
        for (const BanRow& row : *rows) {
            Json one;
            one["address"] = row.network;
            one["at"] = row.at;
            if (row.until > 0) one["until"] = row.until;
            if (!row.reason.empty()) one["reason"] = row.reason;
            list.push_back(std::move(one));
        }
        reply({{"bans", std::move(list)}});
    });
}

} // namespace bastide::server
