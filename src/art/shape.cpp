#include "art/shape.h"

#include <algorithm>
#include <charconv>

namespace bastide::art {

Curve curve_between(Point a, Point a_control, Point b_control, Point b) {
    return {a, {{a_control, b_control, b}}};
}

Polyline flattened(const Curve& curve) {
    constexpr int steps = 10;
    Polyline line = {curve.start};
    Point a = curve.start;
    for (const auto& piece : curve.pieces) {
        for (int i = 1; i <= steps; ++i) {
            const double t = static_cast<double>(i) / steps, u = 1 - t;
            line.push_back(a * (u * u * u) + piece.out * (3 * u * u * t) +
                           piece.in * (3 * u * t * t) + piece.end * (t * t * t));
        }
        a = piece.end;
    }
    return line;
}

bool inside(const std::vector<Polyline>& rings, Point p) {
    bool in = false;
    for (const Polyline& ring : rings) {
        for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
            const Point a = ring[i], b = ring[j];
            if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) {
                in = !in;
            }
        }
    }
    return in;
}

double distance_to(const Polyline& line, Point p) {
    double best = 1e9;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const Point a = line[i], d = line[i + 1] - a;
        const double l = d.x * d.x + d.y * d.y;
        const double t =
            l > 0 ? std::clamp(((p.x - a.x) * d.x + (p.y - a.y) * d.y) / l, 0.0, 1.0) : 0;
        best = std::min(best, distance(p, a + d * t));
    }
    return best;
}

Point turned(Point p, Rotation rotation) {
    for (Rotation r = 0; r < rotation; ++r) p = {tile_size - p.y, p.x};
    return p;
}

Point corner(unsigned edge) {
    return turned({0, 0}, static_cast<Rotation>(edge % 4));
}
Point middle(unsigned edge) {
    return turned({50, 0}, static_cast<Rotation>(edge % 4));
}
Point inwards(unsigned edge) {
    return unit(Point{50, 50} - middle(edge));
}
Point from_edge(unsigned edge, double along, double depth) {
    return turned({along, depth}, static_cast<Rotation>(edge % 4));
}

void write(std::string& out, double number) {
    long tenths = std::lround(number * 10);
    if (tenths < 0) {
        out += '-';
        tenths = -tenths;
    }
    char buffer[24];
    if (tenths >= 10 || tenths % 10 == 0) {
        const auto end = std::to_chars(buffer, buffer + sizeof buffer, tenths / 10).ptr;
        out.append(buffer, end);
    }
    if (tenths % 10 != 0) {
        out += '.';
        out += static_cast<char>('0' + tenths % 10);
    }
}

void write(std::string& out, Point p) {
    write(out, p.x);
    out += ' ';
    write(out, p.y);
}

void write(std::string& out, const Polyline& line, Ending ending) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        out += i == 0 ? 'M' : 'L';
        write(out, line[i]);
    }
    if (ending == Ending::closed) out += 'Z';
}

void write(std::string& out, const Curve& curve) {
    out += 'M';
    write(out, curve.start);
    for (const auto& piece : curve.pieces) {
        out += 'C';
        write(out, piece.out);
        out += ' ';
        write(out, piece.in);
        out += ' ';
        write(out, piece.end);
    }
}

void write_smooth(std::string& out, const Polyline& ring) {
    const std::size_t n = ring.size();
    if (n < 3) return write(out, ring, Ending::closed);
    out += 'M';
    write(out, (ring[n - 1] + ring[0]) * 0.5);
    for (std::size_t i = 0; i < n; ++i) {
        out += 'Q';
        write(out, ring[i]);
        out += ' ';
        write(out, (ring[i] + ring[(i + 1) % n]) * 0.5);
    }
    out += 'Z';
}

namespace {

std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

} // namespace

Dice::Dice(std::string_view seed)
    : random_(hash_of(seed)) {}

Dice::Dice(std::uint64_t seed)
    : random_(seed) {}

std::uint64_t Dice::next() {
    return random_.next();
}

unsigned Dice::below(unsigned n) {
    return static_cast<unsigned>(next() % n);
}

double Dice::between(double a, double b) {
    return a + (b - a) * random_.unit();
}

} // namespace bastide::art
