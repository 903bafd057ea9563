#include "art/painter.h"

#include <algorithm>

namespace bastide::art {
namespace {

// The twelve hours of a clock.
constexpr Point hours[] = {{0, -1},       {0.5, -0.866}, {0.866, -0.5},  {1, 0},
                           {0.866, 0.5},  {0.5, 0.866},  {0, 1},         {-0.5, 0.866},
                           {-0.866, 0.5}, {-1, 0},       {-0.866, -0.5}, {-0.5, -0.866}};

class GroundPainter {
  public:
    explicit GroundPainter(const Scene& scene)
        : scene_(scene)
        , layout_(scene.layout)
        , dice_(scene.id)
        , rich_(scene.theme != Theme::contrast)
        , fine_(rich_ && scene.detail == Detail::full) {}

    std::string paint() {
        // A hair over the edge, so that no gap shows between tiles.
        add("<path d=\"M-.1-.1H100.1V100.1H-.1z\" fill=\"$g\"/>");
        if (rich_) {
            paint_light();
            for (const Parcel& parcel : scene_.parcels) paint_parcel(parcel.at, parcel.size);
            if (fine_) paint_tufts();
        }
        for (const Mass& mass : layout_.masses) paint_mass(mass);
        paint_waters();
        paint_roads();
        for (const Crossing& bridge : layout_.bridges) paint_bridge(bridge);
        for (const Disc& disc : layout_.discs) {
            if (disc.kind == Disc::Kind::monastery) paint_yard(disc);
            if (disc.kind == Disc::Kind::garden) paint_garden(disc);
        }
        return std::move(out_);
    }

  private:
    void add(std::string_view drawing) { out_ += coloured(drawing, scene_.theme); }
    SegmentKind kind(unsigned segment) const { return scene_.tile.segments[segment].kind; }

    void circle(Point c, double r, std::string_view paint) {
        out_ += "<circle cx=\"";
        write(out_, c.x);
        out_ += "\" cy=\"";
        write(out_, c.y);
        out_ += "\" r=\"";
        write(out_, r);
        out_ += "\" ";
        add(paint);
        out_ += "/>";
    }
    void path(const std::string& data, std::string_view paint) {
        if (data.empty()) return;
        out_ += "<path d=\"";
        out_ += data;
        out_ += "\" ";
        add(paint);
        out_ += "/>";
    }

    Point somewhere() { return {dice_.between(6, 94), dice_.between(6, 94)}; }
    bool is_open_land(Point p) const {
        const auto label = layout_.grid.at(p);
        return label != LabelGrid::none && is_land(kind(label));
    }
    double room(Point p) const {
        return layout_.clearance.at(static_cast<int>(p.x), static_cast<int>(p.y));
    }

    /// Sun and shade over the fields, gone before the border, so that every border is alike.
    void paint_light() {
        for (int i = 0; i < 7; ++i) {
            const Point p = somewhere();
            const double r = std::min(to_border(p), dice_.between(14, 30));
            if (r < 9 || !is_open_land(p)) continue;
            circle(p, r, i % 2 == 0 ? "fill=\"url(#@light)\"" : "fill=\"url(#@shade)\"");
        }
    }

    void paint_parcel(Point p, double size) {
        const unsigned hour = dice_.below(12);
        const Point u = hours[hour], v = hours[(hour + 3) % 12];
        const double a = size * 0.85, b = size * dice_.between(0.45, 0.6);
        Polyline ring;
        for (const auto& [i, j] : {Point{-1, -1}, Point{1, -1}, Point{1, 1}, Point{-1, 1}}) {
            ring.push_back(p + u * (i * a * dice_.between(0.88, 1)) +
                           v * (j * b * dice_.between(0.85, 1)));
        }
        std::string data;
        write(data, ring, Ending::closed);
        // Corn, ploughed land, vines.
        constexpr std::string_view soil[] = {"$m", "$p", "$l"};
        constexpr std::string_view rows_of[] = {
            "$M\" stroke-width=\".7", "$k\" stroke-width=\".6",
            "$x\" stroke-dasharray=\"0 1.7\" stroke-width=\"1.3"};
        const unsigned crop = dice_.below(3);
        path(data, "fill=\"" + std::string(soil[crop]) + "\" opacity=\".8\" stroke=\"" +
                       std::string(soil[crop]) + "\" stroke-width=\"2\" stroke-linejoin=\"round\"");
        paint_hedge(ring);
        if (!fine_) return;
        std::string rows;
        const double step = crop == 2 ? 0.28 : 0.18;
        for (double t = crop == 2 ? 0.08 : 0.14; t < 0.95; t += step) {
            write(rows, {ring[0] + (ring[3] - ring[0]) * t, ring[1] + (ring[2] - ring[1]) * t},
                  Ending::open);
        }
        path(rows, "stroke=\"" + std::string(rows_of[crop]) +
                       "\" opacity=\".75\" stroke-linecap=\"round\"");
    }

