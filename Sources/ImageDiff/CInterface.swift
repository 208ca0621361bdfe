public import CKernels
internal import Raster

// The functions of image_diff.h. A report is a handle that the caller frees.

private final class ReportHandle {
  let report: DiffReport
  let regions: [DiffRegion]
  /// Sentences as C strings, made when asked for; freed with the handle.
  private var strings: [Int: UnsafeMutablePointer<CChar>] = [:]

  init(_ report: DiffReport) {
    self.report = report
    regions = report.all
  }

  deinit { for s in strings.values { s.deallocate() } }

  func text(_ index: Int) -> UnsafePointer<CChar>? {
    if let known = strings[index] { return UnsafePointer(known) }
    guard index == -1 || regions.indices.contains(index) else { return nil }
    let copy = cString(index == -1 ? report.verdict.description : regions[index].description)
    strings[index] = copy
    return UnsafePointer(copy)
  }
}

private func cString(_ text: String) -> UnsafeMutablePointer<CChar> {
  let bytes = text.utf8CString
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
  bytes.withUnsafeBufferPointer { copy.initialize(from: $0.baseAddress!, count: bytes.count) }
  return copy
}

private func handle(_ diff: OpaquePointer) -> ReportHandle {
  Unmanaged<ReportHandle>.fromOpaque(UnsafeRawPointer(diff)).takeUnretainedValue()
}

@_cdecl("ra_diff_compare")
public func raDiffCompare(
  _ reference: UnsafeRawPointer?, _ width: Int64, _ height: Int64, _ stride: Int64,
  _ candidate: UnsafeRawPointer?, _ candidateWidth: Int64, _ candidateHeight: Int64,
  _ candidateStride: Int64, _ bits: Int32, _ points: Double
) -> OpaquePointer? {
  guard let reference, let candidate, bits == 8 || bits == 16,
    let one = Picture(reference, width, height, stride, Int(bits) / 8),
    let two = Picture(candidate, candidateWidth, candidateHeight, candidateStride, Int(bits) / 8),
    let scale = DeviceScale(points)
  else { return nil }
  var options = DiffOptions()
  options.scale = scale
  let report = ReportHandle(DiffAnalysis.analyse(one, two, options))
  return OpaquePointer(Unmanaged.passRetained(report).toOpaque())
}

extension Picture {
  /// Nil unless sides are at most 2²⁴, rows fit their stride, and pixels are aligned.
  fileprivate init?(
    _ base: UnsafeRawPointer, _ width: Int64, _ height: Int64, _ stride: Int64,
    _ bytesPerSample: Int
  ) {
    let pixel = 4 * bytesPerSample
    guard (0...(1 << 24)).contains(width), (0...(1 << 24)).contains(height),
      stride >= width * Int64(pixel), stride <= 1 << 32, stride % Int64(pixel) == 0,
      UInt(bitPattern: base) % UInt(pixel) == 0
    else { return nil }
    self.init(
      base: base, width: Int(width), height: Int(height), stride: Int(stride),
      bytesPerSample: bytesPerSample)
  }
}

@_cdecl("ra_diff_free")
public func raDiffFree(_ diff: OpaquePointer?) {
  if let diff { Unmanaged<ReportHandle>.fromOpaque(UnsafeRawPointer(diff)).release() }
}

@_cdecl("ra_diff_fails")
public func raDiffFails(_ diff: OpaquePointer) -> Int32 {
  handle(diff).report.verdict.fails ? 1 : 0
}

@_cdecl("ra_diff_differing_pixels")
public func raDiffDifferingPixels(_ diff: OpaquePointer) -> Int64 {
  Int64(handle(diff).report.counts.differingPixels)
}

@_cdecl("ra_diff_region_count")
public func raDiffRegionCount(_ diff: OpaquePointer) -> Int64 { Int64(handle(diff).regions.count) }

@_cdecl("ra_diff_region_at")
public func raDiffRegionAt(
  _ diff: OpaquePointer, _ index: Int64, _ out: UnsafeMutablePointer<ra_diff_region>
) -> Int32 {
  let regions = handle(diff).regions
  guard index >= 0, index < regions.count else { return 0 }
  let r = regions[Int(index)]
  out.pointee = ra_diff_region(
    x0: Int64(r.bounds.x0), y0: Int64(r.bounds.y0), x1: Int64(r.bounds.x1),
    y1: Int64(r.bounds.y1), pixels: Int64(r.pixels), largest_distance: r.largestDistance,
    mean_distance: r.meanDistance, unexplained_share: r.unexplained.share,
    kind: Int32(DiffKind.allCases.firstIndex(of: r.kind)!), perceptible: r.isPerceptible ? 1 : 0)
  return 1
}

@_cdecl("ra_diff_text")
public func raDiffText(_ diff: OpaquePointer, _ index: Int64) -> UnsafePointer<CChar>? {
  handle(diff).text(Int(truncatingIfNeeded: max(-2, min(index, Int64(Int32.max)))))
}

/// The names, made once and kept.
nonisolated(unsafe) private let kindNames = DiffKind.allCases.map {
  UnsafePointer(cString($0.rawValue))
}

@_cdecl("ra_diff_kind_name")
public func raDiffKindName(_ kind: Int32) -> UnsafePointer<CChar>? {
  kindNames.indices.contains(Int(kind)) ? kindNames[Int(kind)] : nil
}
