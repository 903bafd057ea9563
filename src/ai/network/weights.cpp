#include "ai/network/weights.h"

#include "ai/evaluation/terms.h"

#include <bit>
#include <cstring>
#include <type_traits>

namespace bastide {
namespace {

/// 32 bytes before the numbers.
struct FileHeader {
    std::array<char, 8> magic;
    std::uint32_t format;
    std::uint32_t rows; // network::version
    std::uint64_t terms;
    std::uint64_t checksum; // of all that follows
};
static_assert(sizeof(FileHeader) == 32);
constexpr std::array<char, 8> magic = {'b', 'a', 's', 't', 'n', 'e', 't', '\n'};
constexpr std::uint32_t format = 1;

std::uint64_t fnv(std::string_view bytes) {
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    return hash;
}

/// Takes numbers from the file, in order.
class Source {
  public:
    explicit Source(std::string_view bytes)
        : bytes_(bytes) {}
    template <class Number, std::size_t size>
    void take(std::array<Number, size>& out) {
        if constexpr (std::is_integral_v<Number>) {
            take_bytes(out.data(), sizeof out);
        } else {
            for (Number& inner : out) take(inner);
        }
    }
    /// In the file: the numbers of the first output, of the second, ... and then what is added.
    template <unsigned inputs, unsigned outputs>
    void take(network::Layer<inputs, outputs>& layer) {
        for (unsigned o = 0; o < outputs; ++o) {
            std::array<std::int16_t, inputs> row;
            take(row);
            for (unsigned i = 0; i < inputs; ++i) {
                layer.weight[std::size_t{i / 2} * 2 * outputs + 2 * o + i % 2] = row[i];
            }
        }
        take(layer.bias);
    }
    void take(std::int32_t& number) { take_bytes(&number, sizeof number); }
    bool fits() const { return !short_ && bytes_.empty(); }

  private:
    void take_bytes(void* out, std::size_t size) {
        short_ |= bytes_.size() < size;
        if (short_) return;
        std::memcpy(out, bytes_.data(), size);
        bytes_.remove_prefix(size);
    }
    std::string_view bytes_;
    bool short_ = false;
};

} // namespace

WeightsRead read_weights(std::string_view file) {
    static_assert(std::endian::native == std::endian::little);
    WeightsRead read;
    FileHeader header;
    if (file.size() < sizeof header) return read;
    std::memcpy(&header, file.data(), sizeof header);
    if (header.magic != magic) return read;
    read.error = WeightsError::other_version;
    if (header.format != format || header.rows != network::version) return read;
    file.remove_prefix(sizeof header);
    auto weights = std::make_unique<NetworkWeights>();
    Source source(file);
    source.take(weights->row);
    source.take(weights->global);
    source.take(weights->direct);
    source.take(weights->global_direct);
    for (auto& layer : weights->token) source.take(layer);
    source.take(weights->first);
    source.take(weights->second);
    source.take(weights->out);
    source.take(weights->out_bias);
    read.error = WeightsError::wrong_size;
    if (!source.fits()) return read;
    read.error = WeightsError::wrong_checksum;
    if (fnv(file) != header.checksum) return read;
    read.terms = header.terms;
    read.weights = std::move(weights);
    return read;
}

std::uint64_t checksum_of_play_terms() {
    std::uint64_t hash = 0;
    for (const Terms& terms : play_terms(Form::classic, 2)) {
        for (const float term : as_floats(terms).first<narrow_term_count>()) {
            hash = (hash ^ std::bit_cast<std::uint32_t>(term)) * 0x100000001B3u;
        }
    }
    return hash;
}

} // namespace bastide
