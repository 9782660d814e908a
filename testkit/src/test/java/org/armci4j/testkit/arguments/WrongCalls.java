package org.armci4j.testkit.arguments;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.armci4j.Armci;
import org.armci4j.ElementBlock;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.HostDomains;
import org.armci4j.bootstrap.settings.SetupProblem;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.ArmciException;
import org.armci4j.testkit.arguments.WrongArguments.Wrong;

/**
 * Makes all wrong calls of one method, each by one rank alone and by both. After each: it was
 * refused at once, nothing has changed, and both ranks are in step.
 */
final class WrongCalls {
  /** The rank that errs alone; also the root, which alone looks at all buffers. */
  static final int ERRING = 1;

  private static final long LIMIT_NANOS = 10_000_000_000L;

  /**
   * Methods that meet the other ranks: one rank's refusal is everyone's, so all ranks call them
   * even where one alone errs.
   */
  private static final Set<String> MEETINGS =
      Set.of(
          "Armci.allocate",
          "Armci.createMutexes",
          "Group.allocate",
          "Group.create",
          "Group.createPart",
          "Group.split",
          "CompletionEvents.open",
          "Calls.open",
          "Collectives.of",
          "Collectives.checked");

  /** Types whose objects belong to no runtime, or only tell what they know. */
  private static final Set<Class<?>> VALUES =
      Set.of(HostDomains.class, Elements.class, Reduction.class);

  /** Methods that only tell what their object knows. */
  private static final Set<String> KNOWLEDGE =
      Set.of(
          "Group.worldRank",
          "Group.groupRank",
          "Group.isOf",
          "Mutexes.count",
          "Collectives.algorithmFor",
          "Collectives.using",
          "ElementBlock.elements");

  /** Holds how far the calls of a method have come, over several jobs when one of them fails. */
  static final class Progress {
    private final AtomicInteger next = new AtomicInteger();
    private volatile int total = Integer.MAX_VALUE;
    private volatile String current = "";

    boolean isOver() {
      return next.get() >= total;
    }

    /** Returns the case that has failed; the next job goes on after it. */
    String failed() {
      next.incrementAndGet();
      return current;
    }
  }

  /**
   * Describes one call; {@code place} is that of the wrong argument, or −1 for a closed receiver.
   */
  private record Case(int place, Wrong wrong, boolean onBoth, String name) {}

  private final Fixture fixture;
  private final Method method;
  private final RightArguments right;
  private final boolean meets;

  WrongCalls(Fixture fixture, Method method) {
    this.fixture = fixture;
    this.method = method;
    this.right = new RightArguments(fixture);
    this.meets = MEETINGS.contains(PublicOperations.name(method));
  }

