// Inflates a zlib stream in pieces of the caller's choosing (RFC 1950, RFC 1951).
//
// libdeflate is as fast but wants the whole output at once, and zlib works in pieces but takes
// four times as long. One 64-bit bit buffer is refilled by unaligned loads, one table lookup gives
// a literal or a length with its extra bits, and copies go by the word beyond the end of a piece:
// hence the slack that the caller provides.
#include "CCodecs.h"
#include "deflate_tables.h"
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

enum {
  LITLEN_BITS = 11,
  LITLEN_ENTRIES = 2342,  // the most that 288 codes of up to 15 bits need (zlib's enough.c)
  DIST_BITS = 8,
  DIST_ENTRIES = 402,
  PRECODE_BITS = 7,
};

// An entry of a decode table. Its low byte is the number of bits to drop, extra bits included.
//   literal:  LITERAL | value << 16 | code bits
//   length and distance:  base << 16 | code bits << 8 | code and extra bits
//   pointer to a subtable:  SPECIAL | SUBTABLE | start << 16 | subtable's bits << 8 | main bits
//   end of block:  SPECIAL | code bits;  no code:  SPECIAL | INVALID
#define LITERAL 0x80000000u
#define SPECIAL 0x00008000u
#define SUBTABLE 0x00004000u
#define INVALID 0x00002000u

enum stage { BLOCK_HEADER, STORED, COMPRESSED, TRAILER, DONE, FAILED };

struct ra_inflater {
  const uint8_t *in, *in_end;
  uint64_t bits;  // the low `bit_count` bits are valid; above them may lie real or no bits
  unsigned bit_count;
  enum stage stage;
  int is_final;
  uint32_t adler;
  size_t stored_left;
  size_t total;          // bytes made so far, the carried ones included
  uint8_t *tail;         // where the last piece's output ended
  size_t written;        // by the last call
  size_t carried;        // bytes of the output that lie beyond the last piece
  uint32_t litlen[LITLEN_ENTRIES];
  uint32_t dist[DIST_ENTRIES];
  uint32_t precode[1 << PRECODE_BITS];
  uint8_t lengths[288 + 32];
};

enum alphabet { LITLEN, DIST, PRECODE };

static uint32_t entry_of(enum alphabet alphabet, unsigned symbol, unsigned length) {
  if (alphabet == PRECODE) return (uint32_t)symbol << 16 | length;
  if (alphabet == DIST) {
    if (symbol >= 30) return SPECIAL | INVALID | length;
    return (uint32_t)dist_base[symbol] << 16 | length << 8 | (length + dist_extra[symbol]);
  }
  if (symbol < 256) return LITERAL | (uint32_t)symbol << 16 | length;
  if (symbol == 256) return SPECIAL | length;
  if (symbol > 285) return SPECIAL | INVALID | length;
  symbol -= 257;
  return (uint32_t)length_base[symbol] << 16 | length << 8 | (length + length_extra[symbol]);
}

