#include "server/dealer/chain.h"

#include <algorithm>
#include <cassert>
#include <string_view>

namespace bastide::server {
namespace {

Bytes32 hashed(Bytes32 value, unsigned times) {
    for (unsigned i = 0; i < times; ++i) value = sha256(value);
    return value;
}

} // namespace

Chain::Chain(const Bytes32& seed)
    : values_(chain_length + 1) {
    values_.back() = seed;
    for (unsigned i = chain_length; i > 0; --i) values_[i - 1] = sha256(values_[i]);
}

PlayersPart::PlayersPart(Tips tips)
    : tips_(std::move(tips)) {
    constexpr std::string_view label = "bastide tips 2";
    std::vector<unsigned char> text(label.begin(), label.end());
    for (const auto& tip : tips_) {
        const Bytes32 bytes = tip.value_or(Bytes32{});
        text.insert(text.end(), bytes.begin(), bytes.end());
        known_.push_back(tip ? std::optional(Known{0, *tip}) : std::nullopt);
    }
    mixes_.push_back(sha256(text));
}

bool PlayersPart::fits(unsigned seat, unsigned turn, const Bytes32& link) const {
    const auto& known = known_[seat];
    if (!known || turn >= chain_length) return false;
    const unsigned depth = turn + 1;
    if (depth > known->depth) return hashed(link, depth - known->depth) == known->value;
    return hashed(known->value, known->depth - depth) == link; // after a takeback
}

void PlayersPart::played(unsigned seat, unsigned turn, const std::optional<Bytes32>& link) {
    assert(turn <= links_.size());
    if (link) {
        assert(fits(seat, turn, *link));
        Known& known = *known_[seat];
        if (turn + 1 > known.depth) known = {turn + 1, *link};
    }
    if (turn < links_.size()) return;
    std::array<unsigned char, 64> text = {};
    std::ranges::copy(mixes_.back(), text.begin());
    if (link) std::ranges::copy(*link, text.begin() + 32);
    mixes_.push_back(sha256(text));
    links_.push_back(link ? std::optional(Revealed{seat, *link}) : std::nullopt);
}

} // namespace bastide::server
