public enum Tool {
  public static func run() {}
}
