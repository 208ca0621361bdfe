extension Axis {
  /// The axis's name for people: "Shadow blur".
  public var title: String { words.title }

  /// The question that conventions answer differently, as a sentence.
  public var question: String { words.question }

  private var words: (title: String, question: String) {
    switch self {
    case .shadowBlur: ("Shadow blur", "What does a shadow's blur number say about its softness?")
    case .shadowKernel: ("Shadow softness", "By which curve does a shadow fade out?")
    case .shadowSpread:
      ("Shadow spread", "What happens to the corners when a shadow grows by its spread?")
    case .shadowKnockout:
      ("Under the shape", "Is the shadow cut out where the shape that throws it stands?")
    case .shadowCaster:
      ("What throws the shadow", "Does a translucent fill throw a fainter shadow?")
    case .gradientGeometry:
      ("Gradient points", "In which space is a gradient perpendicular to the line of its points?")
    case .gradientAngle: ("Gradient angle", "What does a gradient's angle mean?")
    case .gradientAlpha: ("Transparent stops", "How do colours of different transparency mix?")
    case .gradientSpace: ("Gradient colours", "In which colour space do a gradient's colours mix?")
    case .gradientStops: ("Stops outside", "What becomes of stops before 0 or after 1?")
    case .textTracking: ("Tracking", "Which spacing is added to letters besides the spec's own?")
    case .textTrackingFonts: ("Tracked fonts", "To which fonts is that spacing added?")
    case .textTrailingTracking:
      ("Last letter's tracking", "Does tracking follow the last letter of a line?")
    case .textLineHeight:
      ("Line height", "Where does the space go that an explicit line height adds?")
    case .textMetrics: ("Font metrics", "How are a font's ascent, descent and line gap read?")
    case .textRounding: ("Baselines", "Where may a baseline stand?")
    case .textLineBreak: ("Line breaking", "How are lines chosen among the allowed breaks?")
    case .textLongWords:
      ("Long words", "What happens to a word that is wider than its frame?")
    case .textLigatures: ("Ligatures", "Do common ligatures stay where letters are spaced?")
    case .textRaster: ("Glyph edges", "How are glyphs placed and drawn on pixels?")
    case .cornerCurve: ("Corner curve", "Along which curve does a rounded corner run?")
    case .cornerOverlap: ("Large radii", "What happens to corner radii that do not fit?")
    case .borderPosition:
      ("Border position", "Where does a border stand that names no position of its own?")
    case .borderWidth: ("Border width", "Is a border's width rounded to pixels?")
    case .colorSpace: ("Colour space", "Which colours do the numbers of a hex colour name?")
    case .opacityGrouping:
      ("Opacity", "Does an element fade as a whole, or each of its parts by itself?")
    case .pixelSnapping: ("Pixel snapping", "Are the edges of a box moved to whole pixels?")
    }
  }

  /// What a value of this axis means, as the end of the sentence "Sketch: …"; nil for a word that
  /// the axis does not know.
  public func meaning(of word: String) -> String? { reading.init(word: word)?.meaning }
}
