internal import CCodecs
public import Raster

/// Two pictures whose samples can be compared: one space, one depth.
public struct CommonPair: Sendable {
  public var first: RGBAImage
  public var second: RGBAImage
  public var space: WorkingSpace
  /// What the files hold, where both say the same of their colours and `first` and `second` are
  /// conversions of it, for the eye only: pixels are counted here. Nil where those are what is counted.
  public var stored: StoredSamples?

  public init(
    first: RGBAImage, second: RGBAImage, space: WorkingSpace, stored: StoredSamples? = nil
  ) {
    self.first = first
    self.second = second
    self.space = space
    self.stored = stored
  }
}

/// Two files' samples as they are stored, at one depth: 8 bits, or 16 where either has 16 (v × 257).
public struct StoredSamples: Sendable {
  public var first: RGBAImage
  public var second: RGBAImage
}

/// Brings two pictures into one space: the first of sRGB, Display P3, BT.2020 and a wider one that
/// holds both.
///
/// *One description.* Where both files say the same of their colours, or nothing, equal numbers are
/// equal colours and others are not, so pixels differ where their stored samples do. In sRGB pictures
/// stay as they are, but for 8 bits against 16, which become 16 (v × 257). Elsewhere they are converted,
/// to know how far colours are apart, and `stored` holds the samples. Conversion is to 16 bits, of which
/// half a step is lost; where two different pixels become one by that, the second's green is moved by a
/// step of 1/65535, so that no difference is lost on the way.
///
/// *Two descriptions.* The same colour in two spaces has two roundings. Where sizes are equal, pixels of
/// which either is what the other's exact colour becomes in its space, rounded to its depth, become
/// equal, and all others differ: then a picture in Display P3 is identical to the same one in sRGB, and
/// the same numbers under two profiles are not. What that may take for rounding is half a step of a
/// file's depth, and 4.6e-5 of the light of the pixel's brightest channel, for the digits that profiles
/// store their matrices with. For profiles that hold a table instead of a matrix the two cannot be told
/// apart: their pixels become equal within one 8-bit step.
///
/// A profile that cannot be used counts as sRGB, as in browsers. CMYK pictures of one profile and one
/// size differ where their inks do.
public func inCommonSpace(_ first: DecodedImage, _ second: DecodedImage) -> CommonPair {
  if first.colour.means(second.colour) {
    var pair = inWorkingSpace(first.image, second.image, first.colour)
    if let a = first.inks, let b = second.inks, a.profile == b.profile { separate(&pair, a, b) }
    return pair
  }
  let standard = ColourSpace.working(.sRGB)
  guard let spaceA = ColourSpace.of(first.colour) ?? standard,
    let spaceB = ColourSpace.of(second.colour) ?? standard,
    let target = WorkingSpace.holding([spaceA, spaceB])
  else {
    let (a, b) = atOneDepth(first.image, second.image)
    return CommonPair(first: a, second: b, space: .sRGB)
  }
  var pair = CommonPair(
    first: converted(first.image, from: spaceA, to: target.space),
    second: converted(second.image, from: spaceB, to: target.space), space: target.name)
  if sameSize(first.image, second.image) {
    equate(&pair, first.image, spaceA, second.image, spaceB)
  }
  return pair
}

/// Two pictures of one description, in the space that they are compared in.
public func inWorkingSpace(
  _ first: RGBAImage, _ second: RGBAImage, _ colour: ColourDescription
) -> CommonPair {
  let (a, b) = atOneDepth(first, second)
  guard !colour.isSRGB, let space = ColourSpace.of(colour),
    let target = WorkingSpace.holding([space])
  else { return CommonPair(first: a, second: b, space: .sRGB) }
  var pair = CommonPair(
    first: converted(a, from: space, to: target.space),
    second: converted(b, from: space, to: target.space),
    space: target.name, stored: StoredSamples(first: a, second: b))
  if sameSize(a, b) { separate(&pair, a, b, hasAlpha: true) }
  return pair
}

/// Makes converted pictures differ where their inks do; colours are then counted there.
private func separate(_ pair: inout CommonPair, _ first: Inks, _ second: Inks) {
  let (a, b) = atOneDepth(first.samples, second.samples)
  guard sameSize(a, b), sameSize(a, pair.first) else { return }
  separate(&pair, a, b, hasAlpha: false)
  pair.stored = nil
}

/// The space that pictures of one description are compared in.
public func workingSpace(of colour: ColourDescription) -> WorkingSpace {
  guard !colour.isSRGB, let space = ColourSpace.of(colour) else { return .sRGB }
  return WorkingSpace.holding([space])?.name ?? .sRGB
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

  func withRows<R>(_ body: (UnsafeRawPointer, _ stride: Int) -> R) -> R {
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

/// Makes the second picture's pixels the first's where they are the same colour, and no others.
private func equate(
  _ pair: inout CommonPair, _ a: RGBAImage, _ spaceA: ColourSpace, _ b: RGBAImage,
  _ spaceB: ColourSpace
) {
  let equivalence = ra_equivalence_create(spaceA.handle, a.depth, spaceB.handle, b.depth)
  defer { if let equivalence { ra_equivalence_free(equivalence) } }
  a.withRows { rowsA, strideA in
    b.withRows { rowsB, strideB in
      markRows(&pair) { y, first, second, differs in
        if let equivalence {
          ra_equivalence_row(
            equivalence, rowsA + y * strideA, rowsB + y * strideB, a.width, differs)
        } else {
          for x in 0..<a.width { differs[x] = withinOneStep(first, second, 4 * x) ? 0 : 1 }
        }
      }
    }
  }
}

/// Makes converted pictures differ where their stored samples do, and nowhere else.
private func separate(
  _ pair: inout CommonPair, _ a: RGBAImage, _ b: RGBAImage, hasAlpha: Bool
) {
  a.withRows { rowsA, stride in
    b.withRows { rowsB, _ in
      markRows(&pair) { y, _, _, differs in
        _ = ra_differing_row(
          rowsA + y * stride, rowsB + y * stride, a.width, a.depth, hasAlpha ? 1 : 0, differs)
      }
    }
  }
}

private typealias Samples = UnsafePointer<UInt16>

/// Calls `mark` for each row of converted pictures of one size, to tell which pixels differ, and makes
/// the second's so.
private func markRows(
  _ pair: inout CommonPair,
  _ mark: (_ y: Int, _ first: Samples, _ second: Samples, UnsafeMutablePointer<UInt8>) -> Void
) {
  guard case .sixteen(let first) = pair.first.samples,
    case .sixteen(var second) = pair.second.samples, pair.first.width > 0
  else { return }
  pair.second.samples = .sixteen([])
  let width = pair.first.width
  var differs = [UInt8](repeating: 0, count: width)
  first.withUnsafeBufferPointer { a in
    second.withUnsafeMutableBufferPointer { b in
      for y in 0..<pair.first.height {
        let (p, q) = (a.baseAddress! + y * width * 4, b.baseAddress! + y * width * 4)
        mark(y, p, q, &differs)
        ra_separate_row(p, q, width, differs)
      }
    }
  }
  pair.second.samples = .sixteen(second)
}

/// 257 is one step of 8 bits. Alpha must be equal.
private func withinOneStep(_ a: Samples, _ b: Samples, _ at: Int) -> Bool {
  a[at + 3] == b[at + 3]
    && (a[at + 3] == 0 || (at..<(at + 3)).allSatisfy { abs(Int(a[$0]) - Int(b[$0])) <= 257 })
}
