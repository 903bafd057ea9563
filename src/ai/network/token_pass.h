#pragma once
// One look of the network at one position. Internal to tokens.cpp. The numbers of rows are said
// once, where they are put: put(size, value) takes the next `size` rows and marks one of them.

#include "ai/evaluation/walks.h"
#include "ai/network/tokens.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace bastide {

/// The first step whose bound is above the value; as many steps as bounds and one more.
template <class... Bounds>
constexpr unsigned step_below(int value, Bounds... bounds) {
    unsigned step = 0;
    ((step += value >= bounds ? 1u : 0u), ...);
    return step;
}

class TokenPass {
    using Kind = network::Kind;
    using Whose = network::Whose;
    using Areas = NarrowAreas;

  public:
    TokenPass(const TokenReader& reader, const Game& game, AreaTokens& out)
        : reader_(reader)
        , game_(game)
        , p_(game.now)
        , net_(game.now)
        , out_(out)
        , bag_(game, Stack::land)
        , left_(static_cast<int>(bag_.total()))
        , me_(1u - game.now.player)
        , other_(game.now.player) {}

    void run() {
        out_.count = 0;
        holes();
        joins();
        farms_beside();
        for (unsigned n = 1; n < p_.features; ++n) {
            const auto& word = net_.feature.word[n];
            if (feature::is_complete(word) || !net_.feature.is_root(static_cast<Node>(n))) continue;
            feature_token(n, word);
        }
        for (unsigned f = 0; f < farms_.count(); ++f) field_token(f);
        for (unsigned i = 0; i < p_.sites; ++i) site_token(p_.site[i]);
        globals();
    }

  private:
    /// Marks one of the next rows.
    class Rows {
      public:
        Rows(std::uint16_t* out, unsigned base)
            : out_(out)
            , base_(base) {}
        void put(unsigned size, unsigned value) {
            out_[count_++] = static_cast<std::uint16_t>(base_ + std::min(value, size - 1));
            base_ += size;
        }
        unsigned count() const { return count_; }
        unsigned end() const { return base_; }

      private:
        std::uint16_t* out_;
        unsigned base_;
        unsigned count_ = 0;
    };

    static constexpr unsigned closing_steps = 11; // 0: nothing fits, 1: nothing closes
    struct Feature {
        std::uint8_t holes = 0;
        std::uint8_t hardest = closing_steps, second = closing_steps; // closing_steps: no such hole
        std::uint8_t fit = 0;                                         // tiles, the hardest
        std::uint8_t beside = 0; // whose areas share its holes, a bit each
        std::uint8_t farms[2] = {};
        std::uint16_t chance = 256;
        std::int16_t join[2] = {};     // best change of the margin, for either side
        std::uint8_t join_row[2] = {}; // 0: none
    };
    struct Join {
        Node a, b;
        std::uint8_t tiles;
    };
    struct Farm {
        std::uint16_t complete = 0; // cities
        std::uint16_t open = 0;     // chances of the others, 1/256
    };
    struct Meeting { // of farms across an open cell
        std::uint8_t holes = 0;
        std::uint8_t best[3] = {}; // mine, the other's, nobody's or even: cities of it and one
    };
    using Farms = walks::Farms<Areas, Farm>;

    template <class Held>
    Whose whose(Held held) const {
        const unsigned mine = held.of(me_), others = held.of(other_);
        if (mine == others) return mine == 0 ? Whose::nobodys : Whose::even;
        return mine > others ? Whose::mine : Whose::others;
    }
    Whose whose(Node root) const { return whose(feature::held(net_.feature.word[root])); }

    AreaToken* next_token(Kind kind, Whose whose) {
        if (out_.count == out_.token.size()) return nullptr;
        AreaToken& token = out_.token[out_.count++];
        token.kind = kind;
        token.whose = whose;
        return &token;
    }
    static void finish(AreaToken& token, const Rows& rows, [[maybe_unused]] unsigned size) {
        assert(rows.end() == network::first_row(token.kind) + size);
        token.count = static_cast<std::uint8_t>(rows.count());
    }

    unsigned phase() const { return step_below(left_, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56, 66); }
    unsigned third() const { return step_below(left_, 14, 40); }
    unsigned in_hand(unsigned player) const { return p_.supply(Token::follower, player); }
    unsigned few_hands() const {
        return 4 * std::min(in_hand(me_), 3u) + std::min(in_hand(other_), 3u);
    }

