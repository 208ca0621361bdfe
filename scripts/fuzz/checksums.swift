/// Puts a PNG's checksums right, so that a change of its bytes reaches what lies behind them.
func repaired(_ bytes: [UInt8]) -> [UInt8] {
  guard bytes.count > 20, bytes[0] == 0x89 else { return bytes }
  var out = bytes
  var at = 8
  while at + 12 <= out.count {
    let length = out[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
    guard length <= out.count - at - 12 else { break }
    let end = at + 8 + length
    let sum = ~out[(at + 4)..<end].reduce(~UInt32(0)) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { c, _ in c & 1 == 1 ? 0xEDB8_8320 ^ (c >> 1) : c >> 1 }
    }
    for i in 0..<4 { out[end + i] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * i)) }
    at = end + 4
  }
  return out
}
