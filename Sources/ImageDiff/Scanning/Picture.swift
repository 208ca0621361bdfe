internal import CKernels
internal import Raster

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A view of pixels that somebody else owns: straight alpha, 8 or 16 bits a channel, rows from the
/// top. Valid only inside the call that lent it.
struct Picture {
  let base: UnsafeRawPointer
  let width: Int
  let height: Int
  /// Bytes from one row to the next.
  let stride: Int
  /// 1 or 2.
  let bytesPerSample: Int

  var bytesPerPixel: Int { 4 * bytesPerSample }
  var bounds: PixelRect { PixelRect(x0: 0, y0: 0, x1: width, y1: height) }

  func row(_ y: Int) -> UnsafeRawPointer { base + y * stride }

  func pixels8(_ y: Int) -> UnsafePointer<UInt32> {
    row(y).assumingMemoryBound(to: UInt32.self)
  }
  func pixels16(_ y: Int) -> UnsafePointer<UInt64> {
    row(y).assumingMemoryBound(to: UInt64.self)
  }

  /// Premultiplied red, green, blue and alpha, each 0…255, of any depth.
  @inline(__always)
  func drawn(_ x: Int, _ y: Int) -> SIMD4<Float> {
    if bytesPerSample == 1 { return drawn8(pixels8(y)[x]) }
    return drawn16(pixels16(y)[x])
  }
}

extension Picture {
  /// A hash of the pixels in a rectangle; nil where they are all equal, or lie outside.
  func content(of area: PixelRect) -> UInt64? {
    guard !area.isEmpty, area.intersection(bounds) == area else { return nil }
    let first = row(area.y0) + area.x0 * bytesPerPixel
    var hash: UInt64 = 0
    var isFlat = true
    for y in area.y0..<area.y1 {
      let line = row(y) + area.x0 * bytesPerPixel
      // 2⁶⁴ divided by the golden ratio: rows that change places change the hash.
      hash = hash &* 0x9E37_79B9_7F4A_7C15 ^ diff_hash(line, area.width * bytesPerPixel)
      for x in 0..<area.width where isFlat {
        isFlat = memcmp(line + x * bytesPerPixel, first, bytesPerPixel) == 0
      }
    }
    return isFlat ? nil : hash
  }
}

@inline(__always)
func drawn8(_ word: UInt32) -> SIMD4<Float> {
  let w = UInt32(littleEndian: word)
  // 2²³ with a byte in its low bits, less 2²³: converting lane by lane costs more.
  let bytes = SIMD4<UInt32>(w, w >> 8, w >> 16, w >> 24) & 255
  let v = unsafeBitCast(bytes | 0x4B00_0000, to: SIMD4<Float>.self) - 8_388_608
  return v.w == 255 ? v : premultiplied(v)
}

@inline(__always)
func drawn16(_ word: UInt64) -> SIMD4<Float> {
  let w = UInt64(littleEndian: word)
  let v =
    SIMD4<Float>(
      Float(w & 0xFFFF), Float(w >> 16 & 0xFFFF), Float(w >> 32 & 0xFFFF), Float(w >> 48))
    / 257
  return w >> 48 == 0xFFFF ? v : premultiplied(v)
}

@inline(__always)
private func premultiplied(_ v: SIMD4<Float>) -> SIMD4<Float> {
  var p = v * (v.w / 255)
  p.w = v.w
  return p
}

/// Lends both images as pictures of one depth: where the depths differ, 8 bits become 16 (×257).
func withPictures<R>(
  _ one: RGBAImage, _ two: RGBAImage, _ body: (Picture, Picture) throws -> R
) rethrows -> R {
  switch (one.samples, two.samples) {
  case (.eight(let a), .eight(let b)):
    try a.withUnsafeBytes { p in
      try b.withUnsafeBytes { q in try body(one.view(p, 1), two.view(q, 1)) }
    }
  case (.sixteen(let a), .sixteen(let b)):
    try a.withUnsafeBytes { p in
      try b.withUnsafeBytes { q in try body(one.view(p, 2), two.view(q, 2)) }
    }
  case (.eight(let a), .sixteen):
    try withPictures(one.widened(a), two, body)
  case (.sixteen, .eight(let b)):
    try withPictures(one, two.widened(b), body)
  }
}

extension RGBAImage {
  fileprivate func view(_ bytes: UnsafeRawBufferPointer, _ bytesPerSample: Int) -> Picture {
    // An empty array may have no address; no row of it is ever read.
    Picture(
      base: bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 8)!, width: width, height: height,
      stride: width * 4 * bytesPerSample, bytesPerSample: bytesPerSample)
  }

  fileprivate func widened(_ samples: [UInt8]) -> RGBAImage {
    RGBAImage(width: width, height: height, samples: .sixteen(samples.map { UInt16($0) * 257 }))
  }
}
