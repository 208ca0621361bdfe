// Compresses with deflate (RFC 1951), for PNG, in strips that can be made at the same time.
//
// Ours, not a library's, for two reasons: a strip must end on a byte without ending the stream,
// which libdeflate cannot do; and the same pixels must give the same file whatever version of a
// library a machine has. Pictures of user interfaces are runs and repeats of the row above, so
// four places are looked at for a match: one pixel back, one row back, and where the same four
// bytes stood the last two times.
#include "CCodecs.h"
#include "deflate_tables.h"
#include <stdlib.h>
#include <string.h>

enum {
  HASH_BITS = 14,
  WAYS = 2,
  WINDOW = 32768,
  LEAST_MATCH = 4,
  MOST_MATCH = 258,
  ENOUGH = 24,  // a match that is not worth a look for a longer one
  BLOCK_TOKENS = 1 << 15,
  LITLEN_CODES = 286,
  DIST_CODES = 30,
  LENGTH_CODES = 19,
};

// A literal, or MATCH | (length − 3) << 16 | (distance − 1).
#define MATCH 0x80000000u

struct ra_deflater {
  // 1 + the places where a hash was seen last, newest first; 0 for nowhere.
  uint32_t seen[1 << HASH_BITS][WAYS];
  uint32_t tokens[BLOCK_TOKENS];
  size_t token_count;
  uint32_t litlen_count[LITLEN_CODES + 2], dist_count[DIST_CODES];
  uint8_t litlen_bits[LITLEN_CODES + 2], dist_bits[DIST_CODES];
  uint16_t litlen_code[LITLEN_CODES + 2], dist_code[DIST_CODES];
  uint8_t length_symbol[256], near_symbol[256], far_symbol[256];
  uint8_t *out;
  uint64_t bits;
  unsigned bit_count;
};

ra_deflater *ra_deflater_create(void) {
  ra_deflater *d = malloc(sizeof *d);
  if (!d) return NULL;
  for (int s = 0; s < 29; s++)
    for (int v = length_base[s]; v < length_base[s] + (1 << length_extra[s]) && v <= 258; v++)
      d->length_symbol[v - 3] = (uint8_t)s;
  d->length_symbol[258 - 3] = 28;
  // Distances − 1 below 256 by themselves, beyond by their upper bits.
  for (int s = 0; s < 30; s++) {
    for (int v = dist_base[s] - 1; v < dist_base[s] - 1 + (1 << dist_extra[s]); v++) {
      if (v < 256) d->near_symbol[v] = (uint8_t)s;
      else d->far_symbol[v >> 7] = (uint8_t)s;
    }
  }
  return d;
}

void ra_deflater_destroy(ra_deflater *d) { free(d); }

size_t ra_deflate_bound(size_t length) {
  // Blocks that do not shrink are stored, 5 bytes more for each 65535; a block of tokens may add
  // its end; the strip's own end, and room for a last whole word.
  return length + (length / 65535 + length / BLOCK_TOKENS + 2) * 5 + 64;
}

// -- Bits ----------------------------------------------------------------------------------------

static inline void put(ra_deflater *d, uint64_t value, unsigned count) {
  d->bits |= value << d->bit_count;
  d->bit_count += count;
}

static inline void flush(ra_deflater *d) {
  uint64_t v = d->bits;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  v = __builtin_bswap64(v);
#endif
  memcpy(d->out, &v, 8);
  d->out += d->bit_count >> 3;
  d->bits = d->bit_count >= 64 ? 0 : d->bits >> (d->bit_count & ~7u);
  d->bit_count &= 7;
}

static void align(ra_deflater *d) {
  flush(d);
  if (d->bit_count) d->out++;
  d->bits = 0;
  d->bit_count = 0;
}

// -- Codes ---------------------------------------------------------------------------------------

