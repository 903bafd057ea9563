#include "art/painter.h"
#include "art/sprites.h"

#include <algorithm>
#include <optional>
#include <span>

namespace bastide::art {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::string_view town_houses[] = {"h1", "h2", "h3", "h1", "h2"};
constexpr std::string_view summer_trees[] = {"oak", "elm", "oak", "elm", "fir"};
constexpr std::string_view winter_trees[] = {"fir"};
constexpr std::string_view old_trees[] = {"fir", "fir", "oak", "fir", "elm"};

class StampPlacer {
  public:
    explicit StampPlacer(const Scene& scene)
        : scene_(scene)
        , layout_(scene.layout)
        , dice_(scene.id) {
        dice_.next(); // not the ground's decisions again
    }

    std::vector<Stamp> place() {
        for (const Disc& disc : layout_.discs) place_site(disc);
        for (unsigned i = 0; i < scene_.tile.segment_count; ++i) place_contents(i);
        if (scene_.tile.gingerbread) place_symbol("ginger", SegmentKind::city);
        if (scene_.tile.start) place_symbol("volc", SegmentKind::forest); // where it has one
        place_towers();
        place_villages();
        if (scene_.theme == Theme::contrast) {
            place_few_houses();
            return std::move(stamps_);
        }
        place_hedges();
        if (scene_.detail == Detail::full) place_reeds();
        for (unsigned i = 0; i < scene_.tile.segment_count; ++i) fill(i);
        return std::move(stamps_);
    }

  private:
    const Segment& segment(unsigned i) const { return scene_.tile.segments[i]; }
    double room(Point p) const {
        return layout_.clearance.at(static_cast<int>(p.x), static_cast<int>(p.y));
    }
    void put(std::string_view name, Point at) { stamps_.push_back({name, at}); }
    Names trees() const {
        if (scene_.theme == Theme::winter) return winter_trees;
        if (scene_.theme == Theme::prehistoric) return old_trees;
        return summer_trees;
    }
    std::string_view any(Names names) {
        return names[dice_.below(static_cast<unsigned>(names.size()))];
    }

    void place_site(const Disc& disc) {
        if (disc.kind == Disc::Kind::monastery) {
            // Away from whoever stands at its rim.
            const Point spot = scene_.geometry.segments[disc.segment].spot;
            put("abb", disc.centre + unit(disc.centre - spot) * 3);
        }
        if (disc.kind == Disc::Kind::spring) {
            const Point c = disc.centre;
            for (const Point d : {Point{-6, -3}, Point{5, -5}, Point{6, 3}}) put("rck", c + d);
        }
    }

    void place_contents(unsigned i) {
        const auto names = contents_of(segment(i));
        const auto& places = scene_.geometry.segments[i].contents;
        for (std::size_t k = 0; k < places.size(); ++k) put(names[k], places[k]);
    }

    /// The roomiest place of that kind, clear of what is there already.
    void place_symbol(std::string_view name, SegmentKind kind) {
        const double radius = sprite(name).radius;
        std::optional<Point> best;
        double most = 0;
        const int margin = static_cast<int>(radius);
        for (int y = margin; y < LabelGrid::size - margin; y += 2) {
            for (int x = margin; x < LabelGrid::size - margin; x += 2) {
                const auto label = layout_.grid.at(x, y);
                if (segment(label).kind != kind) continue;
                const Point p = LabelGrid::centre_of(x, y);
                double score = std::min(layout_.clearance.at(x, y), radius) +
                               std::min(layout_.clearance.at(x, y), 2 * radius) * 0.4 -
                               distance(p, {50, 50}) * 0.05;
                score += std::min(12.0, distance(p, scene_.geometry.segments[label].spot)) * 0.4;
                for (const Stamp& s : stamps_) {
                    score += std::min(0.0, distance(p, s.at) - radius - sprite(s.sprite).radius);
                }
                if (!best || score > most) {
                    best = p;
                    most = score;
                }
            }
        }
        if (best) put(name, *best);
    }

    void place_towers() {
        for (const Crossing& gate : layout_.gates) put("gat", gate.at);
        for (const Mass& mass : layout_.masses) {
            if (segment(mass.segment).kind != SegmentKind::city) continue;
            for (const Polyline& wall : mass.walls) {
                for (std::size_t i = 1; i + 1 < wall.size(); ++i) {
                    const bool corner = to_border(wall[i]) < 9;
                    if (!corner && is_free(wall[i], 4)) put("twr", wall[i]);
                }
            }
        }
    }

    bool is_free(Point p, double radius) const {
        return std::none_of(stamps_.begin(), stamps_.end(), [&](const Stamp& s) {
            return distance(p, s.at) < radius + sprite(s.sprite).radius * 0.8;
        });
    }

