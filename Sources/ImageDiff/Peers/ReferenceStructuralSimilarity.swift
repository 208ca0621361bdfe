/// `structuralSimilarity` for windows of equal weight, literally: every window for itself, mean,
/// variances and covariance by their definitions.
func referenceStructuralSimilarity(_ p: PeerPicture, _ q: PeerPicture) -> Double {
  let side = SimilarityWindow.uniform.side
  let n = Double(side * side)
  var total = 0.0
  for channel in 0..<3 {
    for top in 0...(p.height - side) {
      for left in 0...(p.width - side) {
        var pairs: [(x: Double, y: Double)] = []
        for y in top..<(top + side) {
          for x in left..<(left + side) {
            let i = y * p.width + x
            pairs.append(
              (Double(p.overWhite(channel, of: i)), Double(q.overWhite(channel, of: i))))
          }
        }
        let mx = pairs.reduce(0) { $0 + $1.x } / n
        let my = pairs.reduce(0) { $0 + $1.y } / n
        let vx = pairs.reduce(0) { $0 + ($1.x - mx) * ($1.x - mx) } / (n - 1)
        let vy = pairs.reduce(0) { $0 + ($1.y - my) * ($1.y - my) } / (n - 1)
        let vxy = pairs.reduce(0) { $0 + ($1.x - mx) * ($1.y - my) } / (n - 1)
        total +=
          ((2 * mx * my + SimilarityConstant.means) * (2 * vxy + SimilarityConstant.variances))
          / ((mx * mx + my * my + SimilarityConstant.means)
            * (vx + vy + SimilarityConstant.variances))
      }
    }
  }
  return total / Double(3 * (p.height - side + 1) * (p.width - side + 1))
}
