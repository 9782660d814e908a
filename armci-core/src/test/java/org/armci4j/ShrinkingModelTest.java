package org.armci4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.exchange.ExchangeTable;
import org.armci4j.error.ArmciException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs the real protocol of {@link Group#shrink}, against the real table of exchanges, in every
 * order in which ranks can take its steps and fail. A rank is run anew with the answers that it has
 * had so far, up to the step whose answer is missing.
 */
class ShrinkingModelTest {
  /** The step of a rank that looks by itself which members are lost. */
  private static final String LOOK = "look";

  /** What a rank asks of the others. */
  private record Step(String key, boolean survey, int[] members, byte value) {}

  /** Ends a run whose next answer is missing. */
  private static final class Pending extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Step step;

    Pending(Step step) {
      super(null, null, false, false);
      this.step = step;
    }
  }

  /** One rank's run of the protocol. An answer is the values of the members, or none. */
  private static final class Member extends Shrinking<String> {
    private final List<List<byte[]>> answers;
    private int taken;

    Member(List<List<byte[]>> answers) {
      this.answers = answers;
    }

    private List<byte[]> answer(String key, boolean survey, int[] members, byte value) {
      if (taken == answers.size()) {
        throw new Pending(new Step(key, survey, members, value));
      }
      return answers.get(taken++);
    }

    @Override
    Agreement agree(String key, int[] members, boolean flag) {
      List<byte[]> values = answer(key, true, members, (byte) (flag ? 1 : 0));
      List<Integer> gone = new ArrayList<>();
      boolean all = true;
      for (int i = 0; i < members.length; i++) {
        if (values.get(i) == null) {
          gone.add(members[i]);
        } else {
          all &= values.get(i)[0] == 1;
        }
      }
      return new Agreement(all, gone);
    }

    @Override
    String make(String key, int[] members) {
      for (String exchange : List.of("allocate ", "attach ")) {
        if (answer(exchange + key, false, members, (byte) 0) == null) {
          throw new ArmciException("a member has failed");
        }
      }
      // The exchanges end alike on all ranks. What follows meets a lost block on some of them.
      if (answer(LOOK, false, members, (byte) 0).contains(null)) {
        throw new ArmciException("the block of a member is lost");
      }
      return Arrays.toString(members);
    }

    @Override
    void discard(String made) {}
  }

  /**
   * The state after some events. Event r: rank r takes its next step; event −1 − r: rank r fails.
   */
  private static final class World {
    private final ExchangeTable table;
    private final List<List<List<byte[]>>> answers = new ArrayList<>();
    private final boolean[] waits;
    private final boolean[] dead;

    World(int ranks, List<Integer> events) {
      table = new ExchangeTable(ranks);
      waits = new boolean[ranks];
      dead = new boolean[ranks];
      IntStream.range(0, ranks).forEach(_ -> answers.add(new ArrayList<>()));
      for (int event : events) {
        if (event >= 0) {
          come(event);
        } else {
          dead[-1 - event] = true;
          table.leave(-1 - event, "has failed");
        }
      }
    }

    /** Runs a rank as far as it can get. Returns its next step, or its group. */
    private Object run(int rank) {
      int[] all = IntStream.range(0, dead.length).toArray();
      try {
        return new Member(answers.get(rank)).shrink("s", all);
      } catch (Pending next) {
        return next.step;
      }
    }

    private void come(int rank) {
      Step step = (Step) run(rank);
      if (step.key().equals(LOOK)) {
        answers.get(rank).add(look(step.members()));
        return;
      }
      waits[rank] = true;
      byte[] value = {step.value()};
      table.contribute(step.key(), step.survey(), step.members(), rank, value, new Answer(rank));
    }

    private List<byte[]> look(int[] members) {
      List<byte[]> values = new ArrayList<>();
      for (int member : members) {
        values.add(dead[member] ? null : new byte[0]);
      }
      return values;
    }

    /** Takes what the table says to a rank. */
    private final class Answer implements ExchangeTable.Listener {
      private final int rank;

      Answer(int rank) {
        this.rank = rank;
      }

      @Override
      public void completed(List<byte[]> parts) {
        take(parts);
      }

      @Override
      public void failed(String reason) {
        take(null);
      }

      @Override
      public void waitExtended() {
        throw new AssertionError("nobody's time is over here");
      }

      private void take(List<byte[]> values) {
        waits[rank] = false;
        answers.get(rank).add(values);
      }
    }

    private String state() {
      StringBuilder text = new StringBuilder(Arrays.toString(waits) + Arrays.toString(dead));
      for (List<List<byte[]>> ofRank : answers) {
        text.append('|');
        for (List<byte[]> values : ofRank) {
          text.append(values == null ? "failed" : Arrays.deepToString(values.toArray()));
        }
      }
      return text.toString();
    }
  }

  private int ranks;
  private final Set<String> seen = new HashSet<>();
  private final Set<Object> groups = new HashSet<>();
  private int ends;

  @ParameterizedTest
  @CsvSource({"2, 1", "3, 1", "3, 2", "4, 1", "4, 2"})
  void allThatReturnGetTheSameGroupAndNobodyWaitsForEver(int size, int failures) {
    ranks = size;
    explore(new ArrayList<>(), failures);
    assertTrue(ends > 0);
    System.out.println(seen.size() + " states, groups " + groups);
    assertTrue(groups.size() > size, groups::toString); // all, and all without each one
  }

  private void explore(List<Integer> events, int failures) {
    World world = new World(ranks, events);
    if (!seen.add(world.state() + failures)) {
      return;
    }
    boolean moves = false;
    Set<Object> made = new HashSet<>();
    boolean waiting = false;
    for (int rank = 0; rank < ranks; rank++) {
      Object next = world.run(rank);
      boolean done = !(next instanceof Step);
      if (done) {
        made.add(next);
      } else if (!world.dead[rank] && world.waits[rank]) {
        waiting = true;
      } else if (!world.dead[rank]) {
        moves = true;
        explore(with(events, rank), failures);
      }
      if (!world.dead[rank] && failures > 0) {
        explore(with(events, -1 - rank), failures - 1);
      }
    }
    assertTrue(made.size() <= 1, () -> "different groups " + made + " after " + events);
    if (!moves) {
      assertFalse(waiting, () -> "a rank never stops waiting after " + events);
      check(made, events);
    }
  }

  /** Checks the end of a run: the group has all that live, and nobody that was dead before. */
  private void check(Set<Object> made, List<Integer> events) {
    ends++;
    groups.addAll(made);
    int firstStep = 0;
    while (firstStep < events.size() && events.get(firstStep) < 0) {
      firstStep++;
    }
    List<Integer> deadBefore =
        events.subList(0, firstStep).stream().map(event -> -1 - event).toList();
    for (Object group : made) {
      for (int rank = 0; rank < ranks; rank++) {
        boolean in = group.toString().contains(Integer.toString(rank));
        assertFalse(in && deadBefore.contains(rank), () -> group + " after " + events);
        assertTrue(in || events.contains(-1 - rank), () -> group + " after " + events);
      }
    }
    boolean allDead = IntStream.range(0, ranks).allMatch(rank -> events.contains(-1 - rank));
    assertEquals(allDead ? made.size() : 1, made.size(), () -> "no group after " + events);
  }

  private static List<Integer> with(List<Integer> events, int event) {
    List<Integer> more = new ArrayList<>(events);
    more.add(event);
    return more;
  }
}
