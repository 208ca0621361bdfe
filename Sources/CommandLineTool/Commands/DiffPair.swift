internal import ImageCodec
internal import ImageDiff
internal import Raster
internal import Threads

/// Two files on their way from names to an outcome.
struct DiffPair: Sendable {
  var reference: String
  var candidate: String
  var request: DiffRequest
  /// For this pair.
  var threads: Int

  func compare() throws(Failure) -> DiffOutcome {
    switch request.judge {
    case .regions, .exactCount: try compareRegions()
    default: try comparePeer()
    }
  }

  private func read(_ reading: PairReading) throws(Failure) -> ImagePair {
    var reading = reading
    reading.memory = request.memory
    do { return try readPair(reference, candidate, reading) } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: PairError) -> Failure {
    switch error {
    case .file(_, let error):
      if case .tooLarge = error {
        Failure("error: \(error.description)\n  Try: a smaller picture.", .badData)
      } else if case .device = error {
        Failure("error: \(error.description)\n  Try: a file, or a pipe and -.", .badData)
      } else {
        Failure(
          "error: \(error.description)\n  Try: check the path and its permissions.",
          .cannotOpenInput)
      }
    case .image(let side, let error):
      Failure(
        "error: \(printable(side == .first ? reference : candidate)): \(error.description)\n"
          + "  Try: \(advice(error)).", .badData)
    case .memory(let error):
      Failure(
        "error: \(printable(reference)) and \(printable(candidate)): \(error.description)\n"
          + "  Try: \(error.advice).", .badData)
    }
  }

  private func advice(_ error: ImageError) -> String {
    switch error {
    case .highDynamicRange: "convert it to sRGB or Display P3 first"
    case .inks: "save it as RGB"
    case .outOfMemory: "a smaller picture, or a higher limit (ulimit -v)"
    default: "write the picture again"
    }
  }

  // MARK: Regions

  private func compareRegions() throws(Failure) -> DiffOutcome {
    // Two pictures of a megapixel are read whole in a millisecond; parts are for larger ones.
    let reading = PairReading(
      threads: threads, keepsCrops: !countsOnly, wantsWholePictures: request.wantsWholePictures)
    let pair = try read(reading)
    // The judge takes 10 MB a thread; the rest is for conversions and for what is explained.
    let room = threads * 96 << 20
    guard countsOnly || canAllocate(room) else {
      throw failure(.image(.first, .outOfMemory(bytes: room)))
    }
    switch pair {
    case .sameBytes(let width, let height, let colour):
      return outcome(
        .sameBytes, (width, height), (width, height), colour, colour, .sRGB, fails: false)
    case .compared(let comparison):
      let (report, space) = judge(comparison)
      let size = (comparison.width, comparison.height)
      var result = outcome(
        .report(report), size, size, comparison.colours.0, comparison.colours.1, space,
        fails: report.verdict.fails)
      result.fails = report.verdict.fails
      return result
    case .decoded(let a, let b):
      return try judge(a, b)
    }
  }

  private func judge(_ found: PairComparison) -> (DiffReport, WorkingSpace) {
    let equal = DiffReport.equal(width: found.width, height: found.height)
    if countsOnly {
      var report = equal
      report.counts.differingPixels = found.differingPixels
      report.counts.bounds = found.bounds
      report.verdict = request.options.gate.verdict(of: report)
      return (report, .sRGB)
    }
    if found.differingPixels == 0 { return (equal, .sRGB) }
    func inOneSpace(_ pair: (RGBAImage, RGBAImage)) -> CommonPair {
      inWorkingSpace(pair.0, pair.1, found.colours.0)
    }
    let space = workingSpace(of: found.colours.0)
    let report = analyse(
      found.crops, width: found.width, height: found.height,
      part: { inOneSpace(found.crops.images($0, releasing: $1)) },
      whole: { inOneSpace(found.wholePictures()) })
    return (report, space)
  }