    /// Along two sides of a parcel, as hedges keep the cattle out.
    void paint_hedge(const Polyline& parcel) {
        const unsigned open = dice_.below(4);
        Polyline line;
        for (unsigned i = 1; i < 4; ++i) line.push_back(parcel[(open + i) % 4]);
        std::string data;
        write(data, line, Ending::open);
        path(data, "fill=\"none\" stroke=\"$X\" stroke-width=\"2.8\" stroke-linecap=\"round\" "
                   "stroke-linejoin=\"round\"");
        path(data, "fill=\"none\" stroke=\"$x\" stroke-width=\"2\" stroke-linecap=\"round\" "
                   "stroke-dasharray=\"0 2.3\"");
    }

    void paint_tufts() {
        std::string data;
        const int count = scene_.theme == Theme::prehistoric ? 42 : 26;
        for (int i = 0; i < count; ++i) {
            const Point p = somewhere();
            if (!is_open_land(p) || room(p) < 3) continue;
            data += 'M';
            write(data, Point{std::round(p.x), std::round(p.y)});
            data += "l.5-1.5m.6 1.6v-1.8";
        }
        path(data, "stroke=\"$G\" stroke-width=\".6\" stroke-linecap=\"round\" fill=\"none\"");
    }

    /// The parts of an outline that do not lie on the tile's border.
    std::string inner_arcs(unsigned segment) const {
        std::string data;
        for (const Polyline& ring : scene_.geometry.segments[segment].outline) {
            bool drawing = false;
            for (std::size_t i = 0; i <= ring.size(); ++i) {
                const Point p = ring[i % ring.size()], next = ring[(i + 1) % ring.size()];
                const bool border = to_border(p) < 0.01 && to_border((p + next) * 0.5) < 0.01;
                if (i == 0 || !drawing) {
                    data += 'M';
                } else {
                    data += 'L';
                }
                write(data, p);
                drawing = !border;
            }
        }
        return data;
    }

    void paint_mass(const Mass& mass) {
        if (kind(mass.segment) == SegmentKind::forest) {
            path(path_data(scene_.geometry.segments[mass.segment].outline),
                 "fill=\"$f\" fill-rule=\"evenodd\"");
            path(inner_arcs(mass.segment), "fill=\"none\" stroke=\"$F\" stroke-width=\"1.6\" "
                                           "stroke-linejoin=\"round\" opacity=\".7\"");
            return;
        }
        std::string data, walls;
        write(data, mass.ring, Ending::closed);
        for (const Polyline& wall : mass.walls) write(walls, wall, Ending::open);
        if (rich_) path(walls, "fill=\"none\" stroke=\"$o\" stroke-width=\"9\" opacity=\".16\"");
        path(data, "fill=\"$c\"");
        if (!rich_) return;
        for (unsigned i = 0; i < scene_.tile.segments[mass.segment].shields; ++i) {
            const auto& places = scene_.geometry.segments[mass.segment].contents;
            if (i >= places.size()) break;
            const double radius = std::min(12.5, to_border(places[i]) - 1.5);
            circle(places[i], radius, "fill=\"$r\" opacity=\".8\"");
        }
        path(walls, "fill=\"none\" stroke=\"$C\" stroke-width=\"7\" opacity=\".35\"");
        if (!fine_) return;
        std::string stones;
        for (int i = 0; i < 40; ++i) {
            const Point p = somewhere();
            if (layout_.grid.at(p) != mass.segment || room(p) < 4) continue;
            stones += 'M';
            write(stones, p);
            stones += "h1.4m.6 1h1.2";
        }
        path(stones, "stroke=\"$C\" stroke-width=\".7\" opacity=\".45\" stroke-linecap=\"round\"");
    }

    std::string blob(const Disc& disc, double radius) const {
        Dice dice(scene_.id);
        Polyline ring;
        for (const Point h : hours) {
            ring.push_back(disc.centre + h * (radius * dice.between(0.98, 1.12)));
        }
        std::string data;
        write_smooth(data, ring);
        return data;
    }