    void place_villages() {
        for (const Point hub : layout_.villages) {
            for (const Point d : {Point{-11, -10}, Point{11, -10}, Point{11, 10}, Point{-11, 10}}) {
                const Point p = hub + d;
                if (is_land_at(p) && room(p) > 3.4) put("cot", p);
            }
        }
        for (const Point end : layout_.farmsteads) {
            for (const Point d : {Point{-9, -4}, Point{8, -6}}) {
                if (is_land_at(end + d)) put("cot", end + d);
            }
            put("hay", end + Point{1, -8});
        }
    }

    bool is_land_at(Point p) const {
        const auto label = layout_.grid.at(p);
        return label != LabelGrid::none && is_land(segment(label).kind);
    }

    /// Where two fields of the tile meet without a road between them.
    void place_hedges() {
        for (int y = 3; y < LabelGrid::size - 3; ++y) {
            for (int x = 3; x < LabelGrid::size - 3; ++x) {
                const auto a = layout_.grid.at(x, y);
                if (!is_land(segment(a).kind)) continue;
                for (const auto b : {layout_.grid.at(x + 1, y), layout_.grid.at(x, y + 1)}) {
                    const Point p = {x + 1.0, y + 1.0};
                    if (b != a && is_land(segment(b).kind) && is_free(p, 1.2)) put("hdg", p);
                }
            }
        }
    }

    struct Crowd {
        Names names;
        double apart;   // from each other
        double clear;   // of the segment's border
        double to_spot; // leaves room for the token
        unsigned tries;
    };

    void fill(unsigned i) {
        switch (segment(i).kind) {
        case SegmentKind::city:
            return build(i);
        case SegmentKind::forest:
            plant_tongues(i);
            return scatter(i, {trees(), 7.2, 2.8, 7, 320});
        case SegmentKind::field:
        case SegmentKind::meadow:
            return plant(i);
        default:
            return;
        }
    }

    /// A narrow wood is told by its trees: they stand over both its rims.
    void plant_tongues(unsigned i) {
        for (const Tongue& t : layout_.tongues) {
            if (layout_.grid.at(t.at) != i || to_border(t.at) < 6) continue;
            if (distance(t.at, scene_.geometry.segments[i].spot) < 7) continue;
            const double side = t.half_width * dice_.between(-0.8, 0.8);
            const Point p = t.at + Point{side, side * (dice_.below(2) == 0 ? 1 : -1)};
            if (layout_.grid.at(p) == i && is_free(p, 2)) put(any(trees()), p);
        }
    }

    void build(unsigned i) {
        const unsigned area = layout_.grid.count(static_cast<std::uint8_t>(i));
        // Something to know a town by: a hall, a market or a keep; in a small one a well.
        constexpr std::string_view landmarks[] = {"hall", "mkt", "keep"};
        constexpr std::string_view well[] = {"well"};
        if (area > 2600 && !segment(i).cathedral) scatter(i, {landmarks, 200, 11, 16, 80});
        if (area < 3400) scatter(i, {well, 200, 7, 12, 20});
        // Few and large: where a tile is fifty pixels wide, small roofs are noise.
        if (scene_.detail == Detail::small) return scatter(i, {town_houses, 19, 6, 12, 300});
        scatter(i, {town_houses, 13.5, 5, 9, 300});
        scatter(i, {trees(), 6, 4, 7, area / 300});
    }

    void plant(unsigned i) {
        const unsigned area = layout_.grid.count(static_cast<std::uint8_t>(i));
        constexpr std::string_view low[] = {"bsh", "bsh", "hdg"};
        constexpr std::string_view steppe[] = {"bsh", "rck", "red", "bsh"};
        const bool fine = scene_.detail == Detail::full;
        if (scene_.theme == Theme::prehistoric) { // trees would look like forest
            if (fine) scatter(i, {steppe, 11, 4, 8, area / 300 + 3});
            return;
        }
        settle(i, area);
        for (unsigned k = 0; k < area / 2600 + 1; ++k) gather(i, trees(), fine ? 4 : 3);
        if (fine) scatter(i, {trees(), 9, 4.4, 8, area / 900 + 1});
        if (!fine) return;
        scatter(i, {low, 5, 3.2, 7, area / 500 + 2});
        constexpr std::string_view flock[] = {"shp"};
        constexpr std::string_view wild[] = {"hare", "fox", "roe", "hare", "snm"};
        if (scene_.theme == Theme::summer && area > 1500 && dice_.below(2) == 0) {
            gather(i, flock, 5);
        } else if (scene_.theme == Theme::winter && area > 1200) {
            scatter(i, {wild, 14, 5, 8, 3});
        }
    }

