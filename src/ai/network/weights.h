#pragma once
// The numbers of the area network, and the file that they come in: a header (see weights.cpp), then
// whole numbers of two and four bytes, little-endian. training/README.md tells how they are made.

#include "ai/network/tokens.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace bastide {

namespace network {

inline constexpr unsigned width = 64;  // of a token's vector, and of the first layer of the head
inline constexpr unsigned narrow = 32; // of the second
inline constexpr unsigned head_inputs = (pools + 1) * width;

// Fixed point: how many parts one is.
inline constexpr int activation_one = 128; // rows and what they add up to
inline constexpr int weight_bits = 8;      // of the layers: 1/256
inline constexpr int most_activation = 8 * activation_one - 1;
inline constexpr int points_one = activation_one << weight_bits; // of the result
inline constexpr int direct_bits = 7;                            // points_one of a direct number

/// A matrix times a vector: numbers of two inputs lie side by side, so that one instruction
/// multiplies and adds both.
template <unsigned inputs, unsigned outputs>
struct Layer {
    static_assert(inputs % 2 == 0 && outputs % 16 == 0);
    alignas(64) std::array<std::int16_t, std::size_t{inputs} * outputs> weight;
    alignas(64) std::array<std::int32_t, outputs> bias;
};

} // namespace network

struct NetworkWeights {
    using Row = std::array<std::int16_t, network::width>;

    alignas(64) std::array<Row, network::token_rows> row;
    alignas(64) std::array<Row, network::global_rows> global;
    /// What a row adds to the result at once, by whose the area is.
    std::array<std::array<std::int16_t, network::relations>, network::token_rows> direct;
    std::array<std::int16_t, network::global_rows> global_direct;
    std::array<network::Layer<network::width, network::width>, network::kinds> token;
    network::Layer<network::head_inputs, network::width> first;
    network::Layer<network::width, network::narrow> second;
    std::array<std::int16_t, network::narrow> out;
    std::int32_t out_bias;
};

enum class WeightsError : std::uint8_t {
    not_weights,   // it does not begin as such a file does
    other_version, // of this format, or of what rows mean
    wrong_size,
    wrong_checksum,
};

struct WeightsRead {
    std::unique_ptr<const NetworkWeights> weights; // or
    WeightsError error = WeightsError::not_weights;
    std::uint64_t terms = 0; // checksum of the terms that the network corrects
};
WeightsRead read_weights(std::string_view file);

/// What a file of other terms would be: the network was trained to correct these.
std::uint64_t checksum_of_play_terms();

/// The weights that the program was built with; empty if there are none.
std::string_view embedded_weights();

} // namespace bastide
