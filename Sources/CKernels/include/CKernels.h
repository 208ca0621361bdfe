#ifndef CKernels_H
#define CKernels_H
#include "diff_kernels.h"
#include "image_diff.h"
#include "filters.h"
#include "judge_kernels.h"
#include "raster_kernels.h"
#endif
