#include "art/sprites.h"

namespace bastide::art {
namespace {

constexpr Sprite town[] = {
    {"h1", 8,
     R"svg(<g transform="scale(1.5)"><path d="M-4 3.8L6.6 3.8 8 1.6 5-.5z" fill="$o" opacity=".22"/>)svg"
     R"svg(<path d="M-4.2-.6H4.2V3.8H-4.2z" fill="$H"/><path d="M1.6-.6H4.2V3.8H1.6z" fill="$p"/>)svg"
     R"svg(<path d="M-5.2 0L-3.4-4.4H3.4L5.2 0z" fill="$1"/><path d="M-5.2 0L-4.8-1H4.8L5.2 0z" fill="$4"/>)svg"
     R"svg(<path d="M-3.4-4.4H3.4L4-3H-4z" fill="$n"/><path d="M-.7 3.8V1.5H.8V3.8z" fill="$k"/></g>)svg"},
    {"h2", 8,
     R"svg(<g transform="scale(1.5)"><path d="M-3 3.9L6.4 3.9 7.8 1.4 4-.6z" fill="$o" opacity=".22"/>)svg"
     R"svg(<path d="M1-.4H4.6V3.7H1z" fill="$p"/><path d="M-4 3.9V-.2L-1.5-3.6 1-.2V3.9z" fill="$H"/>)svg"
     R"svg(<path d="M-1.5-4.8H2.4L5.4-.1H1.4z" fill="$2"/><path d="M2.9-4L5.4-.1H4.2L1.7-4.8H2.4z" fill="$5"/>)svg"
     R"svg(<path d="M-1.5-4.8L-4.9-.1-4 .2-1.5-3.4 1 .2 1.9-.1z" fill="$5"/><path d="M-1.5-4.8H2.4L3-3.9H-.9z" fill="$n"/>)svg"
     R"svg(<path d="M-2.2 3.9V1.7H-.8V3.9z" fill="$k"/></g>)svg"},
    {"h3", 8,
     R"svg(<g transform="scale(1.5)"><path d="M-2 4.4L4.8 4.4 6.4 1.8 3-.4z" fill="$o" opacity=".22"/>)svg"
     R"svg(<path d="M-2.7 4.4V-1.4H2.8V4.4z" fill="$H"/><path d="M.6 4.4V-1.4H2.8V4.4z" fill="$p"/>)svg"
     R"svg(<path d="M1.2-5.6h1.1v3H1.2z" fill="$S"/><path d="M-3.5-.9L0-5.6 3.6-.9z" fill="$3"/>)svg"
     R"svg(<path d="M0-5.6L3.6-.9H1z" fill="$6"/><path d="M-1.5-3.6L0-5.6 1.5-3.6 0-3z" fill="$n"/>)svg"
     R"svg(<path d="M-.6 4.4V2.6H.7v1.8z" fill="$k"/></g>)svg"},
    {"hall", 10,
     R"svg(<path d="M-8 8H12L15 4 9 0z" fill="$o" opacity=".24"/><path d="M3 0V-7H8V0z" fill="$s"/><path d="M6-7H8V0H6z" fill="$S"/>)svg"
     R"svg(<path d="M2.2-6.4L5.5-12.4 8.8-6.4z" fill="$t"/><path d="M5.5-12.4L8.8-6.4H6.6z" fill="$T"/><path d="M5.5-12.4V-15.4L9-14.2 5.5-13.4" fill="#d23a2a" stroke="$d" stroke-width=".4"/>)svg"
     R"svg(<path d="M-8 8V0H9V8z" fill="$h"/><path d="M4 0H9V8H4z" fill="$H"/><path d="M-9.4.6L-6.6-5H7.6L10.4.6z" fill="$t"/><path d="M-9.4.6L-8.8-.8H9.8L10.4.6z" fill="$T"/><path d="M-6.6-5H7.6L8.4-3.4H-7.4z" fill="$n"/>)svg"
     R"svg(<path d="M-1.4 8V5A1.6 1.6 0 0 1 1.8 5V8zM-6.2 2.4h1.6v2.4h-1.6zM-3.4 2.4h1.2v2.4h-1.2zM5.4 2.4H7v2.4H5.4z" fill="$d"/>)svg"},
    {"mkt", 10,
     R"svg(<path d="M-9.6-5.6L8.6-6.4 10 5.6-8.4 7z" fill="$r" stroke="$C" stroke-width=".6" stroke-linejoin="round"/>)svg"
     R"svg(<path d="M-7.4 2.4V-1.2H-1.4V2.4zM2 4.6V1H8V4.6zM0-2.4V-5H6V-2.4z" fill="$d" opacity=".75"/>)svg"
     R"svg(<path d="M-8-.6L-7-3.4H-1.8L-.8-.6zM1.4 1.6L2.4-1.2H7.6L8.6 1.6zM-.6-4.4L.4-7.2H5.6L6.6-4.4z" fill="$v"/>)svg"
     R"svg(<path d="M-6-.6L-5.6-3.4H-4.4V-.6zM-2.8-.6L-3-3.4H-1.8L-.8-.6zM3.4 1.6L3.8-1.2H5V1.6zM6.6 1.6L6.4-1.2H7.6L8.6 1.6z" fill="$1"/>)svg"
     R"svg(<path d="M1.4-4.4L1.8-7.2H3V-4.4zM4.6-4.4L4.4-7.2H5.6L6.6-4.4z" fill="$t"/><path d="M-5.4 5.4h2.4M-4.2 6.4h2.2" stroke="$C" stroke-width=".8" stroke-linecap="round"/>)svg"},
    {"keep", 10,
     R"svg(<path d="M-6 8H10L13.4 4 7 0z" fill="$o" opacity=".24"/><path d="M-6 8V-5H5V8z" fill="$s"/><path d="M1 8V-5H5V8z" fill="$S"/>)svg"
     R"svg(<path d="M-7-4V-8.4H-4.8V-6.6H-2.6V-8.4H-.4V-6.6H1.8V-8.4H4V-6.6H6V-4z" fill="$L" stroke="$S" stroke-width=".4"/><path d="M-2.2 8V4.6A1.7 1.7 0 0 1 1.2 4.6V8zM-4-1.4h1.2V1H-4zM2 -1.4h1.2V1H2z" fill="$d"/>)svg"
     R"svg(<path d="M-.4-7V-14L4-12.4-.4-10.8" fill="#d23a2a" stroke="$d" stroke-width=".5"/>)svg"},
    {"well", 4.6,
     R"svg(<ellipse cx=".8" cy="3" rx="4.4" ry="1.6" fill="$o" opacity=".22"/><ellipse cy="1.4" rx="3.6" ry="2.4" fill="$S"/><ellipse cy=".4" rx="3.6" ry="2.2" fill="$L"/><ellipse cy=".4" rx="2.4" ry="1.3" fill="$w"/>)svg"
     R"svg(<path d="M-3 .2V-3.6M3 .2V-3.6" stroke="$k" stroke-width=".8"/><path d="M-4-3L0-5.6 4-3z" fill="$2"/><path d="M0-5.6L4-3H2z" fill="$5"/>)svg"},
    // Farm houses under thatch: what stands outside walls looks different.
    {"cot", 5,
     R"svg(<path d="M-3.6 3.2L5.6 3.2 6.8 1.4 4-.6z" fill="$o" opacity=".22"/>)svg"
     R"svg(<path d="M-3.8-.6H3.8V3.2H-3.8z" fill="$h"/><path d="M1.4-.6H3.8V3.2H1.4z" fill="$H"/>)svg"
     R"svg(<path d="M-5 .4Q-4-3.8-2.6-4H2.6Q4-3.8 5 .4z" fill="$M"/><path d="M-5 .4L-4.7-.8H4.7L5 .4z" fill="$k" opacity=".6"/>)svg"
     R"svg(<path d="M-3.6-3Q-3-4-2.6-4H2.6Q3-4 3.6-3z" fill="$n"/><path d="M-.6 3.2V1.2H.8V3.2z" fill="$d"/>)svg"},
    {"twr", 6.5,
     R"svg(<path d="M-1 5.4L5.4 5 7.6 2.4 3 0z" fill="$o" opacity=".25"/>)svg"
     R"svg(<path d="M-2.7 4.6V-2H2.7V4.6Q0 6-2.7 4.6z" fill="$s"/><path d="M.7 5.3V-2H2.7V4.6Q1.8 5.2.7 5.3z" fill="$S"/>)svg"
     R"svg(<path d="M-3.3-1.2V-2.9H3.3V-1.2Q0-.2-3.3-1.2z" fill="$L"/><path d="M-3.5-2.7L0-8.4 3.5-2.7Q0-1.5-3.5-2.7z" fill="$t"/>)svg"
     R"svg(<path d="M0-8.4L3.5-2.7Q2.2-2.2.9-2.1z" fill="$T"/><path d="M-1.3-6.3L0-8.4 1.3-6.3Q0-5.2-1.3-6.3z" fill="$n"/>)svg"
     R"svg(<path d="M-1 .8h.9v2H-1z" fill="$d"/>)svg",
     3.4},
    {"gat", 7.5,
     R"svg(<path d="M-5 5L8.6 5 10.4 2.6 6 0z" fill="$o" opacity=".25"/>)svg"
     R"svg(<path d="M-6.6 5V-3.2H-2.6V-1H2.6V-3.2H6.6V5z" fill="$s"/><path d="M4.9 5V-3.2H6.6V5zM-3.8 5V-1H-2.6V5z" fill="$S"/>)svg"
     R"svg(<path d="M-2.5 5V2.2A2.5 2.5 0 0 1 2.5 2.2V5z" fill="$d"/><path d="M-2.6-1.8h1.2v1h1v-1h1v1h1v-1h1V0h-5.2z" fill="$L"/>)svg"
     R"svg(<path d="M-7.3-3L-4.6-7.6-1.9-3zM1.9-3L4.6-7.6 7.3-3z" fill="$t"/><path d="M-4.6-7.6L-1.9-3H-3.8zM4.6-7.6L7.3-3H5.4z" fill="$T"/>)svg"
     R"svg(<path d="M-5.5-6L-4.6-7.6-3.7-6zM3.7-6L4.6-7.6 5.5-6z" fill="$n"/>)svg",
     2},
    {"abb", 17,
     R"svg(<g transform="translate(0 -2)scale(1.1)"><path d="M-11 15H16L20 10 15 4z" fill="$o" opacity=".22"/>)svg"
     R"svg(<path d="M1 5V-6H8V5z" fill="$h"/><path d="M5.4 5V-6H8V5z" fill="$H"/><path d="M.2-5.6L4.5-15 8.8-5.6z" fill="$t"/>)svg"
     R"svg(<path d="M4.5-15L8.8-5.6H6z" fill="$T"/><path d="M3.3-12.4L4.5-15 5.7-12.4Q4.5-11.4 3.3-12.4z" fill="$n"/>)svg"
     R"svg(<path d="M4.5-19.6v5M2.5-18h4" stroke="$d" stroke-width="1.1" fill="none"/>)svg"
     R"svg(<path d="M3.2-2V-3.4a1.2 1.2 0 0 1 2.4 0V-2z" fill="$d"/>)svg"
     R"svg(<path d="M-4 15V5H14V15z" fill="$H"/><path d="M-13 15V4L-8.5-2-4 4V15z" fill="$h"/>)svg"
     R"svg(<path d="M-8.5-3.4H9L15.4 5.4H-2.6z" fill="$1"/><path d="M-3.8 3.8H14.2L15.4 5.4H-2.6z" fill="$4"/>)svg"
     R"svg(<path d="M-8.5-3.4H9L11-.7H-6.5z" fill="$n"/><path d="M-8.5-3.4L-14.4 4.6-13 5.2-8.5-1-4 5.2-2.6 4.6z" fill="$4"/>)svg"
     R"svg(<path d="M-10 15V11a1.6 1.6 0 0 1 3.2 0V15zM-.6 13V9.2a1.1 1.1 0 0 1 2.2 0V13zM4 13V9.2a1.1 1.1 0 0 1 2.2 0V13zM8.6 13V9.2a1.1 1.1 0 0 1 2.2 0V13z" fill="$d"/>)svg"
     R"svg(<circle cx="-8.5" cy="5" r="1.6" fill="$t"/></g>)svg"},
    {"shd", 9.2,
     R"svg(<g transform="scale(1.5)"><path d="M-5-6.6H5V0Q5 5.2 0 7.4-5 5.2-5 0z" fill="$o" opacity=".3" transform="translate(.9 .9)"/>)svg"
     R"svg(<path d="M-5.2-6.8H5.2V0Q5.2 5.2 0 7.6-5.2 5.2-5.2 0z" fill="#fff7e0" stroke="$d" stroke-width=".7"/>)svg"
     R"svg(<path d="M-3.8-5.4H0V.2H-3.8zM0 .2H3.8Q3.6 4 0 5.9z" fill="#2c63b8"/>)svg"
     R"svg(<path d="M0-5.4H3.8V.2H0zM-3.8.2H0V5.9Q-3.6 4-3.8.2z" fill="#f0b429"/></g>)svg"},
    // A white house by its lake.
    {"inn", 9,
     R"svg(<ellipse cx="2" cy="4.4" rx="9" ry="4.6" fill="$w" stroke="$b" stroke-width="1.4"/><path d="M3.6 5.6q1.2-1.4 2.4 0t2.4 0M-2 7.2q1-1.2 2 0t2 0" fill="none" stroke="$W" stroke-width=".9" stroke-linecap="round"/>)svg"
     R"svg(<path d="M-7.4 4.6V-2.6L-3.2-7 1-2.6V4.6z" fill="$h" stroke="$d" stroke-width=".7"/><path d="M-9-1.8L-3.2-9 2.6-1.8 1-1.2-3.2-6.4-7.4-1.2z" fill="$1" stroke="$d" stroke-width=".6" stroke-linejoin="round"/>)svg"
     R"svg(<path d="M-4.6 4.6V.8H-1.8V4.6z" fill="$d"/><path d="M1-.4H5.6M4.6-.4V.8" stroke="$d" stroke-width=".8"/><circle cx="4.6" cy="2.2" r="1.7" fill="#f4b81c" stroke="$d" stroke-width=".5"/>)svg"},
    // Seen from across the room.
    {"cath", 21,
     R"svg(<path d="M-16 18H20L26 11 18 2z" fill="$o" opacity=".26"/><path d="M-16 18V-2L0-10 16-2V18z" fill="$h" stroke="$d" stroke-width=".8"/><path d="M5 18V-7L16-2V18z" fill="$H"/>)svg"
     R"svg(<path d="M-17.6-.6L0-13 17.6-.6 16 1 0-9.6-16 1z" fill="$t" stroke="$d" stroke-width=".7"/><path d="M-15.4 18V-9H-7.4V18zM7.4 18V-9H15.4V18z" fill="$s" stroke="$d" stroke-width=".8"/><path d="M-10 18V-9H-7.4V18zM12.8 18V-9H15.4V18z" fill="$S"/>)svg"
     R"svg(<path d="M-16.6-8.4L-11.4-22-6.2-8.4zM6.2-8.4L11.4-22 16.6-8.4z" fill="$t" stroke="$d" stroke-width=".8" stroke-linejoin="round"/><path d="M-11.4-22L-6.2-8.4H-9.4zM11.4-22L16.6-8.4H13.4z" fill="$T"/>)svg"
     R"svg(<path d="M-11.4-25.4V-21M-13-24H-9.8M11.4-25.4V-21M9.8-24H13M0-18V-12M-2-16H2" stroke="$d" stroke-width="1.2"/><circle cy="0" r="6" fill="#3f6fc4" stroke="$d" stroke-width=".9"/><path d="M0-6V6M-6 0H6" stroke="#ffe58a" stroke-width=".5"/><circle r="1.4" fill="#ffe58a"/>)svg"
     R"svg(<path d="M-4 18V11.6Q-4 8 0 7 4 8 4 11.6V18z" fill="$d"/><path d="M-12.6 2V-3a1.2 1.2 0 0 1 2.4 0V2zM10.2 2V-3a1.2 1.2 0 0 1 2.4 0V2zM-12.6 12V7a1.2 1.2 0 0 1 2.4 0V12zM10.2 12V7a1.2 1.2 0 0 1 2.4 0V12z" fill="$d"/>)svg"},
    // Goods: told by the shape of the badge too.
    {"wine", 8,
     R"svg(<circle r="7.6" fill="#fff4e0" stroke="#5b1a52" stroke-width="1.4"/><path d="M-3-4.4Q-1-6.4 3-5.6 1-3.4-1.6-3.2z" fill="#4c8a37"/>)svg"
     R"svg(<path d="M-3.6-1.6v.1M0-1.8v.1M3.4-1.6v.1M-1.8 1.2v.1M1.8 1.2v.1M0 4v.1" stroke="#7b2a72" stroke-width="4" stroke-linecap="round"/>)svg"},
    {"grain", 8,
     R"svg(<path d="M0-8.4L8.2 6.4H-8.2z" fill="#fff4e0" stroke="#8a6400" stroke-width="1.4" stroke-linejoin="round"/>)svg"
     R"svg(<path d="M0 5.6V-5M-.4 3Q-4 2.6-4-.2-.4 0-.4 3zM.4 3Q4 2.6 4-.2.4 0 .4 3zM-.4-.6Q-3-1-3-3.4-.4-3-.4-.6zM.4-.6Q3-1 3-3.4.4-3 .4-.6zM0-3Q-1.4-4.6 0-6.4 1.4-4.6 0-3z" fill="#e0a512" stroke="#c48a06" stroke-width=".9"/>)svg"},
    {"cloth", 8,
     R"svg(<path d="M-7-7H7V7H-7z" fill="#fff4e0" stroke="#0c4a6b" stroke-width="1.4" stroke-linejoin="round"/>)svg"
     R"svg(<path d="M-4.6-3.6H3Q5-3.6 5-1.2V4.8H-2.6V.6z" fill="#2f86c4"/><path d="M-2.6 1.8H5M-2.6 3.6H5" stroke="#fff" stroke-width=".9"/><ellipse cx="-3.4" cy="-1.2" rx="1.8" ry="2.6" fill="#bfe0f4" stroke="#0c4a6b" stroke-width=".8"/><circle cx="-3.4" cy="-1.2" r=".8" fill="#0c4a6b"/>)svg"},
    {"ginger", 8,
     R"svg(<circle r="8.4" fill="#fff4e0" stroke="#b5463c" stroke-width="1.2"/>)svg"
     R"svg(<path d="M0-6.6a2.6 2.6 0 0 1 1.8 4.5L5-2.6Q6.6-1.4 5-.2L2 .6 2.2 2 4.2 5.2Q3.4 7 1.6 6.2L0 3.4-1.6 6.2Q-3.4 7-4.2 5.2L-2.2 2-2 .6-5-.2Q-6.6-1.4-5-2.6L-1.8-2.1A2.6 2.6 0 0 1 0-6.6z" fill="#a8622c"/>)svg"
     R"svg(<path d="M-4.6-1.6l1 .5M4.6-1.6l-1 .5M-3.4 5l.7-1M3.4 5l-.7-1M-1-3.4Q0-2.6 1-3.4" stroke="#fff" stroke-width=".7" fill="none" stroke-linecap="round"/>)svg"
     R"svg(<path d="M-1-4.8v.1M1-4.8v.1M0-1v.1M0 1v.1" stroke="#fff" stroke-width=".9" stroke-linecap="round"/>)svg"},
};

} // namespace

std::span<const Sprite> town_sprites() {
    return town;
}

} // namespace bastide::art
