// JPEG through libjpeg-turbo. Its errors end in a longjmp that stays in this file.
#include "CCodecs.h"
#include "Loaded.h"

#include <jerror.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct failing {
  struct jpeg_error_mgr manager;
  jmp_buf jump;
  char *message;
};

static void on_error(j_common_ptr jpeg) {
  struct failing *f = (struct failing *)jpeg->err;
  f->manager.format_message(jpeg, f->message);
  longjmp(f->jump, 1);
}

// libjpeg fills what a damaged file lacks with grey; such a picture is no picture.
static void on_message(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  switch (jpeg->err->msg_code) {
    case JWRN_ARITH_BAD_CODE:
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_JPEG_EOF:
    case JWRN_MUST_RESYNC:
      on_error(jpeg);
  }
}

// A few bytes can ask for a thousand passes over a large picture.
static void on_progress(j_common_ptr jpeg) {
  enum { MOST_SCANS = 200 };
  if (((j_decompress_ptr)jpeg)->input_scan_number > MOST_SCANS) {
    jpeg->err->msg_code = JERR_BAD_PROGRESSION;
    on_error(jpeg);
  }
}

static void read_steps(const struct jpeg_decompress_struct *jpeg, int component, uint16_t steps[64]) {
  const JQUANT_TBL *table = NULL;
  if (component < jpeg->num_components)
    table = jpeg->quant_tbl_ptrs[jpeg->comp_info[component].quant_tbl_no & 3];
  for (int i = 0; i < 64; i++) steps[i] = table ? table->quantval[i] : 1;
}

ra_jpeg_result ra_jpeg_read(const uint8_t *data, size_t length, ra_jpeg_size *size, uint8_t *out,
                            char message[RA_MESSAGE]) {
  const char *missing = ra_load_jpeg();
  if (missing) {
    snprintf(message, RA_MESSAGE, "%s is not installed", missing);
    return RA_JPEG_BAD;
  }
  struct jpeg_decompress_struct jpeg;
  struct failing failing;
  struct jpeg_progress_mgr progress = {0};
  char text[JMSG_LENGTH_MAX] = "";
  memset(&jpeg, 0, sizeof jpeg);
  failing.message = text;
  jpeg.err = ra_codec.jpeg_std_error(&failing.manager);
  failing.manager.error_exit = on_error;
  failing.manager.emit_message = on_message;
  if (setjmp(failing.jump)) {
    snprintf(message, RA_MESSAGE, "%s", text);
    ra_codec.jpeg_destroy_decompress(&jpeg);
    return RA_JPEG_BAD;
  }
  ra_codec.jpeg_CreateDecompress(&jpeg, JPEG_LIB_VERSION, sizeof jpeg);
  progress.progress_monitor = on_progress;
  jpeg.progress = &progress;
  ra_codec.jpeg_mem_src(&jpeg, data, length);
  ra_codec.jpeg_read_header(&jpeg, TRUE);
  size->width = jpeg.image_width;
  size->height = jpeg.image_height;
  read_steps(&jpeg, 0, size->luma_steps);
  read_steps(&jpeg, 1, size->chroma_steps);
  size->chroma_width = size->chroma_height = 1;
  if (jpeg.num_components > 1 && jpeg.comp_info[1].h_samp_factor && jpeg.comp_info[1].v_samp_factor) {
    size->chroma_width = jpeg.comp_info[0].h_samp_factor / jpeg.comp_info[1].h_samp_factor;
    size->chroma_height = jpeg.comp_info[0].v_samp_factor / jpeg.comp_info[1].v_samp_factor;
  }
  size->is_cmyk = jpeg.jpeg_color_space == JCS_CMYK || jpeg.jpeg_color_space == JCS_YCCK;
  if (out) {
    jpeg.out_color_space = size->is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
    jpeg.dct_method = JDCT_ISLOW;
    ra_codec.jpeg_start_decompress(&jpeg);
    while (jpeg.output_scanline < jpeg.output_height) {
      JSAMPROW row = out + (size_t)jpeg.output_scanline * jpeg.output_width * 4;
      ra_codec.jpeg_read_scanlines(&jpeg, &row, 1);
      // Adobe's files hold what is left of the paper.
      if (size->is_cmyk && jpeg.saw_Adobe_marker)
        for (size_t i = 0; i < (size_t)jpeg.output_width * 4; i++) row[i] = (JSAMPLE)(255 - row[i]);
    }
    ra_codec.jpeg_finish_decompress(&jpeg);
  }
  ra_codec.jpeg_destroy_decompress(&jpeg);
  return RA_JPEG_OK;
}

struct encoding {
  struct jpeg_compress_struct jpeg;
  struct failing failing;
  char text[JMSG_LENGTH_MAX];
  unsigned char *bytes;
  unsigned long length;
};

static int encode(struct encoding *e, uint8_t *pixels, const ra_jpeg_size *size) {
  struct jpeg_compress_struct *jpeg = &e->jpeg;
  e->failing.message = e->text;
  jpeg->err = ra_codec.jpeg_std_error(&e->failing.manager);
  e->failing.manager.error_exit = on_error;
  e->failing.manager.emit_message = on_message;
  if (setjmp(e->failing.jump)) {
    // What it had written so far may lie elsewhere by now; it tells where only when it is done.
    e->bytes = NULL;
    ra_codec.jpeg_destroy_compress(jpeg);
    return 0;
  }
  ra_codec.jpeg_CreateCompress(jpeg, JPEG_LIB_VERSION, sizeof *jpeg);
  ra_codec.jpeg_mem_dest(jpeg, &e->bytes, &e->length);
  jpeg->image_width = size->width;
  jpeg->image_height = size->height;
  jpeg->input_components = 4;
  jpeg->in_color_space = JCS_EXT_RGBA;
  ra_codec.jpeg_set_defaults(jpeg);
  unsigned steps[2][64];
  for (int i = 0; i < 64; i++) {
    steps[0][i] = size->luma_steps[i];
    steps[1][i] = size->chroma_steps[i];
  }
  for (int i = 0; i < 2; i++) ra_codec.jpeg_add_quant_table(jpeg, i, steps[i], 100, FALSE);
  jpeg->comp_info[0].h_samp_factor = size->chroma_width;
  jpeg->comp_info[0].v_samp_factor = size->chroma_height;
  jpeg->dct_method = JDCT_ISLOW;
  ra_codec.jpeg_start_compress(jpeg, TRUE);
  while (jpeg->next_scanline < jpeg->image_height) {
    JSAMPROW row = pixels + (size_t)jpeg->next_scanline * size->width * 4;
    ra_codec.jpeg_write_scanlines(jpeg, &row, 1);
  }
  ra_codec.jpeg_finish_compress(jpeg);
  ra_codec.jpeg_destroy_compress(jpeg);
  return 1;
}

ra_jpeg_result ra_jpeg_recode(uint8_t *pixels, const ra_jpeg_size *size) {
  if (ra_load_jpeg()) return RA_JPEG_BAD;
  struct encoding *e = calloc(1, sizeof *e);
  if (!e) return RA_JPEG_BAD;
  ra_jpeg_result result = RA_JPEG_BAD;
  if (encode(e, pixels, size)) {
    ra_jpeg_size found;
    char message[RA_MESSAGE];
    result = ra_jpeg_read(e->bytes, e->length, &found, pixels, message);
  }
  free(e->bytes);
  free(e);
  return result;
}
