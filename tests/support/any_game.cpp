#include "support/any_game.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <mutex>

namespace bastide::testing_support {

unsigned mix_count() {
    unsigned count = 1;
    for (const auto& rows : Catalog::embedded().options().of_family) {
        unsigned mixes = 1;
        for (const GameOption& option : *rows)
            mixes *= static_cast<unsigned>(option.values.size()) + 1;
        count = std::max(count, mixes);
    }
    return count;
}

Options options_of(const Edition& edition, unsigned mix) {
    Options options = edition.defaults;
    for (unsigned row = 0; row < options.rows().size(); ++row) {
        const auto values = static_cast<unsigned>(options.rows()[row].values.size());
        const unsigned digit = mix % (values + 1);
        mix /= values + 1;
        if (digit > 0) options.choose(row, digit - 1);
    }
    return options;
}

std::shared_ptr<const Setup> setup_of(const std::string& id, const Options& options) {
    static std::map<std::string, std::shared_ptr<const Setup>> built;
    static std::mutex mutex;
    std::string name = id;
    for (unsigned row = 0; row < options.rows().size(); ++row) {
        name += " " + std::to_string(options.index(row));
    }
    const std::lock_guard lock(mutex);
    if (built.size() > 100) built.clear(); // a fuzzer meets thousands
    auto& setup = built[name];
    if (setup == nullptr) {
        const Edition* edition = Catalog::embedded().find(id);
        setup = std::make_shared<const Setup>(*Catalog::embedded().setup(*edition, options));
    }
    return setup;
}

std::shared_ptr<const Setup> setup_of(const std::string& id, std::string_view pairs) {
    Options options = Catalog::embedded().find(id)->defaults;
    [[maybe_unused]] const bool known = set_options(options, pairs);
    assert(known);
    return setup_of(id, options);
}

std::shared_ptr<const Setup> setup_of(const std::string& id) {
    return setup_of(id, Catalog::embedded().find(id)->defaults);
}

unsigned most_players(Width width) {
    return width == Width::wide ? WideAreas::limits.players : NarrowAreas::limits.players;
}

Width width_of(unsigned edition, Width wanted) {
    const Ruleset& rules = Catalog::embedded().editions()[edition].rules;
    return rules.family == Family::hunters ? Width::own : wanted;
}

std::shared_ptr<const Setup> widened(const Setup& setup, unsigned players, unsigned big_followers) {
    Ruleset rules = setup.box->rules;
    rules.players = static_cast<std::uint8_t>(players);
    rules.big_followers = static_cast<std::uint8_t>(big_followers);
    auto box = build_wide_box(rules, std::span(setup.box->tiles.data(), setup.box->tile_count));
    assert(box.has_value());
    return std::make_shared<const Setup>(
        Setup{setup.edition, setup.theme, players, setup.options, std::move(*box), setup.tile_ids});
}

std::shared_ptr<const Setup> setup_of(const GameSpec& spec) {
    const Edition& edition = Catalog::embedded().editions()[spec.edition];
    const auto setup = setup_of(edition.id, options_of(edition, spec.mix));
    const bool wide = spec.width == Width::wide;
    return wide ? widened(*setup, most_players(spec.width), 1) : setup;
}

std::string text_of(const GameSpec& spec) {
    const auto setup = setup_of(spec);
    std::string text = setup->edition;
    for (const GameOption& option : setup->options.rows()) {
        text += " " + option.key + "=" + std::string(option_value(setup->options, option.key));
    }
    if (spec.width == Width::wide) text += ", wide";
    return text + ", " + std::to_string(spec.players) + " players, player " +
           std::to_string(spec.first % spec.players) + " begins, seed " +
           std::to_string(spec.seed) + ", " + std::to_string(spec.turns) + " turns (edition " +
           std::to_string(spec.edition) + " mix " + std::to_string(spec.mix) + ")";
}

std::string text_of(const Move& move) {
    std::string text = std::to_string(move.placement.cell.x) + "," +
                       std::to_string(move.placement.cell.y) + " rot " +
                       std::to_string(move.placement.rotation);
    const Deployment& d = move.deployment;
    if (d.action != Deployment::Action::none) {
        text += d.action == Deployment::Action::recall ? " recall" : " token";
        text += " " + std::to_string(static_cast<unsigned>(d.token)) + " on " +
                std::to_string(d.segment);
    }
    for (unsigned i = 0; i < move.man_move_count; ++i) {
        const SegmentRef& to = move.man_moves[i];
        text += " man to " + std::to_string(to.cell.x) + "," + std::to_string(to.cell.y) + "," +
                std::to_string(to.segment);
    }
    return text;
}

Play::Play(const GameSpec& spec)
    : setup_(setup_of(spec))
    , game_(*setup_->box, spec.players, spec.first % spec.players)
    , random_(spec.seed) {}

TileIndex Play::any_tile() {
    unsigned total = 0;
    for (unsigned i = 0; i < game_.box->tile_count; ++i) {
        if (may_draw(game_, static_cast<TileIndex>(i))) total += game_.now.bag[i];
    }
    unsigned k = random_.below(total);
    for (TileIndex tile = 0;; ++tile) {
        if (!may_draw(game_, tile)) continue;
        if (k < game_.now.bag[tile]) return tile;
        k -= game_.now.bag[tile];
    }
}

bool Play::draw_tile() {
    skipped_.clear();
    while (game_.now.phase == Phase::draw) {
        const TileIndex tile = any_tile();
        if (draw(game_, tile) == DrawOutcome::fits) return true;
        skipped_.push_back(tile);
    }
    return false;
}

Move Play::choose() {
    legal_moves(game_, *moves_);
    const auto neighbours = [&](unsigned i) {
        return filled_around(game_, (*moves_)[i].placement.cell);
    };
    unsigned best = random_.below(moves_->size());
    if (random_.below(2) == 0) {
        for (int tries = 0; tries < 8; ++tries) {
            const unsigned other = random_.below(moves_->size());
            if (neighbours(other) > neighbours(best)) best = other;
        }
    }
    return with_random_man(game_, (*moves_)[best], random_);
}

bool Play::turn() {
    if (!draw_tile()) return false;
    apply(game_, choose());
    return true;
}

} // namespace bastide::testing_support
