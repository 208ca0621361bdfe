internal import Conventions
internal import ImageCodec
internal import ImageDiff
internal import Raster

/// What a person asked `diff` to do, read from the command line.
struct DiffRequest: Sendable {
  /// How pictures are judged: by regions and their classes, or as another tool does.
  enum Judge: Sendable {
    case regions(PerceptualMetric)
    /// By the number of differing pixels alone.
    case exactCount
    case pixelmatch(PixelmatchOptions)
    case odiff(OdiffOptions)
    case looksSame(LooksSameOptions)
    /// The least similarity that agrees.
    case similarity(SimilarityWindow, least: Double)
    /// The largest mean error that agrees.
    case flip(pixelsPerDegree: Double, most: Double)
  }

  enum View: String, Sendable, CaseIterable {
    case overlay
    case sideBySide = "side-by-side"
    case flicker, heat, regions

    /// Flicker also goes by the name of the file it makes.
    static let words = allCases.map(\.rawValue) + ["flicker.apng"]

    init?(word: String) { self.init(rawValue: word == "flicker.apng" ? "flicker" : word) }
  }

  /// Which size both pictures are brought to.
  enum Scaling: String, Sendable, CaseIterable {
    case smaller, larger
  }

  var judge = Judge.regions(.ciede2000)
  /// As it was asked for.
  var metricName = "ciede2000"
  var options = DiffOptions()
  var maskPath: String?
  var presets: [ChromePreset] = []
  var output: String?
  var view = View.overlay
  var scaling: Scaling?
  var isJSON = false
  /// Whether it agrees where nothing was compared, and where a folder is compared with itself.
  var allowsEmpty = false
  var allowsSame = false
  /// Bytes that may be needed beyond the pictures.
  var memory = MemoryBudget.standard

  /// Whether nothing but whole pictures will do.
  var wantsWholePictures: Bool {
    switch judge {
    case .regions, .exactCount:
      output != nil || scaling != nil || maskPath != nil || !presets.isEmpty
        || !options.ignored.isEmpty
    default: true
    }
  }
}

extension DiffRequest {
  init(_ arguments: Arguments) throws(Failure) {
    isJSON = arguments.value("format") == "json"
    output = arguments.value("out")
    allowsEmpty = arguments.has("allow-empty")
    allowsSame = arguments.has("allow-same")
    if let word = arguments.value("memory") { memory = try Self.memory(word) }
    maskPath = arguments.value("mask")
    if let word = arguments.value("view") { view = View(word: word)! }
    if arguments.has("view"), output == nil {
      throw Failure(
        UsageError.missingOption(
          command: "diff", option: "--out beside --view", hint: "Try: --out difference.png"))
    }
    scaling = arguments.value("scale-to").flatMap(Scaling.init)
    if let scale = try SpecOptions.readScale(arguments) { options.scale = scale }
    if let gap = try arguments.number("gap", in: 0...4096, "points") { options.gap = gap }
    options.gate = try Self.gate(arguments)
    options.placement = try Self.placement(arguments)
    if arguments.has("ignore-antialiasing"), arguments.has("include-antialiasing") {
      throw Failure(UsageError.conflict("--ignore-antialiasing", "--include-antialiasing"))
    }
    options.gate.countsAntialiasing = arguments.has("include-antialiasing")
    options.gate.leavesOutAntialiasing = arguments.has("ignore-antialiasing")
    try readIgnored(arguments)
    try readJudge(arguments)
  }

  private static func gate(_ arguments: Arguments) throws(Failure) -> Gate {
    var gate = Gate()
    if let word = arguments.value("fail-on") { gate.failOn = Gate.Threshold(rawValue: word)! }
    gate.maxPixels = try arguments.number("max-pixels", in: 0...1e15, "pixels").map { Int($0) }
    gate.maxPercent = try arguments.number("max-percent", in: 0...100, "percent")
    gate.maxDistance = try arguments.number("max-distance", in: 0...1000, "the metric's unit")
    return gate
  }

