/// A text's UTF-16 units at a fixed address, tabs as spaces: there are no tab stops.
final class TextUnits {
  private let buffer: UnsafeMutableBufferPointer<UInt16>

  init(_ text: String) {
    let units = Array(text.utf16)
    buffer = .allocate(capacity: units.count)
    _ = buffer.initialize(from: units.lazy.map { $0 == 0x09 ? 0x20 : $0 })
  }

  deinit { buffer.deallocate() }

  var count: Int { buffer.count }
  var all: UnsafeBufferPointer<UInt16> { UnsafeBufferPointer(buffer) }

  subscript(index: Int) -> UInt16 { buffer[index] }
  subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt16> {
    UnsafeBufferPointer(rebasing: all[range])
  }

  /// `range` without the white space at its end: what hangs over the end of a line, as it does not
  /// count for width or alignment. No-break spaces count.
  func withoutTrailingSpace(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, Self.isHangingSpace(buffer[end - 1]) { end -= 1 }
    return range.lowerBound..<end
  }

  private static func isHangingSpace(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200B, 0x205F, 0x3000: true
    default: false
    }
  }

  /// `range` without the newline at its end, which may be two units long.
  func withoutNewline(_ range: Range<Int>) -> Range<Int> {
    guard let last = all[range].last, Self.isNewline(last) else { return range }
    let end = range.upperBound - 1
    let isPair = last == 0x0A && end > range.lowerBound && buffer[end - 1] == 0x0D
    return range.lowerBound..<(isPair ? end - 1 : end)
  }

  var endsWithNewline: Bool { all.last.map(Self.isNewline) ?? false }

  /// What UAX #14 ends a line at: LF, VT, FF, CR, NEL, line and paragraph separator.
  private static func isNewline(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// The scalar that starts at `index`.
  func scalar(at index: Int) -> Unicode.Scalar {
    if let scalar = Unicode.Scalar(buffer[index]) { return scalar }
    guard index + 1 < count else { return "\u{FFFD}" }
    let pair = 0x10000 + (UInt32(buffer[index]) & 0x3FF) << 10 + UInt32(buffer[index + 1]) & 0x3FF
    return Unicode.Scalar(pair) ?? "\u{FFFD}"
  }
}
