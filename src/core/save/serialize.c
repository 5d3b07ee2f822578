#include "serialize.h"

#include <string.h>

#include "../base/hash.h"
#include "../base/integer.h"

void write_bytes(Writer *writer, const void *bytes, size_t count) {
  bool fits = writer->size <= writer->room && count <= writer->room - writer->size;
  if (fits && count > 0) memcpy(writer->bytes + writer->size, bytes, count);
  writer->size += count;
}

void write_name(Writer *writer, const char *name) {
  size_t length = strlen(name);
  write_byte(writer, (uint8_t)length);
  write_bytes(writer, name, length);
}

/* Doubles are those of IEEE 754 wherever this runs. */
void write_double(Writer *writer, double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  write_number(writer, bits, 8);
}

void write_small(Writer *writer, int32_t number) {
  uint32_t rest = (uint32_t)number << 1 ^ (number < 0 ? UINT32_MAX : 0);
  for (; rest > 0x7f; rest >>= 7) write_byte(writer, (uint8_t)(rest | 0x80));
  write_byte(writer, (uint8_t)rest);
}

double read_double(Reader *reader) {
  double number;
  uint64_t bits = read_number(reader, 8);
  memcpy(&number, &bits, sizeof number);
  return number;
}

int32_t read_small(Reader *reader) {
  uint32_t number = 0;
  uint8_t byte = 0x80;
  for (int shift = 0; shift < 35 && byte & 0x80; shift += 7) {
    byte = read_byte(reader);
    number |= (uint32_t)((uint64_t)(byte & 0x7f) << shift);
  }
  reader_expect(reader, !(byte & 0x80));
  return (int32_t)(number >> 1 ^ (number & 1 ? UINT32_MAX : 0));
}

int32_t read_within(Reader *reader, int32_t least, int32_t greatest) {
  int32_t number = read_int(reader);
  reader_expect(reader, number >= least && number <= greatest);
  return reader->bad ? least : number;
}

bool read_bool(Reader *reader) {
  uint8_t byte = read_byte(reader);
  reader_expect(reader, byte <= 1);
  return byte == 1;
}

void read_name(Reader *reader, char *name) {
  size_t length = read_byte(reader);
  reader_expect(reader, length >= 1 && length <= ASTAR_NAME_MAX && length <= reader_left(reader));
  if (reader->bad) length = 0;
  memcpy(name, reader->at, length);
  name[length] = 0;
  reader->at += length;
  reader_expect(reader, strlen(name) == length);
}

uint64_t writer_sum(const Writer *writer) {
  return writer->size <= writer->room ? astar_checksum(writer->bytes, writer->size) : 0;
}

/* ---- envelopes ------------------------------------------------------------------------------- */

/* Source: Fowler, Noll, Vo; draft-eastlake-fnv. */
uint64_t astar_checksum(const void *bytes, size_t size) {
  uint64_t sum = 0xcbf29ce484222325u;
  for (const uint8_t *at = bytes, *end = at + size; at < end; at++)
    sum = (sum ^ *at) * 0x100000001b3u;
  return sum;
}

astar_status envelope_check(const Envelope *envelope, const uint8_t *bytes, size_t size) {
  size_t seen = size < envelope->magic_bytes ? size : envelope->magic_bytes;
  if (size == 0 || memcmp(bytes, envelope->magic, seen) != 0) return ASTAR_FOREIGN;
  if (size < envelope->magic_bytes + envelope->version_bytes + envelope->end_bytes)
    return ASTAR_DAMAGED;
  Reader version = { bytes + envelope->magic_bytes, bytes + size, false };
  Reader sum = { bytes + size - 8, bytes + size, false };
  if (astar_checksum(bytes, size - envelope->end_bytes) != read_number(&sum, 8))
    return ASTAR_DAMAGED;
  uint64_t number = read_number(&version, (int)envelope->version_bytes);
  if (number >= envelope->version) return number > envelope->version ? ASTAR_NEWER : ASTAR_OK;
  return envelope->version > 1 ? ASTAR_OLDER : ASTAR_DAMAGED;   /* before the first there is none */
}

/* ---- cells ----------------------------------------------------------------------------------- */

/*
** A row is a sequence of packets, similar to Apple's PackBits. A byte n up to 127: n + 1 cells
** follow as they are. A byte n from 128 on: the next byte stands for n - 125 equal cells.
*/
enum { PLAIN_MAX = 128, RUN_LEAST = 3, RUN_MAX = 130, RUN_OFFSET = 125 };

/* How many of the first `most` cells equal the first one, without a gap. */
static int32_t run_of(const uint8_t *cells, int32_t most) {
  int32_t count = 1;
  while (count < most && cells[count] == cells[0]) count++;
  return count;
}

/* How many cells come before the next run. */
static int32_t plain_of(const uint8_t *cells, int32_t most) {
  int32_t count = 0;
  while (count < most && run_of(cells + count, integer_least(RUN_LEAST, most - count)) < RUN_LEAST)
    count++;
  return count;
}

static void write_packed_row(Writer *writer, const uint8_t *cells, int32_t width) {
  for (int32_t x = 0; x < width;) {
    int32_t run = run_of(cells + x, integer_least(RUN_MAX, width - x));
    if (run >= RUN_LEAST) {
      write_byte(writer, (uint8_t)(run + RUN_OFFSET));
      write_byte(writer, cells[x]);
    } else {
      run = integer_least(plain_of(cells + x, width - x), PLAIN_MAX);
      write_byte(writer, (uint8_t)(run - 1));
      write_bytes(writer, cells + x, (size_t)run);
    }
    x += run;
  }
}

void write_cells(Writer *writer, const Grid *grid, const uint8_t *cells, uint8_t fill) {
  const Frame *frame = writer->frame;
  for (int32_t y = 0; y < frame->height; y++)
    write_packed_row(writer, frame_row(frame, grid, cells, fill, y), frame->width);
}

/* Fills in one packet; returns how many cells. */
static int32_t read_packet(Reader *reader, uint8_t *cells, int32_t room) {
  int32_t head = read_byte(reader);
  bool is_run = head >= PLAIN_MAX;
  int32_t count = is_run ? head - RUN_OFFSET : head + 1;
  reader_expect(reader, count <= room && (is_run || (size_t)count <= reader_left(reader)));
  if (reader->bad) return room;
  if (is_run) {
    memset(cells, read_byte(reader), (size_t)count);
  } else {
    memcpy(cells, reader->at, (size_t)count);
    reader->at += count;
  }
  return count;
}

void read_cells(Reader *reader, const Grid *grid, uint8_t *cells, uint8_t greatest) {
  uint8_t most = 0;
  for (int32_t y = 0; y < grid->height && !reader->bad; y++) {
    uint8_t *row = cells + grid_cell(grid, 0, y);
    for (int32_t x = 0; x < grid->width;) x += read_packet(reader, row + x, grid->width - x);
    for (int32_t x = 0; x < grid->width; x++)
      if (row[x] > most) most = row[x];
  }
  reader_expect(reader, most <= greatest);
}
