#pragma once
// What tests of the reference share: positions put together by hand, and turns in a line.

#include "game.h"

#include <stdexcept>

namespace bastide::reference {

inline const std::string data_dir = BASTIDE_SOURCE_DIR "/data/tiles";

// A position put together by hand, without turns. Tiles must match their neighbours.
class Scene {
  public:
    explicit Scene(const Options& options)
        : game_(data_dir, options, 5, 0)
        , rules_(game_.rules()) {}

    Scene& tile(const std::string& id, int x, int y, int rot = 0) {
        const Cell cell = {x, y};
        bool alone = true;
        for (int edge = 0; edge < 4; ++edge)
            alone = alone && !board_.contains(neighbour(cell, edge));
        if (!alone && !fits(board_, game_.tile(id), cell, rot, Water::hunters)) {
            throw std::runtime_error(id + " does not fit");
        }
        board_[cell] = {&game_.tile(id), rot};
        return *this;
    }
    Scene& row(const std::vector<std::pair<std::string, int>>& tiles, int y = 0) {
        int x = 0;
        for (const auto& [id, rot] : tiles) tile(id, x++, y, rot);
        return *this;
    }
    Scene& token(int player, int x, int y, int segment, const std::string& kind = "follower") {
        tokens_[{x, y, segment}] = {player, kind};
        return *this;
    }
    std::vector<int> completed(int x, int y, int segment) const {
        const Area area = flood(board_, {x, y, segment});
        if (!area.open.empty()) throw std::runtime_error("not complete");
        return points(completed_events(position(), area, rules_));
    }
    std::vector<int> final() const { return points(final_events(position(), rules_)); }
    Area area(int x, int y, int segment) const { return flood(board_, {x, y, segment}); }

  private:
    Position position() const { return {board_, tokens_, 5}; }
    static std::vector<int> points(const std::vector<Event>& events) {
        std::vector<int> points(5, 0);
        for (const Event& event : events) {
            points.at(static_cast<std::size_t>(event.player)) += event.points;
        }
        while (points.size() > 2 && points.back() == 0) points.pop_back();
        return points;
    }

    Game game_;
    Rules rules_;
    Board board_;
    Tokens tokens_;
};

using Points = std::vector<int>;

inline Options edition(const std::string& name) {
    Options options;
    options.edition = name;
    return options;
}

inline Scene classic(const std::string& name = "classic-2") {
    return Scene(edition(name));
}

inline Scene hunters() {
    return Scene(edition("hunters"));
}

inline Turn turn(const Game& game, const std::string& tile, int x, int y, int rot) {
    Turn turn;
    turn.player = game.player();
    turn.tile = tile;
    turn.x = x;
    turn.y = y;
    turn.rot = rot;
    turn.bonus = game.bonus_turn();
    return turn;
}

inline Turn with_token(Turn turn, const std::string& token, int segment) {
    turn.token = token;
    turn.segment = segment;
    return turn;
}

inline Turn with_follower(const Turn& turn, int segment) {
    return with_token(turn, "follower", segment);
}

inline Turn skipping(Turn turn, const std::vector<std::string>& skipped) {
    turn.skipped = skipped;
    return turn;
}

inline void play(Game& game, const std::string& tile, int x, int y, int rot) {
    game.play(turn(game, tile, x, y, rot));
}

} // namespace bastide::reference
