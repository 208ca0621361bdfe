// ImageDiff
