#pragma once
// What can be written. Each is done as a whole or not at all.

#include "server/storage/rows.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace bastide::server {

struct AddUser {
    UserRow user;
    std::string token_hash;
    std::int64_t at = 0;
};
struct RenameUser {
    UserRow user;
};
/// Another token for the same user: another browser.
struct AddToken {
    std::string user;
    std::string token_hash;
    std::int64_t at = 0;
};
/// A guest gets a login and a password, and a new token in place of the old one: whoever knew that
/// one is not signed in. Conflict: the login is taken, or the user has one already.
struct AddAccount {
    std::string user;
    std::string login;
    std::string password; // its hash
    std::int64_t at = 0;
    std::string token_hash = {};
    std::string new_token_hash = {};
};
/// A session was used.
struct UseToken {
    std::string token_hash;
    std::int64_t at = 0;
};
/// Drops every token but `keep`.
struct SetPassword {
    std::string user;
    std::string password; // its hash
    std::string keep;     // a token's hash
};
/// A code's hash; the code before it is worth nothing any more.
struct SetRecovery {
    std::string user;
    std::string recovery;
};
/// A new password by the code of this hash, which is used up. All sessions end.
struct Recover {
    std::string user;
    std::string recovery;
    std::string password; // its hash
};
/// Account, tokens, ratings and chat go; finished games stay, under a name that says nothing.
struct DeleteUser {
    std::string user;
};
struct DropToken {
    std::string token_hash;
};
/// One session of this user, by its id; an empty id: all but `keep`.
struct RevokeToken {
    std::string user;
    std::string id;
    std::string keep = {}; // a token's hash
};
/// Whether one person hears another. Conflict: there is no such person, or too many are muted.
struct SetMute {
    enum class To : std::uint8_t { muted, heard };
    std::string user;
    std::string other;
    To to = To::muted;
};
inline constexpr unsigned most_muted = 200; // by one person
/// As long as this session lasts. Conflict: there is no such session.
struct Subscribe {
    SubscriptionRow row;
    std::string token_hash;
    std::int64_t at = 0;
};
/// Conflict: there is none.
struct Unsubscribe {
    std::string endpoint;
    std::string user = {}; // empty: whoever's
};
struct AddGame {
    GameRow game; // seats included
};
/// Conflict: the seat is taken, or the user has another one at this table.
struct TakeSeat {
    std::string game;
    SeatRow seat;
};
struct LeaveSeat {
    std::string game;
    std::string user;
};
/// Conflict: this ply is there already.
struct Append {
    std::string game;
    LogRow row;
    GameStatus status = GameStatus::playing;
    unsigned turns = 0;
    std::string result;
    std::int64_t due_at = 0;            // when the server must act by itself; 0: never
    std::vector<RatedSeat> rated;       // the end of a rated game
    std::string pool;                   // and where it counts
    std::optional<Bytes32> secret = {}; // the end of a game: published, and sealed no more
};
/// This node does what is due at this ply. Conflict: another node is at it, or the game went on.
struct Claim {
    std::string game;
    int ply = 0;
    std::string node;
    std::int64_t now = 0;
    std::int64_t until = 0; // then another node may try
};
/// Conflict: that number is there already.
struct AddChat {
    std::string game;
    ChatRow row;
};
/// Conflict: there is a rematch already.
struct SetRematch {
    std::string game;
    std::string next;
};
/// The server was up until now, in game time; one row for each start and each pause. With several
/// nodes, the others rely on this one from `now` until `until`, in the time of all their clocks;
/// seats whose node's time is over are empty, and their games are announced.
struct Heartbeat {
    std::int64_t started_at = 0;
    std::int64_t at = 0;
    std::string node = {};
    std::int64_t now = 0;
    std::int64_t until = 0;
};
/// The player of a seat is connected to this node. Conflict: that is known.
struct Arrive {
    std::string game;
    unsigned seat = 0;
    std::string node;
};
/// And is not any more.
struct Depart {
    std::string game;
    unsigned seat = 0;
    std::string node;
};
/// A table with all that belongs to it. Conflict: it is not there, or not as it is said here.
struct RemoveGame {
    enum class Which : std::uint8_t { open, any };
    std::string game;
    Which which = Which::open;
    std::string owner = {};  // empty: whoever's
    std::int64_t before = 0; // nothing happened since then; 0: whatever happened
};
/// One line of a chat. Conflict: there is none.
struct RemoveChat {
    std::string game;
    int n = 0;
};
/// In place of an older one.
struct AddBan {
    BanRow row;
};
/// Conflict: there is none.
struct LiftBan {
    std::string network;
};
struct AddAudit {
    AuditRow row;
};
/// Sessions that were not used since, guests of whom nothing is left, bans that are over and old
/// entries of the trail go.
struct Tidy {
    std::int64_t now = 0;
    std::int64_t tokens_before = 0;
    std::int64_t audit_before = 0;
};
/// A game in which only bots would play waits for somebody who looks: it is not due.
struct Rest {
    std::string game;
    int ply = 0;
};
/// Nothing is kept: the other nodes hear this text about the game.
struct Tell {
    std::string game;
    std::string text;
};
using Write = std::variant<AddUser, RenameUser, AddToken, AddAccount, UseToken, SetPassword,
                           SetRecovery, Recover, DeleteUser, DropToken, RevokeToken, SetMute,
                           Subscribe, Unsubscribe, AddGame, TakeSeat, LeaveSeat, Append, Claim,
                           AddChat, SetRematch, Heartbeat, Arrive, Depart, RemoveGame, RemoveChat,
                           AddBan, LiftBan, AddAudit, Tidy, Rest, Tell>;

enum class WriteOutcome : std::uint8_t {
    done,
    conflict,
    failed, // whether it is durable is not known: read before trying again
};

} // namespace bastide::server
