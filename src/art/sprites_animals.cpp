#include "art/sprites.h"

#include <algorithm>
#include <cassert>

namespace bastide::art {
namespace {

// Big game is drawn large and each in its own colour: it is counted from across the table.
constexpr Sprite animals[] = {
    {"deer", 10.4,
     R"svg(<g transform="scale(1.22)"><ellipse cx="1" cy="6.8" rx="6.4" ry="1.3" fill="$o" opacity=".26"/>)svg"
     R"svg(<path d="M-4.4-4.4L-3.6-7.4-5.6-9.6M-3.8-7L-1.6-9.4M-5-4.6L-6.6-6.8-8.2-7M-6.4-6.6L-7-8.8" stroke="#6b4423" stroke-width=".9" fill="none" stroke-linecap="round"/>)svg"
     R"svg(<path d="M-8.6-2.4L-5.4-4.8-3.2-3.8-2-1.4Q1-1.8 5-1.6 7.2-1.2 7.4 1L7 6.6H5.6L5.2 2.8 3.8 2.4 3.4 6.6H2.2L2 2.4Q-.2 2.6-1.6 2.2L-2 6.6H-3.2L-3.4 2-4.2 6.6H-5.4L-5 .8-5.2-1.6-7.8-1.2z" fill="#c98a4b" stroke="#6b4423" stroke-width=".5" stroke-linejoin="round"/>)svg"
     R"svg(<path d="M6.4-1L8.4-1.8 7.4.8z" fill="#fff"/><path d="M1-.2h.1M3-.4h.1M4.6.6h.1M2 .9h.1" stroke="#fbe7c4" stroke-width=".9" stroke-linecap="round"/></g>)svg"},
    {"mammoth", 12.2,
     R"svg(<g transform="scale(1.22)"><ellipse cx="1" cy="8" rx="9" ry="1.6" fill="$o" opacity=".28"/>)svg"
     R"svg(<path d="M-9.4 7.4Q-11-.6-7-3.4-6.4-8.4-2.6-8.4.6-8.4 2-5.2 8.6-5.6 9.2 1L9 7.8H5.8L5.4 4.2H1.6L1.2 7.8H-2.2L-2.6 3.8Q-4.8 4.4-6.2 2.4-7.4 4.4-7.4 7.2-8.4 8.6-9.4 7.4z" fill="#6e4a33" stroke="#3a2517" stroke-width=".6" stroke-linejoin="round"/>)svg"
     R"svg(<path d="M-3.4-3.4Q0-4.6.6-1 .4 1.6-1.6 1.8-3.6-.4-3.4-3.4z" fill="#543724"/>)svg"
     R"svg(<path d="M-5 1.6Q-8 6.6-11.4 3.4" stroke="#fff6df" stroke-width="1.5" fill="none" stroke-linecap="round"/><circle cx="-5.4" cy="-2.8" r=".6" fill="#120a05"/>)svg"
     R"svg(<path d="M3 3.6l-.4 2M5 3.4l-.2 1.6M7.4 2.6l-.2 2.2M-1 3.4l.2 2" stroke="#3a2517" stroke-width=".6"/></g>)svg"},
    {"tiger", 11.0,
     R"svg(<g transform="scale(1.22)"><ellipse cx="1" cy="5.6" rx="8" ry="1.3" fill="$o" opacity=".28"/>)svg"
     R"svg(<path d="M6.6-1.4Q10-2 9.4-5.4" stroke="#b8590f" stroke-width="1.6" fill="none" stroke-linecap="round"/>)svg"
     R"svg(<path d="M-9.2-1.6L-8.6-4.6-7.2-5.4-5-5.2-3-3.4Q2-4 6-2.8 7.6-1.6 7.4 1.4L8 5.4H5.8L4.6 2.2Q2 2.6-.4 2L-.2 5.4H-2.4L-3.4 1.6-4.6 5.4H-6.6L-5.8.6-6.4-.2-8.2.2z" fill="#ee8a2a" stroke="#5f2c05" stroke-width=".6" stroke-linejoin="round"/>)svg"
     R"svg(<path d="M-1.6-3.2L-1-.8M1-3.4L1.6-.8M3.6-3.2L4-.8M6-2L5.8 0" stroke="#3d1c03" stroke-width=".9" stroke-linecap="round"/>)svg"
     R"svg(<path d="M-8.6-.2L-8-.2-8.2 3.2zM-7.4-.2L-6.8-.2-7 3z" fill="#fff" stroke="#5f2c05" stroke-width=".25"/><circle cx="-7" cy="-2.8" r=".55" fill="#120a05"/></g>)svg"},
    {"buffalo", 11.6,
     R"svg(<g transform="scale(1.22)"><ellipse cx="1" cy="7" rx="8.4" ry="1.5" fill="$o" opacity=".28"/>)svg"
     R"svg(<path d="M-8.6 2Q-9.6-1-7.4-3-5-7.6-.6-6.4 4-4.6 8-3.4 9.4-1 8.6 2L8.4 7H6.2L5.6 3.2Q3 3.8.6 3L.4 7H-1.8L-2.6 3.4Q-3.4 6-5.6 6.4-8 5-8.6 2z" fill="#3b2f2f" stroke="#140f0f" stroke-width=".6" stroke-linejoin="round"/>)svg"
     R"svg(<path d="M-8-2.6Q-10.6-3.4-10.2-6.4M-5.6-3.6Q-4.6-6.4-6.6-8.2" stroke="#f3e6c8" stroke-width="1.4" fill="none" stroke-linecap="round"/><circle cx="-7" cy="0" r=".55" fill="#fff"/><path d="M8.4-2.4Q9.8.6 9 3.4" stroke="#140f0f" stroke-width=".8" fill="none"/></g>)svg"},
    {"fish", 4.6,
     R"svg(<g transform="scale(1.05)"><path d="M-4.6 0Q-1.4-3.2 2.2-.4L4.6-2.4V2.4L2.2.4Q-1.4 3.2-4.6 0z" fill="#f4fbff" stroke="#0f4458" stroke-width=".6" stroke-linejoin="round"/><circle cx="-2.6" cy="-.4" r=".5" fill="#0f4458"/><path d="M-.8-1.4Q0 0-.8 1.4" stroke="#0f4458" stroke-width=".4" fill="none"/></g>)svg"},
    // Small ones of the winter tiles: decoration only.
    {"fox", 3.4,
     R"svg(<ellipse cx=".4" cy="1.8" rx="3" ry=".6" fill="$o" opacity=".2"/><path d="M1.6.2Q3.6-.8 3.8.9 2.8 1.4 1.6 1z" fill="#d9732b"/><path d="M3.2-.2Q3.9.2 3.8.9 3.3 1.1 3 .8z" fill="#fff"/>)svg"
     R"svg(<path d="M-3.2-.4L-2.6-2-2-1.2-1.2-1.2-.6-.4H1.8V1.8H1.2L1 .8H-1L-1.2 1.8H-1.8V.4z" fill="#d9732b"/>)svg"},
    {"hare", 2.6,
     R"svg(<ellipse cx=".2" cy="1.6" rx="2.2" ry=".5" fill="$o" opacity=".2"/><path d="M-1.4-.6L-1.2-2.6-.7-.9-.2-2.4-.3-.6Q1.6-.6 1.8 1.5H-1.2Q-2.2.4-1.4-.6z" fill="#fff" stroke="#8aa0b2" stroke-width=".4"/>)svg"},
    {"roe", 4,
     R"svg(<ellipse cx=".4" cy="3" rx="2.8" ry=".6" fill="$o" opacity=".2"/><path d="M-3.6-1.4L-2.4-2.6-1.4-2-.8-.6H2.4Q3.2-.4 3.2.6L3 3H2.4L2.2 1H-.6L-.8 3H-1.4L-1.6.4-2.2-1-3.4-.9z" fill="#9c6a43"/><path d="M-2-2.4L-1.6-4M-2.4-2.5L-3-3.9" stroke="#6b4423" stroke-width=".4"/>)svg"},
};

} // namespace

std::span<const Sprite> animal_sprites() {
    return animals;
}

const Sprite& sprite(std::string_view name) {
    for (const auto group : {town_sprites(), nature_sprites(), animal_sprites()}) {
        for (const Sprite& s : group) {
            if (s.name == name) return s;
        }
    }
    assert(false && "no such sprite");
    return animals[0];
}

bool is_symbol(std::string_view name) {
    constexpr std::string_view symbols[] = {"shd",    "ginger", "gold",  "mush",    "fish", "fire",
                                            "shrine", "deer",   "tiger", "mammoth", "inn",  "cath",
                                            "wine",   "grain",  "cloth", "buffalo"};
    return std::find(std::begin(symbols), std::end(symbols), name) != std::end(symbols);
}

double scale_of(std::string_view name, Detail detail) {
    if (detail == Detail::full) return 1;
    // The large ones would cover each other.
    if (is_symbol(name)) return sprite(name).radius > 10 ? 1.2 : 1.4;
    return name.starts_with('h') && name.size() == 2 ? 1.25 : 1;
}

std::string sprite_defs(std::vector<std::string_view> names, Theme theme, Detail detail) {
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    std::string out;
    for (const std::string_view name : names) {
        out += "<g id=\"";
        out += id_prefix(theme);
        out += name;
        out += "\">";
        const double scale = scale_of(name, detail);
        if (scale != 1) {
            out += "<g transform=\"scale(";
            write(out, scale);
            out += ")\">";
        }
        out += coloured(sprite(name).drawing, theme);
        out += scale != 1 ? "</g></g>" : "</g>";
    }
    return out;
}

} // namespace bastide::art
