/// Numbers as people type them: without what rounding left at the far end.
///
/// 12 significant digits: an error of 5·10⁻¹³ of the value, far below what moves a pixel, and far
/// above what sums and products of doubles leave.
func tidy(_ value: Double) -> Double {
  guard value != 0, value.isFinite else { return value == 0 ? 0 : value }
  var places = 11
  var size = value.magnitude
  while size >= 10, places > 0 {
    size /= 10
    places -= 1
  }
  while size < 1, places < 17 {
    size *= 10
    places += 1
  }
  let tidied = rounded(value, places: places)
  return tidied == 0 ? 0 : tidied
}

/// Whether two lengths in device px, or positions on a ramp, are the same but for rounding.
func isSame(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-9 * max(1, max(abs(a), abs(b))) }
