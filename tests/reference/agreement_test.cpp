// Engine and reference come from the rulebooks independently. Random games of every edition and
// option mix compare them in every position: draws, legal moves, areas, events, scores, end.
// BASTIDE_AGREEMENT_GAMES sets the number of games of each edition, BASTIDE_AGREEMENT_FIRST the
// number of the first one: `./dev agree` shares a long run among all cores that way.

#include "catalog/catalog.h"
#include "game.h"
#include "rules/rules.h"
#include "translated.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace bastide {
namespace {

unsigned from_environment(const char* name, unsigned usual) {
    const char* wanted = std::getenv(name);
    return wanted != nullptr ? static_cast<unsigned>(std::strtoul(wanted, nullptr, 10)) : usual;
}

/// Plays one random game on both sides.
class Match {
  public:
    Match(const Setup& setup, unsigned players, std::uint64_t seed)
        : setup_(setup)
        , random_(seed)
        , engine_(*setup.box, players, random_.below(players))
        , reference_(BASTIDE_SOURCE_DIR "/data/tiles",
                     translated::options(setup.edition, setup.options), static_cast<int>(players),
                     engine_.now.player) {}

    void play() {
        compare_position();
        while (!engine_.over() && !::testing::Test::HasFatalFailure()) {
            reference::Turn turn;
            turn.player = engine_.now.player;
            turn.bonus = engine_.now.bonus_turn;
            draw_tile(turn);
            if (::testing::Test::HasFatalFailure()) return;
            if (engine_.over()) break; // everything left was drawn in vain
            play_move(turn);
            if (::testing::Test::HasFatalFailure()) return;
            compare_position();
        }
        ASSERT_TRUE(reference_.over());
    }

  private:
    std::map<std::string, int> drawable() const {
        std::map<std::string, int> tiles;
        for (unsigned i = 0; i < setup_.tile_ids.size(); ++i) {
            const auto tile = static_cast<TileIndex>(i);
            if (may_draw(engine_, tile)) tiles[setup_.tile_ids[i]] += engine_.now.bag[i];
        }
        return tiles;
    }

    /// Draws until a tile fits. Every draw is undone once and done again.
    void draw_tile(reference::Turn& turn) {
        for (;;) {
            ASSERT_EQ(drawable(), reference_.drawable(turn.skipped));
            unsigned total = 0;
            for (unsigned i = 0; i < setup_.tile_ids.size(); ++i) {
                if (may_draw(engine_, static_cast<TileIndex>(i))) total += engine_.now.bag[i];
            }
            ASSERT_GT(total, 0u);
            unsigned k = random_.below(total);
            TileIndex tile = 0;
            for (;; ++tile) {
                if (!may_draw(engine_, tile)) continue;
                if (k < engine_.now.bag[tile]) break;
                k -= engine_.now.bag[tile];
            }
            const Game before = engine_;
            Change change;
            draw(engine_, tile, change);
            undo(engine_, change);
            ASSERT_TRUE(engine_ == before) << "undo of a draw";
            const DrawOutcome outcome = draw(engine_, tile);
            turn.tile = setup_.tile_id(tile);
            ASSERT_EQ(outcome == DrawOutcome::fits, reference_.fits_somewhere(turn.tile));
            if (outcome == DrawOutcome::fits || outcome == DrawOutcome::game_ended) return;
            turn.skipped.push_back(turn.tile);
        }
    }

    void compare_moves(const MoveList& list, const std::string& tile) const {
        std::set<reference::LegalMove> moves;
        for (unsigned i = 0; i < list.size(); ++i) {
            moves.insert(translated::move(list[i]));
        }
        ASSERT_EQ(moves.size(), list.size()) << "each move once";
        ASSERT_EQ(moves, reference_.legal_moves(tile)) << tile;
    }

    /// The man goes where chance says; both sides must offer the same cities.
    void move_man(Move& move, reference::Turn& turn) {
        Game after = engine_;
        place(after, move.placement);
        ASSERT_EQ(choices(after).count(), choices_after(engine_, move.placement).count());
        deploy(after, move.deployment);
        while (after.now.phase == Phase::man) {
            const ManChoices cities = man_choices(after);
            std::set<std::array<int, 3>> ours, theirs;
            for (unsigned i = 0; i < cities.count; ++i) {
                const SegmentRef where = smallest_feature_segment(after, cities.root[i]);
                ours.insert({where.cell.x, where.cell.y, where.segment});
            }
            for (const auto& city : reference_.gingerbread_choices(turn)) theirs.insert(city);
            ASSERT_EQ(ours, theirs);
            const Node chosen = cities.root[random_.below(cities.count)];
            const SegmentRef where = smallest_feature_segment(after, chosen);
            ASSERT_TRUE(check_man_target(after, where).has_value());
            turn.gingerbread.push_back({where.cell.x, where.cell.y, where.segment});
            move.man_moves[move.man_move_count++] = where;
            bastide::move_man(after, chosen);
        }
        ASSERT_TRUE(reference_.gingerbread_choices(turn).empty());
    }

