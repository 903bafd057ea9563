# What completed.zsh has its shell read first.
PS1= PS2=
unsetopt zle_bracketed_paste list_ambiguous auto_list auto_menu
stty -echo
fpath=($PWD $fpath)
autoload -Uz compinit
compinit -u -D
bindkey '^I' complete-word
bastide() { print -r -- "CALLED<$*>" }
print READY
