// Bytes after a WebSocket's handshake, through the same library and limits as a connection's:
// frames, fragments, masks, control frames, and the messages in them.

#include "server/protocol/message.h"

#include <boost/beast/_experimental/test/stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

#include <cstdlib>
#include <string>

using namespace bastide::server;
namespace beast = boost::beast;
namespace websocket = beast::websocket;

namespace {

constexpr const char* handshake = "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                                  "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    boost::asio::io_context context;
    websocket::stream<beast::test::stream, false> stream(context);
    beast::test::stream peer(context);
    stream.next_layer().connect(peer);
    stream.next_layer().append(std::string(handshake) +
                               std::string(reinterpret_cast<const char*>(data), size));
    stream.next_layer().close_remote(); // the end, after these bytes
    stream.read_message_max(max_frame_bytes);
    beast::error_code error;
    stream.accept(error);
    while (!error) {
        beast::flat_buffer buffer;
        stream.read(buffer, error);
        if (buffer.size() > max_frame_bytes) std::abort();
        if (error || !stream.got_text()) continue;
        const auto text = buffer.cdata();
        (void)parse_client_message({static_cast<const char*>(text.data()), text.size()});
    }
    return 0;
}
