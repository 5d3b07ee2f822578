# What `make` shows of its work: a line for each file that it makes, such as
#
#   CC      src/core/search/astar.c
#
# and all that the commands print, so warnings and errors. `make V=1` shows the commands, `make -n`
# does too, and `make -s` shows nothing.

V ?=# 1: the commands

# says VERB[,FILE]: begins a command, and stands for it in what is shown. FILE is the source if it is
# not given.
says = $(if $(SHOWS_COMMANDS),,@printf '  %-7s %s\n' $(1) $(or $(2),$<) && )

# -n and -s are letters of the first word; what follows are longer options.
SHOWS_COMMANDS := $(filter-out 0,$(V))$(findstring n,$(firstword -$(MAKEFLAGS)))$(findstring s,$(firstword -$(MAKEFLAGS)))
