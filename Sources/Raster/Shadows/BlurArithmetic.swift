internal import CKernels

/// How blurred coverage is rounded, and what "covered" means: the shape, or all around it.
///
/// Without rounding, coverage is in units of 2^−24 and its blur in units of 2^−52, both whole. With
/// it, coverage is in bytes, and after each pass again: round(Σ weight · byte / 2^14), halves up.
struct BlurArithmetic {
  let taps: BlurTaps
  /// Blurs 1 − coverage. What lies outside of the mask is covered then.
  let isComplement: Bool

  private static let unit = 0x1p-14

  /// A row of the surroundings after the first pass.
  private var surroundings: Double {
    isComplement && taps.roundsPasses ? (255 * taps.total * Self.unit + 0.5).rounded(.down) : 0
  }

  /// What is drawn far from the shape: 0, or nearly 1 in a complement.
  var background: Float {
    guard isComplement else { return 0 }
    guard taps.roundsPasses else { return 1 }
    return Float((surroundings * taps.total * Self.unit + 0.5).rounded(.down)) * Float(1.0 / 255)
  }

  /// Finishes a row of sums of the first pass.
  func finishFirstPass(_ row: UnsafeMutablePointer<Double>, count: Int) {
    guard taps.roundsPasses else { return }
    raster_round_row(
      row, isComplement ? 255 * taps.total : 0, isComplement ? -1 : 1, Self.unit, count)
  }

  /// Finishes a row of sums of the second pass to 0…1.
  ///
  /// - Parameter used: The weight of the taps that met rows of the mask; the others met its
  ///   surroundings.
  func finishSecondPass(
    _ row: UnsafePointer<Double>, used: Double, to out: UnsafeMutablePointer<Float>, count: Int
  ) {
    if taps.roundsPasses {
      raster_finish_bytes(row, surroundings * (taps.total - used), Self.unit, out, count)
    } else {
      raster_finish_exact(row, 0x1p-52, isComplement ? 1 : 0, out, count)
    }
  }
}
