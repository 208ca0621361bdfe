internal import CFreeType

/// A stretch of one script and one direction: what HarfBuzz shapes at a time. UTF-16 units.
struct TextRun {
  var range: Range<Int>
  /// UAX #9; odd runs from right to left.
  var level: UInt8
  /// ISO 15924 tag.
  var script: UInt32

  var isRightToLeft: Bool { level & 1 == 1 }
}

/// The text between two newlines, without them. Runs in the order of reading.
struct Paragraph {
  var range: Range<Int>
  var level: UInt8
  var runs: [TextRun]

  init(_ range: Range<Int>, of text: TextUnits, engine: TextEngine) throws(FontError) {
    let units = text[range]
    let (levels, level) = try engine.bidiLevels(in: units)
    let scripts = [UInt32](unsafeUninitializedCapacity: units.count) { buffer, count in
      buffer.initialize(repeating: 0)
      ra_scripts(units.baseAddress, Int32(units.count), buffer.baseAddress)
      count = units.count
    }
    var runs: [TextRun] = []
    var start = 0
    for end in stride(from: 1, through: units.count, by: 1) {
      if end < units.count, levels[end] == levels[start], scripts[end] == scripts[start] {
        continue
      }
      let run = range.lowerBound + start..<range.lowerBound + end
      runs.append(TextRun(range: run, level: levels[start], script: scripts[start]))
      start = end
    }
    self.range = range
    self.level = level
    self.runs = runs
  }

  /// The parts of the runs within `line`, in the order of reading.
  func runs(in line: Range<Int>) -> [TextRun] {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].range.upperBound <= line.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var parts: [TextRun] = []
    for run in runs[low...] {
      guard run.range.lowerBound < line.upperBound else { break }
      var part = run
      part.range = run.range.clamped(to: line)
      parts.append(part)
    }
    return parts
  }
}

/// Turns runs in the order of reading into their order on the page, left to right: every sequence
/// of runs at a level or above is reversed, from the highest level down to 1 (UAX #9, rule L2).
func visualOrder(_ runs: [TextRun]) -> [TextRun] {
  guard let highest = runs.map(\.level).max(), highest > 0 else { return runs }
  var result = runs
  for level in stride(from: highest, through: 1, by: -1) {
    var start = 0
    while start < result.count {
      guard result[start].level >= level else {
        start += 1
        continue
      }
      let end = result[start...].firstIndex { $0.level < level } ?? result.count
      result[start..<end].reverse()
      start = end
    }
  }
  return result
}