    void play_move(reference::Turn& turn) {
        auto list = std::make_unique<MoveList>();
        legal_moves(engine_, *list);
        ASSERT_GT(list->size(), 0u);
        ASSERT_EQ(list->size(), count_legal_moves(engine_));
        compare_moves(*list, turn.tile);
        if (::testing::Test::HasFatalFailure()) return;
        Move move = (*list)[pick(*list)];
        const Deployment& d = move.deployment;
        turn.x = move.placement.cell.x;
        turn.y = move.placement.cell.y;
        turn.rot = move.placement.rotation;
        if (d.action == Deployment::Action::deploy) turn.token = word(d.token);
        turn.segment = d.action == Deployment::Action::deploy ? d.segment : -1;
        turn.recall = d.action == Deployment::Action::recall;
        move_man(move, turn);
        if (::testing::Test::HasFatalFailure()) return;
        const auto ok = check(engine_, move);
        ASSERT_TRUE(ok.has_value()) << code(ok.error());

        const Game before = engine_;
        Game copy = engine_;
        Change change;
        apply(engine_, move, change);
        Game after = engine_;
        undo(engine_, change);
        ASSERT_TRUE(engine_ == before) << "undo";
        apply(copy, move);
        ASSERT_TRUE(copy == after) << "silent and recorded play";
        engine_ = after;
        reference_.play(turn);
        ASSERT_EQ(translated::text(translated::events(change.events())),
                  translated::text(reference_.last_events()));
        check_points(before, change);
    }

    /// Points come through events only.
    void check_points(const Game& before, const Change& change) const {
        std::array<int, max_players> points = {};
        for (const ScoreEvent& e : change.events()) points[e.player] += e.points;
        for (unsigned i = 0; i < engine_.now.players; ++i) {
            ASSERT_EQ(before.now.score[i] + points[i], engine_.now.score[i]);
        }
    }

    /// Sometimes anywhere, sometimes where many neighbours are: dense boards close and join more.
    unsigned pick(const MoveList& list) {
        unsigned best = random_.below(list.size());
        if (random_.below(2) == 0) return best;
        for (int i = 0; i < 8; ++i) {
            const unsigned other = random_.below(list.size());
            const unsigned a = filled_around(engine_, list[best].placement.cell);
            const unsigned b = filled_around(engine_, list[other].placement.cell);
            if (b > a) best = other;
        }
        return best;
    }

    void compare_position() {
        ASSERT_EQ(engine_.over(), reference_.over());
        const unsigned n = engine_.now.players;
        const auto same = [&](const auto& ours, const std::vector<int>& theirs) {
            return std::vector<int>(ours.begin(), ours.begin() + n) == theirs;
        };
        ASSERT_TRUE(same(engine_.now.score, reference_.scores()));
        for (unsigned token = 1; token < token_count; ++token) {
            const std::string name(word(static_cast<Token>(token)));
            ASSERT_TRUE(same(engine_.now.supplies[token], reference_.supply(name))) << name;
        }
        ASSERT_EQ(translated::goods(engine_), reference_.goods());
        ASSERT_EQ(engine_.now.second_part, reference_.again());
        if (!engine_.over()) {
            ASSERT_EQ(engine_.now.player, reference_.player());
            ASSERT_EQ(engine_.now.bonus_turn, reference_.bonus_turn());
        }
        FinalEvents events;
        const Points points = final_scores(engine_, events);
        ASSERT_EQ(points, final_scores(engine_));
        ASSERT_TRUE(same(points, reference_.final_scores()));
        ASSERT_EQ(translated::text(translated::events(events)),
                  translated::text(reference_.final_events()));
        compare_areas();
        const auto man = reference_.gingerbread_man();
        ASSERT_EQ(engine_.now.man == ManPlace::city, man.has_value());
        if (man) {
            const Node root = man_city(engine_);
            const SegmentRef where = smallest_feature_segment(engine_, root);
            ASSERT_EQ(*man, (std::array<int, 3>{where.cell.x, where.cell.y, where.segment}));
        }
    }

    void compare_areas() const {
        std::map<std::pair<Network, Node>, std::string> seen;
        for (const reference::AreaView& area : reference_.areas()) {
            AreaView ours;
            for (const auto& [x, y, segment] : area.segments) {
                const SegmentRef where = {
                    {static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)},
                    static_cast<std::uint8_t>(segment)};
                ours = system_or_area(area.kind, where);
                if (ours.network != Network::site) {
                    const auto [it, fresh] =
                        seen.insert({{ours.network, ours.root}, text_of(area)});
                    ASSERT_EQ(it->second, text_of(area)) << "joined or split wrongly";
                }
            }
            ASSERT_EQ(
                (std::array<int, 3>{ours.where.cell.x, ours.where.cell.y, ours.where.segment}),
                *area.segments.begin());
            compare_area(ours, area);
        }
    }

    AreaView system_or_area(const std::string& kind, SegmentRef where) const {
        if (kind != "river_system") return area_at(engine_, where);
        return river_system_at(engine_, where);
    }

