package org.armci4j.checkpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.error.ArmciException;
import org.armci4j.testkit.harness.RankFailure;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Lets ranks go on after failures in the next epoch, which is another job of the same threads' JVM:
 * a rank that is replaced has new copies.
 */
class PartnerCopiesTest {
  /** Ends an epoch. */
  private static final class Death extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** The work of a rank in an epoch. */
  @FunctionalInterface
  private interface Work {
    void run(Armci armci, PartnerCheckpoint checkpoint);
  }

  /** A job whose ranks fail and are replaced. */
  private static final class Job {
    final String transport;
    final PartnerCopies[] copies;
    final IntUnaryOperator sizes;

    Job(String transport, int ranks) {
      this(transport, ranks, PartnerCopiesTest::sizeOf);
    }

    Job(String transport, int ranks, IntUnaryOperator sizes) {
      this.transport = transport;
      this.sizes = sizes;
      this.copies = Stream.generate(PartnerCopies::new).limit(ranks).toArray(PartnerCopies[]::new);
    }

    RankThreads threads() {
      return NetworkJobs.threads(transport, copies.length);
    }

    PartnerCheckpoint open(Armci armci) {
      int rank = armci.rank();
      int sizeBytes = sizes.applyAsInt(rank);
      return PartnerCheckpoint.open(armci, armci.world(), sizeBytes, copies[rank]);
    }

    /** Runs an epoch that ends well. */
    void ends(Work work) {
      threads().run(armci -> run(armci, work));
    }

    /** Runs an epoch in which a rank dies after the work. */
    void fails(int rank, Work work) {
      Work untilDeath =
          (armci, checkpoint) -> {
            work.run(armci, checkpoint);
            armci.barrier(); // all have done their work
            if (armci.rank() == rank) {
              throw new Death();
            }
            armci.barrier();
          };
      List<RankFailure> failures = threads().failures(armci -> run(armci, untilDeath));
      assertEquals(rank, failures.getFirst().rank());
      assertInstanceOf(Death.class, failures.getFirst().thrown());
      replace(rank);
    }

    /** Ranks of odd numbers leave it to the runtime to close their checkpoints. */
    private void run(Armci armci, Work work) {
      PartnerCheckpoint checkpoint = open(armci);
      if (armci.rank() % 2 == 0) {
        try (checkpoint) {
          work.run(armci, checkpoint);
        }
      } else {
        work.run(armci, checkpoint);
      }
    }

    /** Runs an epoch in which a rank dies while the others open their checkpoints. */
    void failsToOpen(int rank) {
      failsInOpen(rank, armci -> {});
    }

    /** Runs an epoch in which a rank dies when all have allocated their slots. */
    void failsBeforeItsPuts(int rank) {
      failsInOpen(
          rank,
          armci -> {
            Group world = armci.world();
            MemberNotes notes = MemberNotes.exchange(armci, world, sizeOf(rank), copies[rank]);
            new PartnerSlots(armci, world, PartnerLayout.of(armci, world, notes.sizesBytes()));
          });
    }

    private void failsInOpen(int rank, Consumer<Armci> before) {
      List<RankFailure> failures =
          threads()
              .failures(
                  armci -> {
                    if (armci.rank() == rank) {
                      before.accept(armci);
                      throw new Death();
                    }
                    open(armci);
                  });
      assertEquals(copies.length, failures.size(), failures::toString);
      replace(rank);
    }

    void replace(int rank) {
      copies[rank].close();
      copies[rank] = new PartnerCopies();
    }
  }

  private static int sizeOf(int rank) {
    return 100_000 * rank;
  }

  private static byte[] kept(long step, int rank) {
    byte[] bytes = new byte[sizeOf(rank)];
    new Random(1000 * step + rank).nextBytes(bytes);
    return bytes;
  }

  private static void save(PartnerCheckpoint checkpoint, long step, int rank) {
    checkpoint.save(step, MemorySegment.ofArray(kept(step, rank)));
  }

