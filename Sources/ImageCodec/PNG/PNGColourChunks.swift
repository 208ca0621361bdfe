internal import CCodecs

/// The chunks that say which colours the numbers mean, and which of them counts.
///
/// cICP before iCCP before sRGB before gAMA with cHRM (PNG 3, *Colour space information*).
/// A malformed one is left out, as libpng does.
struct PNGColourChunks {
  /// PQ or HLG, whatever else the chunk says.
  private(set) var highDynamicRange: String?
  private var codePoints: (primaries: UInt8, transfer: UInt8)?
  private var profile: [UInt8]?
  /// Whether a cICP or iCCP was left out.
  private var isUnusable = false
  private var isStandardRGB = false
  /// gAMA: exponent × 100,000.
  private var gamma: UInt32?
  private var chromaticities: Chromaticities?

  /// A profile beyond this is not read: real ones are under 4 MB.
  private static let largestProfile = 16 << 20

  mutating func read(_ bytes: UnsafeRawBufferPointer, _ chunk: PNGChunk) {
    let at = chunk.body.lowerBound
    switch (chunk.type, chunk.body.count) {
    // ITU-T H.273, table 3.
    case (.codePoints, 4) where bytes[at + 1] == 16 || bytes[at + 1] == 18:
      highDynamicRange = bytes[at + 1] == 16 ? "PQ" : "HLG"
    case (.codePoints, 4) where bytes[at + 2] == 0 && bytes[at + 3] == 1:
      codePoints = (bytes[at], bytes[at + 1])
    case (.codePoints, _):
      isUnusable = true
    case (.profile, _) where profile == nil:
      profile = Self.inflateProfile(UnsafeRawBufferPointer(rebasing: bytes[chunk.body]))
      if profile == nil { isUnusable = true }
    case (.standardRGB, 1) where bytes[at] <= 3:
      isStandardRGB = true
    case (.gamma, 4) where bytes.bigEndian32(at: at) > 0:
      gamma = gamma ?? bytes.bigEndian32(at: at)
    case (.chromaticities, 32):
      chromaticities = chromaticities ?? Self.readChromaticities(bytes, at: at)
    default: break
    }
  }

  var description: ColourDescription {
    if let codePoints {
      return codePoints == (1, 13)
        ? .sRGB : .codePoints(primaries: codePoints.primaries, transfer: codePoints.transfer)
    }
    if let profile { return .profile(profile) }
    if isStandardRGB { return .sRGB }
    guard let gamma else { return isUnusable ? .unusable : .assumedSRGB }
    let chromaticities = self.chromaticities ?? .sRGB
    // Writers of sRGB pictures round 1 / 2.2 to 45455, 45454 or 45450; libpng itself takes gammas
    // within 5 % as equal. Within 1 % no 8-bit value moves by more than one step.
    if gamma >= 45_000, gamma <= 45_910, chromaticities.isNear(.sRGB) { return .sRGB }
    return .gamma(encodingExponent: Double(gamma) / 100_000, chromaticities)
  }

  private static func readChromaticities(
    _ bytes: UnsafeRawBufferPointer, at: Int
  ) -> Chromaticities? {
    let values = (0..<8).map { Double(bytes.bigEndian32(at: at + 4 * $0)) / 100_000 }
    guard values.allSatisfy({ $0 <= 1.1 }), [1, 3, 5, 7].allSatisfy({ values[$0] > 0 }) else {
      return nil
    }
    func point(_ i: Int) -> Chromaticities.Point { .init(x: values[i], y: values[i + 1]) }
    return Chromaticities(white: point(0), red: point(2), green: point(4), blue: point(6))
  }

  /// Name, 0, method 0, then a zlib stream whose first word is its own length.
  private static func inflateProfile(_ body: UnsafeRawBufferPointer) -> [UInt8]? {
    guard let zero = body.prefix(80).firstIndex(of: 0), zero >= 1, body.count > zero + 2,
      body[zero + 1] == 0
    else { return nil }
    let stream = UnsafeRawBufferPointer(rebasing: body[(zero + 2)...])
    guard let profile = inflateWhole(stream, most: largestProfile), profile.count >= 128 else {
      return nil
    }
    let declared = profile.withUnsafeBytes { Int($0.bigEndian32(at: 0)) }
    return declared >= 128 && declared <= profile.count ? Array(profile[..<declared]) : nil
  }
}

/// A small zlib stream of unknown size; nil where it is damaged or holds more than `most` bytes.
private func inflateWhole(_ stream: UnsafeRawBufferPointer, most: Int) -> [UInt8]? {
  guard let inflater = ra_inflater_create() else { return nil }
  defer { ra_inflater_destroy(inflater) }
  let data = stream.bindMemory(to: UInt8.self)
  guard Int(ra_inflater_start(inflater, data.baseAddress, data.count)) == RA_INFLATE_OK else {
    return nil
  }
  let piece = 1 << 15
  var buffers = (BandBuffer(byteCount: piece), BandBuffer(byteCount: piece))
  var whole: [UInt8] = []
  while whole.count <= most {
    let status = Int(ra_inflater_next(inflater, buffers.0.rows, piece))
    guard status == RA_INFLATE_OK || status == RA_INFLATE_SHORT else { return nil }
    whole += UnsafeBufferPointer(start: buffers.0.rows, count: ra_inflater_written(inflater))
    if status == RA_INFLATE_SHORT {
      return Int(ra_inflater_finish(inflater)) == RA_INFLATE_OK ? whole : nil
    }
    buffers = (buffers.1, buffers.0)
  }
  return nil
}

extension Chromaticities {
  /// Whether each number lies within 0.002: chunks hold rounded figures.
  func isNear(_ other: Chromaticities) -> Bool {
    zip(
      [white, red, green, blue], [other.white, other.red, other.green, other.blue]
    ).allSatisfy { abs($0.x - $1.x) <= 0.002 && abs($0.y - $1.y) <= 0.002 }
  }
}