  /** Returns the cases, the same on both ranks except for the arguments themselves. */
  private List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    Parameter[] parameters = method.getParameters();
    for (int place = 0; place < parameters.length; place++) {
      for (Wrong wrong : WrongArguments.of(fixture, method, parameters[place])) {
        String name = wrong.kind() + " " + parameters[place].getName();
        cases.add(new Case(place, wrong, false, name + " on one rank"));
        if (!onlyRootLooks(parameters[place])) {
          cases.add(new Case(place, wrong, true, name + " on both ranks"));
        }
      }
    }
    Object closed = fixture.closedReceiver(method.getDeclaringClass());
    if (closed != null && endsWithRuntime()) {
      cases.add(new Case(-1, new Wrong("closed", closed), true, "when closed"));
    }
    return cases;
  }

  private boolean onlyRootLooks(Parameter parameter) {
    boolean rooted =
        Arrays.stream(method.getParameters()).anyMatch(one -> one.getName().equals("root"));
    return rooted && parameter.getType() != int.class && parameter.getType() != Reduction.class;
  }

  /** Returns whether a method does anything that a closed runtime cannot. */
  private boolean endsWithRuntime() {
    return !Modifier.isStatic(method.getModifiers())
        && !VALUES.contains(method.getDeclaringClass())
        && !KNOWLEDGE.contains(PublicOperations.name(method));
  }

  void run(Progress progress) {
    List<Case> cases = cases();
    progress.total = cases.size();
    for (int number = progress.next.get(); number < cases.size(); number++) {
      Case one = cases.get(number);
      fixture.armci.barrier();
      progress.current = one.name;
      progress.next.set(number);
      judge(one);
      fixture.takeEvents();
      fixture.requireUntouched();
      fixture.requireInStep(number);
    }
    fixture.armci.barrier();
    progress.next.set(cases.size());
    progress.current = "right arguments";
  }

  private void judge(Case one) {
    boolean errs = one.onBoth || fixture.armci.rank() == ERRING;
    if (!errs && !(meets && canMeet(one))) {
      return;
    }
    Object receiver = fixture.receiver(method);
    Object[] arguments = errs ? right.but(method, one.place, one.wrong.value()) : right.of(method);
    if (one.place < 0) {
      receiver = one.wrong.value();
      Arrays.setAll(arguments, i -> ofTheClosed(arguments[i]));
    }
    long start = System.nanoTime();
    Throwable thrown = call(receiver, arguments);
    long tookNanos = System.nanoTime() - start;
    requireRefusal(one, errs, thrown);
    assertTrue(tookNanos < LIMIT_NANOS, "refused after " + tookNanos / 1_000_000 + " ms");
  }

  /** Returns the closed runtime's object in place of an argument. */
  private Object ofTheClosed(Object argument) {
    return argument instanceof GlobalMemory || argument instanceof ElementBlock<?>
        ? fixture.closedReceiver(argument.getClass())
        : argument;
  }

  /**
   * Returns whether the other rank can be told. Without a runtime and a group a rank cannot tell
   * that it errs.
   */
  private boolean canMeet(Case one) {
    Class<?> type = method.getParameterTypes()[one.place];
    return type != Armci.class && type != Group.class;
  }

  private Throwable call(Object receiver, Object[] arguments) {
    try {
      method.invoke(receiver, arguments);
      return null;
    } catch (InvocationTargetException thrown) {
      return thrown.getCause();
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Requires a refusal by the rule of {@link Armci}: the exact type, and a message that names the
   * mistake.
   */
  private void requireRefusal(Case one, boolean errs, Throwable thrown) {
    if (thrown == null) {
      throw new AssertionError("accepted");
    }
    Object value = one.wrong.value();
    boolean toOneAlone = value == null && !meets;
    Class<?> expected = toOneAlone ? NullPointerException.class : ArmciException.class;
    boolean ofSetup = one.wrong.kind().endsWith("too large") && isOfSetup(thrown);
    if ((thrown.getClass() != expected && !ofSetup && !isOfNull(one, errs, thrown))
        || thrown.getMessage() == null) {
      throw new AssertionError("threw " + thrown, thrown);
    }
    if (toOneAlone && !thrown.getMessage().equals(parameter(one))) {
      throw new AssertionError("does not name the parameter: " + thrown, thrown);
    }
    boolean foreign = one.wrong.kind().equals(WrongArguments.FOREIGN);
    if ((foreign && !method.getName().matches("requireOf|signalOffset")) // names what callers say
        || (value instanceof MemorySegment segment && !isUsable(segment))) {
      requireNames(one, thrown);
    }
  }

  /**
   * Returns whether an exception reports a lack of the host. It is an ArmciException of a class of
   * its own, which launchers print in one line. An error of the program, whose author needs the
   * stack, is none.
   */
  private static boolean isOfSetup(Throwable thrown) {
    return thrown instanceof ArmciException && thrown instanceof SetupProblem;
  }

  /**
   * Returns whether a rank was told of its null. Where all ranks meet, a null that the others need
   * not know of is told to its rank alone.
   */
  private static boolean isOfNull(Case one, boolean errs, Throwable thrown) {
    return errs && one.wrong.value() == null && thrown instanceof NullPointerException;
  }

  /**
   * Requires the names of operation and argument, as in "put: the arena of the source". An nbPut is
   * named put, and an aggregate gets by that name.
   */
  private void requireNames(Case one, Throwable thrown) {
    String operation = thrown.getMessage().replaceAll("\\W.*", "").toLowerCase(Locale.ROOT);
    boolean known =
        PublicOperations.name(method).toLowerCase(Locale.ROOT).contains(operation)
            && thrown.getMessage().contains(named(one));
    if (!known) {
      throw new AssertionError("names not operation and argument: " + thrown, thrown);
    }
  }

  /**
   * Returns the argument's name in messages. Elements that are source and destination in one are
   * called the source.
   */
  private String named(Case one) {
    String parameter = parameter(one);
    return parameter.equals("values") ? "source" : parameter;
  }

  private static boolean isUsable(MemorySegment segment) {
    return segment.scope().isAlive() && segment.isAccessibleBy(Thread.currentThread());
  }

  private String parameter(Case one) {
    return one.place < 0 ? "" : method.getParameters()[one.place].getName();
  }
}
