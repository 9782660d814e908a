package org.armci4j.lab.simulator.path;

import java.util.Random;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.path.PathPlan;
import org.armci4j.transport.network.path.PathWeights;
import org.armci4j.transport.network.path.Stripes;

/**
 * Simulates ranks that repeat the steps of a pattern. A rank reaches its next step when its message
 * of the step before is acknowledged and the message to it has arrived. A message begins when both
 * its ranks are at the step. As in the transport, a rank keeps weights of paths for each rank that
 * it sends to.
 */
final class PathRun implements PacketNetwork.Ends {
  private final PathSetup setup;
  private final PathPlan plan;
  private final int ranks;
  private final int steps;
  private final int[] host;
  private final PathWeights[][] weights;
  private final Stripes[] stripes;
  private final long[] beganNanos;
  private final int[] underWay;
  private final int[] sent;
  private final int[] received;
  private final long[] roundEndNanos;
  private final int[] finished;
  private final Random random;
  private final PacketNetwork network;

  PathRun(PathSetup setup, PathPlan plan) {
    this.setup = setup;
    this.plan = plan;
    this.ranks = setup.ranks();
    this.steps = setup.pattern().steps(ranks);
    this.random = new Random(setup.seed());
    LeafSpine tree = setup.tree(random);
    this.host = setup.hosts(random);
    this.network = new PacketNetwork(tree, setup.times(), ranks * plan.batch(), this);
    this.weights = new PathWeights[ranks][ranks];
    this.stripes = new Stripes[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      stripes[rank] = new Stripes(plan.batch());
    }
    this.beganNanos = new long[ranks];
    this.underWay = new int[ranks];
    this.sent = new int[ranks];
    this.received = new int[ranks];
    this.finished = new int[setup.rounds()];
    this.roundEndNanos = new long[setup.rounds()];
  }

  /** Returns the time of a round with learnt weights: the mean of the later half of the rounds. */
  double nanosPerRound() {
    for (int rank = 0; rank < ranks; rank++) {
      tryToSend(rank);
    }
    network.run();
    int last = setup.rounds() - 1;
    if (finished[last] != ranks) {
      throw new IllegalStateException(
          Text.format("%d ranks of %d came to the end", finished[last], ranks));
    }
    int half = last / 2;
    return (double) (roundEndNanos[last] - roundEndNanos[half]) / (last - half);
  }

  private int step(int rank) {
    return Math.min(sent[rank], received[rank]);
  }

  private int target(int rank) {
    return setup.pattern().target(rank, sent[rank] % steps, ranks);
  }

  /** Begins the rank's next message if sender and target are at its step. */
  private void tryToSend(int rank) {
    int step = step(rank);
    if (underWay[rank] > 0 || sent[rank] != step || step == steps * setup.rounds()) {
      return;
    }
    int target = target(rank);
    if (step(target) != step) {
      return;
    }
    if (weights[rank][target] == null) {
      weights[rank][target] = new PathWeights(plan);
    }
    PacketTimes times = setup.times();
    Stripes mine = stripes[rank];
    weights[rank][target].cut(setup.messageBytes(), times.packetBytes(), mine);
    underWay[rank] = mine.count();
    long at =
        network.nowNanos() + times.handshakeNanos() + random.nextLong(times.stripeNanos() + 1);
    beganNanos[rank] = at;
    for (int i = 0; i < mine.count(); i++) {
      int packets = (int) Math.ceilDiv(mine.lengthBytes(i), (long) times.packetBytes());
      int stripe = rank * plan.batch() + i;
      network.send(stripe, host[rank], host[target], mine.path(i), packets, at);
      at += times.stripeNanos();
    }
  }

  @Override
  public void ended(int stripe) {
    int rank = stripe / plan.batch();
    stripes[rank].arrived(stripe % plan.batch(), network.nowNanos() - beganNanos[rank]);
    if (--underWay[rank] > 0) {
      return;
    }
    int target = target(rank);
    weights[rank][target].learn(stripes[rank]);
    sent[rank]++;
    received[target]++;
    atNextStep(rank);
    atNextStep(target);
  }

  /** Lets a rank that may have reached its next step go on, and the rank that waits for it. */
  private void atNextStep(int rank) {
    int step = step(rank);
    if (sent[rank] != step || received[rank] != step) {
      return;
    }
    if (step % steps == 0) {
      int round = step / steps - 1;
      finished[round]++;
      roundEndNanos[round] = network.nowNanos();
    }
    tryToSend(rank);
    if (step < steps * setup.rounds()) {
      tryToSend(setup.pattern().source(rank, step % steps, ranks));
    }
  }
}