  var countsOnly: Bool { if case .exactCount = request.judge { true } else { false } }

  private func options(_ pair: CommonPair, threads: Int) -> DiffOptions {
    var options = request.options
    options.threads = threads
    options.primaries = pair.space.primaries
    // A JPEG that is stored otherwise is taken for one of sRGB.
    if pair.space == .sRGB { options.recoding.jpeg = asJPEG }
    return options
  }

  func evidence(_ pair: CommonPair, threads: Int) -> PairEvidence {
    PairEvidence(
      reference: pair.first, candidate: pair.second, options: options(pair, threads: threads))
  }

  func analyse(_ pair: CommonPair, of whole: PairEvidence? = nil, threads: Int) -> DiffReport {
    var options = options(pair, threads: threads)
    if let whole { options = options.part(of: whole) }
    if countsOnly { options.regionLimit = 0 }
    var report = DiffAnalysis.analyse(
      reference: pair.first, candidate: pair.second,
      stored: pair.stored.map { ($0.first, $0.second) }, options: options)
    if countsOnly { (report.unlistedRegions, report.unlistedPixels) = (0, 0) }
    return report
  }

  private func judge(_ a: DecodedImage, _ b: DecodedImage) throws(Failure) -> DiffOutcome {
    if !a.frames.isEmpty || !b.frames.isEmpty { return judgeFrames(a, b) }
    var (a, b) = (a, b)
    let sizes = ((a.image.width, a.image.height), (b.image.width, b.image.height))
    let warning = scale(&a.image, &b.image)
    var request = request
    try DiffIgnoring(reference, a.image, request).apply(to: &request.options)
    let common = inCommonSpace(a, b)
    // The blocks of a picture that was resampled are gone.
    if warning == nil {
      request.options.rounding = PairRounding(
        first: a.quantisation.map(BlockRounding.init),
        second: b.quantisation.map(BlockRounding.init))
      request.options.recoding = recoding(a, b)
    }
    let pair = DiffPair(
      reference: reference, candidate: candidate, request: request, threads: threads)
    let report = pair.analyseWhole(common)
    var result = outcome(
      .report(report), sizes.0, sizes.1, a.colour, b.colour, common.space,
      fails: report.verdict.fails)
    if let warning { result.warnings.insert(warning, at: 0) }
    result.ignored = request.options
    if request.output != nil { result.pictures = common }
    return result
  }

  /// Codecs write numbers: only where both files' mean the same, one's can be done to the other's.
  private func recoding(_ a: DecodedImage, _ b: DecodedImage) -> Recoding {
    let plain: [ColourDescription] = [.assumedSRGB, .sRGB]
    guard plain.contains(a.colour), plain.contains(b.colour) else { return Recoding() }
    func coder(_ coding: LossyCoding?) -> Recoding.Coder? {
      guard let coding else { return nil }
      return { coding.applied(to: $0) }
    }
    let isWebP = a.coding?.format == .webP || b.coding?.format == .webP
    return Recoding(
      first: coder(a.coding), second: coder(b.coding), jpeg: nil, codec: isWebP ? .webP : .jpeg)
  }

  /// Brings both to one size, as asked; tells what was done.
  private func scale(_ a: inout RGBAImage, _ b: inout RGBAImage) -> String? {
    guard let scaling = request.scaling, a.width != b.width || a.height != b.height else {
      return nil
    }
    let firstIsSmaller = a.width * a.height <= b.width * b.height
    let target = firstIsSmaller == (scaling == .smaller) ? a : b
    let (width, height) = (target.width, target.height)
    let side = firstIsSmaller == (scaling == .smaller) ? candidate : reference
    if side == candidate {
      b = b.resampled(width: width, height: height)
    } else {
      a = a.resampled(width: width, height: height)
    }
    return "\(printable(side)) was resampled to \(width)×\(height) px, which softens its edges"
  }

