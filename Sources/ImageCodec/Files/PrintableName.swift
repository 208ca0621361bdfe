/// A file's name as it may stand in a message: control characters, which a terminal would obey, and
/// bytes that are not UTF-8 become `\xNN`.
public func printable(_ name: some Sequence<UInt8>) -> String {
  let bytes = Array(name)
  var rest = bytes.makeIterator()
  var parser = Unicode.UTF8.ForwardParser()
  var text = ""
  var at = 0
  while true {
    switch parser.parseScalar(from: &rest) {
    case .valid(let encoded):
      let scalar = Unicode.UTF8.decode(encoded)
      if scalar.properties.generalCategory == .control {
        text += encoded.map(escaped).joined()
      } else {
        text.unicodeScalars.append(scalar)
      }
      at += encoded.count
    case .error(let length):
      text += bytes[at..<(at + length)].map(escaped).joined()
      at += length
    case .emptyInput:
      return text
    }
  }
}

/// The same of a name that is text.
public func printable(_ name: String) -> String { printable(name.utf8) }

private func escaped(_ byte: UInt8) -> String {
  "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
}
