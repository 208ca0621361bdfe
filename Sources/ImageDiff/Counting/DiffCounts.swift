internal import CKernels
public import Raster

/// How many pixels differ, by how much, and where. Exact: no threshold hides a pixel.
public struct DiffCounts: Hashable, Sendable {
  /// Pixels of which any channel differs, alpha included.
  public var differingPixels: Int
  /// Pixels whose colours lie at least the metric's just-noticeable step apart.
  public var perceptiblePixels: Int
  /// Their mean distance, in just-noticeable steps; 0 where there are none.
  public var meanPerceptibleDistance: Double
  /// The largest difference of a channel, in steps of 1/255, alpha included.
  public var maxDelta: Int
  /// The mean absolute difference over the four channels of every pixel of the area, in steps.
  public var meanDelta: Double
  /// The smallest rectangle that holds every differing pixel; empty where none differs.
  public var bounds: PixelRect

  public init(
    differingPixels: Int = 0, perceptiblePixels: Int = 0, meanPerceptibleDistance: Double = 0,
    maxDelta: Int = 0, meanDelta: Double = 0,
    bounds: PixelRect = PixelRect(x0: 0, y0: 0, x1: 0, y1: 0)
  ) {
    self.differingPixels = differingPixels
    self.perceptiblePixels = perceptiblePixels
    self.meanPerceptibleDistance = meanPerceptibleDistance
    self.maxDelta = maxDelta
    self.meanDelta = meanDelta
    self.bounds = bounds
  }
}

/// Counts the differing pixels of two pixmaps of one size.
///
/// Channels are compared as they are stored, premultiplied. Equal rows cost a `memcmp`; only
/// differing pixels get the metric.
///
/// - Parameter bounds: The area that counts, cut to the pixmaps; nil is all of it. `meanDelta` is
///   its mean.
public func count(
  _ one: Pixmap, _ two: Pixmap, in bounds: PixelRect? = nil,
  metric: PerceptualMetric = .ciede2000
) -> DiffCounts {
  precondition(
    one.width == two.width && one.height == two.height, "pixmaps of one size are compared")
  let area = (bounds ?? one.bounds).intersection(one.bounds)
  if area.isEmpty { return DiffCounts() }
  return one.bytes.withUnsafeBytes { a in
    two.bytes.withUnsafeBytes { b in
      countRows(
        a.baseAddress!, b.baseAddress!, stride: one.width * 4, area: area,
        distance: PixelDistance(metric: metric))
    }
  }
}

/// The sum of the absolute differences of all channels as they are stored, premultiplied, in steps
/// of 1/255, over all pixels of two pixmaps of one size.
public func totalDifference(_ one: Pixmap, _ two: Pixmap) -> Int {
  precondition(
    one.width == two.width && one.height == two.height, "pixmaps of one size are compared")
  var total = 0
  for y in 0..<one.height where one.width > 0 {
    one.withRow(y) { a in
      two.withRow(y) { b in
        var row = diff_row_stats()
        if diff_row8(a.baseAddress!, b.baseAddress!, one.width, &row) != 0 { total += Int(row.sum) }
      }
    }
  }
  return total
}

private func countRows(
  _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, stride: Int, area: PixelRect,
  distance: PixelDistance
) -> DiffCounts {
  var result = DiffCounts()
  var total: UInt64 = 0
  var distances = 0.0
  var memo = DistanceMemo(distance)
  for y in area.y0..<area.y1 {
    let offset = y * stride + area.x0 * 4
    var row = diff_row_stats()
    guard diff_row8(a + offset, b + offset, area.width, &row) != 0 else { continue }
    result.differingPixels += Int(row.differing)
    result.maxDelta = max(result.maxDelta, Int(row.max_delta))
    total += row.sum
    let span = PixelRect(
      x0: area.x0 + Int(row.first), y0: y, x1: area.x0 + Int(row.last) + 1, y1: y + 1)
    result.bounds = result.bounds.union(span)
    let onePixels = (a + y * stride).assumingMemoryBound(to: UInt32.self)
    let twoPixels = (b + y * stride).assumingMemoryBound(to: UInt32.self)
    for x in span.x0..<span.x1 where onePixels[x] != twoPixels[x] {
      let apart = memo.premultiplied(onePixels[x], twoPixels[x])
      if apart >= distance.metric.justNoticeable {
        result.perceptiblePixels += 1
        distances += apart
      }
    }
  }
  result.meanDelta = Double(total) / Double(area.area * 4)
  if result.perceptiblePixels > 0 {
    result.meanPerceptibleDistance =
      distances / Double(result.perceptiblePixels) / distance.metric.justNoticeable
  }
  return result
}
