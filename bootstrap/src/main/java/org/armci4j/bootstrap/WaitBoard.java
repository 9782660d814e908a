package org.armci4j.bootstrap;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.armci4j.bootstrap.text.Text;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the threads of one rank post what they wait for, so that the rank can be asked why it does
 * not go on. Only waits that already take long are worth a post. Any thread may call any method.
 */
public final class WaitBoard {
  /** How much of a thread's stack a report shows. */
  private static final int FRAMES = 12;

  private static final List<String> UNTELLING =
      List.of("java.", "jdk.", "com.kenai.", "jnr.", "org.armci4j.bootstrap.launch.");

  private final int rank;
  private final Set<Post> posts = ConcurrentHashMap.newKeySet();
  private final List<Supplier<String>> parts = new CopyOnWriteArrayList<>();

  /** The board of the rank numbered {@code rank}. */
  public WaitBoard(int rank) {
    this.rank = rank;
  }

  /** One wait of one thread, from when it was posted until it is closed. */
  public final class Post implements AutoCloseable {
    private final Thread thread = Thread.currentThread();
    private final long startNanos;
    private final Supplier<String> what;

    private Post(long startNanos, Supplier<String> what) {
      this.startNanos = startNanos;
      this.what = what;
    }

    private long nanos() {
      return System.nanoTime() - startNanos;
    }

    /** The wait is over. */
    @Override
    public void close() {
      posts.remove(this);
    }
  }

  /**
   * Tells what this thread waits for.
   *
   * @param startNanos since when, by {@link System#nanoTime}
   * @param what called when somebody asks, perhaps while the wait ends
   * @return to be closed when the wait is over
   */
  public Post post(long startNanos, Supplier<String> what) {
    Post post = new Post(startNanos, what);
    posts.add(post);
    return post;
  }

  /**
   * Adds to every report what {@code part} says then: lines without their indentation, or nothing.
   * It is called while other threads go on, and must not wait for them.
   */
  public void addPart(Supplier<String> part) {
    parts.add(part);
  }

  /** Takes out a part that {@link #addPart} added. */
  public void removePart(Supplier<String> part) {
    parts.remove(part);
  }

  /** Takes out all parts, as what they tell of is closed. */
  public void clearParts() {
    parts.clear();
  }

  /** How long the oldest posted wait has lasted, in nanoseconds; 0 when nobody waits. */
  public long oldestNanos() {
    return posts.stream().mapToLong(Post::nanos).max().orElse(0);
  }

  /** What this rank does now, in indented lines: its threads, then the other parts. */
  public String report() {
    StringBuilder text = new StringBuilder();
    Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
    Stream.concat(posts.stream().map(post -> post.thread), ownThreads(stacks.keySet()))
        .distinct()
        .sorted(Comparator.comparing(Thread::getName))
        .forEach(thread -> describe(thread, stacks.get(thread), text));
    for (Supplier<String> part : parts) {
      ask(part).lines().forEach(line -> text.append("  ").append(line).append('\n'));
    }
    return text.toString();
  }

  private Stream<Thread> ownThreads(Set<Thread> all) {
    return all.stream()
        .filter(
            thread -> {
              Membership membership = RankThreadGroup.membershipOf(thread);
              return membership != null && membership.rank() == rank && !thread.isDaemon();
            });
  }

  private void describe(Thread thread, StackTraceElement[] stack, StringBuilder text) {
    text.append("  thread ").append(thread.getName()).append(": ").append(doing(thread));
    text.append('\n');
    Stream.of(stack == null ? new StackTraceElement[0] : stack)
        .filter(WaitBoard::isTelling)
        .limit(FRAMES)
        .forEach(frame -> text.append("      at ").append(withoutLoader(frame)).append('\n'));
  }

  /**
   * Frames of how a thread parks, and of how the program was started, are alike for all threads.
   */
  private static boolean isTelling(StackTraceElement frame) {
    return UNTELLING.stream().noneMatch(frame.getClassName()::startsWith);
  }

  private static String withoutLoader(StackTraceElement frame) {
    String text = frame.toString();
    return text.substring(text.lastIndexOf('/', text.indexOf('(')) + 1);
  }

  private String doing(Thread thread) {
    for (Post post : posts) {
      if (post.thread.equals(thread)) {
        return Text.format("has waited %.1f s for %s", post.nanos() / 1e9, ask(post.what));
      }
    }
    return "waits for no other rank";
  }

  /** A mistake in one part, which may be a program's, must not cost the others. */
  private static String ask(Supplier<String> part) {
    try {
      return String.valueOf(part.get());
    } catch (Throwable mistake) {
      // Here, not in a field: a rank that logs nothing starts sooner without the logging library.
      Logger log = LoggerFactory.getLogger(WaitBoard.class);
      log.debug("a part of a report failed", mistake);
      return "(unknown: " + mistake.getClass().getName() + ")";
    }
  }
}
