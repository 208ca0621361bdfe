internal import Raster

/// What one cluster is taken for.
struct Choice {
  var proposal: Proposal
  /// Bits against coding the cluster by itself, without any class: see `Score.worth`.
  var worth: Double
  /// Share of the cluster's energy that the prediction leaves.
  var remaining: Double
}

/// Takes of all hypotheses the one that codes a cluster in the fewest bits.
///
/// The cheap ones are asked first; the dear ones only where those leave more than rounding does.
struct Chooser {
  let batch: DistanceBatch
  let step: Double

  /// Fewer pixels show no form: no move, blur or size is read into them.
  static let tiny = 12

  /// Nothing but that it is another content.
  static func changed(_ patch: Patch) -> Choice {
    Choice(
      proposal: Proposal(
        explanation: .changed(Change(rotation: nil)), parameters: 0,
        predict: { places in places.map { patch.a[$0] } }),
      worth: -Fitted.rarity(.changed), remaining: 1)
  }

  func choose(_ patch: Patch) -> Choice {
    if patch.energy == 0 { return Self.changed(patch) }
    let score = Score(patch)
    let ground = patch.ground
    // Ground that became something is no recolour of the ground.
    let presence = Presence.proposals(patch, ground)
    let colours = ColourHypotheses(patch, ground, batch)
    var best = best(
      of: presence.isEmpty
        ? colours.proposals() + Presence.local(patch) + Presence.bar(patch)
        : colours.exactMap() + presence + Presence.bar(patch),
      score, Self.changed(patch))
    // Rounding of both sides leaves 1/12 in each of eight channels, and three times that is plenty.
    let rounding = 8.0 / 12 * Double(patch.probe.count) / max(patch.probeEnergy, 1e-9)
    let enough = max(0.003, 3 * rounding)
    if patch.changed.count < Self.tiny { return best }
    if presence.isEmpty && (best.remaining > enough || best.worth <= 0) {
      best = self.best(of: forms(patch, enough), score, best)
    }
    return self.best(
      of: Corner.proposals(patch) + Border.proposals(patch, best) + Shadow.proposals(patch), score,
      best)
  }

  /// Moves and blurs, as far as they are needed.
  private func forms(_ patch: Patch, _ enough: Double) -> [Proposal] {
    let search = ShiftSearch(patch)
    let near = search.near()
    var proposals = moves(patch, near)
    if near.remaining <= enough { return proposals }
    proposals += Blur.proposals(patch) + Weight.proposals(patch)
    var best = near
    if let far = search.far(reach: 64) {
      proposals += moves(patch, far)
      if far.remaining < near.remaining { best = far }
    }
    if best.remaining > enough, let drift = DriftSearch(patch: patch).fit(from: best) {
      proposals += moves(patch, drift)
    }
    return proposals
  }

  private func moves(_ patch: Patch, _ fit: ShiftFit) -> [Proposal] {
    // Strokes of an icon find some of their like in another icon; in a line of text, hardly.
    let isLine = 2 * patch.box.width >= 3 * patch.box.height
    guard fit.isPlausible, fit.largest(in: patch.box) > ShiftFit.subpixel,
      isLine || max(fit.forward, fit.backward) <= 0.35 || fit.remaining <= 0.02
    else { return [] }
    return Shift.proposals(patch, fit)
  }

  /// The best of some proposals and of what was best before; ties go to what came first.
  func best(of proposals: [Proposal], _ score: Score, _ before: Choice) -> Choice {
    var best = before
    for proposal in proposals {
      let worth = score.worth(proposal)
      guard worth > best.worth else { continue }
      let remaining = score.patch.remaining(of: proposal)
      guard remaining <= Fitted.mostLeft(proposal.explanation.kind) else { continue }
      best = Choice(proposal: proposal, worth: worth, remaining: remaining)
    }
    return best
  }

  /// Measures what a choice leaves over, against its own prediction.
  func remainder(_ patch: Patch, _ choice: Choice) -> DiffRegion.Remainder {
    if patch.changed.isEmpty { return .nothing }
    let side = choice.proposal.side == .candidate ? patch.b : patch.a
    let predicted = choice.proposal.predict(patch.changed)
    // Most models predict most pixels to the byte.
    var (meant, seen) = ([SIMD4<Float>](), [SIMD4<Float>]())
    for (k, i) in patch.changed.enumerated() where predicted[k] != side[i] {
      if choice.proposal.isNew?(i) == true { continue }
      meant.append(predicted[k])
      seen.append(side[i])
    }
    var distances = [Float](repeating: 0, count: seen.count)
    batch.measure(meant, seen, seen.count, into: &distances)
    return DiffRegion.Remainder(
      share: min(1, choice.remaining), pixels: distances.count { Double($0) >= step },
      largestDistance: Double(distances.max() ?? 0))
  }
}

extension Patch {
  /// Share of the energy that a proposal leaves, on the probe; content that is new is not counted.
  func remaining(of proposal: Proposal) -> Double {
    let predicted = proposal.predict(probe)
    let side = proposal.side == .candidate ? b : a
    var rest = 0.0
    for (k, i) in probe.enumerated() where proposal.isNew?(i) != true {
      let d = side[i] - predicted[k]
      rest += Double((d * d).sum())
    }
    return probeEnergy > 0 ? rest / probeEnergy : 0
  }
}
