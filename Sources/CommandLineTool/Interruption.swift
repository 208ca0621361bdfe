internal import ImageCodec

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What the system may do to a run from outside, and how it then ends.
enum Interruption {
  /// Call before any other thread is started: they inherit what is blocked here.
  static func watch() {
    // Whoever reads the output may stop; a file may reach its limit. Both are told by write(2).
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGABRT) { _ in Interruption.endWithoutMemory() }

    // nohup(1) has asked for SIGHUP not to count.
    let ends = isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]
    var set = sigset_t()
    sigemptyset(&set)
    for number in ends { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    guard !startWaiting() else { return }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    for number in ends { signal(number) { _ in _exit(ExitStatus.interrupted.rawValue) } }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// A thread that does nothing until a signal comes. It is no signal handler, so it may take locks:
  /// what is half written is taken away before the process ends.
  private static func startWaiting() -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 1 << 18)
    defer { pthread_attr_destroy(&attributes) }
    #if canImport(Glibc)
      var thread = pthread_t()
      return pthread_create(&thread, &attributes, { _ in Interruption.wait() }, nil) == 0
    #else
      var thread: pthread_t?
      return pthread_create(&thread, &attributes, { _ in Interruption.wait() }, nil) == 0
    #endif
  }

  private static func wait() -> Never {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, number) }
    var number: Int32 = 0
    while sigwait(&set, &number) != 0 {}
    removeUnfinishedFiles()
    _exit(ExitStatus.interrupted.rawValue)
  }

  /// The last resort where memory has a limit: an allocation that fails ends in abort(3), from which
  /// nothing returns. What can be foreseen is refused before.
  private static func endWithoutMemory() -> Never {
    var limit = rlimit()
    #if canImport(Glibc)
      let isLimited = getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0
    #else
      let isLimited = getrlimit(RLIMIT_AS, &limit) == 0
    #endif
    if isLimited, limit.rlim_cur < rlim_t(1) << 62 {
      let words: StaticString =
        "error: memory: expected more than this process may have, found its limit (ulimit -v)\n  Try: a higher limit, or smaller pictures.\n"
      write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
      _exit(ExitStatus.badData.rawValue)
    }
    let words: StaticString =
      "error: this run: expected to end well, found a bug of ours\n  Try: please report it, with the input.\n"
    write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
    _exit(ExitStatus.internalError.rawValue)
  }
}