    static std::string round(Point at, double radius) {
        std::string data = "M";
        write(data, at - Point{radius, 0});
        for (const double way : {2.0, -2.0}) {
            data += 'a';
            write(data, Point{radius, radius});
            data += " 0 1 0 ";
            write(data, Point{way * radius, 0});
        }
        return data;
    }

    void paint_waters() {
        std::string curves, banks, basins, ripples;
        for (const Line& line : layout_.waters) write(curves, line.curve);
        for (const Disc& disc : layout_.discs) {
            const bool wet = disc.kind == Disc::Kind::lake || disc.kind == Disc::Kind::pond ||
                             disc.kind == Disc::Kind::spring;
            if (!wet) continue;
            banks += blob(disc, disc.radius);
            basins += blob(disc, disc.radius - 1.4);
            if (disc.radius > 10) ripples += blob(disc, disc.radius - 4);
        }
        if (rich_) add_bays(banks, basins);
        path(curves, "fill=\"none\" stroke=\"$B\" stroke-width=\"13.4\"");
        path(banks, "fill=\"$b\" stroke=\"$B\" stroke-width=\"1.4\"");
        path(curves, "fill=\"none\" stroke=\"$b\" stroke-width=\"12\"");
        path(basins, "fill=\"$w\"");
        path(curves, "fill=\"none\" stroke=\"$w\" stroke-width=\"9.4\"");
        if (!rich_) return;
        path(ripples, "fill=\"none\" stroke=\"$W\" stroke-width=\".8\" opacity=\".6\" "
                      "stroke-dasharray=\"9 6\"");
        for (const Line& line : layout_.waters) paint_waves(line);
    }

    /// A river is wider here and narrower there; a road never is.
    void add_bays(std::string& banks, std::string& basins) {
        for (const Line& line : layout_.waters) {
            const Polyline flat = flattened(line.curve);
            for (std::size_t i = 3; i + 3 < flat.size(); i += 3) {
                const Point along = unit(flat[i + 1] - flat[i]);
                const Point across = {-along.y, along.x};
                const double side = i % 2 == 0 ? 1 : -1;
                const Point at = flat[i] + across * (side * dice_.between(0.2, 1.6));
                if (to_border(at) < 15) continue;
                const double radius = dice_.between(6.6, 7.6);
                banks += round(at, radius);
                basins += round(at, radius - 1.4);
            }
        }
    }

    /// Wavelets here and there, nothing like the line of a road; they stop before the border, where
    /// those of a neighbour could not meet them.
    void paint_waves(const Line& line) {
        const Polyline flat = flattened(line.curve);
        std::string data;
        for (std::size_t i = 2; i + 2 < flat.size(); i += 2) {
            const Point along = unit(flat[i + 1] - flat[i]);
            const Point across = {-along.y, along.x};
            const Point p = flat[i] + across * dice_.between(-3.2, 3.2);
            if (to_border(p) < 9) continue;
            data += 'M';
            write(data, p);
            for (const double side : {-1.3, 1.3}) {
                data += 'q';
                write(data, along * 1.3 + across * side);
                data += ' ';
                write(data, along * 2.6);
            }
        }
        path(data, "fill=\"none\" stroke=\"$W\" stroke-width=\".9\" stroke-linecap=\"round\"");
    }

    void paint_roads() {
        std::string curves;
        for (const Line& line : layout_.roads) write(curves, line.curve);
        if (rich_) {
            path(curves, "fill=\"none\" stroke=\"$G\" stroke-width=\"11\" opacity=\".55\"");
            for (const Point p : layout_.villages) circle(p, 9.5, "fill=\"$G\" opacity=\".55\"");
        }
        path(curves, rich_ ? "fill=\"none\" stroke=\"$R\" stroke-width=\"8.4\""
                           : "fill=\"none\" stroke=\"$R\" stroke-width=\"9.6\"");
        for (const Point p : layout_.villages) circle(p, 8, "fill=\"$R\"");
        path(curves, "fill=\"none\" stroke=\"$r\" stroke-width=\"6.4\"");
        for (const Point p : layout_.villages) circle(p, 7, "fill=\"$r\"");
        if (!rich_) return;
        // Two ruts without a break: dashes would be the middle line of another age.
        path(curves, "fill=\"none\" stroke=\"$R\" stroke-width=\"3.2\" opacity=\".22\"");
        path(curves, "fill=\"none\" stroke=\"$r\" stroke-width=\"1.9\"");
    }

