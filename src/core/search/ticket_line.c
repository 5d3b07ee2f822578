#include "ticket_line.h"

/* ---- the heap -------------------------------------------------------------------------------- */

static bool comes_first(const astar_ticket *a, const astar_ticket *b) {
  return a->priority != b->priority ? a->priority > b->priority : a->number < b->number;
}

static void put_at(TicketLine *line, astar_ticket *ticket, size_t place) {
  line->waiting[place] = ticket;
  ticket->place = place;
}

static void sift_up(TicketLine *line, astar_ticket *ticket, size_t place) {
  for (; place > 0 && comes_first(ticket, line->waiting[(place - 1) / 2]); place = (place - 1) / 2)
    put_at(line, line->waiting[(place - 1) / 2], place);
  put_at(line, ticket, place);
}

static void sift_down(TicketLine *line, astar_ticket *ticket, size_t place) {
  astar_ticket **heap = line->waiting;
  for (size_t child; (child = 2 * place + 1) < line->waiting_count; place = child) {
    if (child + 1 < line->waiting_count && comes_first(heap[child + 1], heap[child])) child++;
    if (comes_first(ticket, heap[child])) break;
    put_at(line, heap[child], place);
  }
  put_at(line, ticket, place);
}

void line_return(astar_ticket *ticket) {
  TicketLine *line = ticket->line;
  ticket->waits = true;
  sift_up(line, ticket, line->waiting_count++);
}

void line_take(astar_ticket *ticket) {
  TicketLine *line = ticket->line;
  astar_ticket *last = line->waiting[--line->waiting_count];
  ticket->waits = false;
  if (last == ticket) return;
  if (comes_first(last, ticket)) sift_up(line, last, ticket->place);
  else sift_down(line, last, ticket->place);
}

/* ---- joining and leaving --------------------------------------------------------------------- */

bool line_join(TicketLine *line, Memory *memory, astar_ticket *ticket) {
  if (!memory_grow(memory, line->waiting, line->open, &line->capacity)) return false;
  line->open++;
  ticket->line = line;
  line_return(ticket);
  return true;
}

void line_leave(astar_ticket *ticket) {
  ticket->line->open--;
  ticket->line = NULL;
}

/* ---- lines ----------------------------------------------------------------------------------- */

TicketLine *line_of(TicketLine **lines, Memory *memory, const astar_player *player) {
  uint64_t owner = player != NULL ? player->number : 0;
  TicketLine **at = lines;
  while (*at != NULL && (*at)->owner < owner) at = &(*at)->next;
  if (*at != NULL && (*at)->owner == owner) return *at;
  TicketLine *line = memory_new(memory, sizeof *line);
  if (line == NULL) return NULL;
  line->owner = owner;
  line->next = *at;
  *at = line;
  return line;
}

static void free_line(TicketLine **at, Memory *memory) {
  TicketLine *line = *at;
  *at = line->next;
  memory_free(memory, line->waiting, line->capacity * sizeof *line->waiting);
  memory_free(memory, line, sizeof *line);
}

void lines_sweep(TicketLine **lines, Memory *memory) {
  while (*lines != NULL) {
    if ((*lines)->open == 0) free_line(lines, memory);
    else lines = &(*lines)->next;
  }
}

void lines_free(TicketLine **lines, Memory *memory) {
  while (*lines != NULL) free_line(lines, memory);
}

const char *line_validate(const TicketLine *line) {
  for (size_t place = 0; place < line->waiting_count; place++) {
    const astar_ticket *ticket = line->waiting[place];
    if (ticket->place != place || ticket->line != line || !ticket->waits)
      return "a ticket that waits does not know its place";
    if (place > 0 && comes_first(ticket, line->waiting[(place - 1) / 2]))
      return "a ticket waits behind one that comes after it";
  }
  bool counted = line->waiting_count + (size_t)line->under_way + line->waiting_for_tables <=
                 line->open;
  return counted && line->open <= line->capacity ? NULL : "a line has more tickets than are open";
}
