/// A file's name as it may stand in a message: control characters, which a terminal would obey, and
/// bytes that are not UTF-8 become `\xNN`.
public func printable(_ name: some Sequence<UInt8>) -> String { escaped(Array(name), keeping: []) }

/// The same of a name that is text, or that `pathText` made.
public func printable(_ name: String) -> String { printable(pathBytes(name)) }

/// Lines as they may stand on a terminal: as `printable`, but line feeds and tabs stay.
public func printableLines(_ text: String) -> String {
  let kept: Set<Unicode.Scalar> = ["\n", "\t"]
  guard
    text.unicodeScalars.contains(where: { isStandIn($0) || isControl($0) && !kept.contains($0) })
  else { return text }
  return escaped(pathBytes(text), keeping: kept)
}

private func escaped(_ bytes: [UInt8], keeping kept: Set<Unicode.Scalar>) -> String {
  var text = String.UnicodeScalarView()
  forEachScalar(of: bytes) { scalar, part in
    if let scalar, !isControl(scalar) || kept.contains(scalar) {
      text.append(scalar)
    } else {
      text.append(contentsOf: part.flatMap { escaped($0).unicodeScalars })
    }
  }
  return String(text)
}

/// C0, DEL and C1: general category Cc.
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
}

private func escaped(_ byte: UInt8) -> String {
  "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
}