    // ------------------------------------------------------------ cities and roads

    void holes() {
        std::fill_n(feature_.begin(), p_.features, Feature{});
        walks::for_each_hole(
            game_, net_, [&](const walks::Look& look) { hole(look); },
            [&](Node a, Node b, EdgeCode code, unsigned s, unsigned side) {
                feature_[a].beside |= static_cast<std::uint8_t>(1u << unsigned(whose(b)));
                feature_[b].beside |= static_cast<std::uint8_t>(1u << unsigned(whose(a)));
                const unsigned tiles = bag_.count(reader_.masks_->join[s][side][code]);
                if (tiles == 0 || joins_ == join_.size()) return;
                join_[joins_++] = {a, b, static_cast<std::uint8_t>(tiles)};
            });
    }

    void hole(const walks::Look& look) {
        const auto [root, code, side] = look;
        const FitMasks& masks = *reader_.masks_;
        const auto closing = static_cast<int>(bag_.count(masks.close[side][code]));
        const unsigned fit = bag_.count(masks.fit[code]);
        const unsigned step = fit == 0 ? 0 : 1 + step_below(closing, 1, 2, 3, 4, 5, 7, 10, 14, 20);
        // Roughly the chance that such a hole is closed in the end, in 1/256.
        constexpr std::uint16_t chances[closing_steps] = {20,  60,  120, 150, 172, 190,
                                                          204, 218, 230, 238, 244};
        Feature& feature = feature_[root];
        feature.chance = static_cast<std::uint16_t>(feature.chance * chances[step] / 256);
        ++feature.holes;
        if (step < feature.hardest) {
            feature.second = feature.hardest;
            feature.hardest = static_cast<std::uint8_t>(step);
            feature.fit = static_cast<std::uint8_t>(fit);
        } else if (step < feature.second) {
            feature.second = static_cast<std::uint8_t>(step);
        }
    }

    /// Points that it may be expected to bring, in 1/256.
    int likely(Node root) const {
        const auto& word = net_.feature.word[root];
        const int chance = feature_[root].chance;
        return chance * completed_value<Family::classic>(*game_.box, word).points +
               (256 - chance) * incomplete_value(game_.box->rules, word).points;
    }
    /// 1 where I get points of it and the other does not, -1 the other way round.
    template <class Held>
    int side_of(Held held) const {
        const unsigned mine = held.of(me_), others = held.of(other_);
        return mine == others ? 0 : mine > others ? 1 : -1;
    }

    void joins() {
        for (unsigned k = 0; k < joins_; ++k) {
            const auto [a, b, tiles] = join_[k];
            const auto held_a = feature::held(net_.feature.word[a]);
            const auto held_b = feature::held(net_.feature.word[b]);
            if (held_a.nobody() && held_b.nobody()) continue;
            const int points_a = likely(a), points_b = likely(b);
            const int before = side_of(held_a) * points_a + side_of(held_b) * points_b;
            const int after = side_of(held_a + held_b) * (points_a + points_b);
            const int change = (after - before) / 256;
            note_join(a, whose(held_b), change, tiles);
            note_join(b, whose(held_a), change, tiles);
        }
    }
    void note_join(Node root, Whose with, int change, unsigned tiles) {
        Feature& feature = feature_[root];
        const unsigned side = change >= 0 ? 0 : 1;
        if (feature.join_row[side] != 0 && std::abs(change) <= feature.join[side]) return;
        feature.join[side] = static_cast<std::int16_t>(std::abs(change));
        const unsigned gain = step_below(std::abs(change), 1, 3, 6, 10);
        const unsigned many = step_below(static_cast<int>(tiles), 2, 4);
        feature.join_row[side] =
            static_cast<std::uint8_t>(1 + (unsigned(with) * 5 + gain) * 3 + many);
    }

