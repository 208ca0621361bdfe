internal import CFreeType
internal import CICU

/// The C libraries' objects that fonts and layouts share: FreeType's library and ICU's iterators.
/// Not for several threads.
final class TextEngine {
  let library: OpaquePointer
  private let segmenter: OpaquePointer

  init() throws(FontError) {
    if let missing = ra_load_font_libraries() ?? ra_load_icu() {
      throw .libraryMissing(String(cString: missing))
    }
    var library: OpaquePointer?
    let freeType = ra_library_open(&library)
    guard let library, freeType == 0 else {
      throw .call("FT_Init_FreeType", code: Int(freeType))
    }
    var segmenter: OpaquePointer?
    let icu = ra_segmenter_open(&segmenter)
    guard let segmenter, icu == 0 else {
      ra_library_close(library)
      throw .call("ubrk_open", code: Int(icu))
    }
    self.library = library
    self.segmenter = segmenter
  }

  deinit {
    ra_library_close(library)
    ra_segmenter_close(segmenter)
  }

  enum LineBreak: UInt8 {
    case none, allowed, mandatory
  }

  /// For each UTF-16 unit and the end, whether a line may or must end before it (UAX #14, as ICU
  /// tailors it).
  func lineBreaks(in text: UnsafeBufferPointer<UInt16>) throws(FontError) -> [LineBreak] {
    let breaks = try marks(text, "ubrk_next", ra_line_breaks)
    return breaks.map { LineBreak(rawValue: $0) ?? .none }
  }

  /// For each UTF-16 unit and the end, whether a grapheme cluster starts there (UAX #29).
  func graphemeStarts(in text: UnsafeBufferPointer<UInt16>) throws(FontError) -> [Bool] {
    try marks(text, "ubrk_next", ra_grapheme_starts).map { $0 != 0 }
  }

  private func marks(
    _ text: UnsafeBufferPointer<UInt16>, _ function: String,
    _ fill: (OpaquePointer?, UnsafePointer<UInt16>?, Int32, UnsafeMutablePointer<UInt8>?) -> Int32
  ) throws(FontError) -> [UInt8] {
    var code: Int32 = 0
    let marks = [UInt8](unsafeUninitializedCapacity: text.count + 1) { buffer, count in
      buffer.initialize(repeating: 0)
      code = fill(segmenter, text.baseAddress, Int32(text.count), buffer.baseAddress)
      count = text.count + 1
    }
    guard code == 0 else { throw .call(function, code: Int(code)) }
    return marks
  }

  /// The embedding level of each UTF-16 unit of one paragraph, and the paragraph's own (UAX #9).
  func bidiLevels(
    in text: UnsafeBufferPointer<UInt16>
  ) throws(FontError) -> (levels: [UInt8], paragraph: UInt8) {
    // Below the Hebrew block nothing runs right to left, and nothing asks to.
    guard text.contains(where: { $0 >= 0x0590 }) else {
      return ([UInt8](repeating: 0, count: text.count), 0)
    }
    var paragraph: UInt8 = 0
    var code: Int32 = 0
    let levels = [UInt8](unsafeUninitializedCapacity: text.count) { buffer, count in
      buffer.initialize(repeating: 0)
      code = ra_bidi_levels(
        segmenter, text.baseAddress, Int32(text.count), buffer.baseAddress, &paragraph)
      count = text.count
    }
    guard code == 0 else { throw .call("ubidi_setPara", code: Int(code)) }
    return (levels, paragraph)
  }
}
