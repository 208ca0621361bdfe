public import Foundation

/// The folder of reference images and real cases that lies beside the project, not in it.
public enum Shared {
  /// Nil where there is none: tests that need it are then skipped.
  public static let root: URL? = {
    let named = ProcessInfo.processInfo.environment["RENDERAUDIT_SHARED"].map {
      URL(fileURLWithPath: $0)
    }
    let beside = projectRoot.deletingLastPathComponent().appendingPathComponent("shared")
    return [named, beside].compactMap(\.self).first {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("ground-truth").path)
    }
  }()

  public static var isPresent: Bool { root != nil }

  /// The reason that a skipped test prints.
  public static let reason =
    "needs the reference images in ../shared (or where RENDERAUDIT_SHARED points)"

  /// - Precondition: `isPresent`.
  public static func url(_ path: String) -> URL { root!.appendingPathComponent(path) }

  public static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url(path)))
  }
}

/// The folder that holds Package.swift.
public let projectRoot = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// A file of the project's own fixtures, by its path below `Fixtures`.
public func fixture(_ path: String) -> URL {
  projectRoot.appendingPathComponent("Fixtures").appendingPathComponent(path)
}
