/// Reads JSON strictly by RFC 8259, with the place of every value.
///
/// Mistakes after which reading can go on (a key that comes twice, a number beyond Double, half a
/// surrogate pair) are collected; the first other one ends it.
public struct JSONReader {
  public struct Problem: Hashable, Sendable {
    public var error: JSONError
    public var place: TextPlace
    /// The path of the array or object that was being read: `elements[2]`.
    public var path: String
  }

  public struct Limits: Sendable {
    public var bytes = 64 << 20
    /// Arrays and objects within each other.
    public var depth = 256
    /// A value takes up to 100 bytes of memory: 2^20 of them about 100 MB.
    public var values = 1 << 20

    public init() {}
  }

  /// Nil when the text could not be read to its end.
  public private(set) var root: JSONNode?
  /// In the order of the text.
  public private(set) var problems: [Problem] = []

  public init(_ bytes: [UInt8], limits: Limits = Limits()) {
    var parser = JSONParser(bytes: bytes, limits: limits)
    do {
      root = try parser.readDocument()
    } catch {
      parser.report(error)
    }
    problems = parser.problems
  }
}
