internal import Raster

extension PeerPicture {
  /// Channel `c` of pixel `i` over white, 0…255: round((c × a + 255 × (255 − a)) / 255), and so the
  /// sample itself where the pixel is opaque.
  @inline(__always) func overWhite(_ c: Int, of i: Int) -> Int {
    let (v, a) = (Int(bytes[i * 4 + c]), Int(bytes[i * 4 + 3]))
    return a == 255 ? v : (v * a + 255 * (255 - a) + 127) / 255
  }

  func isRowEqual(_ y: Int, to other: PeerPicture) -> Bool {
    isRowEqual(y, to: other, columns: 0..<width)
  }

  func isRowEqual(_ y: Int, to other: PeerPicture, columns: Range<Int>) -> Bool {
    let row = y * width
    var x = columns.lowerBound
    while x < columns.upperBound {
      if word(row + x) != other.word(row + x) { return false }
      x += 1
    }
    return true
  }
}