// Code lengths of at most `most` bits for the counts: Huffman's, and where one is too long, the
// longest are cut and shorter ones lengthened until all fit.
static void code_lengths(const uint32_t *counts, unsigned n, unsigned most, uint8_t *bits) {
  typedef struct {
    uint32_t count;
    uint16_t symbol;
  } leaf;
  leaf leaves[LITLEN_CODES + 2];
  unsigned used = 0;
  memset(bits, 0, n);
  for (unsigned i = 0; i < n; i++)
    if (counts[i]) leaves[used++] = (leaf){counts[i], (uint16_t)i};
  if (used == 0) return;
  if (used == 1) {
    bits[leaves[0].symbol] = 1;
    return;
  }
  // By count, then by symbol: insertion into runs of 1, 4, 13, 40, 121 (Shell).
  for (unsigned gap = 121; gap; gap /= 3) {
    for (unsigned i = gap; i < used; i++) {
      leaf x = leaves[i];
      unsigned k = i;
      for (; k >= gap && (leaves[k - gap].count > x.count ||
                          (leaves[k - gap].count == x.count && leaves[k - gap].symbol > x.symbol));
           k -= gap)
        leaves[k] = leaves[k - gap];
      leaves[k] = x;
    }
  }
  // Two queues, leaves and joined nodes, both in order.
  uint32_t weight[LITLEN_CODES + 2];
  uint16_t left[LITLEN_CODES + 2], right[LITLEN_CODES + 2];
  unsigned next_leaf = 0, next_node = 0, nodes = 0;
  while (nodes < used - 1) {
    uint16_t child[2];
    uint32_t sum = 0;
    for (int i = 0; i < 2; i++) {
      if (next_leaf < used && (next_node >= nodes || leaves[next_leaf].count <= weight[next_node])) {
        sum += leaves[next_leaf].count;
        child[i] = (uint16_t)next_leaf++;
      } else {
        sum += weight[next_node];
        child[i] = (uint16_t)(0x8000 | next_node++);
      }
    }
    left[nodes] = child[0];
    right[nodes] = child[1];
    weight[nodes++] = sum;
  }
  uint8_t depth[LITLEN_CODES + 2];
  unsigned of_depth[LITLEN_CODES + 2] = {0};
  depth[nodes - 1] = 0;
  for (unsigned i = nodes; i-- > 0;) {
    uint16_t child[2] = {left[i], right[i]};
    for (int c = 0; c < 2; c++) {
      if (child[c] & 0x8000) depth[child[c] & 0x7FFF] = (uint8_t)(depth[i] + 1);
      else of_depth[depth[i] + 1 < (int)most ? depth[i] + 1 : (int)most]++;
    }
  }
  // Kraft's sum in units of 2^−most; what cutting made too much is taken back a unit at a time.
  uint32_t sum = 0;
  for (unsigned i = 1; i <= most; i++) sum += of_depth[i] << (most - i);
  while (sum > 1u << most) {
    unsigned i = most - 1;
    while (!of_depth[i]) i--;
    of_depth[i]--;
    of_depth[i + 1] += 2;
    of_depth[most]--;
    sum--;
  }
  unsigned at = 0;
  for (unsigned length = most; length > 0; length--)
    for (unsigned k = 0; k < of_depth[length]; k++) bits[leaves[at++].symbol] = (uint8_t)length;
}

// Canonical codes, first bit lowest.
static void assign_codes(const uint8_t *bits, unsigned n, uint16_t *codes) {
  unsigned of_length[16] = {0}, next[16], code = 0;
  for (unsigned i = 0; i < n; i++) of_length[bits[i]]++;
  of_length[0] = 0;
  for (unsigned length = 1; length < 16; length++) {
    code = (code + of_length[length - 1]) << 1;
    next[length] = code;
  }
  for (unsigned i = 0; i < n; i++) {
    unsigned c = bits[i] ? next[bits[i]]++ : 0, r = 0;
    for (unsigned b = 0; b < bits[i]; b++) r |= (c >> b & 1) << (bits[i] - 1 - b);
    codes[i] = (uint16_t)r;
  }
}

