// libFuzzer entry: any bytes are a picture or are refused, and no other thing happens.
import ImageCodec

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDecode(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = repaired(Array(UnsafeBufferPointer(start: data, count: size)))
  // Small limits: large pictures only make the search slow.
  if let decoded = try? decode(bytes, limit: PixelLimit(pixels: 1 << 18, side: 1 << 16)) {
    let image = decoded.image
    precondition(image.width * image.height <= 1 << 18, "the limit is kept")
  }
  return 0
}
