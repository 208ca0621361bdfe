internal import Conventions
internal import Raster

extension Translator {
  /// The gradient with which the candidate paints in `box` what the reference paints with `spec` in
  /// `referenceBox`; both in device px.
  mutating func gradient(
    _ spec: GradientSpec, from referenceBox: Rect, to box: Rect
  ) -> GradientSpec {
    let field = reference.field(spec.line, in: referenceBox)
    let clampsReference = reference.convention.gradientStops == .clamp
    let positions = spec.stops.map { clampsReference ? min(1, max(0, $0.position)) : $0.position }
    var ramp = written(spec.stops, at: positions)
    guard !field.isConstant, !box.isEmpty else { return GradientSpec(line: spec.line, stops: ramp) }

    var line = spec.line
    let form = platform?.gradientLine ?? .either
    if !form.allows(line) || !candidate.field(line, in: box).isNear(field, in: box) {
      if form == .angle, candidate.convention.gradientAngle == .css,
        let angle = field.cssAngle(in: box)
      {
        line = .angle(tidy(angle.degrees))
        for i in ramp.indices {
          ramp[i].position = tidy(angle.scale * ramp[i].position + angle.offset)
        }
      } else {
        let middle = middle(of: spec.line, in: referenceBox)
        line = field.line(through: middle, in: box, candidate.convention.gradientGeometry) ?? line
      }
    }
    if candidate.convention.gradientStops == .clamp { fit(&line, &ramp, field, box) }
    let result = GradientSpec(line: line, stops: ramp)
    if result.canBeStated { return result }
    unsolved.append(.gradientLine)
    return GradientSpec(line: spec.line, stops: written(spec.stops, at: positions))
  }

  // MARK: Lines

  /// Where t is ½ on the line, in device px. Of all equal lines the one through this point is
  /// chosen: for the usual lines from side to side or corner to corner it is the box's centre, and
  /// translating back gives the first numbers again.
  private func middle(of line: GradientSpec.Line, in box: Rect) -> Point {
    switch line {
    case .points(let from, let to):
      box.point(unit: Point(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2))
    case .angle: box.point(unit: Point(x: 0.5, y: 0.5))
    }
  }

  // MARK: Stops outside the line

  /// Makes the stops fit 0…1 for a candidate that clamps them: by a longer line, or, where the line
  /// is an angle and covers the box by itself, by ending the ramp where the box ends.
  private mutating func fit(
    _ line: inout GradientSpec.Line, _ stops: inout [GradientSpec.Stop], _ field: GradientField,
    _ box: Rect
  ) {
    guard let first = stops.first?.position, let last = stops.last?.position,
      first < 0 || last > 1
    else { return }
    switch line {
    case .points(let from, let to):
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      // Stops that all stand in one place keep the line's length.
      let (low, high) = first < last ? (first, last) : (first - 0.5, first + 0.5)
      func point(_ t: Double) -> Point { Point(x: from.x + t * dx, y: from.y + t * dy).tidied }
      line = .points(from: point(low), to: point(high))
      for i in stops.indices {
        stops[i].position = min(1, max(0, tidy((stops[i].position - low) / (high - low))))
      }
    case .angle: stops = cut(stops)
    }
  }

  /// The same ramp between 0 and 1.
  private func cut(_ stops: [GradientSpec.Stop]) -> [GradientSpec.Stop] {
    let ramp = GradientRamp(
      stops: stops.map {
        GradientStop(position: $0.position, colour: candidate.colour($0.colour))
      },
      alpha: candidate.alphaInterpolation, space: candidate.interpolationSpace)
    func end(_ t: Double) -> GradientSpec.Stop {
      GradientSpec.Stop(colour: colour(ramp.colour(at: t)), position: t)
    }
    let inside = stops.filter { $0.position >= 0 && $0.position <= 1 }
    var result = inside
    if inside.first?.position != 0 { result.insert(end(0), at: 0) }
    if inside.last?.position != 1 { result.append(end(1)) }
    return result
  }
}

// MARK: Mixing

extension Translator {
  /// The stops in the candidate's terms: colours converted, and stops inserted where the candidate
  /// mixes otherwise.
  ///
  /// Between two stops the candidate's straight line is compared with the reference's curve in
  /// premultiplied steps, and halved until they are less than a quarter of a step apart: then no
  /// pixel rounds to more than one step away.
  private mutating func written(
    _ stops: [GradientSpec.Stop], at positions: [Double]
  ) -> [GradientSpec.Stop] {
    let plain = zip(stops, positions).map { stop, position in
      GradientSpec.Stop(colour: colour(stop.colour), position: position)
    }
    let modes = (reference.alphaInterpolation, reference.interpolationSpace)
    let sameModes = modes == (candidate.alphaInterpolation, candidate.interpolationSpace)
    if sameModes { return plain }
    var result: [GradientSpec.Stop] = []
    func add(_ stop: GradientSpec.Stop) {
      guard let last = result.last, last.position == stop.position,
        isNear(candidate.colour(last.colour), candidate.colour(stop.colour))
      else { return result.append(stop) }
    }
    var isInserted = false
    for i in 0..<(stops.count - 1) {
      let (a, b) = (plain[i], plain[i + 1])
      guard a.position < b.position else {
        add(a)
        add(b)
        continue
      }
      let segment = Segment(
        a: reference.colour(stops[i].colour), b: reference.colour(stops[i + 1].colour),
        reference: reference, candidate: candidate)
      let pieces = segment.pieces
      isInserted = isInserted || pieces.count > 2 || !segment.keepsEnds
      for (n, piece) in pieces.enumerated() {
        let isEnd = n == 0 || n == pieces.count - 1
        let original = n == 0 ? a : b
        let keeps = isEnd && isNear(candidate.colour(original.colour), piece.colour)
        let position =
          isEnd
          ? original.position
          : tidy(
            a.position + (b.position - a.position) * piece.position)
        add(
          .init(colour: keeps ? original.colour : colour(piece.colour), position: position))
      }
    }
    if isInserted {
      let mixing =
        modes.0 == candidate.alphaInterpolation
        ? "mixes stops in another colour space"
        : "mixes transparent stops otherwise"
      advise("Stops are inserted because \(name) \(mixing).")
    }
    return result
  }