    void feature_token(unsigned root, FeatureWord word) {
        const bool road = feature::is_line(word);
        const auto held = feature::held(word);
        AreaToken* token = next_token(road ? Kind::road : Kind::city, whose(held));
        if (token == nullptr) return;
        const Feature& feature = feature_[root];
        const int points = completed_value<Family::classic>(*game_.box, word).points;
        const int expected = likely(static_cast<Node>(root)) / 256;
        const auto size = static_cast<int>(feature::size(word));
        Rows rows(token->row.data(), network::first_row(token->kind));
        rows.put(12, phase());
        rows.put(12, step_below(size, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 19));
        rows.put(5, feature::extras(word));
        rows.put(6, feature.holes);
        rows.put(8, feature::open(word) - 1);
        rows.put(33, 11 * third() + std::min<unsigned>(feature.hardest, 10));
        rows.put(12, feature.second);
        rows.put(9, step_below(feature.fit, 1, 2, 3, 5, 8, 12, 18, 26));
        rows.put(16, 4 * std::min(held.of(me_), 3u) + std::min(held.of(other_), 3u));
        rows.put(8, in_hand(me_));
        rows.put(8, in_hand(other_));
        rows.put(16, few_hands());
        rows.put(16, feature.chance / 16u);
        rows.put(16, step_below(expected, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 18, 22, 27, 33));
        rows.put(61, feature.join_row[0]);
        rows.put(61, feature.join_row[1]);
        rows.put(9, 3 * std::min<unsigned>(feature.farms[0], 2) +
                        std::min<unsigned>(feature.farms[1], 2));
        rows.put(16, feature.beside);
        rows.put(65, feature.hardest >= closing_steps
                         ? 64
                         : 8 * step_below(points, 3, 5, 7, 9, 12, 16, 22) +
                               step_below(feature.hardest, 1, 2, 3, 4, 5, 7, 9));
        finish(*token, rows, network::feature_rows);
    }

    // ------------------------------------------------------------ fields

    /// Farms, which of them lie beside which city, and which of them meet at an open cell.
    void farms_beside() {
        if (game_.box->rules.farms == FarmRule::off) return;
        farms_.walk<walks::FarmsMet::all>(game_, net_, [&](Farm& farm, Node city, bool complete) {
            if (complete) {
                ++farm.complete;
            } else {
                farm.open = static_cast<std::uint16_t>(farm.open + feature_[city].chance);
            }
        });
        for (unsigned f = 0; f < farms_.held(); ++f) {
            const Whose owner = whose(field::held(net_.field.word[farms_.field(f)]));
            for (unsigned n = 1; n < p_.features; ++n) {
                if (!farms_.meets(f, n)) continue;
                if (owner != Whose::others) ++feature_[n].farms[0];
                if (owner != Whose::mine) ++feature_[n].farms[1];
            }
        }
        meetings();
    }

    void meetings() {
        constexpr std::uint8_t none = 0xFF;
        std::array<std::uint8_t, Areas::limits.fields + 1> number;
        std::fill_n(number.begin(), p_.fields, none);
        for (unsigned f = 0; f < farms_.count(); ++f) {
            number[farms_.field(f)] = static_cast<std::uint8_t>(f);
            meeting_[f] = {};
        }
        for (unsigned slot = 0; slot < p_.frontier; ++slot) {
            std::array<std::uint8_t, 2 * edge_count> seen;
            unsigned count = 0;
            const unsigned at = Grid::index(p_.open.cell[slot]);
            for (unsigned side = 0; side < edge_count; ++side) {
                const Grid::Entry entry = game_.grid[Grid::beside(at, side)];
                if (!Grid::is_placed(entry)) continue;
                const PlacedTile& tile = p_.tile[Grid::tile(entry)];
                const TurnedTile& shape = game_.turned(tile);
                for (const Port port : {Port::field_left, Port::field_right}) {
                    if (!shape.has((side + 2) & 3, port)) continue;
                    const unsigned node =
                        tile.field_base<Areas>() + shape.local((side + 2) & 3, port);
                    const std::uint8_t f = number[net_.field.root(static_cast<Node>(node))];
                    const auto* const end = seen.data() + count;
                    if (f != none && std::find<const std::uint8_t*>(seen.data(), end, f) == end)
                        seen[count++] = f;
                }
            }
            for (unsigned i = 0; i < count; ++i) {
                ++meeting_[seen[i]].holes;
                for (unsigned k = 0; k < count; ++k) {
                    if (k != i) meet(meeting_[seen[i]], seen[k]);
                }
            }
        }
    }
    void meet(Meeting& meeting, unsigned farm) const {
        const Whose owner = whose(field::held(net_.field.word[farms_.field(farm)]));
        std::uint8_t& best = meeting.best[std::min(unsigned(owner), 2u)];
        best = std::max(best, static_cast<std::uint8_t>(1 + farms_.gathered(farm).complete));
    }

