extension Convention {
  /// The built-in convention of that name.
  public static func builtIn(named name: String) -> Convention? { nil }
}