    /// A hamlet in a wide field, now and then.
    void settle(unsigned i, unsigned area) {
        if (area < 2000 || dice_.below(2) == 0 || !layout_.villages.empty()) return;
        constexpr std::string_view houses[] = {"cot"}, stacks[] = {"hay"};
        gather(i, houses, 3);
        scatter(i, {stacks, 200, 4, 9, 6});
    }

    /// So many of them close together: a copse, a flock, a hamlet.
    void gather(unsigned i, Names names, unsigned count) {
        const double apart = sprite(names[0]).radius * 1.75;
        for (unsigned t = 0; t < 24; ++t) {
            const Point middle = {std::round(dice_.between(8, 92)),
                                  std::round(dice_.between(8, 92))};
            if (!is_good(i, middle, {names, apart, 6, 9, 0}, 0)) continue;
            std::vector<Point> own;
            for (unsigned k = 0; k < 10 * count && own.size() < count; ++k) {
                const double reach = apart * 1.3;
                const Point p = own.empty()
                                    ? middle
                                    : middle + Point{std::round(dice_.between(-reach, reach)),
                                                     std::round(dice_.between(-reach, reach))};
                const bool crowded = std::any_of(own.begin(), own.end(),
                                                 [&](Point q) { return distance(p, q) < apart; });
                if (crowded || !is_good(i, p, {names, apart, 4.4, 8, 0}, own.size())) continue;
                own.push_back(p);
                put(any(names), p);
            }
            return;
        }
    }

    /// On both banks: no road has them.
    void place_reeds() {
        for (const Line& line : layout_.waters) {
            const Polyline flat = flattened(line.curve);
            for (std::size_t i = 3; i + 3 < flat.size(); i += 4) {
                const Point along = unit(flat[i + 1] - flat[i]);
                const double side = dice_.below(2) == 0 ? 7.4 : -7.4;
                const Point p = flat[i] + Point{-along.y, along.x} * side;
                const Point at = {std::round(p.x), std::round(p.y)};
                if (to_border(at) < 6 || !is_land_at(at) || !is_free(at, 2)) continue;
                put("red", at);
            }
        }
    }

    void scatter(unsigned i, const Crowd& crowd) {
        std::vector<Point> own;
        for (unsigned t = 0; t < crowd.tries; ++t) {
            const Point p = {std::round(dice_.between(4, 96)), std::round(dice_.between(4, 96))};
            const bool crowded = std::any_of(own.begin(), own.end(),
                                             [&](Point q) { return distance(p, q) < crowd.apart; });
            if (crowded || !is_good(i, p, crowd, own.size())) continue;
            own.push_back(p);
            put(any(crowd.names), p);
        }
    }

    /// Whether one more of the crowd may stand there, after `own` of them.
    bool is_good(unsigned i, Point p, const Crowd& crowd, std::size_t own) const {
        if (p.x < 0 || p.y < 0 || p.x >= tile_size || p.y >= tile_size) return false;
        if (layout_.grid.at(p) != i || room(p) < crowd.clear) return false;
        if (distance(p, scene_.geometry.segments[i].spot) < crowd.to_spot) return false;
        return !near_wall(p) && !on_parcel(p) && is_clear_of_things(p, own);
    }

    /// Of everything but the last `own` stamps, which keep their own distance.
    bool is_clear_of_things(Point p, std::size_t own) const {
        return std::none_of(
            stamps_.begin(), stamps_.end() - static_cast<long>(own), [&](const Stamp& s) {
                const double more = is_symbol(s.sprite) ? 5.5 : 2.6;
                return distance(p, s.at) <
                       more + sprite(s.sprite).radius * 0.85 * scale_of(s.sprite, scene_.detail);
            });
    }

    bool on_parcel(Point p) const {
        return std::any_of(scene_.parcels.begin(), scene_.parcels.end(),
                           [&](const Parcel& f) { return distance(p, f.at) < f.size + 1; });
    }

    bool near_wall(Point p) const {
        for (const Mass& mass : layout_.masses) {
            if (segment(mass.segment).kind != SegmentKind::city) continue;
            for (const Polyline& wall : mass.walls) {
                if (distance_to(wall, p) < 6) return true;
            }
        }
        return false;
    }

    void place_few_houses() {
        for (unsigned i = 0; i < scene_.tile.segment_count; ++i) {
            if (segment(i).kind == SegmentKind::city) scatter(i, {town_houses, 20, 7, 11, 90});
            if (segment(i).kind == SegmentKind::forest) scatter(i, {winter_trees, 13, 6, 9, 90});
        }
    }

    const Scene& scene_;
    const Layout& layout_;
    Dice dice_;
    std::vector<Stamp> stamps_;
};

} // namespace

std::vector<Stamp> place_stamps(const Scene& scene) {
    return StampPlacer(scene).place();
}

} // namespace bastide::art