    void field_token(unsigned f) {
        const auto held = field::held(net_.field.word[farms_.field(f)]);
        AreaToken* token = next_token(Kind::field, whose(held));
        if (token == nullptr) return;
        const Farm& farm = farms_.gathered(f);
        const Meeting& meeting = meeting_[f];
        const unsigned open =
            step_below(farm.open, 1, 64, 128, 192, 256, 320, 400, 512, 640, 800, 1024);
        Rows rows(token->row.data(), network::first_row(Kind::field));
        rows.put(12, phase());
        rows.put(10, farm.complete);
        rows.put(12, open);
        rows.put(16, 4 * std::min(held.of(me_), 3u) + std::min(held.of(other_), 3u));
        rows.put(8, step_below(meeting.holes, 1, 2, 3, 4, 6, 9, 13));
        for (const unsigned best : meeting.best) rows.put(6, best);
        rows.put(8, in_hand(me_));
        rows.put(8, in_hand(other_));
        rows.put(16, few_hands());
        rows.put(15, 5 * third() + std::min<unsigned>(farm.complete, 4));
        rows.put(24, 4 * std::min<unsigned>(farm.complete, 5) + std::min(open / 3, 3u));
        finish(*token, rows, network::field_rows);
    }

    // ------------------------------------------------------------ monasteries and gardens, the
    // rest

    void site_token(const Site& site) {
        AreaToken* token = next_token(Kind::site, site.player == me_ ? Whose::mine : Whose::others);
        if (token == nullptr) return;
        std::array<unsigned, 5> cells = {}; // by tiles that fit; the last: nothing beside it yet
        unsigned filled = 1, hardest = 4;
        int chance = 256;
        walks::for_each_around(game_, site.cell, [&](const walks::Around& around) {
            if (around.kind == walks::Around::Kind::filled) {
                ++filled;
                return;
            }
            unsigned step = 4;
            if (around.kind == walks::Around::Kind::open) {
                const auto fit = static_cast<int>(bag_.count(reader_.masks_->fit[around.code]));
                step = step_below(fit, 1, 3, 8);
            }
            constexpr int chances[] = {8, 120, 180, 225, 200}; // that it is filled, 1/256
            ++cells[step];
            hardest = std::min(hardest, step);
            chance = chance * chances[step] / 256;
        });
        Rows rows(token->row.data(), network::first_row(Kind::site));
        rows.put(12, phase());
        rows.put(10, filled);
        for (const unsigned count : cells) rows.put(6, count);
        rows.put(12, static_cast<unsigned>(chance) / 22);
        rows.put(3, site.token == Token::abbot ? (site.garden ? 2 : 1) : 0);
        rows.put(8, in_hand(site.player));
        rows.put(8, in_hand(1u - site.player));
        rows.put(6, hardest);
        rows.put(20, 10 * (left_ < 20 ? 0u : 1u) + filled);
        finish(*token, rows, network::site_rows);
    }

    void globals() {
        Rows rows(out_.global.data(), 0);
        rows.put(8, in_hand(me_));
        rows.put(8, in_hand(other_));
        rows.put(36, 6 * std::min(in_hand(me_), 5u) + std::min(in_hand(other_), 5u));
        rows.put(4, 2 * std::min<unsigned>(p_.supply(Token::abbot, me_), 1) +
                        std::min<unsigned>(p_.supply(Token::abbot, other_), 1));
        const int margin = p_.score[me_] - p_.score[other_];
        rows.put(24, static_cast<unsigned>(std::clamp(margin + 48, 0, 95)) / 4);
        rows.put(24, static_cast<unsigned>(left_) / 3);
        for (const TypeSet& group : reader_.group_) {
            const auto count = static_cast<int>(bag_.count(group));
            rows.put(12, step_below(count, 1, 2, 3, 4, 5, 7, 9, 12, 16, 21, 27));
        }
        assert(rows.end() == network::global_rows);
        out_.globals = rows.count();
    }

    const TokenReader& reader_;
    const Game& game_;
    const Position& p_;
    const Areas& net_;
    AreaTokens& out_;
    BagPlanes bag_;
    int left_;
    unsigned me_, other_;
    std::array<Feature, Areas::limits.features + 1> feature_;
    std::array<Join, 64> join_; // further ones are left out
    unsigned joins_ = 0;
    Farms farms_;
    std::array<Meeting, Areas::limits.contacts + Areas::limits.players * max_tokens_of_player>
        meeting_;
};

} // namespace bastide
