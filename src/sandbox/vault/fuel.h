/*
** What work is worth in fuel, and how deep calls may go. This file is a part of the vault's
** identity: two machines that count otherwise do not behave the same.
*/
#ifndef ASTAR_SANDBOX_VAULT_FUEL_H
#define ASTAR_SANDBOX_VAULT_FUEL_H

enum {
  /* An instruction of Lua: measured, about what it takes in the middle. */
  LA_FUEL_INSTRUCTION = 6,
  /* A question, beside one for each byte of it and of its answer: the host reads them. */
  LA_FUEL_QUESTION = 300,
  /* For what still runs when a call's own is spent: that ends, and may not take longer. */
  LA_FUEL_GRACE = 1 << 20,
  /*
  ** What the host does in the guest for itself may take so much, which is plenty, and which a guest
  ** that is out of its mind uses up within a tenth of a second; and to collect, so much for a byte.
  */
  LA_FUEL_HOST = 1 << 26,
  LA_FUEL_COLLECTED_BYTE = 16
};

/*
** Functions of the guest on the native stack at once. What Lua's own limit of 200 C calls lets a
** script reach is 1800 of them, with `load` in `pcall`.
*/
enum { LA_VAULT_DEEPEST = 2500 };

#endif
