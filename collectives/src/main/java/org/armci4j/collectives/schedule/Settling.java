package org.armci4j.collectives.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Adds to a schedule the waits that it needs because sending returns before the data are read: what
 * a rank has sent is settled before a later round changes it, and at the end, when the caller may.
 * So nothing waits for the device between rounds that only send.
 *
 * <p>What a peer writes here needs no such wait for what was sent to that same peer: it is an
 * answer. Source and destination are taken for the same memory, as they are in a call in place.
 */
final class Settling {
  /** Most runs on their way: building a schedule looks at all of them. */
  private static final int MAX_OPEN = 256;

  private final List<List<Step>> rounds = new ArrayList<>();

  /** Runs of each peer, in their order: a rank may send to very many. */
  private final Map<Integer, List<Sent>> open = new TreeMap<>();

  private int openRuns;

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
    settle(openRuns > MAX_OPEN ? peers() : due(round));
    rounds.add(round);
    for (Step step : round) {
      if (step.kind().isSending()) {
        send(step);
      }
    }
  }

  private Set<Integer> peers() {
    return new TreeSet<>(open.keySet());
  }

  /** Returns the peers to which something is on its way that a round changes. */
  private Set<Integer> due(List<Step> round) {
    Set<Integer> due = new TreeSet<>();
    for (Step step : round) {
      if (!step.kind().isSending()) {
        open.values().forEach(runs -> addChanged(due, step, runs));
      }
    }
    return due;
  }

  private static void addChanged(Set<Integer> due, Step step, List<Sent> runs) {
    for (Sent sent : runs) {
      if (changes(step, sent)) {
        due.add(sent.peer());
      }
    }
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
      peers.forEach(peer -> openRuns -= open.remove(peer).size());
    }
  }

  /** Pieces that follow each other are one run, so that long messages take no longer to look at. */
  private void send(Step step) {
    if (step.sizeBytes() == 0) {
      return;
    }
    List<Sent> runs = open.computeIfAbsent(step.peer(), peer -> new ArrayList<>());
    Region region = inPlace(step.from());
    long offset = step.fromOffset();
    for (int i = runs.size() - 1; i >= 0; i--) {
      Sent sent = runs.get(i);
      if (sent.region() == region && sent.end() == offset) {
        runs.remove(i);
        openRuns--;
        offset = sent.offset();
        break;
      }
    }
    runs.add(new Sent(step.peer(), region, offset, step.fromOffset() + step.sizeBytes()));
    openRuns++;
  }

  private static Region inPlace(Region region) {
    return region == Region.SOURCE ? Region.DESTINATION : region;
  }
}