// Fills a decode table; 0 where the code lengths are no prefix code. As in zlib, a code may be
// incomplete only when it has no symbol or one of 1 bit; what it lacks is INVALID.
static int build(uint32_t *table, unsigned table_bits, const uint8_t *lengths, unsigned count,
                 enum alphabet alphabet) {
  unsigned of_length[16] = {0}, longest = 0;
  for (unsigned i = 0; i < count; i++) of_length[lengths[i]]++;
  of_length[0] = 0;
  int left = 1;
  for (unsigned n = 1; n <= 15; n++) {
    left = left * 2 - (int)of_length[n];
    if (left < 0) return 0;
    if (of_length[n]) longest = n;
  }
  size_t entries = (size_t)1 << table_bits;
  if (left > 0) {
    if (longest > 1 || alphabet == PRECODE) return 0;
    for (size_t i = 0; i < entries; i++) table[i] = SPECIAL | INVALID | 1;
  }
  uint16_t sorted[288], offset[16];
  offset[1] = 0;
  for (unsigned n = 1; n < 15; n++) offset[n + 1] = (uint16_t)(offset[n] + of_length[n]);
  for (unsigned i = 0; i < count; i++)
    if (lengths[i]) sorted[offset[lengths[i]]++] = (uint16_t)i;

  // `code` has its first bit lowest, as the stream has; it counts up from its high end.
  unsigned code = 0, next = 0;
  size_t subtable = entries, sub_start = 0;
  unsigned sub_bits = 0, sub_prefix = ~0u;
  for (unsigned n = 1; n <= longest; n++) {
    for (unsigned k = 0; k < of_length[n]; k++) {
      unsigned r = code, symbol = sorted[next++];
      unsigned rest = ~code & ((1u << n) - 1);
      if (rest) {
        unsigned top = 1u << (31 - __builtin_clz(rest));
        code = (code & (top - 1)) | top;
      }
      if (n <= table_bits) {
        uint32_t e = entry_of(alphabet, symbol, n);
        for (size_t i = r; i < entries; i += (size_t)1 << n) table[i] = e;
        continue;
      }
      unsigned prefix = r & (unsigned)(entries - 1);
      if (prefix != sub_prefix) {
        sub_prefix = prefix;
        // As many bits as the codes that share this prefix need: grow until they fill it.
        sub_bits = n - table_bits;
        int room = 1 << sub_bits;
        room -= (int)(of_length[n] - k);
        while (room > 0 && sub_bits + table_bits < longest) {
          sub_bits++;
          room = room * 2 - (int)of_length[table_bits + sub_bits];
        }
        sub_start = subtable;
        subtable += (size_t)1 << sub_bits;
        table[prefix] = SPECIAL | SUBTABLE | (uint32_t)sub_start << 16 | sub_bits << 8 | table_bits;
      }
      uint32_t e = entry_of(alphabet, symbol, n - table_bits);
      for (size_t i = r >> table_bits; i < (size_t)1 << sub_bits; i += (size_t)1 << (n - table_bits))
        table[sub_start + i] = e;
    }
  }
  return 1;
}

// -- Bits --------------------------------------------------------------------------------------

