/*
** Calls that may end their process, in one of their own. For POSIX.
*/
#ifndef SPEC_VAULT_CHILD_H
#define SPEC_VAULT_CHILD_H

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs in a process of its own; its exit status, or 100 and the signal that has ended it. */
static inline int in_a_child(int (*run)(void)) {
  fflush(stdout);
  pid_t child = fork();
  int status;
  if (child == 0) _exit(run());
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 100 + WTERMSIG(status) : WEXITSTATUS(status);
}

#endif
