import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

@testable import Conventions
@testable import RenderAudit

/// A folder of reference images with the numbers that produced them (`case.json`).
struct GroundTruthCase {
  let name: String
  let json: [String: Any]

  init(_ name: String) throws {
    self.name = name
    let data = try Data(contentsOf: Shared.url("ground-truth/\(name)/case.json"))
    json = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  func picture(_ file: String) throws -> RGBAImage {
    try decode(Shared.bytes("ground-truth/\(name)/\(file)")).image
  }

  /// The case's layers as a spec on a transparent canvas.
  func sketchSpec(scale: Double, layersKey: String = "layers") throws -> Spec {
    let size = try #require(json["size_pt"] as? [Double])
    let layers = try #require(json[layersKey] as? [[String: Any]])
    let elements = try layers.enumerated().map { try Self.element($1, id: "layer-\($0)") }
    return try Self.spec(width: size[0], height: size[1], scale: scale, elements: elements)
  }

  static func spec(
    width: Double, height: Double, scale: Double, background: String = "transparent",
    elements: [[String: Any]]
  ) throws -> Spec {
    let json: [String: Any] = [
      "version": 1,
      "canvas": ["width": width, "height": height, "scale": scale, "background": background],
      "elements": elements,
    ]
    let data = try JSONSerialization.data(withJSONObject: json)
    return try Spec.read(bytes: [UInt8](data), folder: ".")
  }

  private static func element(_ layer: [String: Any], id: String) throws -> [String: Any] {
    let frame = try #require(layer["frame_pt"] as? [String: Double])
    var element: [String: Any] = ["id": id]
    if let text = layer["text"] as? [String: Any] {
      element["type"] = "text"
      element["frame"] = [frame["x"]!, frame["y"]!, frame["width"]!]
      element["text"] = text["string"]
      element["font"] = text["font"]
      element["size"] = text["size_pt"]
      if let height = text["minLineHeight"] as? Double { element["lineHeight"] = height }
      if let kern = text["kern_pt"] as? Double { element["tracking"] = kern }
      element["color"] = "#000000"
      return element
    }
    element["type"] = "rectangle"
    element["frame"] = [frame["x"]!, frame["y"]!, frame["width"]!, frame["height"]!]
    let fills = try #require(layer["fills"] as? [[String: Any]])
    for fill in fills {
      if let colour = fill["color"] as? [String: Any] {
        element["fill"] = components(try #require(colour["rgba"] as? [Double]))
      } else if let stops = fill["stops"] as? [[String: Any]] {
        element["fill"] = [
          "linearGradient": [
            "from": fill["from_unit"]!, "to": fill["to_unit"]!,
            "stops": try stops.map { stop in
              let colour = try #require(stop["color"] as? [String: Any])
              return [components(try #require(colour["rgba"] as? [Double])), stop["position"]!]
            },
          ]
        ]
      }
    }
    let shadows = layer["shadows"] as? [[String: Any]] ?? []
    element["shadows"] = try shadows.map { shadow in
      let colour = try #require(shadow["color"] as? [String: Any])
      return [
        "offset": shadow["offset_pt"]!, "blur": shadow["blurRadius"]!,
        "spread": shadow["spread"]!,
        "color": components(try #require(colour["rgba"] as? [Double])),
      ]
    }
    return element
  }

  /// An sRGB colour by its components and alpha, each 0…1.
  static func components(_ rgba: [Double]) -> [String: Any] {
    ["space": "srgb", "components": Array(rgba[0..<3]), "alpha": rgba[3]]
  }
}

/// How far two pictures are apart on the pixels that count: steps of 1/255.
struct Score: CustomStringConvertible {
  var largest = 0.0
  var sum = 0.0
  var count = 0
  var withinOne = 0

  var mean: Double { count == 0 ? 0 : sum / Double(count) }
  var shareWithinOne: Double { count == 0 ? 1 : Double(withinOne) / Double(count) }

  mutating func add(_ difference: Double) {
    largest = max(largest, difference)
    sum += difference
    count += 1
    if difference <= 1 { withinOne += 1 }
  }

  func holds(max limit: Double, mean meanLimit: Double) -> Bool {
    count > 0 && largest <= limit && mean <= meanLimit
  }

  var description: String {
    "max \(largest), mean \((mean * 1000).rounded() / 1000) over \(count) values"
  }
}

extension Audit {
  /// The spec under a convention, with straight alpha.
  func picture(_ convention: Convention) throws -> RGBAImage {
    try canvas(under: convention).straightened()
  }
}

extension RGBAImage {
  /// Straight red, green, blue, alpha, each 0…255.
  func pixel(_ x: Int, _ y: Int) -> [Double] {
    let i = (y * width + x) * 4
    switch samples {
    case .eight(let s): return (0..<4).map { Double(s[i + $0]) }
    case .sixteen(let s): return (0..<4).map { Double(s[i + $0]) / 257 }
    }
  }
}

/// Scores the chosen channels (0 red … 3 alpha) of the pixels that `counts` picks.
func score(
  _ a: RGBAImage, _ b: RGBAImage, channels: [Int], in bounds: PixelRect? = nil,
  where counts: (_ x: Int, _ y: Int, _ a: [Double], _ b: [Double]) -> Bool = { _, _, _, _ in true }
) -> Score {
  var result = Score()
  let all = (bounds ?? a.bounds).intersection(a.bounds).intersection(b.bounds)
  for y in all.y0..<all.y1 {
    for x in all.x0..<all.x1 {
      let (p, q) = (a.pixel(x, y), b.pixel(x, y))
      guard counts(x, y, p, q) else { continue }
      for c in channels { result.add(abs(p[c] - q[c])) }
    }
  }
  return result
}
