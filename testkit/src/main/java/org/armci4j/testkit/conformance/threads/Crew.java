package org.armci4j.testkit.conformance.threads;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.RankFailedException;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Runs threads of one rank that work in rounds. The first difference, exception or stand-still of
 * any thread ends the job: the others would wait for that thread or go on with wrong data.
 */
final class Crew {
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  /** A crew that gets no core for so many times the limit counts as stuck as well. */
  private static final int STARVED = 10;

  /** Time for the other threads to notice a failure and to let go of their memory. */
  private static final Duration END_LIMIT = Duration.ofSeconds(3);

  private final Trial trial;
  private final Duration standStill;
  private final List<Member> members = new ArrayList<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /**
   * @param standStill time without the end of a round after which the threads count as stuck; on a
   *     busy machine the process must have used so much CPU time as well
   */
  Crew(Trial trial, Duration standStill) {
    this.trial = trial;
    this.standStill = standStill;
  }

  /** Holds one thread and its progress. */
  private static final class Member {
    private final String name;
    private final Trial own;
    private Thread thread;
    private volatile int round;

    Member(String name, Trial own) {
      this.name = name;
      this.own = own;
    }

    String stack() {
      return Arrays.stream(thread.getStackTrace())
          .map(frame -> "\n    at " + frame)
          .collect(Collectors.joining());
    }
  }

  /**
   * Adds a thread.
   *
   * @param name of the thread, in messages
   * @param own receives differences of its work
   * @param work made by the thread itself
   */
  void add(String name, Trial own, int rounds, Supplier<ThreadWork> work) {
    Member member = new Member(name, own);
    member.thread =
        Thread.ofPlatform().daemon().name(name).unstarted(() -> run(member, rounds, work));
    members.add(member);
  }

  private void run(Member member, int rounds, Supplier<ThreadWork> work) {
    try {
      ThreadWork step = work.get();
      for (int round = 1; round <= rounds && failure.get() == null; round++) {
        member.round = round;
        step.next();
        requireNoDifference(member);
      }
      if (failure.get() == null) {
        step.end();
        requireNoDifference(member);
      }
    } catch (RankFailedException consequence) {
      failure.compareAndSet(null, consequence);
    } catch (Throwable e) {
      fail(Text.format("%s, round %d: %s", member.name, member.round, e), e);
    }
  }

  private static void requireNoDifference(Member member) {
    if (member.own.differences().count() > 0) {
      throw new AssertionError(member.own.differences().toString().strip());
    }
  }

  private void fail(String what, Throwable cause) {
    String text =
        Text.format(
            "rank %d, %s; to repeat: threads --seed %d --scale %s",
            trial.rank(), what, trial.seed(), trial.scale());
    if (failure.compareAndSet(null, new AssertionError(text, cause))) {
      trial.armci().abort(text);
    }
  }

  /**
   * Starts all threads and waits for them.
   *
   * @throws AssertionError for the first thread's finding
   * @throws RankFailedException when another rank has failed
   */
  void run() throws InterruptedException {
    members.forEach(member -> member.thread.start());
    long rounds = -1;
    long changedNanos = System.nanoTime();
    Duration changedCpu = cpuTime();
    while (isAnyAlive() && failure.get() == null) {
      long seen = members.stream().mapToLong(member -> member.round).sum();
      if (seen != rounds) {
        rounds = seen;
        changedNanos = System.nanoTime();
        changedCpu = cpuTime();
      } else {
        Duration time = Duration.ofNanos(System.nanoTime() - changedNanos);
        Duration cpu = cpuTime().minus(changedCpu);
        if (isStandStill(time, cpu, standStill)) {
          fail(Text.format("stands still for %s, CPU time %s: %s", time, cpu, stacks()), null);
        }
      }
      join(LOOK_EVERY);
    }
    if (failure.get() != null) {
      join(END_LIMIT);
      rethrow(failure.get());
    }
  }

  /** Returns the CPU time that this process has used; zero where the system does not tell. */
  private static Duration cpuTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /**
   * Returns whether the threads are stuck, and do not merely lack a core.
   *
   * @param time without the end of a round
   * @param cpu CPU time used meanwhile
   */
  static boolean isStandStill(Duration time, Duration cpu, Duration limit) {
    Duration most = limit.multipliedBy(STARVED);
    return time.compareTo(limit) > 0 && (cpu.compareTo(limit) > 0 || time.compareTo(most) > 0);
  }

  private boolean isAnyAlive() {
    return members.stream().anyMatch(member -> member.thread.isAlive());
  }

  /** Waits for a limited time until all threads have ended. */
  private void join(Duration limit) throws InterruptedException {
    long deadlineNanos = System.nanoTime() + limit.toNanos();
    for (Member member : members) {
      member.thread.join(Duration.ofNanos(Math.max(1, deadlineNanos - System.nanoTime())));
    }
  }

  private String stacks() {
    return members.stream()
        .filter(member -> member.thread.isAlive())
        .map(member -> "\n  " + member.name + ", round " + member.round + member.stack())
        .collect(Collectors.joining());
  }

  private static void rethrow(Throwable thrown) {
    if (thrown instanceof RankFailedException consequence) {
      throw consequence;
    }
    throw (AssertionError) thrown;
  }
}