static inline uint64_t load64(const uint8_t *p) {
  uint64_t v;
  memcpy(&v, p, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  v = __builtin_bswap64(v);
#endif
  return v;
}

static inline void refill_slowly(struct ra_inflater *s) {
  s->bits &= s->bit_count < 64 ? ((uint64_t)1 << s->bit_count) - 1 : ~(uint64_t)0;
  while (s->bit_count <= 56 && s->in < s->in_end) {
    s->bits |= (uint64_t)*s->in++ << s->bit_count;
    s->bit_count += 8;
  }
}

static int take(struct ra_inflater *s, unsigned n, unsigned *value) {
  if (s->bit_count < n) refill_slowly(s);
  if (s->bit_count < n) return 0;
  *value = (unsigned)(s->bits & (((uint64_t)1 << n) - 1));
  s->bits >>= n;
  s->bit_count -= n;
  return 1;
}

// -- Block headers -----------------------------------------------------------------------------

static int read_dynamic_tables(struct ra_inflater *s) {
  static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  unsigned hlit, hdist, hclen, v;
  if (!take(s, 5, &hlit) || !take(s, 5, &hdist) || !take(s, 4, &hclen)) return 0;
  hlit += 257;
  hdist += 1;
  if (hlit > 286 || hdist > 30) return 0;
  uint8_t pre[19] = {0};
  for (unsigned i = 0; i < hclen + 4; i++) {
    if (!take(s, 3, &v)) return 0;
    pre[order[i]] = (uint8_t)v;
  }
  if (!build(s->precode, PRECODE_BITS, pre, 19, PRECODE)) return 0;
  for (unsigned i = 0; i < hlit + hdist;) {
    refill_slowly(s);
    uint32_t e = s->precode[s->bits & ((1 << PRECODE_BITS) - 1)];
    unsigned n = e & 0xFF, symbol = e >> 16, repeat, value = 0;
    if (n > s->bit_count) return 0;
    s->bits >>= n;
    s->bit_count -= n;
    if (symbol < 16) {
      s->lengths[i++] = (uint8_t)symbol;
      continue;
    }
    if (symbol == 16) {
      if (i == 0 || !take(s, 2, &repeat)) return 0;
      value = s->lengths[i - 1];
      repeat += 3;
    } else if (symbol == 17) {
      if (!take(s, 3, &repeat)) return 0;
      repeat += 3;
    } else {
      if (!take(s, 7, &repeat)) return 0;
      repeat += 11;
    }
    if (repeat > hlit + hdist - i) return 0;
    memset(s->lengths + i, (int)value, repeat);
    i += repeat;
  }
  if (s->lengths[256] == 0) return 0;
  return build(s->dist, DIST_BITS, s->lengths + hlit, hdist, DIST) &&
         build(s->litlen, LITLEN_BITS, s->lengths, hlit, LITLEN);
}

static int read_block_header(struct ra_inflater *s) {
  unsigned final, type;
  if (!take(s, 1, &final) || !take(s, 2, &type)) return 0;
  s->is_final = (int)final;
  switch (type) {
    case 0: {
      // Whole bytes go back from the bit buffer to the input.
      refill_slowly(s);
      s->in -= s->bit_count / 8;
      s->bits = 0;
      s->bit_count = 0;
      if (s->in_end - s->in < 4) return 0;
      unsigned length = s->in[0] | s->in[1] << 8, check = s->in[2] | s->in[3] << 8;
      if (length != (~check & 0xFFFF)) return 0;
      s->in += 4;
      s->stored_left = length;
      s->stage = STORED;
      return 1;
    }
    case 1:
      memset(s->lengths, 8, 144);
      memset(s->lengths + 144, 9, 112);
      memset(s->lengths + 256, 7, 24);
      memset(s->lengths + 280, 8, 8);
      memset(s->lengths + 288, 5, 32);
      s->stage = COMPRESSED;
      return build(s->litlen, LITLEN_BITS, s->lengths, 288, LITLEN) &&
             build(s->dist, DIST_BITS, s->lengths + 288, 32, DIST);
    case 2:
      s->stage = COMPRESSED;
      return read_dynamic_tables(s);
    default:
      return 0;
  }
}

// -- Compressed blocks -------------------------------------------------------------------------

enum { RUN_PIECE_FULL, RUN_BLOCK_END, RUN_BAD };

// Copies a match; may write up to RA_INFLATE_SLACK - 258 bytes beyond its end.
static inline __attribute__((always_inline)) void copy_match(uint8_t *out, size_t distance,
                                                             size_t length) {
  uint8_t *end = out + length;
  const uint8_t *from = out - distance;
  if (distance >= 32) {
    do {
      memcpy(out, from, 32);
      out += 32;
      from += 32;
    } while (out < end);
    return;
  }
  if (distance >= 8) {
    do {
      memcpy(out, from, 8);
      out += 8;
      from += 8;
    } while (out < end);
    return;
  }
  uint64_t pattern;
  switch (distance) {
    case 1: pattern = 0x0101010101010101u * *from; break;
    case 2: {
      uint16_t v;
      memcpy(&v, from, 2);
      pattern = 0x0001000100010001u * v;
      break;
    }
    case 4: {
      uint32_t v;
      memcpy(&v, from, 4);
      pattern = 0x0000000100000001u * v;
      break;
    }
    default: {
      // Words at steps of the distance, until 8 bytes and more of the pattern repeat.
      size_t period = distance;
      do {
        memcpy(out, from, 8);
        out += distance;
        period += distance;
      } while (period < 16);
      from = out - (period - distance);
      while (out < end) {
        memcpy(out, from, 8);
        out += 8;
        from += 8;
      }
      return;
    }
  }
  do {
    memcpy(out, &pattern, 8);
    memcpy(out + 8, &pattern, 8);
    memcpy(out + 16, &pattern, 8);
    memcpy(out + 24, &pattern, 8);
    out += 32;
  } while (out < end);
}

#define LOW(v, n) ((v) & (((uint64_t)1 << (n)) - 1))

// Decodes until `out` reaches `limit`, the block ends or the input runs low.
static inline __attribute__((always_inline)) int run_fast(struct ra_inflater *s, uint8_t **at,
                                                          const uint8_t *begin,
                                                          const uint8_t *limit) {
  uint8_t *out = *at;
  const uint8_t *in = s->in, *in_safe = s->in_end - 24;
  uint64_t bits = s->bits, before;
  unsigned count = s->bit_count;
  const uint32_t *litlen = s->litlen, *dists = s->dist;
  int result = RUN_PIECE_FULL;
#define REFILL()                 \
  do {                           \
    bits |= load64(in) << count; \
    in += (63 - count) >> 3;     \
    count |= 56;                 \
  } while (0)
#define DROP(e) (before = bits, bits >>= (uint8_t)(e), count -= (uint8_t)(e))
  if (out >= limit || in >= in_safe) return RUN_PIECE_FULL;
  REFILL();
  uint32_t e = litlen[LOW(bits, LITLEN_BITS)];
  // Each turn starts with the next entry looked up, so that its load overlaps the copy before it.
  while (1) {
    DROP(e);
    if (e & LITERAL) {
      *out++ = (uint8_t)(e >> 16);
      e = litlen[LOW(bits, LITLEN_BITS)];
      DROP(e);
      if (e & LITERAL) {
        *out++ = (uint8_t)(e >> 16);
        e = litlen[LOW(bits, LITLEN_BITS)];
        DROP(e);
        if (e & LITERAL) {
          *out++ = (uint8_t)(e >> 16);
          goto next;
        }
      }
    }
    if (__builtin_expect(e & SPECIAL, 0)) {
      if (e & SUBTABLE) {
        e = litlen[(e >> 16) + LOW(bits, e >> 8 & 15)];
        DROP(e);
        if (e & LITERAL) {
          *out++ = (uint8_t)(e >> 16);
          goto next;
        }
      }
      if (e & SPECIAL) {
        result = e & INVALID ? RUN_BAD : RUN_BLOCK_END;
        break;
      }
    }
    size_t length = (e >> 16) + (LOW(before, (uint8_t)e) >> (e >> 8 & 15));
    // A distance takes up to 15 + 13 bits, and the next entry 11.
    e = dists[LOW(bits, DIST_BITS)];
    if (__builtin_expect(count < 39, 0)) {
      REFILL();
      e = dists[LOW(bits, DIST_BITS)];
    }
    DROP(e);
    if (__builtin_expect(e & SPECIAL, 0)) {
      if (e & SUBTABLE) {
        e = dists[(e >> 16) + LOW(bits, e >> 8 & 15)];
        DROP(e);
      }
      if (e & SPECIAL) {
        result = RUN_BAD;
        break;
      }
    }
    size_t distance = (e >> 16) + (LOW(before, (uint8_t)e) >> (e >> 8 & 15));
    if (__builtin_expect(distance > (size_t)(out - begin), 0)) {
      result = RUN_BAD;
      break;
    }
    uint8_t *to = out;
    out += length;
    if (__builtin_expect(out >= limit || in >= in_safe, 0)) {
      copy_match(to, distance, length);
      break;
    }
    REFILL();
    e = litlen[LOW(bits, LITLEN_BITS)];
    copy_match(to, distance, length);
    continue;
  next:
    if (__builtin_expect(out >= limit || in >= in_safe, 0)) break;
    REFILL();
    e = litlen[LOW(bits, LITLEN_BITS)];
  }
#undef REFILL
#undef DROP
  s->in = in;
  s->bits = bits;
  s->bit_count = count;
  *at = out;
  return result;
}

#if defined(__x86_64__)
__attribute__((target("arch=x86-64-v3"))) static int run_fast_v3(struct ra_inflater *s, uint8_t **at,
                                                                 const uint8_t *begin,
                                                                 const uint8_t *limit) {
  return run_fast(s, at, begin, limit);
}
#endif
static int run_fast_plain(struct ra_inflater *s, uint8_t **at, const uint8_t *begin,
                          const uint8_t *limit) {
  return run_fast(s, at, begin, limit);
}

// The same a symbol at a time, for the last bytes of the input.
static int run_slowly(struct ra_inflater *s, uint8_t **at, const uint8_t *begin,
                      const uint8_t *limit) {
  uint8_t *out = *at;
  int result = RUN_PIECE_FULL;
  while (out < limit) {
    refill_slowly(s);
    uint64_t bits = s->bits;
    unsigned used = 0;
    uint32_t e = s->litlen[LOW(bits, LITLEN_BITS)];
    if ((e & SPECIAL) && (e & SUBTABLE)) {
      used = LITLEN_BITS;
      bits >>= used;
      e = s->litlen[(e >> 16) + LOW(bits, e >> 8 & 15)];
    }
    used += e & 0xFF;
    if (used > s->bit_count) {
      result = RUN_BAD;
      break;
    }
    s->bits >>= used;
    s->bit_count -= used;
    if (e & LITERAL) {
      *out++ = (uint8_t)(e >> 16);
      continue;
    }
    if (e & SPECIAL) {
      result = e & INVALID ? RUN_BAD : RUN_BLOCK_END;
      break;
    }
    size_t length = (e >> 16) + (LOW(bits, (uint8_t)e) >> (e >> 8 & 15));
    refill_slowly(s);
    bits = s->bits;
    used = 0;
    e = s->dist[LOW(bits, DIST_BITS)];
    if ((e & SPECIAL) && (e & SUBTABLE)) {
      used = DIST_BITS;
      bits >>= used;
      e = s->dist[(e >> 16) + LOW(bits, e >> 8 & 15)];
    }
    used += e & 0xFF;
    if ((e & SPECIAL) || used > s->bit_count) {
      result = RUN_BAD;
      break;
    }
    s->bits >>= used;
    s->bit_count -= used;
    size_t distance = (e >> 16) + (LOW(bits, (uint8_t)e) >> (e >> 8 & 15));
    if (distance > (size_t)(out - begin)) {
      result = RUN_BAD;
      break;
    }
    const uint8_t *from = out - distance;
    for (size_t i = 0; i < length; i++) out[i] = from[i];
    out += length;
  }
  *at = out;
  return result;
}

static int run(struct ra_inflater *s, uint8_t **at, const uint8_t *begin, const uint8_t *limit) {
  if (s->in_end - s->in > 24) {
#if defined(__x86_64__)
    int r = __builtin_cpu_supports("x86-64-v3") ? run_fast_v3(s, at, begin, limit)
                                                : run_fast_plain(s, at, begin, limit);
#else
    int r = run_fast_plain(s, at, begin, limit);
#endif
    // Only whole bytes that the bit buffer counts belong to it: drop what lies above.
    if (s->bit_count < 64) s->bits &= ((uint64_t)1 << s->bit_count) - 1;
    if (r != RUN_PIECE_FULL || *at >= limit) return r;
  }
  return run_slowly(s, at, begin, limit);
}

// -- The stream --------------------------------------------------------------------------------

ra_inflater *ra_inflater_create(void) { return malloc(sizeof(ra_inflater)); }
void ra_inflater_destroy(ra_inflater *s) { free(s); }

int ra_inflater_start(ra_inflater *s, const uint8_t *data, size_t length) {
  memset(s, 0, offsetof(struct ra_inflater, litlen));
  s->stage = FAILED;
  // Method 8, a window of at most 32 KiB, no preset dictionary, a multiple of 31.
  if (length < 6 || (data[0] & 15) != 8 || data[0] >> 4 > 7 || (data[1] & 32) ||
      (data[0] << 8 | data[1]) % 31)
    return RA_INFLATE_BAD;
  s->in = data + 2;
  s->in_end = data + length;
  s->adler = 1;
  s->stage = BLOCK_HEADER;
  return RA_INFLATE_OK;
}

static int fail(ra_inflater *s, int status) {
  s->stage = FAILED;
  return status;
}

static int read_trailer(ra_inflater *s) {
  refill_slowly(s);
  s->in -= s->bit_count / 8;
  s->bits = 0;
  s->bit_count = 0;
  if (s->in_end - s->in < 4) return fail(s, RA_INFLATE_BAD);
  uint32_t stored = (uint32_t)s->in[0] << 24 | s->in[1] << 16 | s->in[2] << 8 | s->in[3];
  s->in += 4;
  if (stored != s->adler) return fail(s, RA_INFLATE_BAD);
  s->stage = DONE;
  return RA_INFLATE_OK;
}

int ra_inflater_next(ra_inflater *s, uint8_t *out, size_t wanted) {
  if (s->stage == FAILED) return RA_INFLATE_BAD;
  size_t history = s->total < RA_INFLATE_WINDOW + s->carried ? s->total : RA_INFLATE_WINDOW + s->carried;
  uint8_t *next = out + s->carried;
  if (history && next != s->tail) memmove(next - history, s->tail - history, history);
  const uint8_t *begin = next - (s->total < RA_INFLATE_WINDOW ? s->total : RA_INFLATE_WINDOW);
  const uint8_t *limit = out + wanted;
  while (next < limit && s->stage != TRAILER && s->stage != DONE) {
    if (s->stage == BLOCK_HEADER) {
      if (!read_block_header(s)) return fail(s, RA_INFLATE_BAD);
    } else if (s->stage == STORED) {
      size_t n = (size_t)(limit - next);
      if (n > s->stored_left) n = s->stored_left;
      if (n > (size_t)(s->in_end - s->in)) return fail(s, RA_INFLATE_BAD);
      memcpy(next, s->in, n);
      next += n;
      s->in += n;
      s->stored_left -= n;
      if (!s->stored_left) s->stage = s->is_final ? TRAILER : BLOCK_HEADER;
    } else {
      switch (run(s, &next, begin, limit)) {
        case RUN_BLOCK_END: s->stage = s->is_final ? TRAILER : BLOCK_HEADER; break;
        case RUN_BAD: return fail(s, RA_INFLATE_BAD);
      }
    }
  }
  s->adler = libdeflate_adler32(s->adler, out + s->carried, (size_t)(next - (out + s->carried)));
  s->total += (size_t)(next - (out + s->carried));
  s->written = (size_t)((next < limit ? next : limit) - out);
  s->tail = next;
  s->carried = next < limit ? 0 : (size_t)(next - limit);
  if (next < limit) return RA_INFLATE_SHORT;
  return RA_INFLATE_OK;
}

size_t ra_inflater_written(const ra_inflater *s) { return s->written; }

int ra_inflater_finish(ra_inflater *s) {
  if (s->carried) return fail(s, RA_INFLATE_LONG);
  uint8_t scratch[RA_INFLATE_SLACK];
  // Empty blocks may still come before the end.
  while (s->stage != TRAILER) {
    switch (s->stage) {
      case BLOCK_HEADER:
        if (!read_block_header(s)) return fail(s, RA_INFLATE_BAD);
        break;
      case STORED:
        if (s->stored_left) return fail(s, RA_INFLATE_LONG);
        s->stage = s->is_final ? TRAILER : BLOCK_HEADER;
        break;
      case COMPRESSED: {
        uint8_t *at = scratch;
        // No distance is valid with nothing before it, so a match ends here as bad.
        int r = run_slowly(s, &at, scratch, scratch + 1);
        if (r != RUN_BLOCK_END) return fail(s, r == RUN_BAD ? RA_INFLATE_BAD : RA_INFLATE_LONG);
        s->stage = s->is_final ? TRAILER : BLOCK_HEADER;
        break;
      }
      default: return RA_INFLATE_BAD;
    }
  }
  return read_trailer(s);
}
