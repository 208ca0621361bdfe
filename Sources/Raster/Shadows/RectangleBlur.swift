internal import CKernels

/// The blur of an upright rectangle in closed form: its cost does not depend on its size or sigma,
/// but for the pixels it paints.
///
/// A rectangle has at most three kinds of rows and of columns: those its edges cut, and those
/// between. Blurring a run of equal pixels takes two values of the weights' running sum.
struct RectangleBlur {
  private let arithmetic: BlurArithmetic
  /// The rows of each kind, and what the first pass makes of them at each folded column.
  private var kinds: [Range<Int>] = []
  private var firstPass: [Double] = []
  private let width: Int

  /// - Parameters:
  ///   - rect: On the grid, in device px.
  ///   - flattening: How the areas that its edges cut become bytes.
  ///   - columns: Where to work out the first pass, ascending.
  init(
    _ rect: Rect, _ flattening: Flattening, _ arithmetic: BlurArithmetic, at columns: [Int]
  ) {
    self.arithmetic = arithmetic
    width = columns.count
    let folded = FoldedOutline(.rounded(RoundedRectangle(rect: rect)), reach: 0)
    let scan = CoverageScan(
      folded.outline.path().0, .nonzero, flattening: flattening,
      clip: PixelRect(
        folded.columns(PixelRect(covering: rect).columns),
        folded.rows(PixelRect(covering: rect).rows)))
    let taps = arithmetic.taps
    let runs = scan.bounds.columns.map { folded.columns.columns(shownBy: $0) }
    var coverage = [Double](repeating: 0, count: scan.bounds.area)
    coverage.withUnsafeMutableBufferPointer {
      guard let base = $0.baseAddress else { return }
      CoverageSource.scan(scan).write(
        rows: scan.bounds.rows, asBytes: taps.roundsPasses, to: base)
    }
    for (i, y) in scan.bounds.rows.enumerated() {
      kinds.append(folded.rows.columns(shownBy: y))
      let row = coverage[i * runs.count..<(i + 1) * runs.count]
      firstPass += columns.map { x in
        zip(row, runs).reduce(0) { $0 + $1.0 * taps.weight(of: $1.1, at: x) }
      }
    }
    firstPass.withUnsafeMutableBufferPointer {
      if let base = $0.baseAddress { arithmetic.finishFirstPass(base, count: $0.count) }
    }
  }

  /// Writes row `y`: 0…1 at each of the columns.
  func write(row y: Int, to out: UnsafeMutablePointer<Float>) {
    let weights = kinds.map { arithmetic.taps.weight(of: $0, at: y) }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: max(1, width)) { sums in
      weights.withUnsafeBufferPointer { weights in
        firstPass.withUnsafeBufferPointer {
          raster_convolve_columns(
            $0.baseAddress, width, weights.baseAddress, weights.count, sums.baseAddress, width)
        }
      }
      arithmetic.finishSecondPass(
        sums.baseAddress!, used: weights.reduce(0, +), to: out, count: width)
    }
  }
}

extension BlurTaps {
  /// What equal pixels `run` together weigh at pixel `x`.
  func weight(of run: Range<Int>, at x: Int) -> Double {
    sum(upTo: x - run.lowerBound) - sum(upTo: x - run.upperBound)
  }
}
