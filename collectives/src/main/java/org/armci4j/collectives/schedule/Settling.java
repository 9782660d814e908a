package org.armci4j.collectives.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Adds to a schedule the waits that it needs because sending returns before the data are read: what
 * a rank has sent is settled before a later round changes it, and at the end, when the caller may.
 * So nothing waits for the device between rounds that only send.
 *
 * <p>What a peer writes here needs no such wait for what was sent to that same peer: it is an
 * answer. Source and destination are taken for the same memory, as they are in a call in place.
 */
final class Settling {
  /** How many runs are on their way at most: building a schedule looks at all of them. */
  private static final int MAX_OPEN = 256;

  private final List<List<Step>> rounds = new ArrayList<>();
  private final List<Sent> open = new ArrayList<>();

  /** A run of bytes on its way to a peer. */
  private record Sent(int peer, Region region, long offset, long end) {}

  private Settling() {}

  static List<List<Step>> settled(List<List<Step>> rounds) {
    Settling settling = new Settling();
    rounds.forEach(settling::add);
    settling.settle(settling.peers());
    return List.copyOf(settling.rounds);
  }

  private void add(List<Step> round) {
    Set<Integer> due = new TreeSet<>();
    for (Step step : round) {
      if (!step.kind().isSending()) {
        open.stream().filter(sent -> changes(step, sent)).forEach(sent -> due.add(sent.peer()));
      }
    }
    settle(open.size() > MAX_OPEN ? peers() : due);
    rounds.add(round);
    round.stream().filter(step -> step.kind().isSending()).forEach(this::send);
  }

  private Set<Integer> peers() {
    return open.stream().map(Sent::peer).collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean changes(Step step, Sent sent) {
    boolean answer = step.kind() == Step.Kind.WRITTEN && step.peer() == sent.peer();
    return !answer
        && inPlace(step.region()) == sent.region()
        && step.offset() < sent.end()
        && sent.offset() < step.offset() + step.sizeBytes();
  }

  private void settle(Set<Integer> peers) {
    if (!peers.isEmpty()) {
      rounds.add(peers.stream().map(Step::settle).toList());
      open.removeIf(sent -> peers.contains(sent.peer()));
    }
  }

  /** Pieces that follow each other are one run, so that long messages take no longer to look at. */
  private void send(Step step) {
    if (step.sizeBytes() == 0) {
      return;
    }
    Region region = inPlace(step.from());
    long offset = step.fromOffset();
    for (int i = open.size() - 1; i >= 0; i--) {
      Sent sent = open.get(i);
      if (sent.peer() == step.peer() && sent.region() == region && sent.end() == offset) {
        open.remove(i);
        offset = sent.offset();
        break;
      }
    }
    open.add(new Sent(step.peer(), region, offset, step.fromOffset() + step.sizeBytes()));
  }

  private static Region inPlace(Region region) {
    return region == Region.SOURCE ? Region.DESTINATION : region;
  }
}