  private static void check(Armci armci, PartnerCheckpoint checkpoint, long step) {
    assertEquals(OptionalLong.of(step), checkpoint.newest(armci.world()));
    for (int member = 0; member < armci.size(); member++) {
      byte[] bytes = new byte[sizeOf(member)];
      checkpoint.read(armci.world(), step, member, MemorySegment.ofArray(bytes));
      assertArrayEquals(kept(step, member), bytes, "member " + member);
    }
  }

  private static Work saves(long... steps) {
    return (armci, checkpoint) -> {
      for (long step : steps) {
        save(checkpoint, step, armci.rank());
      }
    };
  }

  /** Returns the work of an epoch that begins with a step and makes others. */
  private static Work goesOn(long from, long... steps) {
    return (armci, checkpoint) -> {
      check(armci, checkpoint, from);
      saves(steps).run(armci, checkpoint);
    };
  }

  private static void hasNone(Armci armci, PartnerCheckpoint checkpoint) {
    assertEquals(OptionalLong.empty(), checkpoint.newest(armci.world()));
  }

  @ParameterizedTest
  @CsvSource({"local, 4", "fake, 3", "ucx, 2"})
  void aNewProcessGetsItsBytesFromItsPartner(String transport, int ranks) {
    Job job = new Job(transport, ranks);
    job.fails(1, saves(0, 5, 9));
    job.fails(0, goesOn(9, 12, 13, 20));
    job.fails(1, goesOn(20));
    job.ends(goesOn(20, 21));
    for (PartnerCopies copies : job.copies) {
      assertEquals(List.of(), copies.held(), "an ordinary close frees them");
    }
  }

  /** One new save is not enough to free them: that of another rank may not be at its partner. */
  @Test
  void copiesStayUntilAllHaveANewSave() {
    Job job = new Job("local", 3);
    job.fails(2, saves(1, 2));
    job.ends(
        (armci, checkpoint) -> {
          goesOn(2, 3).run(armci, checkpoint);
          assertEquals(armci.rank() != 2, !job.copies[armci.rank()].held().isEmpty());
        });
  }

  /**
   * Rank 4's newest save has not reached its partner, rank 0, which has the one before. Rank 4 dies
   * before it has put that save into the new slots.
   */
  @Test
  void theSaveBeforeStaysUntilTheNewestIsStoredTwice() {
    Job job = new Job("local", 5);
    job.fails(2, saves(7, 8));
    job.copies[0].freeNewer(PartnerLayout.header(7)); // its own bytes of step 8 are at rank 1, too
    job.failsBeforeItsPuts(4);
    job.ends(goesOn(7));
  }

  private static final int BLOCK = (int) ChangedBlocks.BLOCK_BYTES;
  private static final int BLOCKS = 5;

  /** Returns some blocks and a rest, of which two differ from those of the save before last. */
  private static byte[] blocks(long step, int rank) {
    byte[] bytes = new byte[BLOCKS * BLOCK + 100];
    new Random(rank).nextBytes(bytes);
    bytes[(int) (step % BLOCKS) * BLOCK + 47] += (byte) step;
    return bytes;
  }

  private static Work savesBlocks(long from, long... steps) {
    return (armci, checkpoint) -> {
      for (int member = 0; from > 0 && member < armci.size(); member++) {
        assertEquals(OptionalLong.of(from), checkpoint.newest(armci.world()));
        byte[] bytes = new byte[(int) checkpoint.sizeBytes(member)];
        checkpoint.read(armci.world(), from, member, MemorySegment.ofArray(bytes));
        assertArrayEquals(blocks(from, member), bytes, "member " + member);
      }
      for (long step : steps) {
        checkpoint.save(step, MemorySegment.ofArray(blocks(step, armci.rank())));
      }
    };
  }

  /** The first of the new saves goes whole into the second slot, those behind it in part. */
  @ParameterizedTest
  @CsvSource({"local, 3", "ucx, 2"})
  void changedBlocksCompleteACopyThatWasRestored(String transport, int ranks) {
    Job job = new Job(transport, ranks, _ -> blocks(0, 0).length);
    job.fails(1, savesBlocks(0, 1, 2));
    job.fails(0, savesBlocks(2, 3, 4));
    job.fails(1, savesBlocks(4, 5, 6, 7));
    job.ends(savesBlocks(7));
  }

