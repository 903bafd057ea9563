#!/bin/sh
# An engine that plays by the protocol until its line number $2 and then does what $1 says.
# Used by engine_arena_test.cpp.

behaviour=$1
when=$2
line=0
move=

misbehave() {
    case $behaviour in
    exit) exit 0 ;;
    fail) echo "something is wrong" >&2; exit 3 ;;
    crash) kill -SEGV $$ ;;
    killed) kill -KILL $$ ;;
    frozen) kill -STOP $$ ;;
    silent) while read -r text; do :; done; exit 0 ;;
    asleep) exec sleep 1000 ;;
    deaf) exec <&-; exec sleep 1000 ;;
    mute) exec >&-; exec sleep 1000 ;;
    stubborn) trap '' TERM INT HUP; while :; do sleep 1; done ;;
    orphans) sleep 1000 & sleep 1000 & exit 1 ;;
    family) sleep 1000 & sleep 1000 & wait ;;
    endless_lines) exec yes "info string and so on" ;;
    endless_line) exec cat /dev/zero ;;
    endless_errors) exec yes "oh no" >&2 ;;
    noise) head -c 50000 /dev/urandom; exec sleep 1000 ;;
    huge_line) head -c 3000000 /dev/zero | tr '\0' x; echo; exec sleep 1000 ;;
    esac
}

# At a question about a move, the others give one of these.
answer() {
    [ $line -lt "$when" ] && { echo "bestmove $move"; return; }
    case $behaviour in
    far) echo "bestmove 99,99,0" ;;
    word) echo "bestmove banana" ;;
    nothing) echo "bestmove" ;;
    binary) printf 'bestmove \377\376\001\n' ;;
    occupied) echo "bestmove 0,0,0" ;;
    *) echo "bestmove 100000000000000000000,0,0" ;;
    esac
}

while read -r word rest; do
    line=$((line + 1))
    [ $line -ge "$when" ] && misbehave
    case $word in
    bep) printf 'id name hostile\nid author nobody\nwants moves\nbepok 1\n' ;;
    isready) echo readyok ;;
    moves) move=${rest%% *} ;;
    go) answer ;;
    quit) exit 0 ;;
    esac
done