    void paint_bridge(const Crossing& bridge) {
        const Point u = bridge.along, v = {-u.y, u.x};
        const auto rail = [&](double side) {
            std::string data;
            write(data, {bridge.at - u * 8.5 + v * side, bridge.at + u * 8.5 + v * side},
                  Ending::open);
            return data;
        };
        path(rail(0), "stroke=\"$S\" stroke-width=\"11\"");
        path(rail(0), "stroke=\"$r\" stroke-width=\"7\"");
        path(rail(4.5) + rail(-4.5), "stroke=\"$L\" stroke-width=\"1.3\"");
    }

    void paint_yard(const Disc& disc) {
        circle(disc.centre, disc.radius, "fill=\"$e\" stroke=\"$S\" stroke-width=\"1.6\"");
        if (!rich_) return;
        circle(disc.centre, disc.radius,
               "fill=\"none\" stroke=\"$L\" stroke-width=\"1\" "
               "stroke-dasharray=\"1.6 .7\"");
    }

    void paint_garden(const Disc& disc) {
        const double r = disc.radius;
        circle(disc.centre, r - 1.2, "fill=\"$r\" stroke=\"$X\" stroke-width=\"2.4\"");
        circle(disc.centre, r - 1.4,
               "fill=\"none\" stroke=\"$x\" stroke-width=\"2.2\" "
               "stroke-linecap=\"round\" stroke-dasharray=\"0 2.5\"");
        constexpr std::string_view petals[] = {"#d6336c", "#f2c230", "#7a4fc4", "#f07a3c"};
        for (unsigned i = 0; i < 4; ++i) {
            const Point at = disc.centre + hours[(3 * i + 1) % 12] * (r * 0.52);
            circle(at, r * 0.31, "fill=\"$X\"");
            out_ += "<circle cx=\"";
            write(out_, at.x);
            out_ += "\" cy=\"";
            write(out_, at.y);
            out_ += "\" r=\"";
            write(out_, r * 0.17);
            out_ += "\" fill=\"none\" stroke=\"";
            out_ += petals[i];
            out_ += "\" stroke-width=\"2\" stroke-linecap=\"round\" stroke-dasharray=\"0 2.3\"/>";
        }
        circle(disc.centre, r * 0.2, "fill=\"$w\" stroke=\"$L\" stroke-width=\".9\"");
    }

    const Scene& scene_;
    const Layout& layout_;
    Dice dice_;
    bool rich_; // more than what the rules need
    bool fine_; // also what is seen from near only
    std::string out_;
};

} // namespace

std::vector<Parcel> find_parcels(const Scene& scene) {
    std::vector<Parcel> found;
    if (scene.theme == Theme::prehistoric || scene.theme == Theme::contrast) return found;
    const std::size_t most = scene.theme == Theme::summer ? 2 : 1;
    const Clearance& clearance = scene.layout.clearance;
    Dice dice(scene.id);
    for (int i = 0; i < 30 && found.size() < most; ++i) {
        const Point p = {dice.between(8, 92), dice.between(8, 92)};
        const auto label = scene.layout.grid.at(p);
        const double room = clearance.at(static_cast<int>(p.x), static_cast<int>(p.y));
        if (!is_land(scene.tile.segments[label].kind) || room < 10) continue;
        const double size = std::min(room - 4, 12.0); // with its hedge off the border
        const bool apart = std::none_of(found.begin(), found.end(), [&](const Parcel& other) {
            return distance(p, other.at) < size + other.size;
        });
        // A token would hide it.
        if (apart && distance(p, scene.geometry.segments[label].spot) > size + 5) {
            found.push_back({p, size});
        }
    }
    return found;
}

std::string paint_ground(const Scene& scene) {
    return GroundPainter(scene).paint();
}

std::string ground_defs(Theme theme) {
    return coloured("<radialGradient id=\"@light\"><stop stop-color=\"$l\"/>"
                    "<stop offset=\"1\" stop-color=\"$l\" stop-opacity=\"0\"/></radialGradient>"
                    "<radialGradient id=\"@shade\"><stop stop-color=\"$G\" stop-opacity=\".6\"/>"
                    "<stop offset=\"1\" stop-color=\"$G\" stop-opacity=\"0\"/></radialGradient>",
                    theme);
}

} // namespace bastide::art