  @Test
  void copiesAreFreedOnceAllHaveANewSaveAndNoneAreMadeWithoutAFailure() {
    Job job = new Job("local", 3);
    job.ends(saves(1, 2, 3));
    job.ends(PartnerCopiesTest::hasNone);
    job.fails(2, saves(1, 2, 3));
    assertEquals(4, job.copies[0].held().size()); // two slots of its own, and of rank 2's
    job.ends(goesOn(3, 4, 5));
    for (PartnerCopies copies : job.copies) {
      assertEquals(List.of(), copies.held());
    }
  }

  /** The step that not all have saved may be saved anew, with other bytes. */
  @Test
  void aSaveThatARankHasNotMadeIsNone() {
    Job job = new Job("local", 4);
    job.fails(
        1,
        (armci, checkpoint) -> {
          saves(3, 6).run(armci, checkpoint);
          if (armci.rank() == 1) {
            armci.barrier(); // the one in the others' save
          } else {
            checkpoint.save(9, MemorySegment.ofArray(new byte[sizeOf(armci.rank())]));
          }
        });
    job.fails(
        3,
        (armci, checkpoint) -> {
          check(armci, checkpoint, 6);
          if (armci.rank() == 1) {
            save(checkpoint, 9, 1);
          } else {
            armci.barrier();
          }
        });
    job.ends(goesOn(6, 9));
  }

  /** Of ranks 0 to 3, each has its copy at the next one. */
  @Test
  void aSecondFailureBeforeTheFirstNewSaveLosesNothing() {
    Job job = new Job("local", 4);
    job.fails(2, saves(7, 8));
    job.failsToOpen(0);
    job.fails(1, goesOn(8)); // rank 2 has a copy of its bytes once all have opened
    job.fails(2, goesOn(8)); // and rank 3 those of rank 2
    job.ends(goesOn(8));
  }

  @Test
  void twoNeighboursThatFailTogetherLeaveNoSave() {
    Job job = new Job("local", 4);
    job.fails(2, saves(7, 8));
    job.replace(1);
    job.fails(
        0,
        (armci, checkpoint) -> {
          hasNone(armci, checkpoint);
          saves(1, 2).run(armci, checkpoint); // from the beginning
        });
    job.ends(goesOn(2));
  }

  @Test
  void mistakesAreNamed() {
    Job job = new Job("local", 3);
    job.fails(0, saves(7, 8));
    job.threads()
        .run(
            armci -> {
              Group world = armci.world();
              int me = armci.rank();
              PartnerCopies mine = job.copies[me];
              refused(
                  () -> PartnerCheckpoint.open(armci, world, sizeOf(me) + 1, mine),
                  "bytes, and its copy has");
              Executable onlyOneWithout =
                  me == 1
                      ? () -> PartnerCheckpoint.open(armci, world, sizeOf(me))
                      : () -> PartnerCheckpoint.open(armci, world, sizeOf(me), mine);
              refused(onlyOneWithout, "2 of 3 members come with PartnerCopies");
              Group others = world.create(1, 0, 2);
              try (Group two = me == 0 ? null : others.create(1, 2)) {
                if (two != null) {
                  refused(
                      () -> PartnerCheckpoint.open(armci, two, sizeOf(me), mine),
                      "copies are those of 3 members, and the group has 2");
                }
              }
              world.barrier();
              PartnerCheckpoint checkpoint = job.open(armci);
              check(armci, checkpoint, 8);
              refused(() -> save(checkpoint, 8, me), "step 8 follows 8");
              refused(() -> job.open(armci), "serve another checkpoint");
              checkpoint.close();
              mine.close();
              refused(() -> job.open(armci), "are closed");
            });
  }

  private static void refused(Executable call, String words) {
    ArmciException refusal = assertThrows(ArmciException.class, call);
    assertTrue(refusal.getMessage().contains(words), refusal::getMessage);
  }
}
