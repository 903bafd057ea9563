#pragma once
// The same work on several threads. In WebAssembly there is one: the parts come one by one.

#if !defined(__wasm__)
#include <thread>
#include <vector>
#endif

namespace bastide {

/// Calls work(0) to work(parts - 1) and returns when all are done.
template <class Work>
void in_parallel(unsigned parts, const Work& work) {
#if defined(__wasm__)
    for (unsigned i = 0; i < parts; ++i) work(i);
#else
    std::vector<std::thread> others;
    for (unsigned i = 1; i < parts; ++i) others.emplace_back([&work, i] { work(i); });
    work(0);
    for (std::thread& other : others) other.join();
#endif
}

} // namespace bastide
