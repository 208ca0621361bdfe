internal import Conventions
internal import Raster
internal import Typesetting

extension Translator {
  /// The text with the numbers that the candidate needs: tracking, then width until the lines break
  /// where they should, line height, and the frame's place.
  mutating func text(
    _ content: TextContent, in element: inout Element, font: Font
  ) throws(FontError) {
    let wanted = try reference.layOut(content, font: font, frame: element.frame)
    var new = content
    var frame = element.frame
    new.colour = colour(content.colour)
    let added = [reference, candidate].map {
      $0.convention.trackingPoints(fontName: font.postScriptName, size: content.size)
    }
    new.tracking = tidy(content.tracking + added[0] - added[1])
    try setLineHeight(&new, content, font, frame)
    frame = try fitWidth(new, font, frame, wanted)
    frame = try place(new, font, frame, content, element.frame, wanted)
    try check(new, font, frame, wanted)
    element.frame = frame
    element.content = .text(new)
  }

  // MARK: Width

  /// The frame as wide as it must be for the candidate to break the lines as wanted; as it is where
  /// no width does, or where a width would change more than the breaks.
  private func fitWidth(
    _ content: TextContent, _ font: Font, _ frame: Rect, _ wanted: TextLayout
  ) throws(FontError) -> Rect {
    guard frame.width > 0, content.alignment != .justified else { return frame }
    var (low, high) = (0.0, 2 * frame.width)
    var width = frame.width
    // Greedy lines get longer with the width, so halving finds it; 2^-24 of it is 10^-7.
    for _ in 0..<24 {
      var tried = frame
      tried.width = width
      let lines = try candidate.layOut(content, font: font, frame: tried).lines
      guard let order = lines.firstDifference(from: wanted.lines) else {
        return try nearest(tried, to: frame, content, font, wanted)
      }
      if order > 0 { high = width } else { low = width }
      width = (low + high) / 2
    }
    return frame
  }

  /// Of the widths between the frame's and one that works, a short one near the frame's.
  private func nearest(
    _ working: Rect, to frame: Rect, _ content: TextContent, _ font: Font, _ wanted: TextLayout
  ) throws(FontError) -> Rect {
    if working.width == frame.width { return frame }
    var best = working
    var (good, bad) = (working.width, frame.width)
    for _ in 0..<10 {
      var tried = frame
      // To a hundredth of a point, towards the width that works.
      let middle = (good + bad) / 2 * 100
      tried.width = (good > bad ? middle.rounded(.up) : middle.rounded(.down)) / 100
      let lines = try candidate.layOut(content, font: font, frame: tried).lines
      if lines.firstDifference(from: wanted.lines) == nil {
        best = tried
        good = tried.width
      } else {
        bad = tried.width
      }
    }
    return best
  }

  // MARK: Line height

  private func setLineHeight(
    _ new: inout TextContent, _ content: TextContent, _ font: Font, _ frame: Rect
  ) throws(FontError) {
    let wanted = try reference.unrounded.twoLines(content, font)
    // A line height that says something in the reference but nothing in the candidate is left out.
    if content.lineHeight != nil,
      try !isIdle(content, font, reference), try isIdle(new, font, candidate)
    {
      new.lineHeight = nil
      return
    }
    let drawn = try candidate.unrounded.twoLines(new, font)
    let text = try reference.layOut(content, font: font, frame: frame)
    if isSame(drawn.pitch, wanted.pitch) || text.lines.count < 2 { return }
    let height = wanted.pitch - content.lineSpacing
    if height > 0 { new.lineHeight = tidy(height) }
  }

  /// Whether the line height is the natural one, and the baseline where it would be without.
  private func isIdle(
    _ content: TextContent, _ font: Font, _ draft: Draft
  ) throws(FontError) -> Bool {
    var natural = content
    natural.lineHeight = nil
    let (a, b) = (
      try draft.unrounded.twoLines(content, font), try draft.unrounded.twoLines(natural, font)
    )
    return isSame(a.pitch, b.pitch) && isSame(a.baseline, b.baseline)
  }

  // MARK: Place

  /// The frame moved so that baselines and left ends stand where they should.
  private func place(
    _ content: TextContent, _ font: Font, _ frame: Rect, _ original: TextContent,
    _ originalFrame: Rect, _ wanted: TextLayout
  ) throws(FontError) -> Rect {
    let exact = try candidate.unrounded.layOut(content, font: font, frame: frame)
    // What is rounded again must not be rounded twice.
    let target =
      candidate.convention.textRounding == .none
      ? wanted
      : try reference.unrounded.layOut(original, font: font, frame: originalFrame)
    var moved = frame
    let lines = zip(target.lines, exact.lines)
    moved.y = tidy(frame.y + middle(lines.map { $0.baselinePt - $1.baselinePt }))
    moved.x = tidy(frame.x + middle(lines.map { $0.xPt - $1.xPt }))
    return moved
  }

  /// Half way between the least and the largest, so that no line is further off than need be.
  private func middle(_ shifts: [Double]) -> Double {
    guard let least = shifts.min(), let most = shifts.max() else { return 0 }
    let middle = (least + most) / 2
    return abs(middle) < 1e-9 ? 0 : middle
  }

  private mutating func check(
    _ content: TextContent, _ font: Font, _ frame: Rect, _ wanted: TextLayout
  ) throws(FontError) {
    let drawn = try candidate.layOut(content, font: font, frame: frame)
    if drawn.lines.firstDifference(from: wanted.lines) != nil {
      unsolved.append(.lineBreaks)
      let starts = wanted.lines.dropFirst().compactMap {
        $0.text.split(whereSeparator: \.isWhitespace).first.map { "“\($0)”" }
      }
      if !starts.isEmpty {
        advise(
          "No width makes \(name) break the lines there: type a line break before "
            + "\(andList(Array(starts.prefix(4)))), or no-break spaces where a line must not end.")
      }
    } else {
      let shifts = zip(drawn.lines, wanted.lines).map { abs($0.baselinePt - $1.baselinePt) }
      if shifts.contains(where: { $0 * scale.pixelsPerPoint > 1e-6 }) {
        unsolved.append(.baselines)
      }
    }
    if reference.convention.textRaster != candidate.convention.textRaster {
      unsolved.append(.glyphEdges)
    }
  }
}

extension [PlacedLine] {
  /// Nil when both have the same words on the same lines; else whether the first line that differs
  /// is longer (positive) or shorter here.
  fileprivate func firstDifference(from wanted: [PlacedLine]) -> Int? {
    for (a, b) in zip(self, wanted) where a.range != b.range {
      return a.range.upperBound > b.range.upperBound ? 1 : -1
    }
    return count == wanted.count ? nil : (count < wanted.count ? 1 : -1)
  }
}

extension Draft {
  /// The same with baselines that stand anywhere: to see what they would be before rounding.
  fileprivate var unrounded: Draft {
    var free = convention
    free[.textRounding].value = RoundingReading.none.rawValue
    return Draft(convention: free, scale: scale, fonts: fonts, fontFiles: fontFiles)
  }

  /// The first baseline from the top and the distance of two, in points, of any text set so.
  fileprivate func twoLines(
    _ content: TextContent, _ font: Font
  ) throws(FontError) -> (baseline: Double, pitch: Double) {
    var two = content
    two.text = "x\nx"
    two.maxLines = 0
    let lines = try layOut(two, font: font, frame: Rect(x: 0, y: 0, width: 0, height: 0)).lines
    return (lines[0].baselinePt, lines[1].baselinePt - lines[0].baselinePt)
  }
}
