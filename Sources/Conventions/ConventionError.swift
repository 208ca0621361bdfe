/// Why a convention cannot be changed as asked.
public enum ConventionError: Error, Hashable, Sendable {
  case unknownAxis(String, nearest: Axis?)
  case unknownValue(axis: Axis, found: String, nearest: String?)
}

extension ConventionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownAxis(let name, let nearest):
      """
      unknown axis \(name): expected an axis\(nearest.map { " such as \($0.rawValue)" } ?? ""), \
      found \(name)
      """
    case .unknownValue(let axis, let found, _):
      """
      unknown value of \(axis.rawValue): expected \(orList(axis.allowedValues)), found \(found)
      """
    }
  }
}

/// "a, b or c".
public func orList(_ words: [String]) -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
