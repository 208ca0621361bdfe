internal import RenderAudit
internal import Testing

@Suite struct JSONWriterTests {
  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (3, "3"), (-3, "-3"), (0.1, "0.1"), (1.0 / 3, "0.3333333333333333"),
    (1e15, "1000000000000000"), (0x1p53, "9007199254740992"), (1e21, "1e+21"), (1e-7, "1e-7"),
    (-2.5e-10, "-2.5e-10"),
    (.leastNonzeroMagnitude, "5e-324"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
  ])
  func `numbers have the fewest digits that read back`(number: Double, text: String) {
    #expect(JSONWriter.line(.number(number)) == text)
    #expect(Double(text) == number)
  }

  @Test func `a number that is not finite is null`() {
    #expect(JSONWriter.line([.number(.nan), .number(.infinity)]) == "[null, null]")
  }

  @Test(arguments: [
    ("plain", #""plain""#), ("\"\\", #""\"\\""#), ("a\nb\r\t", #""a\nb\r\t""#),
    ("\u{0}\u{1B}\u{7F}\u{9B}", #""\u0000\u001b\u007f\u009b""#), ("é😀", "\"é😀\""),
    ("\u{2028}", #""\u2028""#), ("e\u{301}", "\"e\u{301}\""),
  ])
  func `strings escape what is not safe to print`(string: String, text: String) {
    #expect(JSONWriter.quoted(string) == text)
  }

  @Test func `members keep their order, and nil ones are left out`() {
    let value = JSONValue.members(["b": 1, "a": nil, "c": true])
    #expect(JSONWriter.line(value) == #"{ "b": 1, "c": true }"#)
  }

  @Test func `short arrays stay on one line, objects do not`() {
    let value: JSONValue = [
      "frame": [20, 20, 335, 200.5], "empty": [:], "none": [],
      "stops": [["#FFF", 0], ["#000", 1]], "elements": [["id": "a"]],
    ]
    #expect(
      JSONWriter.text(value) == """
        {
          "frame": [20, 20, 335, 200.5],
          "empty": {},
          "none": [],
          "stops": [["#FFF", 0], ["#000", 1]],
          "elements": [
            {
              "id": "a"
            }
          ]
        }

        """)
  }

  @Test func `an array longer than a line takes a line for each value`() {
    let value = JSONValue.integers(Array(repeating: 123_456_789, count: 9))
    let lines = JSONWriter.text(value).split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines[1] == "  123456789,")
  }
}
