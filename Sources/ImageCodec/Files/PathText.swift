/// A path as text, and back: a name on a disk is bytes, and need not be UTF-8.
///
/// Bytes that are no UTF-8 stand in the text as the scalars U+10FE80…U+10FEFF of the private use
/// plane, one for each byte 0x80…0xFF. A name that holds such scalars itself has each of their bytes
/// written so: every name has one text, and two names have two.
public func pathText(_ bytes: some Sequence<UInt8>) -> String {
  let bytes = Array(bytes)
  if let text = String(validating: bytes, as: UTF8.self), isText(text) { return text }
  var text = String.UnicodeScalarView()
  forEachScalar(of: bytes) { scalar, part in
    if let scalar, !isStandIn(scalar) {
      text.append(scalar)
    } else {
      text.append(contentsOf: part.map(standIn))
    }
  }
  return String(text)
}

/// The bytes that the system knows a path by; without a 0 at the end.
func pathBytes(_ text: String) -> [UInt8] {
  guard text.unicodeScalars.contains(where: isStandIn) else { return Array(text.utf8) }
  return text.unicodeScalars.flatMap { scalar in
    isStandIn(scalar) ? [UInt8(scalar.value & 0xFF)] : Array(String(scalar).utf8)
  }
}

/// Whether the path is text all through.
public func isText(_ path: String) -> Bool { !path.unicodeScalars.contains(where: isStandIn) }

/// As the system takes a path: its bytes and a 0.
func terminated(_ path: String) -> [CChar] {
  (pathBytes(path) + [0]).map(CChar.init(bitPattern:))
}

/// Calls `body` with each scalar and its bytes; with nil and the bytes where they are no UTF-8.
func forEachScalar(of bytes: [UInt8], _ body: (Unicode.Scalar?, ArraySlice<UInt8>) -> Void) {
  var rest = bytes.makeIterator()
  var parser = Unicode.UTF8.ForwardParser()
  var at = 0
  while true {
    switch parser.parseScalar(from: &rest) {
    case .valid(let encoded):
      body(Unicode.UTF8.decode(encoded), bytes[at..<(at + encoded.count)])
      at += encoded.count
    case .error(let length):
      body(nil, bytes[at..<(at + length)])
      at += length
    case .emptyInput:
      return
    }
  }
}

private let standIns: ClosedRange<UInt32> = 0x10_FE80...0x10_FEFF

func isStandIn(_ scalar: Unicode.Scalar) -> Bool { standIns.contains(scalar.value) }

private func standIn(_ byte: UInt8) -> Unicode.Scalar {
  Unicode.Scalar(standIns.lowerBound - 0x80 + UInt32(byte))!
}
