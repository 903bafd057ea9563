#pragma once
// A game of several test players, followed by one engine.

#include "server/players.h"

#include <gtest/gtest.h>

namespace bastide::server::test {

inline Json message(const std::string& type, const std::string& game) {
    Json json;
    json["type"] = type;
    json["game"] = game;
    return json;
}

inline Json move_message(const std::string& game, int ply, const std::string& id,
                         const Json& move) {
    Json json = message("move", game);
    json["expect_ply"] = ply;
    json["move_id"] = id;
    json["move"] = move;
    return json;
}

/// One game that two or more players follow with one engine.
class Table {
  public:
    Table(std::vector<TestPlayer*> players, Json rules)
        : players_(std::move(players))
        , game_(table_of(players_, std::move(rules))) {
        // Everybody comes after the start, so that all hear the same from then on.
        while (players_[0]->get("/api/tables/" + game_)["table"]["ply"] == -1) {
        }
        for (TestPlayer* player : players_) {
            player->connect();
            states_.push_back(player->follow(game_));
        }
        follower_ = Follower::of_table(states_[0]["table"], setups_);
        for (const Json& entry : states_[0]["plies"]) take(entry);
        while (!follower_->started()) take(players_[0]->hear("ply")["entry"]);
    }

    const std::string& id() const { return game_; }
    Follower& follower() { return *follower_; }
    const Json& state(unsigned seat) const { return states_[seat]; }

    void take(const Json& entry) { ASSERT_EQ(follower_->add(entry), ""); }

    /// The first player hears plies up to this one.
    void hear_until(int ply) {
        while (follower_->ply() < ply && !::testing::Test::HasFailure()) {
            take(players_[0]->hear("ply")["entry"]);
        }
    }

    /// The person whose turn it is plays; the ply is heard.
    void play() {
        const unsigned seat = follower_->to_move().value();
        const int ply = follower_->ply();
        const std::string id = "m" + std::to_string(ply);
        players_[seat]->say(
            move_message(game_, ply, id, some_move(*follower_, static_cast<unsigned>(ply))));
        const Json ack = players_[seat]->hear("ack");
        EXPECT_EQ(ack["move_id"], id);
        EXPECT_EQ(ack["ply"], ply + 1);
        if (seat == 0) {
            // The ply came just before the ack and was passed over: ask for it again.
            for (const Json& entry : players_[0]->follow(game_, ply)["plies"]) take(entry);
        } else {
            hear_until(ply + 1);
        }
    }

    void play_to_end() {
        while (!follower_->over() && !::testing::Test::HasFailure()) {
            if (follower_->to_move().value_or(9) < players_.size()) {
                play();
            } else {
                take(players_[0]->hear("ply")["entry"]);
            }
        }
    }

  private:
    std::vector<TestPlayer*> players_;
    std::string game_;
    std::vector<Json> states_;
    Setups setups_;
    std::unique_ptr<Follower> follower_;
};

} // namespace bastide::server::test
