internal import CCodecs
public import Raster

/// Two pictures whose samples can be compared: one space, one depth.
public struct CommonPair: Sendable {
  public var first: RGBAImage
  public var second: RGBAImage
  public var space: WorkingSpace

  public init(first: RGBAImage, second: RGBAImage, space: WorkingSpace) {
    self.first = first
    self.second = second
    self.space = space
  }
}

/// Brings two pictures into one space: sRGB, or Display P3 where either has colours beyond sRGB.
///
/// Pictures that mean the same space as the working one stay as they are, but for 8 bits against
/// 16, which become 16 (v × 257). All others become 16 bits, for rounding to 8 would hide steps.
///
/// *One colour, two encodings.* The same colour in two spaces has two roundings. Where sizes are
/// equal, pixels of which either is what the other's exact colour becomes in its space, rounded to
/// its depth, become equal: then a picture in Display P3 is identical to the same one in sRGB, and
/// the same numbers under two profiles are not. For profiles that hold a table instead of a matrix
/// that cannot be told apart: their pixels become equal within one 8-bit step.
///
/// A profile that cannot be used counts as sRGB, as in browsers.
public func inCommonSpace(_ first: DecodedImage, _ second: DecodedImage) -> CommonPair {
  if first.colour.means(second.colour), first.colour.isSRGB {
    let (a, b) = atOneDepth(first.image, second.image)
    return CommonPair(first: a, second: b, space: .sRGB)
  }
  guard let standard = ColourSpace.working(.sRGB), let wide = ColourSpace.working(.displayP3) else {
    let (a, b) = atOneDepth(first.image, second.image)
    return CommonPair(first: a, second: b, space: .sRGB)
  }
  let spaceA = ColourSpace.of(first.colour) ?? standard
  let spaceB = ColourSpace.of(second.colour) ?? standard
  let isWide = spaceA.exceeds(standard) || spaceB.exceeds(standard)
  let target = isWide ? wide : standard
  var pair = CommonPair(
    first: converted(first.image, from: spaceA, to: target),
    second: converted(second.image, from: spaceB, to: target),
    space: isWide ? .displayP3 : .sRGB)
  if !first.colour.means(second.colour), sameSize(first.image, second.image) {
    equate(&pair, first.image, spaceA, second.image, spaceB)
  }
  return pair
}

/// The space that a picture of this description is compared in, and its pixels there; 16 bits
/// unless it is sRGB already.
public func inWorkingSpace(
  _ images: [RGBAImage], _ colour: ColourDescription
) -> (images: [RGBAImage], space: WorkingSpace) {
  guard !colour.isSRGB, let standard = ColourSpace.working(.sRGB),
    let wide = ColourSpace.working(.displayP3)
  else { return (images, .sRGB) }
  let space = ColourSpace.of(colour) ?? standard
  let isWide = space.exceeds(standard)
  return (
    images.map { converted($0, from: space, to: isWide ? wide : standard) },
    isWide ? .displayP3 : .sRGB
  )
}

extension ColourDescription {
  var isSRGB: Bool { self == .assumedSRGB || self == .sRGB || self == .unusable }

  /// Whether what the file says of its colours is not known to us, or damaged; sRGB takes its place.
  public var isUnusable: Bool {
    switch self {
    case .assumedSRGB, .sRGB, .gamma: false
    case .unusable: true
    case .profile, .codePoints: ColourSpace.of(self) == nil
    }
  }
}

private func sameSize(_ a: RGBAImage, _ b: RGBAImage) -> Bool {
  a.width == b.width && a.height == b.height
}

private func atOneDepth(_ a: RGBAImage, _ b: RGBAImage) -> (RGBAImage, RGBAImage) {
  switch (a.samples, b.samples) {
  case (.eight, .eight), (.sixteen, .sixteen): (a, b)
  default: (a.atSixteenBits(), b.atSixteenBits())
  }
}

extension RGBAImage {
  /// Samples of 8 bits times 257; of 16 as they are.
  func atSixteenBits() -> RGBAImage {
    guard case .eight(let from) = samples else { return self }
    let widened = [UInt16](unsafeUninitializedCapacity: from.count) { out, count in
      ra_widen(from, from.count, out.baseAddress)
      count = from.count
    }
    return RGBAImage(width: width, height: height, samples: .sixteen(widened))
  }

  var depth: Int32 { if case .eight = samples { 8 } else { 16 } }

  fileprivate func withRows<R>(_ body: (UnsafeRawPointer, _ stride: Int) -> R) -> R {
    switch samples {
    case .eight(let s): s.withUnsafeBytes { body($0.baseAddress!, width * 4) }
    case .sixteen(let s): s.withUnsafeBytes { body($0.baseAddress!, width * 8) }
    }
  }
}

private func converted(
  _ image: RGBAImage, from: ColourSpace, to: ColourSpace
) -> RGBAImage {
  guard image.width > 0, image.height > 0,
    let conversion = ra_conversion_create(from.handle, to.handle, image.depth)
  else { return image.atSixteenBits() }
  defer { ra_conversion_free(conversion) }
  let count = image.width * image.height * 4
  let samples = [UInt16](unsafeUninitializedCapacity: count) { out, written in
    image.withRows { rows, stride in
      for y in 0..<image.height {
        ra_conversion_row(
          conversion, rows + y * stride, image.width, out.baseAddress! + y * image.width * 4)
      }
    }
    written = count
  }
  return RGBAImage(width: image.width, height: image.height, samples: .sixteen(samples))
}

/// Makes the second picture's pixels the first's where they are the same colour.
private func equate(
  _ pair: inout CommonPair, _ a: RGBAImage, _ spaceA: ColourSpace, _ b: RGBAImage,
  _ spaceB: ColourSpace
) {
  guard case .sixteen(let first) = pair.first.samples,
    case .sixteen(var second) = pair.second.samples, a.width > 0
  else { return }
  pair.second.samples = .sixteen([])
  let width = a.width
  var same = [UInt8](repeating: 0, count: width)
  let equivalence = ra_equivalence_create(spaceA.handle, a.depth, spaceB.handle, b.depth)
  defer { if let equivalence { ra_equivalence_free(equivalence) } }
  a.withRows { rowsA, strideA in
    b.withRows { rowsB, strideB in
      for y in 0..<a.height {
        let start = y * width * 4
        if let equivalence {
          ra_equivalence_row(
            equivalence, rowsA + y * strideA, rowsB + y * strideB, width, &same)
        } else {
          for x in 0..<width { same[x] = withinOneStep(first, second, start + 4 * x) ? 1 : 0 }
        }
        for x in 0..<width where same[x] != 0 {
          for i in (start + 4 * x)..<(start + 4 * x + 4) { second[i] = first[i] }
        }
      }
    }
  }
  pair.second.samples = .sixteen(second)
}

/// 257 is one step of 8 bits. Alpha must be equal.
private func withinOneStep(_ a: [UInt16], _ b: [UInt16], _ at: Int) -> Bool {
  a[at + 3] == b[at + 3]
    && (at..<(at + 3)).allSatisfy { abs(Int(a[$0]) - Int(b[$0])) <= 257 }
}
