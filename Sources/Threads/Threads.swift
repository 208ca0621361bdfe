#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A lock with a condition to wait for.
public final class Monitor: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  public init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  public func lock() { pthread_mutex_lock(mutex) }
  public func unlock() { pthread_mutex_unlock(mutex) }
  /// Lets others in until one of them calls `wakeAll`.
  public func wait() { pthread_cond_wait(condition, mutex) }
  public func wakeAll() { pthread_cond_broadcast(condition) }
}

/// Processors that the system has online, at least 1.
public func processorCount() -> Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

/// Runs `body` with 0, 1, … `count` − 1, each on a thread of its own, 0 on the caller's; returns
/// when all have. Where no thread can be started, the caller's does that one's work too.
public func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let others = Latch()
  var left: [Int] = []
  for index in 1..<max(1, count) {
    guard let worker = Workers.shared.take() else {
      left.append(index)
      continue
    }
    others.add()
    worker.start(Job(index: index, body: body, latch: others))
  }
  body(0)
  for index in left { body(index) }
  others.wait()
}

private struct Job {
  var index: Int
  var body: @Sendable (Int) -> Void
  var latch: Latch
}

/// Counts work that is under way.
private final class Latch: @unchecked Sendable {
  private let monitor = Monitor()
  private var count = 0

  func add() {
    monitor.lock()
    count += 1
    monitor.unlock()
  }

  func finish() {
    monitor.lock()
    count -= 1
    monitor.wakeAll()
    monitor.unlock()
  }

  func wait() {
    monitor.lock()
    while count > 0 { monitor.wait() }
    monitor.unlock()
  }
}

/// Threads that are waiting for work. They stay to the end of the process: a new one may have to wait
/// for 3 ms, a scheduler's slice, until it runs.
private final class Workers: @unchecked Sendable {
  static let shared = Workers()
  private let monitor = Monitor()
  private var waiting: [Worker] = []

  /// One that waits, or a new one; nil where none can be started.
  func take() -> Worker? {
    monitor.lock()
    defer { monitor.unlock() }
    return waiting.popLast() ?? Worker()
  }

  func give(back worker: Worker) {
    monitor.lock()
    waiting.append(worker)
    monitor.unlock()
  }
}

private final class Worker: @unchecked Sendable {
  private let monitor = Monitor()
  private var job: Job?

  init?() {
    let argument = Unmanaged.passRetained(self)
    #if canImport(Glibc)
      var thread = pthread_t()
      let status = pthread_create(&thread, nil, runWorker, argument.toOpaque())
      if status == 0 { pthread_detach(thread) }
    #else
      var thread: pthread_t?
      let status = pthread_create(&thread, nil, runWorker, argument.toOpaque())
      if status == 0, let thread { pthread_detach(thread) }
    #endif
    if status != 0 {
      argument.release()
      return nil
    }
  }

  /// Only while it waits.
  func start(_ job: Job) {
    monitor.lock()
    self.job = job
    monitor.wakeAll()
    monitor.unlock()
  }

  func run() -> Never {
    while true {
      let latch = finishNext()
      Workers.shared.give(back: self)
      latch.finish()
    }
  }

  /// What was to be done is let go when this returns: it may not outlive the call that gave it.
  private func finishNext() -> Latch {
    monitor.lock()
    while job == nil { monitor.wait() }
    let next = job!
    job = nil
    monitor.unlock()
    next.body(next.index)
    return next.latch
  }
}

#if canImport(Glibc)
  private func runWorker(_ raw: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    Unmanaged<Worker>.fromOpaque(raw!).takeRetainedValue().run()
  }
#else
  private func runWorker(_ raw: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Worker>.fromOpaque(raw).takeRetainedValue().run()
  }
#endif

/// Counts up from 0, for threads that draw the next piece of work.
public final class WorkCounter: @unchecked Sendable {
  private let monitor = Monitor()
  private var drawn = 0

  public init() {}

  /// The next number, or nil when it would not be below `limit`.
  public func next(below limit: Int) -> Int? {
    monitor.lock()
    defer { monitor.unlock() }
    guard drawn < limit else { return nil }
    drawn += 1
    return drawn - 1
  }
}

/// Pieces of work by number, done by some threads, each as it is free.
public final class WorkQueue<Result: Sendable>: @unchecked Sendable {
  private let count: Int
  private let threads: Int
  private let work: (Int, _ threads: Int) -> Result
  private let counter = WorkCounter()
  /// Each is written by the thread that drew its number.
  private let found: UnsafeMutablePointer<Result?>

  /// - Parameter work: Gets a number, 0..<`count`, and the threads that it may use itself: all where
  ///   it is the only piece.
  public init(_ count: Int, threads: Int, _ work: @escaping (Int, _ threads: Int) -> Result) {
    self.count = count
    self.threads = threads
    self.work = work
    found = .allocate(capacity: count)
    found.initialize(repeating: nil, count: count)
  }

  deinit {
    found.deinitialize(count: count)
    found.deallocate()
  }

  /// Does the work, and returns what it gave, by number. For one call only.
  public func results() -> [Result] {
    onThreads(min(max(1, count), threads)) { _ in
      while let index = self.counter.next(below: self.count) {
        self.found[index] = self.work(index, self.count == 1 ? self.threads : 1)
      }
    }
    return (0..<count).map { found[$0]! }
  }
}