// -- Blocks --------------------------------------------------------------------------------------

static inline unsigned dist_symbol(const ra_deflater *d, unsigned distance_less_one) {
  return distance_less_one < 256 ? d->near_symbol[distance_less_one]
                                 : d->far_symbol[distance_less_one >> 7];
}

typedef struct {
  uint8_t symbol[LITLEN_CODES + DIST_CODES], extra[LITLEN_CODES + DIST_CODES];
  unsigned count, litlens, dists, length_count;
  uint32_t counts[LENGTH_CODES];
  uint8_t bits[LENGTH_CODES];
  uint16_t codes[LENGTH_CODES];
} header;

static const uint8_t length_order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

// The code lengths themselves, with repeats: 16 the last again, 17 and 18 zeros.
static void plan_header(const ra_deflater *d, header *h) {
  memset(h, 0, sizeof *h);
  h->litlens = LITLEN_CODES;
  while (h->litlens > 257 && !d->litlen_bits[h->litlens - 1]) h->litlens--;
  h->dists = DIST_CODES;
  while (h->dists > 1 && !d->dist_bits[h->dists - 1]) h->dists--;
  uint8_t all[LITLEN_CODES + DIST_CODES];
  memcpy(all, d->litlen_bits, h->litlens);
  memcpy(all + h->litlens, d->dist_bits, h->dists);
  unsigned n = h->litlens + h->dists;
  for (unsigned i = 0; i < n;) {
    unsigned run = 1;
    while (i + run < n && all[i + run] == all[i] && run < (all[i] ? 7u : 138u)) run++;
    unsigned symbol = all[i], extra = 0, taken = 1;
    if (!all[i] && run >= 11) symbol = 18, extra = run - 11, taken = run;
    else if (!all[i] && run >= 3) symbol = 17, extra = run - 3, taken = run;
    else if (all[i] && i > 0 && all[i - 1] == all[i] && run >= 3)
      taken = run > 6 ? 6 : run, symbol = 16, extra = taken - 3;
    h->symbol[h->count] = (uint8_t)symbol;
    h->extra[h->count++] = (uint8_t)extra;
    h->counts[symbol]++;
    i += taken;
  }
  code_lengths(h->counts, LENGTH_CODES, 7, h->bits);
  // A code of one symbol is incomplete, which only distances may be: a second one fills it.
  unsigned used = 0;
  for (int i = 0; i < LENGTH_CODES; i++) used += h->bits[i] != 0;
  if (used == 1) h->bits[h->bits[0] ? 1 : 0] = 1;
  assign_codes(h->bits, LENGTH_CODES, h->codes);
  h->length_count = LENGTH_CODES;
  while (h->length_count > 4 && !h->bits[length_order[h->length_count - 1]]) h->length_count--;
}

static const uint8_t length_symbol_extra[3] = {2, 3, 7};

static size_t header_bits(const header *h) {
  size_t bits = 3 + 14 + 3 * h->length_count;
  for (int s = 0; s < LENGTH_CODES; s++)
    bits += h->counts[s] * (size_t)(h->bits[s] + (s >= 16 ? length_symbol_extra[s - 16] : 0));
  return bits;
}

static size_t token_bits(const ra_deflater *d) {
  size_t bits = 0;
  for (int s = 0; s < LITLEN_CODES; s++)
    bits += d->litlen_count[s] * (size_t)(d->litlen_bits[s] + (s > 256 ? length_extra[s - 257] : 0));
  for (int s = 0; s < DIST_CODES; s++)
    bits += d->dist_count[s] * (size_t)(d->dist_bits[s] + dist_extra[s]);
  return bits;
}

