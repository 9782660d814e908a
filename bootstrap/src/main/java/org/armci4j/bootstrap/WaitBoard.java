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
 * Holds what the threads of one rank wait for, so that a report can say why the rank does not go
 * on. Post only a wait that already takes long. Any thread may call any method.
 */
public final class WaitBoard {
  /** Frames of a thread's stack in a report. */
  private static final int FRAMES = 12;

  /** Threads in a report: thousands of virtual threads may wait. */
  private static final int THREADS = 64;

  private static final List<String> UNTELLING =
      List.of("java.", "jdk.", "com.kenai.", "jnr.", "org.armci4j.bootstrap.launch.");

  private final int rank;
  private final Set<Post> posts = ConcurrentHashMap.newKeySet();
  private final List<Supplier<String>> parts = new CopyOnWriteArrayList<>();

  /** Makes the board of the rank numbered {@code rank}. */
  public WaitBoard(int rank) {
    this.rank = rank;
  }

  /** Stands for one wait of one thread, from its post until it is closed. */
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

    /** Removes the post: the wait is over. */
    @Override
    public void close() {
      posts.remove(this);
    }
  }

  /**
   * Posts what this thread waits for.
   *
   * @param startNanos when the wait began, by {@link System#nanoTime}
   * @param what describes the wait; called when a report asks, perhaps while the wait ends
   * @return the post, to be closed when the wait is over
   */
  public Post post(long startNanos, Supplier<String> what) {
    Post post = new Post(startNanos, what);
    posts.add(post);
    return post;
  }

  /**
   * Adds the text of {@code part} to every report: lines without indentation, or nothing. The
   * supplier is called while other threads go on, and must not wait for them.
   */
  public void addPart(Supplier<String> part) {
    parts.add(part);
  }

  /** Removes a part that {@link #addPart} added. */
  public void removePart(Supplier<String> part) {
    parts.remove(part);
  }

  /** Removes all parts, as the objects they describe are closed. */
  public void clearParts() {
    parts.clear();
  }

  /** Returns how long the oldest posted wait has lasted, in nanoseconds; 0 without a wait. */
  public long oldestNanos() {
    return posts.stream().mapToLong(Post::nanos).max().orElse(0);
  }

  /**
   * Returns what this rank does at this moment, in indented lines: its threads, then the other
   * parts.
   */
  public String report() {
    StringBuilder text = new StringBuilder();
    Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
    List<Thread> threads =
        Stream.concat(posts.stream().map(post -> post.thread), ownThreads(stacks.keySet()))
            .distinct()
            .sorted(Comparator.comparing(Thread::isVirtual).thenComparing(WaitBoard::nameOf))
            .toList();
    threads.stream().limit(THREADS).forEach(thread -> describe(thread, stacks.get(thread), text));
    if (threads.size() > THREADS) {
      text.append("  and ").append(threads.size() - THREADS).append(" more threads wait\n");
    }
    for (Supplier<String> part : parts) {
      ask(part).lines().forEach(line -> text.append("  ").append(line).append('\n'));
    }
    return text.toString();
  }

  private static String nameOf(Thread thread) {
    String name = thread.getName();
    return name.isEmpty() ? "#" + thread.threadId() : name;
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
    text.append("  thread ").append(nameOf(thread)).append(": ").append(doing(thread));
    text.append('\n');
    Stream.of(stack == null ? new StackTraceElement[0] : stack)
        .filter(WaitBoard::isTelling)
        .limit(FRAMES)
        .forEach(frame -> text.append("      at ").append(withoutLoader(frame)).append('\n'));
  }

  /**
   * Returns whether a frame is worth showing. Frames of parking and of the program's start are the
   * same in all threads.
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

  /**
   * Returns the text of one part. An error in the part, which may be a program's, must not lose the
   * others.
   */
  private static String ask(Supplier<String> part) {
    try {
      return String.valueOf(part.get());
    } catch (Throwable mistake) {
      // A local logger: a rank that logs nothing starts sooner without the logging library.
      Logger log = LoggerFactory.getLogger(WaitBoard.class);
      log.debug("a part of a report failed", mistake);
      return "(unknown: " + mistake.getClass().getName() + ")";
    }
  }
}