  private func isNear(_ a: Colour, _ b: Colour) -> Bool {
    [a.red - b.red, a.green - b.green, a.blue - b.blue, a.alpha - b.alpha]
      .allSatisfy { abs($0) < 1e-9 }
  }
}

/// What lies between two neighbouring stops, at 0 and 1.
private struct Segment {
  let a: Colour
  let b: Colour
  let wanted: GradientRamp
  let candidate: Draft

  init(a: Colour, b: Colour, reference: Draft, candidate: Draft) {
    self.a = a
    self.b = b
    self.candidate = candidate
    wanted = GradientRamp(
      stops: [GradientStop(position: 0, colour: a), GradientStop(position: 1, colour: b)],
      alpha: reference.alphaInterpolation, space: reference.interpolationSpace)
  }

  /// The colour to write at `s`. Where it is transparent, its red, green and blue are those that
  /// the ramp comes from inside the segment, so that mixing towards it keeps them.
  func colour(at s: Double) -> Colour {
    let exact = wanted.colour(at: s)
    if exact.alpha > 0 || a.alpha == 0 && b.alpha == 0 { return exact }
    return wanted.colour(at: s < 0.5 ? 1e-7 : 1 - 1e-7).withAlpha(0)
  }

  var keepsEnds: Bool { colour(at: 0) == a && colour(at: 1) == b }

  /// Positions 0…1 and colours; at least the two ends.
  var pieces: [GradientStop] {
    var result = [GradientStop(position: 0, colour: colour(at: 0))]
    add(0, 1, depth: 7, to: &result)
    return result
  }

  private func add(_ s0: Double, _ s1: Double, depth: Int, to result: inout [GradientStop]) {
    let (c0, c1) = (colour(at: s0), colour(at: s1))
    if depth > 0, deviates(s0, s1, c0, c1) {
      let middle = (s0 + s1) / 2
      add(s0, middle, depth: depth - 1, to: &result)
      add(middle, s1, depth: depth - 1, to: &result)
    } else {
      result.append(GradientStop(position: s1, colour: c1))
    }
  }

  private func deviates(_ s0: Double, _ s1: Double, _ c0: Colour, _ c1: Colour) -> Bool {
    let drawn = GradientRamp(
      stops: [GradientStop(position: s0, colour: c0), GradientStop(position: s1, colour: c1)],
      alpha: candidate.alphaInterpolation, space: candidate.interpolationSpace)
    return [0.25, 0.5, 0.75].contains { part in
      let s = s0 + (s1 - s0) * part
      return drawn.colour(at: s).steps(from: wanted.colour(at: s)) > 0.25
    }
  }
}

extension Colour {
  /// The largest difference of a channel, premultiplied and clipped, in steps of 1/255.
  fileprivate func steps(from other: Colour) -> Double {
    func channels(_ c: Colour) -> [Double] {
      [c.red, c.green, c.blue].map { min(max($0, 0), 1) * c.alpha } + [c.alpha]
    }
    return zip(channels(self), channels(other)).map { abs($0 - $1) * 255 }.max()!
  }
}

extension GradientField {
  /// The points in units of `box` that give the field under a reading of points, on the line
  /// through `middle`, which like `box` is in device px. Nil for a constant field or an empty box.
  func line(
    through middle: Point, in box: Rect, _ geometry: GeometryReading
  ) -> GradientSpec.Line? {
    guard !box.isEmpty else { return nil }
    func unit(_ p: Point) -> Point {
      Point(x: (p.x - box.x) / box.width, y: (p.y - box.y) / box.height)
    }
    switch geometry {
    case .pixels:
      return pixelPoints(through: middle).map {
        .points(from: unit($0.from).tidied, to: unit($0.to).tidied)
      }
    case .unitSquare:
      let stretched = GradientField(
        kx: kx * box.width, ky: ky * box.height, c: c + kx * box.x + ky * box.y)
      return stretched.pixelPoints(through: unit(middle)).map {
        .points(from: $0.from.tidied, to: $0.to.tidied)
      }
    }
  }
}

extension GradientSpec {
  /// Whether a spec may hold its numbers.
  fileprivate var canBeStated: Bool {
    let range = NumberRange.fraction
    let ends =
      switch line {
      case .points(let from, let to): [from.x, from.y, to.x, to.y]
      case .angle: [Double]()
      }
    return (ends + stops.map(\.position)).allSatisfy(range.contains)
  }
}

extension Point {
  fileprivate var tidied: Point { Point(x: tidy(x), y: tidy(y)) }
}

extension GradientField {
  /// Whether t is the same all over `box`, but for rounding.
  fileprivate func isNear(_ other: GradientField, in box: Rect) -> Bool {
    let corners = [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].map { box.point(unit: Point(x: $0, y: $1)) }
    return corners.allSatisfy { isSame(t(at: $0), other.t(at: $0)) }
  }
}