static void write_stored(ra_deflater *d, const uint8_t *in, size_t length, int is_last) {
  do {
    size_t n = length > 65535 ? 65535 : length;
    put(d, is_last && n == length, 3);
    align(d);
    uint8_t head[4] = {(uint8_t)n, (uint8_t)(n >> 8), (uint8_t)~n, (uint8_t)(~n >> 8)};
    memcpy(d->out, head, 4);
    if (n) memcpy(d->out + 4, in, n);
    d->out += 4 + n;
    in += n;
    length -= n;
  } while (length);
}

static void write_tokens(ra_deflater *d, const header *h, int is_last) {
  put(d, (uint64_t)is_last | 2 << 1, 3);
  put(d, (h->litlens - 257) | (h->dists - 1) << 5 | (h->length_count - 4) << 10, 14);
  flush(d);
  for (unsigned i = 0; i < h->length_count; i++) {
    put(d, h->bits[length_order[i]], 3);
    if (i % 8 == 7) flush(d);
  }
  flush(d);
  for (unsigned i = 0; i < h->count; i++) {
    unsigned s = h->symbol[i];
    put(d, h->codes[s], h->bits[s]);
    if (s >= 16) put(d, h->extra[i], length_symbol_extra[s - 16]);
    flush(d);
  }
  for (size_t i = 0; i < d->token_count; i++) {
    uint32_t t = d->tokens[i];
    // A match takes up to 15 + 5 + 15 + 13 bits, a literal 15; 64 are held.
    if (t & MATCH) {
      if (d->bit_count > 15) flush(d);
      unsigned length = t >> 16 & 255, distance = t & 0x7FFF;
      unsigned s = d->length_symbol[length];
      put(d, d->litlen_code[257 + s], d->litlen_bits[257 + s]);
      put(d, length + 3 - length_base[s], length_extra[s]);
      s = dist_symbol(d, distance);
      put(d, d->dist_code[s], d->dist_bits[s]);
      put(d, distance + 1 - dist_base[s], dist_extra[s]);
      flush(d);
    } else {
      if (d->bit_count > 48) flush(d);
      put(d, d->litlen_code[t], d->litlen_bits[t]);
    }
  }
  flush(d);
  put(d, d->litlen_code[256], d->litlen_bits[256]);
  flush(d);
}

// Writes what the tokens say of `length` bytes at `in`.
static void end_block(ra_deflater *d, const uint8_t *in, size_t length, int is_last) {
  d->litlen_count[256] = 1;
  code_lengths(d->litlen_count, LITLEN_CODES, 15, d->litlen_bits);
  code_lengths(d->dist_count, DIST_CODES, 15, d->dist_bits);
  // Without any distance one must still be named.
  int has_distance = 0;
  for (int i = 0; i < DIST_CODES; i++) has_distance |= d->dist_bits[i];
  if (!has_distance) d->dist_bits[0] = 1;
  assign_codes(d->litlen_bits, LITLEN_CODES, d->litlen_code);
  assign_codes(d->dist_bits, DIST_CODES, d->dist_code);
  header h;
  plan_header(d, &h);
  if ((header_bits(&h) + token_bits(d)) / 8 >= length) write_stored(d, in, length, is_last);
  else write_tokens(d, &h, is_last);
  d->token_count = 0;
  memset(d->litlen_count, 0, sizeof d->litlen_count);
  memset(d->dist_count, 0, sizeof d->dist_count);
}

// -- Matches -------------------------------------------------------------------------------------

static inline uint32_t load32(const uint8_t *p) {
  uint32_t v;
  memcpy(&v, p, 4);
  return v;
}

static inline size_t match_length(const uint8_t *a, const uint8_t *b, size_t most) {
  size_t n = 0;
  while (n + 8 <= most) {
    uint64_t x, y;
    memcpy(&x, a + n, 8);
    memcpy(&y, b + n, 8);
    if (x != y) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
      return n + (size_t)(__builtin_clzll(x ^ y) >> 3);
#else
      return n + (size_t)(__builtin_ctzll(x ^ y) >> 3);
#endif
    }
    n += 8;
  }
  while (n < most && a[n] == b[n]) n++;
  return n;
}