    static std::string text_of(const reference::AreaView& area) {
        const auto& first = *area.segments.begin();
        return area.kind + std::to_string(first[0]) + "," + std::to_string(first[1]) + "," +
               std::to_string(first[2]);
    }

    void compare_area(const AreaView& ours, const reference::AreaView& area) const {
        const bool feature = ours.network == Network::feature;
        if (feature || ours.network == Network::site) {
            ASSERT_EQ(ours.complete, area.complete);
        }
        if (feature) {
            ASSERT_EQ(static_cast<int>(ours.open), area.open_edges);
            const bool by_segment = area.kind == "forest" || area.kind == "river";
            ASSERT_EQ(static_cast<int>(ours.size),
                      by_segment ? static_cast<int>(area.segments.size()) : area.tiles);
            ASSERT_EQ(static_cast<int>(ours.extras), area.shields + area.mushrooms);
            ASSERT_EQ(ours.gold, area.gold > 0);
            ASSERT_EQ(ours.raised, area.inn || area.cathedral);
            ASSERT_EQ(translated::goods(ours.goods), area.goods);
        }
        for (unsigned player = 0; player < engine_.now.players; ++player) {
            if (feature || ours.network == Network::field) {
                ASSERT_EQ(static_cast<int>(ours.held.of(player)), area.followers[player]);
            }
            if (feature) {
                ASSERT_EQ(static_cast<int>(ours.companions >> player & 1), area.builders[player]);
            }
            if (ours.network == Network::field) {
                ASSERT_EQ(static_cast<int>(ours.companions >> player & 1), area.pigs[player]);
            }
            if (ours.network == Network::water_only) {
                ASSERT_EQ(static_cast<int>(ours.held.of(player)), area.huts[player]);
            }
        }
        if (ours.network == Network::water_only) {
            ASSERT_EQ(static_cast<int>(ours.fish), area.fish);
        }
        if (area.kind == "meadow") {
            ASSERT_EQ(static_cast<int>(ours.animals), area.animals);
        }
    }

    const Setup& setup_;
    Random random_;
    Game engine_;
    reference::Game reference_;
};

Options random_options(const Edition& edition, Random& random) {
    Options options = edition.defaults;
    if (random.below(4) == 0) return options;
    for (unsigned row = 0; row < options.rows().size(); ++row) {
        // What brings its own words is a house rule, which the reference does not know.
        if (!options.rows()[row].label.empty()) continue;
        const auto values = static_cast<std::uint32_t>(options.rows()[row].values.size());
        if (random.below(2) == 0) options.choose(row, random.below(values));
    }
    return options;
}

class Agreement : public ::testing::TestWithParam<std::string> {};

TEST_P(Agreement, engine_and_reference_agree_in_every_position) {
    const Catalog& catalog = Catalog::embedded();
    const Edition& edition = *catalog.find(GetParam());
    const unsigned first = from_environment("BASTIDE_AGREEMENT_FIRST", 0);
    const unsigned games = from_environment("BASTIDE_AGREEMENT_GAMES", 20);
    for (unsigned i = first; i < first + games; ++i) {
        Random random(mix_seed(20260101, i));
        const auto setup = catalog.setup(edition, random_options(edition, random));
        ASSERT_TRUE(setup.has_value());
        const unsigned players = 1 + random.below(setup->box->rules.players);
        SCOPED_TRACE("game " + std::to_string(i));
        Match(*setup, players, random.next()).play();
        if (HasFatalFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(Editions, Agreement,
                         ::testing::Values("classic-1", "classic-2", "winter", "new", "hunters"));

/// Inns & Cathedrals, Traders & Builders or both in every game, with any other options.
class ExpansionAgreement : public ::testing::TestWithParam<std::string> {};

TEST_P(ExpansionAgreement, engine_and_reference_agree_in_every_position) {
    static const char* mixes[] = {"inns=true,traders=false", "inns=false,traders=true",
                                  "inns=true,traders=true"};
    const Catalog& catalog = Catalog::embedded();
    const Edition& edition = *catalog.find(GetParam());
    const unsigned first = from_environment("BASTIDE_AGREEMENT_FIRST", 0);
    const unsigned games = from_environment("BASTIDE_AGREEMENT_GAMES", 12);
    for (unsigned i = first; i < first + games; ++i) {
        Random random(mix_seed(20260119, i));
        Options options = random_options(edition, random);
        ASSERT_TRUE(set_options(options, mixes[i % 3]));
        const auto setup = catalog.setup(edition, options);
        ASSERT_TRUE(setup.has_value());
        const bool alone = random.below(10) == 0;
        const unsigned players = alone ? 1 : 2 + random.below(setup->box->rules.players - 1u);
        SCOPED_TRACE("game " + std::to_string(i) + " " + mixes[i % 3] + ", " +
                     std::to_string(players) + " players");
        Match(*setup, players, random.next()).play();
        if (HasFatalFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(Editions, ExpansionAgreement,
                         ::testing::Values("classic-1", "classic-2", "winter", "new"));

} // namespace
} // namespace bastide
