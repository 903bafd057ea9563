# Types lines into a zsh on a terminal, presses Tab behind each, and prints what it was called with.
# usage: zsh -f completed.zsh FOLDER LINE...    FOLDER: where _bastide lies; the shell works there
zmodload zsh/zpty
folder=$1
shift
zpty shell zsh -f -i
zpty -w shell "cd ${(q)folder}; source ${(q)0:A:h}/completed_rc.zsh"
zpty -r -m shell said '*READY*'
for line; do
    zpty -n -w shell "$line"$'\t\n'
    zpty -r -m shell said '*CALLED<*>*'
    print -r -- "bastide ${${said##*CALLED<}%%>*}"
done
zpty -d shell
