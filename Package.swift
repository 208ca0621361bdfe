// swift-tools-version: 6.2
import PackageDescription

// Targets are listed bottom-up, so the manifest reads as the dependency order:
// system libraries, the C above them, pixels, text and files, comparing, conventions, the tool.

func system(_ name: String, _ pkgConfig: String, apt: String, brew: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig,
    providers: [.apt([apt]), .brew([brew])])
}

/// A system library that is loaded when it is first needed, for text or for a format other than
/// PNG, not linked: on Linux, linking the eight costs every start of the tool 3 ms. Without
/// pkg-config nothing names them to the linker.
func loadedLibrary(_ name: String, _ pkgConfig: String, apt: String, brew: String) -> Target {
  #if os(Linux)
    .systemLibrary(name: name, path: "Sources/System/\(name)", providers: [.apt([apt])])
  #else
    system(name, pkgConfig, apt: apt, brew: brew)
  #endif
}

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]
let cSettings: [CSetting] = [
  .unsafeFlags(["-O2", "-fno-math-errno", "-ffp-contract=off"])
]

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies,
    swiftSettings: swiftSettings)
}

let package = Package(
  name: "RenderAudit",
  products: [
    .executable(name: "renderaudit", targets: ["Main"]),
    .library(name: "RenderAudit", targets: ["RenderAudit"]),
    .library(name: "ImageDiff", targets: ["ImageDiff"]),
    .library(name: "ImageDiffC", type: .dynamic, targets: ["ImageDiff"]),
  ],
  targets: [
    loadedLibrary("LibFreeType", "freetype2", apt: "libfreetype-dev", brew: "freetype"),
    loadedLibrary("LibHarfBuzz", "harfbuzz", apt: "libharfbuzz-dev", brew: "harfbuzz"),
    loadedLibrary("LibFontconfig", "fontconfig", apt: "libfontconfig-dev", brew: "fontconfig"),
    loadedLibrary("LibICU", "icu-uc", apt: "libicu-dev", brew: "icu4c"),
    system("LibPNG", "libpng", apt: "libpng-dev", brew: "libpng"),
    system("LibDeflate", "libdeflate", apt: "libdeflate-dev", brew: "libdeflate"),
    loadedLibrary("LibJPEG", "libjpeg", apt: "libjpeg62-turbo-dev", brew: "jpeg-turbo"),
    loadedLibrary("LibWebP", "libwebp", apt: "libwebp-dev", brew: "webp"),
    loadedLibrary("LibTIFF", "libtiff-4", apt: "libtiff-dev", brew: "libtiff"),
    loadedLibrary("LibLCMS", "lcms2", apt: "liblcms2-dev", brew: "little-cms2"),

    .target(
      name: "CKernels", cSettings: cSettings, linkerSettings: [.linkedLibrary("m")]),
    .target(
      name: "CFreeType", dependencies: ["LibFreeType", "LibHarfBuzz", "LibFontconfig"],
      cSettings: cSettings + [
        .unsafeFlags(
          ["-isystem", "/usr/include/freetype2", "-isystem", "/usr/include/harfbuzz"],
          .when(platforms: [.linux]))
      ]),
    .target(name: "CICU", dependencies: ["LibICU"], cSettings: cSettings),
    .target(
      name: "CCodecs",
      dependencies: ["LibDeflate", "LibJPEG", "LibWebP", "LibTIFF", "LibLCMS"],
      cSettings: cSettings),

    library("Threads", []),
    library("Raster", ["CKernels"]),
    library("Typesetting", ["Raster", "CFreeType", "CICU"]),
    library("ImageCodec", ["Raster", "Threads", "CCodecs", "CKernels"]),
    library("ImageDiff", ["Raster", "Threads", "CKernels"]),
    library("Conventions", []),
    library(
      "RenderAudit", ["Raster", "Typesetting", "ImageCodec", "ImageDiff", "Conventions"]),
    library(
      "CommandLineTool",
      [
        "RenderAudit", "Conventions", "Typesetting", "ImageCodec", "ImageDiff", "Raster", "Threads",
      ]),
    .executableTarget(
      name: "Main", dependencies: ["CommandLineTool"], swiftSettings: swiftSettings),

    .executableTarget(
      name: "Artboards",
      dependencies: ["RenderAudit", "Conventions", "ImageCodec", "Raster", "Typesetting"],
      path: "Benchmarks/Artboards", swiftSettings: swiftSettings),

    .target(
      name: "TestSupport", dependencies: ["Raster", "ImageCodec"], path: "Tests/TestSupport",
      swiftSettings: swiftSettings),
    tests("Raster", ["ImageCodec"]),
    tests("Typesetting", ["Raster", "CFreeType"]),
    .target(
      name: "ReferenceCodecs", dependencies: ["LibPNG", "LibJPEG", "LibWebP", "LibTIFF"],
      path: "Tests/ReferenceCodecs", cSettings: cSettings,
      linkerSettings: ["z", "jpeg", "webp", "tiff"].map { .linkedLibrary($0) }),
    tests("ImageCodec", ["Raster", "CCodecs", "ReferenceCodecs"]),
    tests("ImageDiff", ["Raster", "ImageCodec", "CKernels"]),
    tests("Conventions", []),
    tests("RenderAudit", ["Raster", "Typesetting", "ImageCodec", "ImageDiff", "Conventions"]),
    tests(
      "CommandLineTool",
      ["Conventions", "ImageCodec", "ImageDiff", "Raster", "ReferenceCodecs"]),
  ],
  cLanguageStandard: .c11
)
