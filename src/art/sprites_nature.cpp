#include "art/sprites.h"

namespace bastide::art {
namespace {

constexpr Sprite nature[] = {
    {"oak", 5,
     R"svg(<g transform="scale(1.18)"><ellipse cx="1.3" cy="2.9" rx="3.6" ry="1.5" fill="$o" opacity=".24"/><path d="M-.5 1h1v2.2h-1z" fill="$k"/>)svg"
     R"svg(<circle cy="-.7" r="3.4" fill="$X"/><circle cx="-.5" cy="-1.3" r="2.7" fill="$x"/><circle cx="-1.3" cy="-2.2" r="1.2" fill="$y"/></g>)svg"},
    {"elm", 5,
     R"svg(<g transform="scale(1.18)"><ellipse cx="1.4" cy="3" rx="4" ry="1.5" fill="$o" opacity=".24"/><path d="M-.5 1h1v2.2h-1z" fill="$k"/>)svg"
     R"svg(<path d="M-3.8 0A2.2 2.2 0 0 1-2-2.8 2.4 2.4 0 0 1 2.2-2.9 2.1 2.1 0 0 1 3.7.6 2.1 2.1 0 0 1 .6 2 2.4 2.4 0 0 1-3.8 0z" fill="$X"/>)svg"
     R"svg(<path d="M-3.3-.5A1.8 1.8 0 0 1-1.8-2.6 2 2 0 0 1 1.6-2.9 1.7 1.7 0 0 1 2.4-.2 2.2 2.2 0 0 1-.6.7 2 2 0 0 1-3.3-.5z" fill="$x"/><circle cx="-1" cy="-1.9" r="1" fill="$y"/></g>)svg"},
    {"fir", 5,
     R"svg(<g transform="scale(1.18)"><ellipse cx="1.2" cy="3.6" rx="3.2" ry="1.2" fill="$o" opacity=".26"/><path d="M-.5 2h1v2h-1z" fill="$k"/>)svg"
     R"svg(<path d="M0-4.8L2-1.8H1.2L3 1H1.9L3.6 3.2H-3.6L-1.9 1H-3L-1.2-1.8H-2z" fill="$X"/>)svg"
     R"svg(<path d="M0-4.8L.4-1.8H-.6L0 1H-1L-.4 3.2H-3.6L-1.9 1H-3L-1.2-1.8H-2z" fill="$x"/>)svg"
     R"svg(<path d="M0-4.8L1.1-3.2Q0-2.4-1.1-3.2zM-1.2-1.8Q0-.9 1.2-1.8L2.2-.3Q0 .9-2.2-.3z" fill="$n"/></g>)svg"},
    {"bsh", 2.6,
     R"svg(<ellipse cx=".6" cy="1.3" rx="2.4" ry=".9" fill="$o" opacity=".22"/><circle cx="-.8" r="1.4" fill="$X"/><circle cx=".9" cy=".1" r="1.4" fill="$X"/><circle cy="-.5" r="1.5" fill="$x"/><circle cx="-.5" cy="-1" r=".6" fill="$y"/>)svg"},
    {"hdg", 3,
     R"svg(<ellipse cx=".6" cy="1.8" rx="2.8" ry="1" fill="$o" opacity=".22"/><circle r="2.3" fill="$X"/><circle cx="-.3" cy="-.5" r="1.7" fill="$x"/><circle cx="-.7" cy="-1" r=".7" fill="$y"/>)svg"},
    {"shp", 2.8,
     R"svg(<ellipse cx=".5" cy="1.5" rx="2.2" ry=".6" fill="$o" opacity=".2"/><path d="M-.9.5v1.2M.8.5v1.2" stroke="$d" stroke-width=".5"/><ellipse rx="1.9" ry="1.3" fill="$v"/><circle cx="-1.9" cy="-.4" r=".75" fill="$d"/>)svg"},
    {"hay", 3,
     R"svg(<ellipse cx=".8" cy="1.7" rx="2.6" ry=".8" fill="$o" opacity=".22"/><path d="M-2.3 1.8Q-2.2-2 0-2.4 2.2-2 2.3 1.8z" fill="$m"/><path d="M.4-2.3Q2.2-2 2.3 1.8H1Q1.2-1 .4-2.3z" fill="$M"/>)svg"},
    {"rck", 3.4,
     R"svg(<ellipse cx=".8" cy="1.6" rx="3.2" ry=".9" fill="$o" opacity=".24"/><path d="M-3 1.7L-2.4-.6-.6-2 .8-.8 2.6-.4 3.2 1.7z" fill="$S"/><path d="M-3 1.7L-2.4-.6-.6-2-.2.2-1 1.7z" fill="$s"/><path d="M.8-.8L2.6-.4 1.6.6z" fill="$s"/><path d="M-2.4-.6L-.6-2 .8-.8 0-.6z" fill="$n"/>)svg"},
    {"red", 2.8,
     R"svg(<path d="M-1.6 2Q-1.4-.4-2-2M-.4 2V-2.4M.8 2Q.8 0 1.8-1.8" stroke="$X" stroke-width=".5" fill="none"/><path d="M-.4-2.6v1.2M-2-2.2l.1 1M1.8-2l-.3 1" stroke="$k" stroke-width=".9" stroke-linecap="round"/>)svg"},
    {"snm", 3.6,
     R"svg(<ellipse cx=".8" cy="3" rx="2.6" ry=".8" fill="$o" opacity=".22"/><circle cy="1.4" r="2.1" fill="#fff" stroke="$G" stroke-width=".4"/><circle cy="-1.4" r="1.4" fill="#fff" stroke="$G" stroke-width=".4"/>)svg"
     R"svg(<path d="M-1.3-2.5h2.6M-.8-2.6v-1.5h1.6v1.5z" stroke="$d" stroke-width=".5" fill="$d"/><path d="M0-1.5l-1.6.4" stroke="#e07a2f" stroke-width=".6"/><path d="M-1.3-.2Q0 .4 1.4-.2" stroke="#b5463c" stroke-width=".8" fill="none"/>)svg"},
    {"gold", 5,
     R"svg(<path d="M-4.4 3.4L-4-.4-1.4-3.6 1-2.6 2.4-4.2 4.6-.6 4.8 3.4z" fill="#8a5a00" transform="translate(.5 .7)"/>)svg"
     R"svg(<path d="M-4.4 3.4L-4-.4-1.4-3.6 1-2.6 2.4-4.2 4.6-.6 4.8 3.4z" fill="#f4b81c" stroke="#6b4700" stroke-width=".5"/><path d="M-4-.4L-1.4-3.6 1-2.6-.6.2zM1-2.6L2.4-4.2 4.6-.6 2 .4z" fill="#ffe58a"/>)svg"},
    {"mush", 5.4,
     R"svg(<ellipse cx=".8" cy="4.6" rx="4.6" ry="1.2" fill="$o" opacity=".3"/><path d="M-1.6 0H1.4L2 4.6H-2z" fill="#fff3dc" stroke="$d" stroke-width=".4"/>)svg"
     R"svg(<path d="M-5 .8Q-4.6-5 0-5.2 4.6-5 5 .8 0 2.2-5 .8z" fill="#d23a2a" stroke="$d" stroke-width=".5"/><circle cx="-2.2" cy="-1.6" r="1" fill="#fff"/><circle cx="1" cy="-3.2" r=".9" fill="#fff"/><circle cx="2.6" cy="-.6" r="1" fill="#fff"/>)svg"},
    {"fire", 7,
     R"svg(<ellipse cy="4.6" rx="6.4" ry="2" fill="$o" opacity=".3"/><path d="M-5 5.6L5 3M-5 3L5 5.6" stroke="$k" stroke-width="2" stroke-linecap="round"/>)svg"
     R"svg(<path d="M0-8Q1-4 3.6-2 5.4 1 3.4 4-1 6.4-3.6 3.8-5.4 1-2.8-2.4-1-4.4 0-8z" fill="#e8501e"/><path d="M.2-3.4Q2.4-.6 2.2 1.8 1.2 4.4-.8 4.2-2.8 3-1.8.4-.4-1.2.2-3.4z" fill="#ffd24a"/>)svg"},
    {"shrine", 8,
     R"svg(<ellipse cx="1" cy="5.4" rx="8" ry="2" fill="$o" opacity=".28"/><path d="M-6 5.4L-5.6-3.4H-2.8L-2.4 5.4zM2.4 5.4L2.8-3.4H5.6L6 5.4z" fill="$s" stroke="$d" stroke-width=".5"/>)svg"
     R"svg(<path d="M-7-3L-6.6-6.2 6.4-6.6 7-3.2z" fill="$L" stroke="$d" stroke-width=".5"/><circle cy="1.6" r="2.4" fill="none" stroke="#b5301e" stroke-width="1"/><circle cy="1.6" r=".9" fill="#b5301e"/>)svg"},
    {"volc", 18,
     R"svg(<g transform="translate(0 3)scale(1.25)"><path d="M-14 11L17 11 20 7 8-4z" fill="$o" opacity=".25"/><path d="M-15 11Q-8 6-5-7 0-9 5-7 8 6 15 11 0 14-15 11z" fill="#7c6653"/>)svg"
     R"svg(<path d="M0-8Q4-8 5-7 8 6 15 11 8 13 1 12.6 5 2 0-8z" fill="#5c493b"/><path d="M-5-7Q0-9 5-7 3-5 0-5-3-5-5-7z" fill="#ffb02e"/>)svg"
     R"svg(<path d="M-3-5.6Q-2-2-3 2-1 0 0 5 1.4 0 1-5z" fill="#e8501e"/><path d="M-2-9Q-5-12-2-14-3-17 1-16 4-19 6-15 9-14 6-11 4-10 2-9z" fill="#efe6da" opacity=".85"/></g>)svg"},
};

} // namespace

std::span<const Sprite> nature_sprites() {
    return nature;
}

} // namespace bastide::art