  // MARK: Animations

  private func judgeFrames(_ a: DecodedImage, _ b: DecodedImage) -> DiffOutcome {
    var reports: [DiffReport] = []
    var delaysDiffer = a.plays != b.plays
    var space = WorkingSpace.sRGB
    for (p, q) in zip(a.frames, b.frames) {
      delaysDiffer = delaysDiffer || !p.delay.isEqual(to: q.delay)
      let common = inCommonSpace(
        DecodedImage(image: p.image, format: a.format, colour: a.colour),
        DecodedImage(image: q.image, format: b.format, colour: b.colour))
      space = common.space
      reports.append(analyseWhole(common))
    }
    let others = a.frames.count != b.frames.count || delaysDiffer
    let fails = reports.contains { $0.verdict.fails }
    return outcome(
      .frames(
        first: a.frames.count, second: b.frames.count, reports, delaysDiffer: delaysDiffer),
      (a.image.width, a.image.height), (b.image.width, b.image.height), a.colour, b.colour, space,
      fails: fails || (others && request.options.gate.failOn != .never))
  }

  // MARK: Other tools

  private func comparePeer() throws(Failure) -> DiffOutcome {
    guard
      case .decoded(let a, let b) = try read(
        PairReading(threads: threads, wantsWholePictures: true))
    else { preconditionFailure("whole pictures were asked for") }
    var result = outcome(
      .sizes, (a.image.width, a.image.height), (b.image.width, b.image.height), a.colour, b.colour,
      .sRGB, fails: true)
    do throws(PeerError) {
      result.finding = try peer(a.image, b.image)
    } catch {
      guard case .sizesDiffer = error else {
        throw Failure(
          "error: \(printable(reference)) and \(printable(candidate)): \(error.description)\n  Try: --metric ciede2000",
          .badData)
      }
    }
    result.fails = request.options.gate.failOn != .never && fails(result.finding)
    return result
  }

  private func peer(
    _ a: RGBAImage, _ b: RGBAImage
  ) throws(PeerError) -> DiffOutcome.Finding {
    switch request.judge {
    case .regions, .exactCount: preconditionFailure("regions are no other tool's")
    case .pixelmatch(let options): .count(try pixelmatch(a, b, options))
    case .odiff(let options): .count(try odiff(a, b, options))
    case .looksSame(let options): .look(try looksSame(a, b, options))
    case .similarity(let window, let least):
      .score(try structuralSimilarity(a, b, window: window), limit: least)
    case .flip(let pixelsPerDegree, let most):
      .score(try flip(a, b, pixelsPerDegree: pixelsPerDegree), limit: most)
    }
  }

  private func fails(_ finding: DiffOutcome.Finding) -> Bool {
    let gate = request.options.gate
    switch finding {
    case .count(let count):
      if gate.maxPixels == nil, gate.maxPercent == nil { return count.differing > 0 }
      return gate.maxPixels.map { count.differing > $0 } ?? false
        || gate.maxPercent.map { count.percent > $0 } ?? false
    case .look(let look): return !look.isEqual
    case .score(let score, let limit):
      if case .similarity = request.judge { return score < limit }
      return score > limit
    default: return true
    }
  }

  private func outcome(
    _ finding: DiffOutcome.Finding, _ first: (Int, Int), _ second: (Int, Int),
    _ firstColour: ColourDescription, _ secondColour: ColourDescription, _ space: WorkingSpace,
    fails: Bool
  ) -> DiffOutcome {
    var step: Double?
    if case .regions(let metric) = request.judge { step = metric.justNoticeable }
    let unusable = (firstColour.isUnusable, secondColour.isUnusable)
    let untold = [unusable.0 ? reference : nil, unusable.1 ? candidate : nil].compactMap { $0 }
    return DiffOutcome(
      finding: finding, metric: request.metricName, justNoticeable: step, referenceSize: first,
      candidateSize: second, space: space,
      assumedReference: firstColour == .assumedSRGB || unusable.0,
      assumedCandidate: secondColour == .assumedSRGB || unusable.1,
      warnings: untold.map {
        "what \(printable($0)) says of its colour space cannot be used; taken for sRGB"
      }, fails: fails)
  }
}