static inline uint32_t hash(uint32_t v) { return (v * 0x9E3779B1u) >> (32 - HASH_BITS); }

static inline void remember(ra_deflater *d, uint32_t v, size_t i) {
  uint32_t *places = d->seen[hash(v)];
  for (int k = WAYS - 1; k > 0; k--) places[k] = places[k - 1];
  places[0] = (uint32_t)i + 1;
}

typedef struct {
  size_t length, distance;  // length 0 for none
} match;

// The longest match at i, which is remembered.
static inline match find(ra_deflater *d, const uint8_t *in, size_t i, size_t most, size_t pixel,
                         size_t row) {
  const uint8_t *p = in + i;
  uint32_t v = load32(p);
  const uint32_t *seen = d->seen[hash(v)];
  match best = {0, 0};
  for (int k = 0; k < 2 + WAYS; k++) {
    size_t back = k == 0 ? pixel : k == 1 ? row : seen[k - 2] ? i + 1 - seen[k - 2] : 0;
    if (back == 0 || back > i || back > WINDOW || load32(p - back) != v) continue;
    const uint8_t *earlier = p - back;
    if (best.length && p[best.length] != earlier[best.length]) continue;
    size_t n = 4 + match_length(p + 4, earlier + 4, most - 4);
    if (n > best.length) best = (match){n, back};
    if (best.length >= ENOUGH || best.length == most) break;
  }
  remember(d, v, i);
  return best;
}

size_t ra_deflate_strip(ra_deflater *d, const uint8_t *in, size_t length, size_t pixel, size_t row,
                        int is_last, uint8_t *out) {
  memset(d->seen, 0, sizeof d->seen);
  memset(d->litlen_count, 0, sizeof d->litlen_count);
  memset(d->dist_count, 0, sizeof d->dist_count);
  d->token_count = 0;
  d->out = out;
  d->bits = 0;
  d->bit_count = 0;
  size_t i = 0, block = 0;
  while (i < length) {
    size_t most = length - i < MOST_MATCH ? length - i : MOST_MATCH;
    match m = {0, 0};
    if (most >= LEAST_MATCH) m = find(d, in, i, most, pixel, row);
    if (m.length) {
      d->tokens[d->token_count++] = MATCH | (uint32_t)(m.length - 3) << 16 | (uint32_t)(m.distance - 1);
      d->litlen_count[257 + d->length_symbol[m.length - 3]]++;
      d->dist_count[dist_symbol(d, (unsigned)m.distance - 1)]++;
      // Every place in a short match is remembered, eight of a long one.
      size_t end = i + m.length, step = m.length < ENOUGH ? 1 : m.length / 8;
      if (end + 4 <= length)
        for (size_t k = i + 1; k < end; k += step) remember(d, load32(in + k), k);
      i = end;
    } else {
      d->tokens[d->token_count++] = in[i];
      d->litlen_count[in[i]]++;
      i++;
    }
    if (d->token_count == BLOCK_TOKENS && i < length) {
      end_block(d, in + block, i - block, 0);
      block = i;
    }
  }
  end_block(d, in + block, length - block, is_last);
  // An empty stored block ends on a byte.
  if (is_last) align(d);
  else write_stored(d, in, 0, 0);
  return (size_t)(d->out - out);
}

uint32_t ra_adler32_combined(uint32_t first, uint32_t second, size_t second_length) {
  const uint32_t base = 65521;
  uint32_t n = (uint32_t)(second_length % base);
  uint32_t a1 = first & 0xFFFF, b1 = first >> 16, a2 = second & 0xFFFF, b2 = second >> 16;
  // Each of the second's bytes carries the first's a along, which counted its own start of 1.
  uint32_t a = (a1 + a2 + base - 1) % base;
  uint64_t b = (uint64_t)b1 + b2 + (uint64_t)n * ((a1 + base - 1) % base);
  return (uint32_t)(b % base) << 16 | a;
}
