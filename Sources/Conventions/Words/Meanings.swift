// What each answer means, as the end of the sentence "Sketch: …".

extension BlurReading {
  public var meaning: String {
    switch self {
    case .factor(0.5): "the number is two sigma (sigma = blur / 2)"
    case .factor(1): "the number is sigma"
    case .factor: "sigma is \(word) times the number"
    case .skiaPoints: "sigma is 0.577 times the number plus half a point"
    case .skiaDevicePixels: "sigma is 0.577 times the number plus half a device pixel"
    }
  }
}

extension KernelReading {
  public var meaning: String {
    switch self {
    case .gaussianCutAtTwoSigma: "a Gaussian that ends at two sigma"
    case .gaussian: "a Gaussian to where it cannot be seen, about three sigma"
    case .threeBoxes: "three box blurs in place of a Gaussian"
    }
  }
}

extension SpreadReading {
  public var meaning: String {
    switch self {
    case .none: "there is no spread; the number is ignored"
    case .add: "the corner radius grows by the spread; square corners stay square"
    case .css: "the corner radius grows by the spread, by less where the radius is the smaller one"
    case .keep: "the corner radius stays as it is"
    }
  }
}

extension KnockoutReading {
  public var meaning: String {
    switch self {
    case .always: "the shadow is always cut out under its shape"
    case .whenFilled: "the shadow is cut out under a shape that has a fill, even a transparent one"
    case .never: "the shadow is painted under its shape too"
    }
  }
}

extension CasterReading {
  public var meaning: String {
    switch self {
    case .outline: "the outline throws the shadow, as if it were opaque"
    case .outlineOrBorder:
      "the outline throws the shadow, as if it were opaque; without a fill the border alone"
    case .content: "what is painted throws the shadow, as strongly as it is opaque"
    }
  }
}

extension GeometryReading {
  public var meaning: String {
    switch self {
    case .pixels: "the colours run at right angles to the line, as seen on the screen"
    case .unitSquare:
      "the colours run at right angles in a square, which is then stretched to the frame"
    }
  }
}

extension AngleReading {
  public var meaning: String {
    switch self {
    case .css: "clockwise from up; corners that the angle points to get the end colours"
    case .unitSquare: "clockwise from up in a square that is then stretched to the frame"
    case .android: "anticlockwise from right in steps of 45°, from corner to corner"
    }
  }
}

extension AlphaReading {
  public var meaning: String {
    switch self {
    case .straight: "colour and alpha mix separately"
    case .premultiplied: "colours mix in proportion to their alpha"
    }
  }
}

extension SpaceReading {
  public var meaning: String {
    switch self {
    case .srgb: "the sRGB numbers mix"
    case .linear: "amounts of light mix (linear sRGB)"
    case .oklab: "colours mix in OKLab, in even steps for the eye"
    case .genericRGB: "numbers of Apple's Generic RGB (gamma 1.8) mix"
    }
  }
}

extension StopsReading {
  public var meaning: String {
    switch self {
    case .extrapolate: "they stand where they say, outside the gradient line"
    case .clamp: "they move to the end of the gradient line"
    }
  }
}

extension TrackingReading {
  public var meaning: String {
    switch self {
    case .none: "nothing is added to the letters"
    case .sfStatic: "Apple's table for SF Pro Text (below 20 pt) and SF Pro Display"
    case .sfVariable: "Apple's table for the variable SF Pro"
    }
  }
}

extension TrackingFontsReading {
  public var meaning: String {
    switch self {
    case .system: "the system font, San Francisco, and Inter, which stands in for it"
    case .all: "every font"
    }
  }
}

extension TrailingTrackingReading {
  public var meaning: String {
    switch self {
    case .kept: "it follows every letter, the last one too"
    case .dropped: "it stands only between letters"
    case .split: "half of it stands before and half after each letter"
    }
  }
}

extension LineHeightReading {
  public var meaning: String {
    switch self {
    case .centred: "half above and half below the line"
    case .above: "all of it above the line"
    case .halfLeading: "half above and half below, the upper half floored to device pixels"
    case .proportional: "above and below in proportion to ascent and descent"
    case .below: "all of it below the line, and none below the last"
    }
  }
}

extension MetricsReading {
  public var meaning: String {
    switch self {
    case .roundedPoints: "ascent and descent rounded to whole points, without the line gap"
    case .exact: "as the font says, with the line gap below"
    case .roundedPixels: "rounded to whole device pixels, half of the line gap above"
    }
  }
}

extension RoundingReading {
  public var meaning: String {
    switch self {
    case .devicePixel: "on whole device pixels"
    case .none: "anywhere"
    }
  }
}

extension LineBreakReading {
  public var meaning: String {
    switch self {
    case .greedy: "each line takes as many words as fit"
    }
  }
}

extension LongWordsReading {
  public var meaning: String {
    switch self {
    case .broken: "a word wider than its frame is broken between letters"
    case .overflow: "a word wider than its frame stays whole and runs out of it"
    }
  }
}

extension LigaturesReading {
  public var meaning: String {
    switch self {
    case .kept: "ligatures stay, whatever the tracking"
    case .offWhenTracked: "ligatures such as fi are dissolved where the tracking is not 0"
    }
  }
}

extension TextRasterReading {
  public var meaning: String {
    switch self {
    case .coreGraphics: "as Core Graphics: small glyphs at fractions of a pixel, coverage as it is"
    case .skia: "as Skia on Linux: glyphs at quarter pixels, a contrast curve on the coverage"
    case .exact: "at exact positions, with exact coverage"
    }
  }
}

extension CornerCurveReading {
  public var meaning: String {
    switch self {
    case .circular: "a quarter circle"
    case .continuous: "the smooth corner of iOS, which begins 1.53 radii from the corner"
    }
  }
}

extension CornerOverlapReading {
  public var meaning: String {
    switch self {
    case .scale: "all radii shrink by the same factor until they fit"
    case .clamp: "each radius is at most half of the shorter side"
    }
  }
}

extension BorderPositionReading {
  public var meaning: String {
    switch self {
    case .inside: "inside the edge"
    case .centre: "half inside and half outside the edge"
    case .outside: "outside the edge"
    }
  }
}

extension BorderWidthReading {
  public var meaning: String {
    switch self {
    case .exact: "it is drawn as it says"
    case .flooredToPixels: "it is floored to whole device pixels, at least one"
    }
  }
}

extension ColourSpaceReading {
  public var meaning: String {
    switch self {
    case .srgb: "sRGB"
    case .displayP3: "Display P3"
    }
  }
}

extension OpacityGroupingReading {
  public var meaning: String {
    switch self {
    case .group: "the element fades as a whole"
    case .each: "each part fades by itself, so parts show through each other"
    }
  }
}

extension SnappingReading {
  public var meaning: String {
    switch self {
    case .none: "edges are smoothed where they stand"
    case .edges: "each edge moves to the nearest device pixel, at least one pixel apart"
    }
  }
}
