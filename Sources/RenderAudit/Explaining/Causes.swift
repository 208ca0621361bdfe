package import Conventions
internal import Raster
package import Typesetting

extension Audit {
  /// Why an element differs: the axes that matter for its numbers, the largest share first.
  ///
  /// A share is the axis's Shapley value over its total: the worth of a set of axes is the sum of
  /// |Δ| over all pixels and channels (premultiplied, alpha included) between the reference's
  /// picture and that of the reference with the candidate's choices on those axes. An axis that
  /// changes no pixel in any mix gets no row.
  package func causes(
    of element: Element, reference: Convention, candidate: Convention
  ) throws(FontError) -> [Cause] {
    let mixes = try Mixes(
      of: element, reference: reference, candidate: candidate, audit: self)
    let axes = mixes.axes
    if axes.isEmpty { return [] }
    var sets: Set<Attribution.Set> = [0, mixes.all]
    _ = Attribution(of: axes.count) { set in
      sets.insert(set)
      return 0
    }
    var drawings: [Attribution.Set: Drawing] = [:]
    for set in sets { drawings[set] = try mixes.drawing(set) }
    let bounds = drawings.values.reduce(PixelRect.empty) { $0.union($1.reach(glyphs: glyphs)) }
      .intersection(canvasBounds)
    if bounds.isEmpty { return [] }
    let distances = DrawingDistances(from: drawings[0]!, over: bounds, glyphs: glyphs)
      .measure(Array(drawings.values))
    func worth(_ set: Attribution.Set) -> Int { distances[drawings[set]!]! }
    let total = Double(worth(mixes.all))
    guard total > 0 else { return [] }
    let attribution = Attribution(of: axes.count, worth: worth)
    let explainer = Explainer(mixes)
    var causes: [Cause] = []
    for i in axes.indices where attribution.matters[i] {
      causes.append(
        Cause(
          axis: axes[i], reference: reference[axes[i]], candidate: candidate[axes[i]],
          share: attribution.values[i] / total, isSampled: attribution.isSampled,
          sentence: try explainer.sentence(for: i)))
    }
    return causes.sorted { ($1.share, $0.axis) < ($0.share, $1.axis) }
  }
}