/// What does not count, as options of the analysis.
private struct DiffIgnoring {
  let reference: String
  let image: RGBAImage
  let request: DiffRequest

  init(_ reference: String, _ image: RGBAImage, _ request: DiffRequest) {
    self.reference = reference
    self.image = image
    self.request = request
  }

  func apply(to options: inout DiffOptions) throws(Failure) {
    for preset in request.presets {
      let scale = request.options.scale.pixelsPerPoint == 1 ? nil : request.options.scale
      guard let bar = preset.rectangle(width: image.width, height: image.height, scale: scale)
      else {
        throw Failure(
          "error: --ignore-preset \(preset.rawValue): expected a screenshot of a known device, "
            + "found \(image.width)×\(image.height) px in \(printable(reference))\n"
            + "  Try: --ignore X,Y,WIDTH,HEIGHT, or --scale for Android.", .usage)
      }
      options.ignored.append(bar)
    }
    if let path = request.maskPath { options.ignoreMask = try mask(path) }
  }

  /// Opaque pixels of a picture with transparency, light ones of a picture without.
  private func mask(_ path: String) throws(Failure) -> IgnoreMask {
    let bytes = try readInput(path, limit: 1 << 30)
    let decoded: DecodedImage
    do { decoded = try decode(bytes) } catch {
      throw Failure(
        "error: \(printable(path)): \(error.description)\n"
          + "  Try: a PNG of the pictures' size.", .badData)
    }
    let (w, h) = (decoded.image.width, decoded.image.height)
    guard w == image.width, h == image.height else {
      throw Failure(
        "error: \(printable(path)): expected a mask of \(image.width)×\(image.height) px, found \(w)×\(h)\n"
          + "  Try: a mask of the size of \(printable(reference)).", .badData)
    }
    let samples = decoded.image.eightBits
    let hasAlpha = stride(from: 3, to: samples.count, by: 4).contains { samples[$0] < 255 }
    let bits = (0..<(w * h)).map { i in
      let at = i * 4
      if hasAlpha { return samples[at + 3] >= 128 }
      let (r, g, b) = (Int(samples[at]), Int(samples[at + 1]), Int(samples[at + 2]))
      // Rec. 709 luma in 1/1024, at least half of white.
      return 218 * r + 732 * g + 74 * b >= 512 * 255
    }
    return IgnoreMask(width: w, height: h, bits: bits)
  }
}

extension WorkingSpace {
  /// The same, as the comparison calls it.
  var primaries: Primaries {
    switch self {
    case .sRGB: .sRGB
    case .displayP3: .displayP3
    case .rec2020: .rec2020
    case .wide: .wide
    }
  }
}

@Sendable private func asJPEG(_ image: RGBAImage, _ rounding: BlockRounding) -> RGBAImage? {
  LossyCoding.jpeg(Quantisation(rounding)).applied(to: image)
}

extension Quantisation {
  fileprivate init(_ rounding: BlockRounding) {
    self.init(
      luma: rounding.luma.map { Int($0.rounded()) },
      chroma: rounding.chroma.map { Int($0.rounded()) },
      chromaWidth: rounding.chromaWidth, chromaHeight: rounding.chromaHeight,
      originX: rounding.originX, originY: rounding.originY)
  }
}

extension BlockRounding {
  fileprivate init(_ q: Quantisation) {
    self.init(
      luma: q.luma.map(Double.init), chroma: q.chroma.map(Double.init), chromaWidth: q.chromaWidth,
      chromaHeight: q.chromaHeight, originX: q.originX, originY: q.originY)
  }
}
