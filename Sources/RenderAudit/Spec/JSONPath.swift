/// Where a value is in a JSON document: `elements[2].shadows[0].blur`; the root is empty.
public struct JSONPath: Hashable, Sendable, CustomStringConvertible {
  enum Step: Hashable, Sendable {
    /// Within an array or object of which nothing was read yet.
    case none
    case key(String)
    case index(Int)
  }

  private var steps: [Step] = []

  var depth: Int { steps.count }

  mutating func append(_ step: Step) { steps.append(step) }
  mutating func removeLast() { steps.removeLast() }
  mutating func setLast(_ step: Step) { steps[steps.count - 1] = step }

  func appending(_ step: Step) -> JSONPath {
    var result = self
    result.append(step)
    return result
  }

  /// At most 15 steps are shown, the outer and the inner ones. Keys that are not plain words stand in brackets: `conventions["my ios"].set["shadow.blur"]`.
  public var description: String {
    var text = ""
    let isLong = steps.count > 20
    for (index, step) in steps.enumerated() {
      if isLong, index == 10 { text += "…" }
      if isLong, (10..<steps.count - 5).contains(index) { continue }
      switch step {
      case .none: break
      case .index(let index): text += "[\(index)]"
      case .key(let key) where isPlain(key): text += text.isEmpty ? key : ".\(key)"
      case .key(let key): text += "[\(JSONWriter.quoted(shortened(key)))]"
      }
    }
    return text
  }

  private func isPlain(_ key: String) -> Bool {
    !key.isEmpty && key.utf8.count <= 64
      && key.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
          UInt8(ascii: "$"):
          true
        default: false
        }
      }
  }
}
