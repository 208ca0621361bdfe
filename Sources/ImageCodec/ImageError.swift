/// Why a file is not a picture that can be used.
public enum ImageError: Error, Hashable, Sendable {
  /// No byte at all.
  case empty
  /// The first bytes are those of no format that can be read.
  case unknownFormat(firstBytes: [UInt8])
  /// The file ends inside `part`.
  case truncated(ImageFormat, part: String, expectedBytes: Int, foundBytes: Int)
  /// A checksum of `part` does not fit its bytes.
  case checksum(ImageFormat, part: String, expected: UInt32, found: UInt32)
  /// `part` holds a number outside what the format allows.
  case invalid(ImageFormat, part: String, expected: String, found: Int)
  /// `part` is not where the format wants it, or not there at all.
  case missing(ImageFormat, part: String)
  case misplaced(ImageFormat, part: String)
  /// The compressed pixels of `part` cannot be read.
  case damaged(ImageFormat, part: String)
  /// More pixels than the limit; refused before memory is taken.
  case tooLarge(ImageFormat, width: Int, height: Int, limit: PixelLimit)
  /// So few bytes cannot hold so many pixels; refused before memory is taken.
  case implausible(ImageFormat, width: Int, height: Int, bytes: Int)
  /// A valid file of a kind that is not read.
  case unsupported(ImageFormat, feature: String)
  /// Colours for displays brighter than white, which have no place in sRGB or Display P3. `transfer` is
  /// the curve's name, `part` what says so.
  case highDynamicRange(ImageFormat, transfer: String, part: String)
  /// CMYK colours without a profile that says which they are.
  case inks(ImageFormat)
  /// A library gave up: its name for the call, and its words.
  case call(String, message: String)
  case outOfMemory(bytes: Int)
}

extension ImageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty:
      "expected a picture, found no bytes"
    case .unknownFormat(let first):
      "expected PNG, JPEG, WebP, TIFF or BMP, found a file that begins with "
        + first.prefix(8).map(hex).joined(separator: " ")
    case .truncated(let format, let part, let expected, let found):
      "\(format.rawValue) ends early: expected \(expected) bytes of \(part), found \(found)"
    case .checksum(let format, let part, let expected, let found):
      "\(format.rawValue) checksum of \(part): expected \(hex(expected)), found \(hex(found))"
    case .invalid(let format, let part, let expected, let found):
      "\(format.rawValue) \(part): expected \(expected), found \(found)"
    case .missing(let format, let part):
      "\(format.rawValue): expected \(part), found none"
    case .misplaced(let format, let part):
      "\(format.rawValue): expected \(part) elsewhere in the file"
    case .damaged(let format, let part):
      "\(format.rawValue): expected readable \(part), found damaged bytes"
    case .tooLarge(let format, let width, let height, let limit):
      "\(format.rawValue): expected at most \(limit.pixels) pixels and \(limit.side) a side, "
        + "found \(width)×\(height)"
    case .implausible(let format, let width, let height, let bytes):
      "\(format.rawValue): expected pixels for \(width)×\(height), "
        + "found \(bytes) bytes, which cannot hold so many"
    case .unsupported(let format, let feature):
      "\(format.rawValue): expected a still picture of a known kind, found \(feature)"
    case .highDynamicRange(let format, let transfer, let part):
      "\(format.rawValue): expected a picture for standard displays, found HDR (\(transfer)) by "
        + "\(part)"
    case .inks(let format):
      "\(format.rawValue): expected a colour profile for its CMYK colours, found none that can be used"
    case .call(let name, let message):
      "\(name): \(message)"
    case .outOfMemory(let bytes):
      "expected \(bytes) bytes of memory, found less"
    }
  }
}

private func hex(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16)
  return byte < 16 ? "0" + digits : digits
}

private func hex(_ word: UInt32) -> String {
  let digits = String(word, radix: 16)
  return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
}
