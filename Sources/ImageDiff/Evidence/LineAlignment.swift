internal import Raster

/// Which columns of a line came from which: the cheapest way to write the candidate's line from the
/// reference's, from left to right, in columns that are kept, came, or went.
///
/// A kept column costs what is left of its ink's energy when the source is moved by quarters of a
/// pixel; one that came or went a twelfth of its energy, so that letters of which a sixth differs are
/// told as others. What begins to come or go costs a tenth of a column's mean energy more; moves
/// change for nothing between letters, and for as much within them.
struct LineAlignment {
  /// For each column of the candidate's plane its move, px; nil where it came.
  private(set) var moves: [Float?]
  /// Columns of the reference's plane that went.
  private(set) var gone: [Bool]

  /// Steps of a move, per px.
  private static let steps = 4
  /// The largest move, px.
  private static let reach = 40

  init(from a: InkPlane, to b: InkPlane) {
    let (w, h) = (a.area.width, a.area.height)
    let reach = min(Self.reach, w)
    let steps = Self.steps
    let n = 2 * reach * steps + 1
    // One channel of ink: text of one colour.
    var direction = SIMD4<Float>.zero
    for v in a.ink { direction += v * magnitude(v).sum() }
    let length = (direction * direction).sum().squareRoot()
    direction /= max(length, 1e-9)
    func level(_ p: InkPlane) -> [[Float]] {
      (0..<w).map { x in (0..<h).map { (p.ink[$0 * w + x] * direction).sum() } }
    }
    let source = level(a)
    let target = level(b)
    // The source at every quarter of a pixel.
    let blank = [Float](repeating: 0, count: h)
    var fine = [[Float]]()
    fine.reserveCapacity(w * steps)
    for x in 0..<w {
      let columns = (-1...2).map { k in
        source.indices.contains(x + k) ? source[x + k] : blank
      }
      for q in 0..<steps {
        if q == 0 {
          fine.append(columns[1])
          continue
        }
        let t = catmullRom(Float(q) / Float(steps))
        fine.append(
          (0..<h).map { y in
            columns[0][y] * t.x + columns[1][y] * t.y + columns[2][y] * t.z + columns[3][y] * t.w
          })
      }
    }
    func energy(_ column: [Float]) -> Float { column.reduce(0) { $0 + $1 * $1 } }
    let came = target.map { energy($0) / 12 }
    let went = source.map { energy($0) / 12 }
    let fineWent = fine.map(energy)
    let inked = came.count { $0 > 0 } + went.count { $0 > 0 }
    let mean = 12 * (came.reduce(0, +) + went.reduce(0, +)) / Float(max(1, inked))
    let open = mean / 10
    // Layers of the table: kept, came, went; the cheapest way to each column and move.
    let infinity = Float.infinity
    var kept = [Float](repeating: infinity, count: n)
    var coming = kept
    var going = kept
    /// Where each cell came from: layer of the cell before, and its move, as 4 × move + layer.
    var backKept = [Int16](repeating: -1, count: w * n)
    var backComing = backKept
    var backGoing = backKept
    let middle = reach * steps
    kept[middle] = 0
    func cell(_ k: Int, _ layer: Int) -> Int16 { Int16(4 * k + layer) }
    for x in 0..<w {
      var nextKept = [Float](repeating: infinity, count: n)
      var nextComing = nextKept
      let isBlank = came[x] < mean / 1000
      let slip = isBlank ? mean / 200 : open
      for k in 0..<n {
        let d = k - middle
        // Kept: from the same move, or the one beside it.
        var (best, from) = (infinity, Int16(-1))
        func offer(_ value: Float, _ cell: Int16) {
          if value < best { (best, from) = (value, cell) }
        }
        offer(kept[k], cell(k, 0))
        offer(coming[k], cell(k, 1))
        offer(going[k], cell(k, 2))
        if k > 0 { offer(kept[k - 1] + slip, cell(k - 1, 0)) }
        if k + 1 < n { offer(kept[k + 1] + slip, cell(k + 1, 0)) }
        if best < infinity {
          let place = x * steps - d
          var cost: Float = 0
          if place >= 0 && place < fine.count {
            let (p, q) = (fine[place], target[x])
            if isBlank {
              cost = fineWent[place]
            } else {
              for y in 0..<h {
                let e = p[y] - q[y]
                cost += e * e
              }
            }
          } else {
            cost = 12 * came[x]
          }
          nextKept[k] = best + cost
          backKept[x * n + k] = from
        }
        // Came: the move grows by a pixel, for the source stands still.
        if k >= steps {
          let (p, q) = (kept[k - steps] + open, coming[k - steps])
          let r = going[k - steps] + open
          let least = min(p, q, r)
          if least < infinity {
            nextComing[k] = least + came[x]
            backComing[x * n + k] =
              least == q
              ? cell(k - steps, 1) : least == p ? cell(k - steps, 0) : cell(k - steps, 2)
          }
        }
      }
      // Went: the source's next column is left out, and the move shrinks.
      var nextGoing = [Float](repeating: infinity, count: n)
      for k in stride(from: n - 1 - steps, through: 0, by: -1) {
        let column = ((x + 1) * steps - (k + steps - middle)) / steps
        guard column >= 0, column < w else { continue }
        let (p, q) = (nextKept[k + steps] + open, nextGoing[k + steps])
        let r = nextComing[k + steps] + open
        let least = min(p, q, r)
        if least < infinity {
          nextGoing[k] = least + went[column]
          backGoing[x * n + k] =
            least == q ? cell(k + steps, 2) : least == p ? cell(k + steps, 0) : cell(k + steps, 1)
        }
      }
      (kept, coming, going) = (nextKept, nextComing, nextGoing)
    }
    moves = [Float?](repeating: nil, count: w)
    gone = [Bool](repeating: false, count: w)
    // The end of the line lies in the open: what of the source is left was blank, or went.
    var left = [Float](repeating: 0, count: w + 1)
    for x in (0..<w).reversed() { left[x] = left[x + 1] + went[x] }
    var (least, k, layer) = (infinity, middle, 0)
    for j in 0..<n {
      let rest = left[min(w, max(0, w - Int(((Float(j - middle)) / Float(steps)).rounded())))]
      for (l, table) in [kept, coming, going].enumerated() where table[j] + rest < least {
        (least, k, layer) = (table[j] + rest, j, l)
      }
    }
    let last = w - Int((Float(k - middle) / Float(steps)).rounded())
    for x in max(0, min(w, last))..<w { gone[x] = true }
    var x = w - 1
    while x >= 0 {
      let from: Int16
      switch layer {
      case 0:
        moves[x] = Float(k - middle) / Float(steps)
        from = backKept[x * n + k]
        x -= 1
      case 1:
        from = backComing[x * n + k]
        x -= 1
      default:
        let column = ((x + 1) * steps - (k + steps - middle)) / steps
        if gone.indices.contains(column) { gone[column] = true }
        from = backGoing[x * n + k]
      }
      if from < 0 { break }
      (k, layer) = (Int(from) / 4, Int(from) % 4)
    }
  }
}
