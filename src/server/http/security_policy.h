#pragma once

namespace bastide::server {

/// What pages may load: nothing but our own files and sockets, and WebAssembly for the engine.
/// Made from web/security_policy.txt, which vite sends too; the definition is generated.
extern const char* const security_policy;

} // namespace bastide::server
