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
        const bool hunters = scene_.tile.segments[0].kind >= SegmentKind::forest;
        if (scene_.tile.start && hunters) place_symbol("volc", SegmentKind::forest);
        place_towers();
        place_villages();
        if (scene_.theme == Theme::contrast) {
            place_few_houses();
            return std::move(stamps_);
        }
        place_hedges();
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
        if (disc.kind == Disc::Kind::monastery) put("abb", disc.centre);
        if (disc.kind == Disc::Kind::spring) {
            const Point c = disc.centre;
            for (const Point d : {Point{-6, -3}, Point{5, -5}, Point{6, 3}}) put("rck", c + d);
        }
    }

    void place_contents(unsigned i) {
        const Segment& s = segment(i);
        const auto& spots = scene_.geometry.segments[i].contents;
        std::size_t next = 0;
        const auto several = [&](std::string_view name, unsigned count) {
            for (unsigned k = 0; k < count && next < spots.size(); ++k) put(name, spots[next++]);
        };
        several("shd", s.shields);
        several("gold", s.gold);
        several("mush", s.mushrooms);
        several("fish", s.fish);
        several("shrine", s.shrine ? 1 : 0);
        several("fire", s.fire ? 1 : 0);
        several("mammoth", s.animals.mammoth);
        several("buffalo", s.animals.buffalo);
        several("tiger", s.animals.tiger);
        several("deer", s.animals.deer);
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
            return scatter(i, {trees(), 6.4, 2.6, 7, 360});
        case SegmentKind::field:
        case SegmentKind::meadow:
            return plant(i);
        default:
            return;
        }
    }

    void build(unsigned i) {
        const unsigned area = layout_.grid.count(static_cast<std::uint8_t>(i));
        constexpr std::string_view hall[] = {"hall"};
        if (area > 3000) scatter(i, {hall, 200, 11, 15, 60});
        // Few and large: where a tile is fifty pixels wide, small roofs are noise.
        scatter(i, {town_houses, 13.5, 5, 9, 300});
        scatter(i, {trees(), 6, 4, 7, area / 300});
    }

    void plant(unsigned i) {
        const unsigned area = layout_.grid.count(static_cast<std::uint8_t>(i));
        constexpr std::string_view low[] = {"bsh", "bsh", "hdg"};
        constexpr std::string_view steppe[] = {"bsh", "rck", "red", "bsh"};
        if (scene_.theme == Theme::prehistoric) { // trees would look like forest
            return scatter(i, {steppe, 11, 4, 8, area / 300 + 3});
        }
        scatter(i, {trees(), 7, 4.4, 8, area / 420 + 3});
        scatter(i, {low, 5, 3.2, 7, area / 500 + 2});
        constexpr std::string_view flock[] = {"shp"};
        constexpr std::string_view wild[] = {"hare", "fox", "roe", "hare", "snm"};
        if (scene_.theme == Theme::summer && area > 1500 && dice_.below(2) == 0) {
            scatter(i, {flock, 4.6, 4, 8, 5});
        } else if (scene_.theme == Theme::winter && area > 1200) {
            scatter(i, {wild, 14, 5, 8, 3});
        }
    }

    void scatter(unsigned i, const Crowd& crowd) {
        std::vector<Point> own;
        for (unsigned t = 0; t < crowd.tries; ++t) {
            const Point p = {std::round(dice_.between(4, 96)), std::round(dice_.between(4, 96))};
            if (layout_.grid.at(p) != i || room(p) < crowd.clear) continue;
            if (distance(p, scene_.geometry.segments[i].spot) < crowd.to_spot) continue;
            if (near_wall(p) || on_parcel(p)) continue;
            const bool crowded = std::any_of(own.begin(), own.end(),
                                             [&](Point q) { return distance(p, q) < crowd.apart; });
            if (crowded || !is_clear_of_things(p, own.size())) continue;
            own.push_back(p);
            put(any(crowd.names), p);
        }
    }

    /// Of everything but the last `own` stamps, which keep their own distance.
    bool is_clear_of_things(Point p, std::size_t own) const {
        return std::none_of(stamps_.begin(), stamps_.end() - static_cast<long>(own),
                            [&](const Stamp& s) {
                                return distance(p, s.at) < (is_symbol(s.sprite) ? 5.5 : 2.6) +
                                                               sprite(s.sprite).radius * 0.85;
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
