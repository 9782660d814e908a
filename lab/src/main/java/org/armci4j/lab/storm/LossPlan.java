package org.armci4j.lab.storm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;

/**
 * One job and its losses, drawn from a seed.
 *
 * @param program what the job runs
 * @param network between the ranks
 * @param seed the seed, and the name of the job
 * @param hosts number of hosts; 1 for this host without a network
 * @param ranksEach number of ranks of each host
 * @param spares whether new processes take the places of lost ranks; else the others go on without
 * @param every steps from one save to the next: the fewer, the more of the losses meet a save
 * @param kind what happens
 * @param moment when, as a part of the life of such a job: from the start of its ranks on to where
 *     few have ended
 * @param pauseNanos from the launcher's word of the first loss to the second one
 * @param order the ranks in the order in which they are attacked
 */
record LossPlan(
    LossProgram program,
    LossNetwork network,
    long seed,
    int hosts,
    int ranksEach,
    boolean spares,
    int every,
    LossKind kind,
    double moment,
    long pauseNanos,
    List<Integer> order) {
  private static final List<LossKind> KINDS =
      List.of(
          LossKind.KILLED,
          LossKind.KILLED,
          LossKind.STOPPED,
          LossKind.TWO_KILLED,
          LossKind.SECOND_KILLED,
          LossKind.SECOND_KILLED,
          LossKind.HOST_CUT,
          LossKind.HOST_CUT);

  private static final int HOST_CUTS = 2; // the last of the kinds
  private static final int[] EVERY = {1, 3, 20};
  private static final double EARLIEST = 0.15;
  private static final double LATEST = 0.9;
  private static final long PAUSE_NANOS = 150_000_000;

  /**
   * Draws a plan.
   *
   * @param program what the job runs
   * @param network between the ranks
   * @param spares whether lost ranks are replaced
   */
  static LossPlan of(LossProgram program, long seed, LossNetwork network, boolean spares) {
    // Random would begin alike with seeds that follow each other.
    SplittableRandom random = new SplittableRandom(seed);
    int[][] places = program.places(network);
    int[] place = places[random.nextInt(places.length)];
    int every = EVERY[random.nextInt(EVERY.length)];
    int kinds = KINDS.size() - (network.hasLinks() ? 0 : HOST_CUTS);
    LossKind kind = KINDS.get(random.nextInt(kinds));
    // A root, as more of a life's end than of its start is spent in steps and saves.
    double moment = EARLIEST + (LATEST - EARLIEST) * Math.sqrt(random.nextDouble());
    // Squared, so that many come while the group shrinks, and some while the plate is shared anew.
    long pause = (long) (PAUSE_NANOS * Math.pow(random.nextDouble(), 2));
    List<Integer> order = new ArrayList<>(IntStream.range(0, place[0] * place[1]).boxed().toList());
    Collections.shuffle(order, random);
    if (random.nextBoolean()) {
      partPartners(order, place[1]);
    }
    return new LossPlan(
        program,
        network,
        seed,
        place[0],
        place[1],
        spares,
        every,
        kind,
        moment,
        pause,
        List.copyOf(order));
  }

  /** Lets the second victim be no partner of the first one, where there are ranks enough. */
  private static void partPartners(List<Integer> order, int ranksEach) {
    RankGroup world = new RankGroup(order.stream().sorted().toList(), ranksEach);
    for (int i = 1; i < order.size(); i++) {
      if (!world.arePartners(order.getFirst(), order.get(i))) {
        Collections.swap(order, 1, i);
        return;
      }
    }
  }

  /** Returns the group of all ranks. */
  RankGroup world() {
    return new RankGroup(order.stream().sorted().toList(), ranksEach);
  }

  /** Returns the ranks that get a signal. */
  List<Integer> victims() {
    return order.subList(0, kind.victims());
  }

  int ranks() {
    return hosts * ranksEach;
  }

  /** Returns the host that is cut off. */
  int cutHost() {
    return order.getFirst() / ranksEach;
  }

  @Override
  public String toString() {
    return Text.format(
        "%s %s, seed %d%s: %d ranks on %d hosts, a save every %d steps, %s at %.2f of a life, order"
            + " %s, pause %d ms",
        program.command(),
        network.words(),
        seed,
        spares ? " --spares" : "",
        ranks(),
        hosts,
        every,
        kind.words(),
        moment,
        order,
        pauseNanos / 1_000_000);
  }
}
