// libFuzzer entry: two files in one input go through the whole diff, as the tool would have it. The
// first two bytes say where the first file ends.
import ImageCodec
import ImageDiff

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDiff(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  guard size > 2 else { return 0 }
  let split = 2 + (Int(data[0]) << 8 | Int(data[1])) % (size - 1)
  let a = repaired(Array(UnsafeBufferPointer(start: data + 2, count: split - 2)))
  let b = repaired(Array(UnsafeBufferPointer(start: data + split, count: size - split)))
  let limit = PixelLimit(pixels: 1 << 14, side: 1 << 12)
  guard let pair = try? readPair(a, b, PairReading(limit: limit, threads: 1)) else { return 0 }
  switch pair {
  case .sameBytes: break
  case .decoded(let first, let second):
    let common = inCommonSpace(first, second)
    judge(DiffAnalysis.analyse(reference: common.first, candidate: common.second))
  case .compared(let found):
    let whole = found.wholePictures()
    let report = DiffAnalysis.analyse(reference: whole.0, candidate: whole.1)
    judge(report)
    precondition(
      report.counts.differingPixels == found.differingPixels, "both ways count the same")
  }
  return 0
}

private func judge(_ report: DiffReport) {
  let counts = report.counts
  precondition(counts.perceptiblePixels <= counts.differingPixels, "what is seen differs")
  precondition(
    (report.verdict.outcome == .identical) == (counts.differingPixels == 0 && report.size == nil),
    "identical means that nothing differs")
}
