package org.armci4j.lab.protocol;

import java.util.List;
import java.util.function.Consumer;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.rank.Computation;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.settings.SettingsBuilder;
import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.verbs.VerbsSettings;

/**
 * Runs on both ranks of {@link ProtocolBenchmark}. For each protocol it opens the runtime with the
 * protocol forced, measures on rank 0, and closes the runtime.
 */
public final class ProtocolRank {
  private final Computation computation = new Computation();
  private boolean warmsUp;

  private ProtocolRank() {}

  /**
   * Runs on both ranks.
   *
   * @param args the transport, the number of rounds after the warm-up round, and the rows
   */
  public static void main(String[] args) {
    ProtocolRank rank = new ProtocolRank();
    int rounds = Integer.parseInt(args[1]);
    for (int round = 0; round <= rounds; round++) {
      rank.warmsUp = round == 0;
      if (round == 1 && Membership.current().rank() == 0) {
        ResultLines.printWarm();
      }
      for (String row : List.of(args).subList(2, args.length)) {
        rank.measure(args[0], row);
      }
    }
    if (Membership.current().rank() == 0) {
      ResultLines.printEnd();
    }
  }

  private void measure(String transport, String row) {
    if (transport.equals("verbs")) {
      VerbsRow.valueOf(row).measure(this);
    } else {
      overlap();
    }
  }

  /** Returns whether this is the warm-up round, whose figures do not count. */
  boolean warmsUp() {
    return warmsUp;
  }

  /** Opens the runtime with settings; rank 0 measures while rank 1 serves. */
  void open(Consumer<SettingsBuilder> settings, Consumer<MeasuredPair> measured) {
    SettingsBuilder builder = ArmciSettings.builder();
    settings.accept(builder);
    try (MeasuredPair pair = new MeasuredPair(Armci.open(builder.resolve()))) {
      if (pair.leads()) {
        measured.accept(pair);
        pair.end();
      } else {
        pair.follow();
      }
    }
  }

  /** Opens the runtime with default settings and runs the same program on both ranks. */
  void openAlike(Consumer<Armci> program) {
    try (Armci armci = Armci.open()) {
      program.accept(armci);
      armci.barrier();
    }
  }

  /** Measures row R12 with default settings. */
  private void overlap() {
    open(
        settings -> {},
        pair -> {
          OverlapFigures overlap = new OverlapFigures(pair, computation);
          overlap.contiguous();
          overlap.lists("default");
          overlap.sumsOfLists();
        });
  }

  /** Measures row R12 with each protocol of lists. */
  void overlapByProtocol() {
    for (ListProtocol protocol : VerbsRow.PROTOCOLS) {
      open(
          settings -> settings.set(VerbsSettings.LISTS, protocol),
          pair -> {
            OverlapFigures overlap = new OverlapFigures(pair, computation);
            if (protocol == VerbsRow.PROTOCOLS.getFirst()) {
              overlap.contiguous();
              overlap.sumsOfLists();
            }
            overlap.lists(VerbsRow.name(protocol));
          });
    }
  }
}
