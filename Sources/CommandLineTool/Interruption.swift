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
    watchForBugs()

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

  /// The last resort: what would end the process by a signal ends it with a sentence, and with a
  /// status that scripts know. Whoever asked Swift for backtraces gets these instead.
  private static func watchForBugs() {
    guard getenv("SWIFT_BACKTRACE") == nil else { return }
    // A stack that overflowed has no room for a handler.
    let size = 1 << 16
    var stack = stack_t()
    stack.ss_sp = .allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    sigaltstack(&stack, nil)
    var action = sigaction()
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler = { Interruption.end(after: $0) }
    #else
      action.__sigaction_u.__sa_handler = { Interruption.end(after: $0) }
    #endif
    action.sa_flags = SA_ONSTACK
    for number in [SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE] {
      sigaction(number, &action, nil)
    }
  }

  /// An allocation that fails ends in abort(3) or a trap, from which nothing returns: where memory has
  /// a limit, that is why. What can be foreseen is refused before.
  private static func end(after number: Int32) -> Never {
    var limit = rlimit()
    #if canImport(Glibc)
      let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0
    #else
      let isKnown = getrlimit(RLIMIT_AS, &limit) == 0
    #endif
    let isLimited = isKnown && limit.rlim_cur < rlim_t(1) << 62
    if isLimited, number == SIGABRT || !canAllocate(1 << 28) {
      say(
        """
        error: memory: expected more than this process may have, found its limit (ulimit -v)
          Try: a higher limit, or smaller pictures.

        """)
      _exit(ExitStatus.badData.rawValue)
    }
    say(
      """
      error: this run: expected to end well, found a bug of ours
        Try: please report it, with the input.

      """)
    _exit(ExitStatus.internalError.rawValue)
  }

  /// Without memory, which there may be none of.
  private static func say(_ words: StaticString) {
    write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
  }
}