  /// "2GB", "500 MB", "800m": a number and a unit of 1000s.
  private static func memory(_ word: String) throws(Failure) -> MemoryBudget {
    let units: [(String, Double)] = [
      ("gb", 1e9), ("mb", 1e6), ("kb", 1e3), ("g", 1e9), ("m", 1e6), ("k", 1e3),
    ]
    let lower = word.lowercased()
    if let unit = units.first(where: { lower.hasSuffix($0.0) }) {
      let digits = lower.dropLast(unit.0.count)
      if digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
        let number = Double(digits), (0...1e15).contains(number * unit.1)
      {
        return MemoryBudget(beyondPictures: Int(number * unit.1))
      }
    }
    throw Failure(
      UsageError.badValue(
        option: "--memory", expected: "a number and MB or GB", found: word,
        hint: "Try: --memory 2GB"))
  }

  private static func placement(_ arguments: Arguments) throws(Failure) -> Placement {
    switch arguments.value("align") {
    case nil, "top-left": return .topLeft
    case "best": return .bestOffset
    case let word?:
      let parts = word.split(separator: ",").compactMap { Int($0) }
      guard parts.count == 2, parts.allSatisfy((-1_000_000...1_000_000).contains),
        word.split(separator: ",", omittingEmptySubsequences: false).count == 2
      else {
        throw Failure(
          UsageError.badValue(
            option: "--align", expected: "top-left, best, or X,Y in pixels", found: word,
            hint: "Try: --align 0,44"))
      }
      return .at(x: parts[0], y: parts[1])
    }
  }

  /// Rectangles are in points where `--scale` is given, else in pixels.
  private mutating func readIgnored(_ arguments: Arguments) throws(Failure) {
    let scale = arguments.has("scale") ? options.scale.pixelsPerPoint : 1
    for word in arguments.all("ignore") {
      let parts = word.split(separator: ",", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Double($0) }
      guard parts.count == 4, numbers.count == 4,
        numbers.allSatisfy({ $0.isFinite && abs($0) <= 1e6 }), numbers[2] > 0, numbers[3] > 0
      else {
        throw Failure(
          UsageError.badValue(
            option: "--ignore", expected: "X,Y,WIDTH,HEIGHT", found: word,
            hint: "Try: --ignore 0,0,375,44 --scale 3"))
      }
      options.ignored.append(
        PixelRect(
          covering: Rect(
            x: numbers[0] * scale, y: numbers[1] * scale, width: numbers[2] * scale,
            height: numbers[3] * scale)))
    }
    presets = arguments.all("ignore-preset").compactMap(ChromePreset.init)
  }

  private mutating func readJudge(_ arguments: Arguments) throws(Failure) {
    if arguments.has("count") {
      for option in [
        "metric", "threshold", "max-distance", "include-antialiasing", "ignore-antialiasing", "gap",
        "out",
      ] where arguments.has(option) {
        throw Failure(UsageError.conflict("--count", "--\(option)"))
      }
      if arguments.value("fail-on") == "perceptible" {
        throw Failure(UsageError.conflict("--count", "--fail-on perceptible"))
      }
      judge = .exactCount
      if !arguments.has("fail-on") { options.gate.failOn = .different }
      return
    }
    let metric = arguments.value("metric") ?? "ciede2000"
    metricName = metric
    let includes = arguments.has("include-antialiasing")
    let ignores = arguments.has("ignore-antialiasing")
    func threshold(_ range: ClosedRange<Double>) throws(Failure) -> Double? {
      try arguments.number("threshold", in: range, "the metric's unit")
    }
    switch metric {
    case "pixelmatch", "pixelmatch-v5", "pixelmatch-v4":
      judge = .pixelmatch(
        PixelmatchOptions(
          version: metric == "pixelmatch" ? .v7 : metric == "pixelmatch-v5" ? .v5 : .v4,
          threshold: try threshold(0...1) ?? 0.1, includeAntialiasing: includes))
    case "odiff":
      judge = .odiff(
        OdiffOptions(
          threshold: try threshold(0...1) ?? 0.1, ignoresAntialiasing: ignores,
          ignoredRegions: options.ignored))
    case "looks-same":
      judge = .looksSame(
        LooksSameOptions(
          colours: .tolerance(try threshold(0...100) ?? 2.3), ignoresAntialiasing: !includes))
    case "looks-same-strict":
      judge = .looksSame(LooksSameOptions(colours: .strict, ignoresAntialiasing: !includes))
    case "ssim", "ssim-gaussian":
      judge = .similarity(
        metric == "ssim" ? .uniform : .gaussian, least: try threshold(-1...1) ?? 1)
    case "flip":
      judge = .flip(
        pixelsPerDegree: try arguments.number("pixels-per-degree", in: 1...512, "pixels")
          ?? flipPixelsPerDegree,
        most: try threshold(0...1) ?? 0)
    default:
      let perceptual = PerceptualMetric(rawValue: metric) ?? .ciede2000
      judge = .regions(perceptual)
      options.metric = perceptual
      if let distance = try threshold(0...1000) {
        guard options.gate.maxDistance == nil else {
          throw Failure(UsageError.conflict("--threshold", "--max-distance"))
        }
        options.gate.maxDistance = distance
      }
    }
    try checkPeerOptions(arguments, metric)
  }

