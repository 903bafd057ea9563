// A log row that was damaged: it is refused, or it is an entry that writes itself the same again.

#include "server/rooms/entry.h"
#include "server/rooms/table_rules.h"

#include <cstdlib>

using namespace bastide;
using namespace bastide::server;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Setups setups;
    static const Edition* edition = Catalog::embedded().find("new");
    static const auto setup = setups.get(*edition, edition->defaults);
    const std::string body(reinterpret_cast<const char*>(data), size);
    const auto entry = parse_entry(body, 1, *setup, 2);
    if (!entry) return 0;
    const std::string written = entry_body(*entry, *setup);
    const auto again = parse_entry(written, 1, *setup, 2);
    if (!again || entry_body(*again, *setup) != written) std::abort();
    return 0;
}
