// JPEG through libjpeg-turbo. Its errors end in a longjmp that stays in this file.
#include "CCodecs.h"
#include "Loaded.h"

#include <jerror.h>
#include <setjmp.h>
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