  /// Other tools' modes do as those tools do: what they lack is not silently left out.
  private func checkPeerOptions(_ arguments: Arguments, _ metric: String) throws(Failure) {
    guard case .regions = judge else {
      var refused = ["mask", "ignore-preset", "align", "max-distance", "gap", "view", "out"]
      if metric != "odiff" { refused.append("ignore") }
      for option in refused where arguments.has(option) {
        throw Failure(UsageError.conflict("--metric \(metric)", "--\(option)"))
      }
      return
    }
    if arguments.has("pixels-per-degree") {
      throw Failure(UsageError.conflict("--metric \(metric)", "--pixels-per-degree"))
    }
  }
}

extension Arguments {
  /// A number of an option, or nil where it is not given.
  func number(
    _ option: String, in range: ClosedRange<Double>, _ unit: String
  ) throws(Failure) -> Double? {
    guard let word = value(option) else { return nil }
    guard let number = Double(word), range.contains(number) else {
      let (low, high) = (decimals(range.lowerBound, 6), decimals(range.upperBound, 6))
      throw Failure(
        UsageError.badValue(
          option: "--\(option)", expected: "\(low)…\(high) (\(unit))", found: word, hint: nil))
    }
    return number
  }
}

/// Parts of a screenshot that the system draws, by the size of the device.
enum ChromePreset: String, Sendable, CaseIterable {
  case iosStatusBar = "ios-status-bar"
  case iosHomeIndicator = "ios-home-indicator"
  case androidStatusBar = "android-status-bar"
  case androidNavigationBar = "android-navigation-bar"

  /// Screens in points, portrait, with the heights of the top and bottom safe area.
  /// Source: Apple's Human Interface Guidelines, *Layout*, and UIKit's safe area insets.
  private static let screens: [(width: Int, height: Int, top: Int, bottom: Int)] = [
    (320, 568, 20, 0), (375, 667, 20, 0), (414, 736, 20, 0), (375, 812, 44, 34),
    (414, 896, 48, 34), (360, 780, 50, 34), (390, 844, 47, 34), (428, 926, 47, 34),
    (393, 852, 59, 34), (430, 932, 59, 34), (402, 874, 62, 34), (440, 956, 62, 34),
    (768, 1024, 20, 0), (810, 1080, 20, 0), (834, 1112, 20, 0), (744, 1133, 24, 20),
    (820, 1180, 24, 20), (834, 1194, 24, 20), (834, 1210, 24, 20), (1024, 1366, 24, 20),
    (1032, 1376, 24, 20),
  ]

  /// The part of a screenshot of this size; nil where no device has it.
  ///
  /// Android's bars are 24 and 48 dp (Material Design, *Layout*): `scale` must be known.
  func rectangle(width: Int, height: Int, scale: DeviceScale?) -> PixelRect? {
    switch self {
    case .iosStatusBar, .iosHomeIndicator:
      for density in [3, 2, 1] {
        for screen in Self.screens
        where screen.width * density == width && screen.height * density == height {
          return self == .iosStatusBar
            ? PixelRect(x0: 0, y0: 0, x1: width, y1: screen.top * density)
            : PixelRect(x0: 0, y0: height - screen.bottom * density, x1: width, y1: height)
        }
      }
      return nil
    case .androidStatusBar:
      guard let scale else { return nil }
      let bar = Int(scale.devicePixels(24).rounded(.up))
      return PixelRect(x0: 0, y0: 0, x1: width, y1: min(height, bar))
    case .androidNavigationBar:
      guard let scale else { return nil }
      let bar = Int(scale.devicePixels(48).rounded(.up))
      return PixelRect(x0: 0, y0: max(0, height - bar), x1: width, y1: height)
    }
  }
}
