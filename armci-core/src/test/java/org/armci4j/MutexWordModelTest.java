package org.armci4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs the real steps of {@link MutexWord} in every order in which three ranks can take them, learn
 * of failures and fail. Ranks 1 and 2 stand in the queue, rank 0 polls once it knows of one. In
 * every state at most one living rank is in the mutex, whoever follows a rank that died in it is
 * told so, and from every state all living ranks can still finish.
 */
class MutexWordModelTest {
  private static final int RANKS = 3;
  private static final int POLLER = 0;
  private static final int FIRST = 1;
  private static final int SECOND = 2;

  /** What a rank does next; those of {@link #HOLDING} have the mutex. */
  private enum Phase {
    TURN,
    TRY,
    ASK,
    GIVEN,
    POLL,
    PASS,
    IN,
    GIVE_UP,
    TELL_0,
    TELL_1,
    TELL_2,
    DONE
  }

  private static final Set<Phase> HOLDING = Set.of(Phase.PASS, Phase.IN);

  /** One rank: the answers are those to the accesses of the call that it is in. */
  private record Member(Phase phase, List<Long> answers, int known, int given, int rounds) {
    Member at(Phase next) {
      return new Member(next, List.of(), known, given, rounds);
    }

    Member with(long answer) {
      List<Long> more = new ArrayList<>(answers);
      more.add(answer);
      return new Member(phase, List.copyOf(more), known, given, rounds);
    }

    Member knowing(int rank) {
      return new Member(phase, answers, known | 1 << rank, given, rounds);
    }

    Member giving(int count) {
      return new Member(phase, answers, known, given + count, rounds);
    }

    Member startsAgain() {
      return new Member(Phase.TRY, List.of(), known, given, rounds - 1);
    }
  }

  /**
   * One state.
   *
   * @param turn whether the first rank of the queue has passed the second one the turn
   * @param dirty whether a rank has died in the mutex and nobody has been told
   */
  private record State(long word, int lost, boolean turn, boolean dirty, List<Member> members) {
    State with(int rank, Member member) {
      List<Member> all = new ArrayList<>(members);
      all.set(rank, member);
      return new State(word, lost, turn, dirty, List.copyOf(all));
    }

    State word(long next) {
      return new State(next, lost, turn, dirty, members);
    }

    boolean isLost(int rank) {
      return (lost >> rank & 1) != 0;
    }

    boolean isDone() {
      for (int rank = 0; rank < members.size(); rank++) {
        if (!isLost(rank) && members.get(rank).phase() != Phase.DONE) {
          return false;
        }
      }
      return true;
    }
  }

  /** Ends a call whose next answer is missing: a compare-and-swap, or a question after a rank. */
  private static final class Pending extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final boolean changes;
    private final long expected;
    private final long word;

