internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Typesetting

@Suite struct FontLibraryTests {
  @Test func `a name in the spec's fonts comes first`() throws {
    let library = FontLibrary()
    let font = try library.font(
      named: "Lato-Regular", files: ["Lato-Regular": BlockFont.regular])
    #expect(font.postScriptName == "RenderAuditBlock-Regular")
  }

  @Test func `a path names its file, and the same font is kept`() throws {
    let library = FontLibrary()
    let font = try library.font(named: BlockFont.regular)
    #expect(try library.font(named: BlockFont.regular) === font)
    #expect(try library.font(named: "Alias", files: ["Alias": BlockFont.regular]) === font)
  }

  @Test(
    .enabled(if: isInstalled("Lato-Semibold"), "needs Debian's fonts-lato"),
    arguments: ["Lato-Semibold", "Lato Semibold"])
  func `installed fonts are found by PostScript and full name`(name: String) throws {
    #expect(try FontLibrary().font(named: name).postScriptName == "Lato-Semibold")
  }

  @Test(
    .enabled(if: isInstalled("Lato-Semibold"), "needs Debian's fonts-lato"),
    arguments: [
      "lato-semibold", "Lato-SemiBold", "LatoSemibold", "Lato-Semibolt", " Lato-Semibold",
    ]
  )
  func `a name that is not exact finds nothing, and the nearest is named`(name: String) throws {
    do throws(FontError) {
      let font = try FontLibrary().font(named: name)
      Issue.record("\(name) found \(font.postScriptName)")
    } catch {
      guard case .notFound(name, let nearest) = error else { throw error }
      #expect(nearest.first == "Lato-Semibold")
      #expect(nearest.count == 5)
    }
  }

  @Test(
    .enabled(if: isInstalled("Lato-Semibold"), "needs Debian's fonts-lato"))
  func `fonts of the family asked for are nearer than shorter names`() throws {
    do throws(FontError) {
      _ = try FontLibrary().font(named: "Lato-Ultrablack")
      Issue.record("there is no such font")
    } catch {
      guard case .notFound(_, let nearest) = error else { throw error }
      #expect(nearest.allSatisfy { $0.hasPrefix("Lato-") })
    }
  }

  @Test(arguments: [
    "", "no/such/file.ttf", "nul\u{0}byte", String(repeating: "x", count: 1_000_000),
  ])
  func `what names nothing is not found`(name: String) throws {
    do throws(FontError) {
      _ = try FontLibrary().font(named: name)
      Issue.record("found a font")
    } catch {
      guard case .notFound(name, _) = error else { throw error }
    }
  }

  @Test func `an alias of a font that was not found is among the nearest`() throws {
    do throws(FontError) {
      _ = try FontLibrary().font(named: "Brand-Bolt", files: ["Brand-Bold": BlockFont.regular])
      Issue.record("found a font")
    } catch {
      guard case .notFound("Brand-Bolt", let nearest) = error else { throw error }
      #expect(nearest.first == "Brand-Bold")
    }
  }

  @Test func `a file of the spec that is missing, a folder or a device cannot be read`() throws {
    let library = FontLibrary()
    for (path, code) in [("/no/such/font.ttf", ENOENT), ("/", EISDIR), ("/dev/zero", EINVAL)] {
      #expect(throws: FontError.unreadable(file: path, errno: code)) {
        try library.font(named: "Brand", files: ["Brand": path])
      }
    }
  }

  /// fontconfig reads its configuration once per process: these run in processes of their own.
  @Test func `named instances and faces of collections are found as installed fonts`() async {
    await #expect(processExitsWith: .success) {
      try useFonts(in: [fixture("fonts").path])
      for name in [
        "BlockVF-Medium", "RenderAudit Block Variable Medium", "BlockVF-Black",
        "RenderAuditBlockVariable-Regular", "RenderAuditBlock-Wide", "RenderAudit Block Wide",
        "RenderAuditBlockCFF-Regular", "RenderAuditBlock-Regular",
      ] {
        let font = try FontLibrary().font(named: name)
        #expect([font.postScriptName, font.fullName].contains(name))
      }
      // The static file and the collection's face have one name: the first path counts.
      let regular = try FontLibrary().font(named: "RenderAuditBlock-Regular")
      #expect(regular.file == BlockFont.regular)
    }
  }

  @Test func `without any installed font the name is not found`() async {
    await #expect(processExitsWith: .success) {
      try useFonts(in: [])
      #expect(throws: FontError.notFound(name: "Lato-Regular", nearest: [])) {
        try FontLibrary().font(named: "Lato-Regular")
      }
      #expect(try FontLibrary().font(named: BlockFont.regular).unitsPerEm == 1000)
    }
  }
}

/// Points fontconfig at `folders` alone, with a configuration and a cache in a temporary folder.
private func useFonts(in folders: [String]) throws {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("renderaudit-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let lines = folders.map { "<dir>\($0)</dir>" } + ["<cachedir>\(folder.path)</cachedir>"]
  let file = folder.appendingPathComponent("fonts.conf")
  try "<fontconfig>\(lines.joined())</fontconfig>"
    .write(to: file, atomically: false, encoding: .utf8)
  setenv("FONTCONFIG_FILE", file.path, 1)
}
