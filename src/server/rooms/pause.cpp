#include "server/rooms/pause.h"

#include <algorithm>

namespace bastide::server {

void Pause::add(const Entry& entry) {
    if (since_) left_ms_ -= std::max<std::int64_t>(0, entry.at - *since_);
    since_.reset();
    if (entry.kind != Entry::Kind::pause) return;
    since_ = entry.at;
    ++begun_;
}

} // namespace bastide::server
