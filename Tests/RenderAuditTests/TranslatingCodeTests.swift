import Conventions
import Raster
import Testing

@testable import RenderAudit

/// Code to be pasted, for one card and one text in every language.
@Suite struct TranslatingCodeTests {
  private static let card = Element(
    id: "big-card", frame: Rect(x: 20, y: 20, width: 335, height: 200), opacity: 0.9,
    content: .rectangle(
      RectangleContent(
        radii: CornerRadii(20),
        fill: .linearGradient(
          GradientSpec(
            line: .points(from: Point(x: 0, y: 0.25), to: Point(x: 1, y: 0.75)),
            stops: [
              .init(colour: .hex(SRGBA8(r: 88, g: 167, b: 248, a: 255)), position: 0),
              .init(
                colour: .components(
                  space: .displayP3, red: 0.9, green: 0.3, blue: 1, alpha: 0.5), position: 1),
            ])),
        border: Border(
          width: 1, colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 26)), position: nil),
        shadows: [
          ShadowSpec(
            offset: Point(x: 0, y: 4), blur: 5, spread: 0,
            colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 51)), isInner: false,
            path: ShadowPath(outset: 4, radii: CornerRadii(24)), knockout: true),
          ShadowSpec(
            offset: Point(x: 0, y: 1), blur: 2, spread: 0,
            colour: .hex(SRGBA8(r: 255, g: 255, b: 255, a: 128)), isInner: true),
        ])))

  private static let text = Element(
    id: "body", frame: Rect(x: 40, y: 107.67, width: 295, height: 0), opacity: 1,
    content: .text(
      TextContent(
        text: "Say \"$5\"\nin C:\\", font: "Lato-Regular", size: 17, lineHeight: 25, lineSpacing: 2,
        tracking: -0.442, colour: .hex(SRGBA8(r: 255, g: 255, b: 255, a: 255)),
        alignment: .center, maxLines: 2)))

  private struct Row: CustomTestStringConvertible {
    var language: CodeLanguage
    var element: Element
    var lines: [String]
    var testDescription: String { "\(language.rawValue), \(element.id)" }
  }

  private static let rows = [
    Row(
      language: .swift, element: card,
      lines: [
        "let bigCard = UIView(frame: CGRect(x: 20, y: 20, width: 335, height: 200))",
        "bigCard.alpha = 0.9",
        "bigCardShadow.shadowColor = UIColor(red: 0, green: 0, blue: 0, alpha: 1).cgColor",
        "bigCardShadow.shadowOpacity = 0.2", "bigCardShadow.shadowRadius = 5",
        "bigCardShadow.shadowOffset = CGSize(width: 0, height: 4)",
        "bigCardShadow.shadowPath = CGPath(roundedRect: bigCardShadow.bounds.insetBy(dx: -4, dy: -4),"
          + " cornerWidth: 24, cornerHeight: 24, transform: nil)",
        "bigCardShadowMask.fillRule = .evenOdd",
        "bigCardFill.startPoint = CGPoint(x: 0, y: 0.25)",
        "bigCardFill.endPoint = CGPoint(x: 1, y: 0.75)", "bigCardFill.locations = [0, 1]",
        "  UIColor(displayP3Red: 0.9, green: 0.3, blue: 1, alpha: 0.5).cgColor,",
        "bigCardFill.cornerRadius = 20", "bigCardBorder.borderWidth = 1",
        "bigCardInnerShadow1.shadowRadius = 2",
      ]),
    Row(
      language: .swift, element: text,
      lines: [
        "bodyParagraph.minimumLineHeight = 25", "bodyParagraph.maximumLineHeight = 25",
        "bodyParagraph.lineSpacing = 2", "bodyParagraph.alignment = .center",
        "body.numberOfLines = 2", "    .kern: -0.442,",
        "    .font: UIFont(name: \"Lato-Regular\", size: 17)!,",
        "  string: \"Say \\\"$5\\\"\\nin C:\\\\\",",
      ]),
    Row(
      language: .swiftui, element: card,
      lines: [
        "RoundedRectangle(cornerRadius: 20, style: .continuous)",
        "    startPoint: UnitPoint(x: 0, y: 0.25), endPoint: UnitPoint(x: 1, y: 0.75))",
        "  .frame(width: 335, height: 200)", "    .padding(-4)", "    .blur(radius: 5)",
        "  .opacity(0.9)", "  .offset(x: 20, y: 20)", ".blendMode(.destinationOut)",
      ]),
    Row(
      language: .swiftui, element: text,
      lines: [
        "Text(\"Say \\\"$5\\\"\\nin C:\\\\\")", "  .kerning(-0.442)", "  .lineLimit(2)",
        "  .font(.custom(\"Lato-Regular\", fixedSize: 17))",
        "  .lineSpacing(27 - UIFont(name: \"Lato-Regular\", size: 17)!.lineHeight)",
      ]),
    Row(
      language: .css, element: card,
      lines: [
        "#big-card {", "  left: 20px;", "  width: 335px;", "  border-radius: 20px;",
        "  opacity: 0.9;", "  background-origin: border-box;", "  border: 1px solid #0000001A;",
        "color(display-p3 0.9 0.3 1 / 0.5)", "  box-shadow: inset 0px 1px 2px 0px #FFFFFF80,",
        "    0px 4px 5px 0px #00000033;",
      ]),
    Row(
      language: .css, element: text,
      lines: [
        "  font: 17px \"Lato-Regular\";", "  line-height: 27px;", "  margin-top: -1px;",
        "  letter-spacing: -0.442px;", "  text-align: center;", "  -webkit-line-clamp: 2;",
      ]),
    Row(
      language: .kotlin, element: card,
      lines: [
        "val bigCardBrush = with(LocalDensity.current) {", "0f to Color(0xFF58A7F8),",
        "start = Offset(0.dp.toPx(), 50.dp.toPx()),", "end = Offset(335.dp.toPx(), 150.dp.toPx()),",
        ".offset(16.dp, 16.dp)", ".size(343.dp, 208.dp)",
        ".dropShadow(RoundedCornerShape(24.dp), Shadow(radius = 5.dp, spread = 0.dp, "
          + "offset = DpOffset(0.dp, 4.dp), color = Color(0x33000000)))",
        ".background(bigCardBrush, RoundedCornerShape(20.dp))",
        ".border(1.dp, Color(0x1A000000), RoundedCornerShape(20.dp))", ".innerShadow(",
      ]),
    Row(
      language: .kotlin, element: text,
      lines: [
        "  text = \"Say \\\"\\$5\\\"\\nin C:\\\\\",", "    fontSize = 17.sp,",
        "    lineHeight = 27.sp,", "    letterSpacing = -0.442.sp,", "  maxLines = 2,",
      ]),
    Row(
      language: .dart, element: card,
      lines: [
        "  left: 16, top: 16, width: 343, height: 208,", "begin: Alignment(-1, -0.5),",
        "end: Alignment(1, 0.5),", "borderRadius: BorderRadius.circular(24),",
        "boxShadow: [BoxShadow(color: const Color(0x33000000), offset: Offset(0, 4), "
          + "blurRadius: 5, blurStyle: BlurStyle.outer)],",
        "border: Border.all(color: const Color(0x1A000000), width: 1),", "opacity: 0.9,",
        "// BoxDecoration has no inner shadows",
      ]),
    Row(
      language: .dart, element: text,
      lines: [
        "\"Say \\\"\\$5\\\"\\nin C:\\\\\",", "height: 1.58824,", "letterSpacing: -0.442,",
        "maxLines: 2,", "textAlign: TextAlign.center,",
      ]),
  ]

  @Test(arguments: rows) private func `says the numbers`(row: Row) {
    let convention = Convention.named(row.language.conventionName)
    let code = row.element.code(in: row.language, under: convention)
    for line in row.lines { #expect(code.contains(line), "\(line)\n\(code)") }
    // What is opened is closed.
    for (open, close): (Character, Character) in [("(", ")"), ("{", "}"), ("[", "]")] {
      #expect(code.count { $0 == open } == code.count { $0 == close }, "\(code)")
    }
    #expect(!code.split(separator: "\n").contains { $0.hasSuffix(" ") })
  }

  @Test(arguments: CodeLanguage.allCases) func `every language has a platform`(
    language: CodeLanguage
  ) {
    #expect(Convention.builtIn(named: language.conventionName) != nil)
    #expect(language.platform.languages == [language])
  }

  @Test(arguments: [
    ("card", "card"), ("big-card", "bigCard"), ("2 cards", "_2Cards"), ("--", "element"),
    ("Überschrift", "berschrift"), ("a_b", "a_b"),
  ]) func `ids become names`(id: String, name: String) { #expect(identifier(id) == name) }

  @Test func `a plain shadow belongs to the layer itself`() {
    var element = Self.card
    if case .rectangle(var content) = element.content {
      content.shadows = [
        ShadowSpec(
          offset: Point(x: 0, y: 4), blur: 5, spread: 0,
          colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 51)), isInner: false)
      ]
      element.content = .rectangle(content)
    }
    let code = element.code(in: .swift, under: .ios)
    #expect(code.contains("bigCardFill.shadowRadius = 5"))
    #expect(!code.contains("shadowPath"))
  }

  /// An angle as each platform has it: CSS as an angle, the others as the points that draw it.
  @Test func `angles are written as points where there are no angles`() {
    var element = Self.card
    if case .rectangle(var content) = element.content {
      content.fill = .linearGradient(
        GradientSpec(
          line: .angle(90),
          stops: [
            .init(colour: .hex(SRGBA8(r: 0, g: 0, b: 0, a: 255)), position: 0),
            .init(colour: .hex(SRGBA8(r: 255, g: 0, b: 0, a: 255)), position: 1),
          ]))
      element.content = .rectangle(content)
    }
    #expect(element.code(in: .css, under: .css).contains("linear-gradient(90deg, #000000 0%"))
    let swift = element.code(in: .swift, under: .ios)
    #expect(swift.contains("startPoint = CGPoint(x: 0, y: 0.5)"))
    #expect(swift.contains("endPoint = CGPoint(x: 1, y: 0.5)"))
    #expect(
      element.code(in: .dart, under: .named("flutter")).contains("begin: Alignment(-1, 0),"))
  }
}