    Pending(boolean changes, long expected, long word) {
      super(null, null, false, false);
      this.changes = changes;
      this.expected = expected;
      this.word = word;
    }
  }

  /** The word as a call sees it that has had some answers. */
  private static final class Replayed extends MutexWord {
    private final List<Long> answers;
    private int taken;

    Replayed(int rank, List<Long> answers) {
      super(rank);
      this.answers = answers;
    }

    private long next(boolean changes, long expected, long word) {
      if (taken == answers.size()) {
        throw new Pending(changes, expected, word);
      }
      return answers.get(taken++);
    }

    @Override
    long change(long expected, long word) {
      return next(true, expected, word);
    }

    @Override
    boolean isLost(int rank) {
      return next(false, rank, 0) != 0;
    }

    int call(Phase phase) {
      return switch (phase) {
        case TRY -> tryTake();
        case ASK -> askAsFirst();
        case POLL -> poll();
        default -> giveUp();
      };
    }
  }

  private int mostDeaths;
  private final Map<State, List<State>> before = new HashMap<>();
  private final Deque<State> open = new ArrayDeque<>();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void isSoundInEveryOrder(int deaths) {
    mostDeaths = deaths;
    explore();
  }

  @Test
  void theQueueLeavesAPollingRankTheNext() {
    long[] word = {1L << 32 | 3}; // rank 2 holds the mutex, and rank 0 is next
    assertEquals(2, MutexWord.holder(viewOf(FIRST, word).askAsFirst()));
    assertEquals(1L << 32 | 3, word[0]);
  }

  /** The job took the rank for failed, though it was only silent. */
  @ParameterizedTest
  @ValueSource(longs = {3, 1L << 32 | 3})
  void aRankThatHasLostTheMutexToAnotherFreesNothing(long taken) {
    long[] word = {taken};
    assertTrue(viewOf(FIRST, word).giveUp() < 0);
    assertEquals(taken, word[0]);
  }

  private static MutexWord viewOf(int rank, long[] word) {
    return new MutexWord(rank) {
      @Override
      long change(long expected, long next) {
        long before = word[0];
        word[0] = before == expected ? next : before;
        return before;
      }

      @Override
      boolean isLost(int other) {
        return false;
      }
    };
  }

  private void explore() {
    List<Member> members = new ArrayList<>();
    for (int rank = 0; rank < RANKS; rank++) {
      Phase first = rank == SECOND ? Phase.TURN : Phase.TRY;
      members.add(new Member(first, List.of(), 0, 0, rank == POLLER ? 1 : 0));
    }
    State start = new State(0, 0, false, false, List.copyOf(members));
    before.put(start, new ArrayList<>());
    open.add(start);
    while (!open.isEmpty()) {
      State state = open.remove();
      for (int rank = 0; rank < RANKS; rank++) {
        if (!state.isLost(rank)) {
          steps(state, rank);
        }
      }
    }
    Set<State> finishing = new HashSet<>();
    before.keySet().stream().filter(State::isDone).forEach(open::add);
    finishing.addAll(open);
    while (!open.isEmpty()) {
      before.get(open.remove()).stream().filter(finishing::add).forEach(open::add);
    }
    Set<State> stuck = new HashSet<>(before.keySet());
    stuck.removeAll(finishing);
    assertTrue(stuck.isEmpty(), () -> "stuck: " + stuck.iterator().next());
    assertTrue(finishing.size() > 200, () -> "few states: " + finishing.size());
  }

  private void reach(State from, State to) {
    if (!to.equals(from)) {
      before
          .computeIfAbsent(
              to,
              fresh -> {
                open.add(fresh);
                return new ArrayList<>();
              })
          .add(from);
    }
  }

  private void steps(State state, int rank) {
    Member member = state.members().get(rank);
    for (int other = 0; other < RANKS; other++) {
      if (state.isLost(other)) {
        reach(state, state.with(rank, member.knowing(other)));
      }
    }
    if (Integer.bitCount(state.lost()) < mostDeaths) {
      boolean dirty = state.dirty() || member.phase() == Phase.IN;
      reach(
          state,
          new State(state.word(), state.lost() | 1 << rank, state.turn(), dirty, state.members()));
    }
    act(state, rank, member);
  }

  private void act(State state, int rank, Member member) {
    switch (member.phase()) {
      case TRY, ASK, POLL, GIVE_UP -> call(state, rank, member);
      case TURN -> {
        if (state.turn() || member.known() != 0) {
          Phase next = state.turn() ? Phase.ASK : Phase.POLL;
          reach(state, state.with(rank, member.at(next)));
        }
      }
      case GIVEN -> {
        if (member.given() > 0) {
          reach(state, enter(state, rank, member.giving(-1), Phase.PASS, false));
        }
        if (member.known() != 0) {
          reach(state, state.with(rank, member.at(Phase.POLL)));
        }
      }
      case PASS ->
          reach(
              state,
              new State(state.word(), state.lost(), true, state.dirty(), state.members())
                  .with(rank, member.at(Phase.IN)));
      case IN -> reach(state, state.with(rank, member.at(Phase.GIVE_UP)));
      case TELL_0 -> tell(state, rank, 0);
      case TELL_1 -> tell(state, rank, 1);
      case TELL_2 -> tell(state, rank, 2);
      case DONE -> {}
    }
  }

  private void tell(State state, int rank, int next) {
    State told = state.with(next, state.members().get(next).giving(1));
    reach(state, told.with(rank, ended(told.members().get(rank))));
  }

  private static Member ended(Member member) {
    return member.rounds() == 0 ? member.at(Phase.DONE) : member.startsAgain();
  }

  /** Lets a call access what it waits for, and go on if that was the last access. */
  private void call(State state, int rank, Member member) {
    Pending access = pending(rank, member);
    State next = state;
    Member answered;
    if (access.changes) {
      answered = member.with(state.word());
      next = state.word() == access.expected ? state.word(access.word) : state;
    } else {
      answered = member.with(member.known() >> access.expected & 1);
    }
    try {
      int result = new Replayed(rank, answered.answers()).call(member.phase());
      reach(state, returned(next, rank, answered, result));
    } catch (Pending more) {
      reach(state, next.with(rank, answered));
    }
  }

  private static Pending pending(int rank, Member member) {
    try {
      new Replayed(rank, member.answers()).call(member.phase());
    } catch (Pending access) {
      return access;
    }
    throw new IllegalStateException("no access is left: " + member);
  }

  private static State returned(State state, int rank, Member member, int result) {
    if (member.phase() == Phase.GIVE_UP) {
      Member next =
          switch (result) {
            case 0 -> member.at(Phase.TELL_0);
            case 1 -> member.at(Phase.TELL_1);
            case 2 -> member.at(Phase.TELL_2);
            default -> ended(member);
          };
      return state.with(rank, next);
    }
    boolean queues = member.phase() == Phase.ASK;
    if (result == MutexWord.TAKEN || (result >= 0 && !queues)) {
      State entered = enter(state, rank, member, queues ? Phase.PASS : Phase.IN, result >= 0);
      boolean first =
          member.phase() == Phase.TRY; // it does not queue, so the second one is the first
      return new State(
          entered.word(),
          entered.lost(),
          entered.turn() || (first && rank == FIRST),
          entered.dirty(),
          entered.members());
    }
    if (queues && result >= 0) {
      return state.with(rank, member.at(Phase.GIVEN));
    }
    boolean tries = member.phase() == Phase.TRY;
    boolean polls = !tries || (rank == POLLER && member.known() != 0);
    Phase next = polls ? Phase.POLL : rank == POLLER ? Phase.TRY : Phase.ASK;
    return state.with(rank, member.at(next));
  }

  /** Lets a rank enter the mutex, and checks that it may. */
  private static State enter(State state, int rank, Member member, Phase next, boolean broken) {
    for (int other = 0; other < state.members().size(); other++) {
      boolean holds = HOLDING.contains(state.members().get(other).phase());
      assertTrue(state.isLost(other) || !holds, () -> rank + " enters as well: " + state);
    }
    assertTrue(broken || !state.dirty(), () -> rank + " is not told: " + state);
    assertTrue(!broken || state.lost() != 0, () -> rank + " is told of nothing: " + state);
    return new State(state.word(), state.lost(), state.turn(), false, state.members())
        .with(rank, member.at(next));
  }
}
