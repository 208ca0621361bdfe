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
  var threads: [pthread_t] = []
  var left: [Int] = []
  for index in 1..<max(1, count) {
    let task = Unmanaged.passRetained(ThreadTask(index: index, body: body))
    #if canImport(Glibc)
      var thread = pthread_t()
      let status = pthread_create(&thread, nil, runThreadTask, task.toOpaque())
      if status == 0 { threads.append(thread) }
    #else
      var thread: pthread_t?
      let status = pthread_create(&thread, nil, runThreadTask, task.toOpaque())
      if status == 0, let thread { threads.append(thread) }
    #endif
    if status != 0 {
      task.release()
      left.append(index)
    }
  }
  body(0)
  for index in left { body(index) }
  for thread in threads { pthread_join(thread, nil) }
}

private final class ThreadTask: Sendable {
  let index: Int
  let body: @Sendable (Int) -> Void

  init(index: Int, body: @escaping @Sendable (Int) -> Void) {
    self.index = index
    self.body = body
  }
}

#if canImport(Glibc)
  private func runThreadTask(_ raw: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    let task = Unmanaged<ThreadTask>.fromOpaque(raw!).takeRetainedValue()
    task.body(task.index)
    return nil
  }
#else
  private func runThreadTask(_ raw: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    let task = Unmanaged<ThreadTask>.fromOpaque(raw).takeRetainedValue()
    task.body(task.index)
    return nil
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
