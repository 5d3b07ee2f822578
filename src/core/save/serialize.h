/*
** Numbers and bytes of a saved map: integers of a given size, little-endian on every machine.
**
** A writer without memory only counts, so that the same code tells how much room is needed. A
** reader that comes to the end, or finds an invalid value, is `bad` from then on and returns zeros:
** callers check it once, after everything is read.
*/
#ifndef ASTAR_SERIALIZE_H
#define ASTAR_SERIALIZE_H

#include "frame.h"

typedef struct Writer {
  uint8_t *bytes;                   /* memory for `room` of them; what is beyond is counted only */
  size_t room, size;
  const Frame *frame;               /* in which cells are written; NULL: where they are */
} Writer;

typedef struct Reader {
  const uint8_t *at, *end;
  bool bad;
} Reader;

static inline void write_byte(Writer *writer, uint8_t byte) {
  if (writer->size < writer->room) writer->bytes[writer->size] = byte;
  writer->size++;
}

static inline void write_number(Writer *writer, uint64_t number, int bytes) {
  for (int i = 0; i < bytes; i++) write_byte(writer, (uint8_t)(number >> 8 * i));
}

static inline void write_int(Writer *writer, int32_t number) {
  write_number(writer, (uint32_t)number, 4);
}

static inline void write_cell(Writer *writer, astar_cell cell) {
  const Frame *frame = writer->frame;
  write_int(writer, cell.x + (frame != NULL ? frame->dx : 0));
  write_int(writer, cell.y + (frame != NULL ? frame->dy : 0));
}

/* The checksum of what was written; 0 where it did not fit. */
uint64_t writer_sum(const Writer *writer);
void write_bytes(Writer *writer, const void *bytes, size_t count);
/* A name, with its length before it. */
void write_name(Writer *writer, const char *name);
void write_double(Writer *writer, double number);
/* A number that is mostly small: seven bits a byte, the sign in the lowest bit. */
void write_small(Writer *writer, int32_t number);
/* The frame's cells of an array over cells, row by row, runs of equal ones packed; `fill` in those
** that the map does not have. */
void write_cells(Writer *writer, const Grid *grid, const uint8_t *cells, uint8_t fill);

/* What saved bytes begin and end with: magic bytes and the version of their format; and
** `end_bytes`, of which the last 8 are the checksum of all before. */
typedef struct Envelope {
  const char *magic;
  size_t magic_bytes, version_bytes, end_bytes;
  uint32_t version;                 /* the one that is read */
} Envelope;

/* Are the bytes whole, and of that format? OK, FOREIGN, DAMAGED, NEWER or OLDER. */
astar_status envelope_check(const Envelope *envelope, const uint8_t *bytes, size_t size);

static inline size_t reader_left(const Reader *reader) {
  return (size_t)(reader->end - reader->at);
}

static inline void reader_expect(Reader *reader, bool holds) {
  if (holds) return;
  reader->bad = true;
  reader->at = reader->end;
}

static inline uint64_t read_number(Reader *reader, int bytes) {
  uint64_t number = 0;
  reader_expect(reader, reader_left(reader) >= (size_t)bytes);
  if (reader->bad) return 0;
  for (int i = 0; i < bytes; i++) number |= (uint64_t)*reader->at++ << 8 * i;
  return number;
}

static inline uint8_t read_byte(Reader *reader) {
  return (uint8_t)read_number(reader, 1);
}

static inline uint32_t read_count(Reader *reader) {
  return (uint32_t)read_number(reader, 4);
}

static inline int32_t read_int(Reader *reader) {
  return (int32_t)read_count(reader);
}

static inline astar_cell read_cell(Reader *reader) {
  int32_t x = read_int(reader), y = read_int(reader);
  return (astar_cell){ x, y };
}

/* A whole number that is believed within a range only; `least` where it is not. */
int32_t read_within(Reader *reader, int32_t least, int32_t greatest);
bool read_bool(Reader *reader);
/* Into a buffer of ASTAR_NAME_MAX + 1 bytes. */
void read_name(Reader *reader, char *name);
double read_double(Reader *reader);
int32_t read_small(Reader *reader);
/* None of them is above `greatest`. */
void read_cells(Reader *reader, const Grid *grid, uint8_t *cells, uint8_t greatest);

#endif
