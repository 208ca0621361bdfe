internal import Raster

// The C interface of Examples/image_diff.h. A report is a handle that the caller frees.

private final class ReportHandle {
  let report: DiffReport
  /// Sentences as C strings, made when asked for; freed with the handle.
  var strings: [UnsafeMutablePointer<CChar>] = []

  init(_ report: DiffReport) { self.report = report }

  deinit { for s in strings { s.deallocate() } }

  func cString(_ text: String) -> UnsafePointer<CChar> {
    let bytes = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    bytes.withUnsafeBufferPointer { copy.initialize(from: $0.baseAddress!, count: bytes.count) }
    strings.append(copy)
    return UnsafePointer(copy)
  }
}

private func report(_ handle: UnsafeRawPointer) -> DiffReport {
  Unmanaged<ReportHandle>.fromOpaque(handle).takeUnretainedValue().report
}

/// Compares two pictures of straight RGBA; null where an argument is out of range.
@_cdecl("ra_diff_compare")
public func raDiffCompare(
  _ a: UnsafeRawPointer?, _ aWidth: Int, _ aHeight: Int, _ aStride: Int, _ b: UnsafeRawPointer?,
  _ bWidth: Int, _ bHeight: Int, _ bStride: Int, _ bitsPerChannel: Int32, _ pixelsPerPoint: Double
) -> UnsafeMutableRawPointer? {
  let sample = Int(bitsPerChannel) / 8
  guard let a, let b, bitsPerChannel == 8 || bitsPerChannel == 16,
    let one = Picture(a, aWidth, aHeight, aStride, sample),
    let two = Picture(b, bWidth, bHeight, bStride, sample),
    let scale = DeviceScale(pixelsPerPoint)
  else { return nil }
  var options = DiffOptions()
  options.scale = scale
  let handle = ReportHandle(DiffAnalysis.analyse(one, two, options))
  return Unmanaged.passRetained(handle).toOpaque()
}

extension Picture {
  /// Nil unless sides are at most 2²⁴, rows fit their stride, and pixels are aligned.
  fileprivate init?(
    _ base: UnsafeRawPointer, _ width: Int, _ height: Int, _ stride: Int, _ bytesPerSample: Int
  ) {
    let pixel = 4 * bytesPerSample
    guard width >= 0, height >= 0, width <= 1 << 24, height <= 1 << 24,
      stride >= width * pixel, stride % pixel == 0, UInt(bitPattern: base) % UInt(pixel) == 0
    else { return nil }
    self.init(
      base: base, width: width, height: height, stride: stride, bytesPerSample: bytesPerSample)
  }
}

@_cdecl("ra_diff_free")
public func raDiffFree(_ handle: UnsafeMutableRawPointer?) {
  if let handle { Unmanaged<ReportHandle>.fromOpaque(handle).release() }
}

/// 0 where the default gate passes, 1 where it fails.
@_cdecl("ra_diff_fails")
public func raDiffFails(_ handle: UnsafeRawPointer) -> Int32 {
  report(handle).verdict.fails ? 1 : 0
}

@_cdecl("ra_diff_differing_pixels")
public func raDiffDifferingPixels(_ handle: UnsafeRawPointer) -> Int {
  report(handle).counts.differingPixels
}

@_cdecl("ra_diff_region_count")
public func raDiffRegionCount(_ handle: UnsafeRawPointer) -> Int { report(handle).all.count }

/// A sentence about region `index`; null where there is none. Valid until the handle is freed.
@_cdecl("ra_diff_region_text")
public func raDiffRegionText(_ handle: UnsafeRawPointer, _ index: Int) -> UnsafePointer<CChar>? {
  let owner = Unmanaged<ReportHandle>.fromOpaque(handle).takeUnretainedValue()
  let all = owner.report.all
  guard all.indices.contains(index) else { return nil }
  return owner.cString("\(all[index].kind.rawValue) \(all[index])")
}
