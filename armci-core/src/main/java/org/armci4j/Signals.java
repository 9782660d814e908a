package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.error.RankFailedException;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.WordWrites;
import org.armci4j.waiting.OpenCondition;
import org.armci4j.waiting.Waiter;
import org.armci4j.waiting.WordCondition;

/**
 * Extends {@link Armci#signal} and {@link Armci#waitUntil} by signals that add to words, waits on
 * several words at once, and notifications between pairs of ranks.
 *
 * <p>A signal is seen only after all earlier puts of its thread to the same rank. The words of a
 * set lie in this rank's own block, at offsets that are multiples of 8.
 *
 * <p>Obtained from {@link Armci#signals}. Errors are those of {@link Armci}. Source: OpenSHMEM 1.5,
 * sections 9.9 and 9.10; ARMCI's {@code armci_notify} and {@code armci_notify_wait}.
 */
public final class Signals {
  /** Bytes from word to word: each has its own writer and so its own pair of cache lines. */
  private static final long NOTIFY_STRIDE_BYTES = 128;

  private final Waiter waiter;
  private final IntFunction<Waiter> newWaiter;

  /** Waiters for changes that one rank brings about, by rank; made when they are first needed. */
  private final AtomicReferenceArray<Waiter> waiters;

  private final Tickets tickets;
  private final int rank;
  private final GlobalMemory notifications;

  /** Number of notifications that this rank has taken, by origin. */
  private final AtomicLongArray taken;

  /**
   * Allocates the words of the notifications. Collective.
   *
   * @param newWaiter makes a waiter for changes that one rank brings about
   */
  Signals(Group world, Waiter waiter, IntFunction<Waiter> newWaiter, Tickets tickets) {
    this.tickets = tickets;
    this.waiter = waiter;
    this.newWaiter = newWaiter;
    this.rank = world.rank();
    this.notifications = world.allocate(NOTIFY_STRIDE_BYTES * world.size());
    this.taken = new AtomicLongArray(world.size());
    this.waiters = new AtomicReferenceArray<>(world.size());
  }

  /**
   * Adds to a signal word, atomically with respect to other additions and to atomic operations on
   * it. Wakes the rank if it waits.
   *
   * @param memory the global memory
   * @param target the rank to signal
   * @param offset offset of the word in the target's block, a multiple of 8
   * @param delta the summand
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public void add(GlobalMemory memory, int target, long offset, long delta) {
    Checks.word(tickets, "add", memory, target, offset).signalAdd(offset, delta);
  }

  /**
   * Writes data and then adds to a signal word of the same rank. A rank that sees the sum also sees
   * the data. Like {@link Armci#putSignal}, but for words that several ranks signal.
   *
   * @param source the memory to read
   * @param sourceOffset first byte in the source
   * @param memory the global memory of the data
   * @param target the rank to write to and to signal
   * @param offset first byte of the data in the target's block
   * @param sizeBytes number of bytes
   * @param signalMemory the global memory of the word
   * @param signalOffset offset of the word in the target's block, a multiple of 8
   * @param delta the summand
   * @throws ArmciException when the data are not inside the block, the word is not an aligned one
   *     inside its block, the source is shorter or cannot be read, or a memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void putAdd(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int target,
      long offset,
      long sizeBytes,
      GlobalMemory signalMemory,
      long signalOffset,
      long delta) {
    RemoteBlock signalBlock =
        Checks.signalBlock(tickets, "putAdd", signalMemory, target, signalOffset);
    long ticket =
        CheckedTransfers.put(
            tickets, "putAdd", source, sourceOffset, memory, target, offset, sizeBytes);
    signalBlock.signalAdd(signalOffset, delta);
    tickets.await(target, ticket);
  }

  /**
   * Starts to write data, then words, and last a signal word of the same rank. A network that
   * supports it sends them as one message or one chain of messages. A rank that sees a word also
   * sees the data and the words before it. {@link org.armci4j.completion.CompletionEvents} builds
   * on this.
   *
   * @param source the memory to read; must not change until the handle is complete
   * @param sourceOffset first byte in the source
   * @param memory the global memory of the data
   * @param target the rank to write to and to signal
   * @param offset first byte of the data in the target's block
   * @param sizeBytes number of bytes; 0 for words alone
   * @param signalMemory the global memory of the words
   * @param words the words to write before the signal word, at multiples of 8; not used after this
   *     call returns
   * @param signalOffset offset of the signal word in the target's block, a multiple of 8
   * @param signalValue its new value
   * @param handle tracks the local completion
   * @throws ArmciException when the data are not inside the block, a word is not an aligned one
   *     inside its block, the source is shorter or cannot be read, or a memory is freed; nothing
   *     was written then
   */
  public void nbPut(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int target,
      long offset,
      long sizeBytes,
      GlobalMemory signalMemory,
      WordWrites words,
      long signalOffset,
      long signalValue,
      Handle handle) {
    tickets.requireOwn("put", handle);
    handle.add(
        target,
        CheckedTransfers.putSignal(
            tickets,
            "put",
            source,
            sourceOffset,
            memory,
            target,
            offset,
            sizeBytes,
            signalMemory,
            Objects.requireNonNull(words, "words"),
            signalOffset,
            signalValue));
  }

  /**
   * Throws for data that {@link #nbPut} would refuse, for extensions of the runtime that have to
   * wait before they put.
   *
   * @param source the memory to read
   * @param sourceOffset first byte in the source
   * @param memory the global memory of the data
   * @param target the rank to write to
   * @param offset first byte of the data in the target's block
   * @param sizeBytes number of bytes
   * @throws ArmciException when the data are not inside the block, the source is shorter or cannot
   *     be read, or the memory is freed
   */
  public void checkPut(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int target,
      long offset,
      long sizeBytes) {
    Checks.range(tickets, "put", memory, target, offset, sizeBytes);
    Checks.local("put", "source", source, sourceOffset, sizeBytes);
    InPlace.requireUsable("put", "source", source);
  }

  /**
   * Returns whether a word of this rank's block stands in a relation to a value now. Never waits.
   *
   * @param memory the global memory
   * @param offset offset of the word
   * @param comparison the relation
   * @param value the value to compare the word with
   * @return true when it does; the puts before the signal are then visible
   * @throws ArmciException when no aligned word of this rank's block begins at an offset, or the
   *     memory is freed
   */
  public boolean test(GlobalMemory memory, long offset, Comparison comparison, long value) {
    RemoteBlock own = Checks.word(tickets, "test", memory, rank, offset);
    return Objects.requireNonNull(comparison, "comparison").test(own.getLong(offset), value);
  }

  /**
   * Finds the first word of a set that stands in a relation to a value. Never waits.
   *
   * @param memory the global memory
   * @param offsets offsets of the words
   * @param comparison the relation
   * @param value the value to compare the words with
   * @return the word's index in {@code offsets}, or −1 if there is none
   * @throws ArmciException when no aligned word of this rank's block begins at an offset, or the
   *     memory is freed
   */
  public int testAny(GlobalMemory memory, long[] offsets, Comparison comparison, long value) {
    return first(ownWords("testAny", memory, offsets, comparison), offsets, comparison, value);
  }

  /**
   * Finds all words of a set that stand in a relation to a value. Never waits.
   *
   * @param memory the global memory
   * @param offsets offsets of the words
   * @param comparison the relation
   * @param value the value to compare the words with
   * @param indices receives the indices in {@code offsets} of the words found, in order; at least
   *     as long as {@code offsets}
   * @return the number of words found
   * @throws ArmciException when no aligned word of this rank's block begins at an offset, {@code
   *     indices} is shorter than {@code offsets}, or the memory is freed
   */
  public int testSome(
      GlobalMemory memory, long[] offsets, Comparison comparison, long value, int[] indices) {
    RemoteBlock own = ownWords("testSome", memory, offsets, comparison);
    requireRoom("testSome", offsets, indices);
    return some(own, offsets, comparison, value, indices);
  }

  /**
   * Returns whether all words of a set stand in a relation to a value now. Never waits.
   *
   * @param memory the global memory
   * @param offsets offsets of the words
   * @param comparison the relation
   * @param value the value to compare the words with
   * @return true when all words do, and for an empty set
   * @throws ArmciException when no aligned word of this rank's block begins at an offset, or the
   *     memory is freed
   */
  public boolean testAll(GlobalMemory memory, long[] offsets, Comparison comparison, long value) {
    RemoteBlock own = ownWords("testAll", memory, offsets, comparison);
    for (long offset : offsets) {
      if (!comparison.test(own.getLong(offset), value)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Waits until at least one word of a set stands in a relation to a value, and finds the first
   * such word.
   *
   * @param memory the global memory
   * @param offsets offsets of the words, at least one
   * @param comparison the relation
   * @param value the value to compare the words with
   * @return the word's index in {@code offsets}
   * @throws ArmciException when there is no offset, no aligned word of this rank's block begins at
   *     one, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   */
  public int waitAny(GlobalMemory memory, long[] offsets, Comparison comparison, long value) {
    RemoteBlock own = ownWords("waitAny", memory, offsets, comparison);
    requireWords(offsets, "waitAny");
    int[] found = {-1};
    await(
        "waitAny",
        memory,
        () -> {
          found[0] = first(own, offsets, comparison, value);
          return found[0] >= 0;
        });
    return found[0];
  }

  /**
   * Waits until at least one word of a set stands in a relation to a value, and finds all such
   * words.
   *
   * @param memory the global memory
   * @param offsets offsets of the words, at least one
   * @param comparison the relation
   * @param value the value to compare the words with
   * @param indices receives the indices in {@code offsets} of the words found, in order; at least
   *     as long as {@code offsets}
   * @return the number of words found, at least 1
   * @throws ArmciException when there is no offset, no aligned word of this rank's block begins at
   *     one, {@code indices} is shorter than {@code offsets}, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   */
  public int waitSome(
      GlobalMemory memory, long[] offsets, Comparison comparison, long value, int[] indices) {
    RemoteBlock own = ownWords("waitSome", memory, offsets, comparison);
    requireWords(offsets, "waitSome");
    requireRoom("waitSome", offsets, indices);
    int[] found = {0};
    await(
        "waitSome",
        memory,
        () -> {
          found[0] = some(own, offsets, comparison, value, indices);
          return found[0] > 0;
        });
    return found[0];
  }

  /**
   * Waits until each word of a set has stood in a relation to a value at some time during the wait.
   *
   * @param memory the global memory
   * @param offsets offsets of the words
   * @param comparison the relation
   * @param value the value to compare the words with
   * @throws ArmciException when no aligned word of this rank's block begins at an offset, or the
   *     memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   */
  public void waitAll(GlobalMemory memory, long[] offsets, Comparison comparison, long value) {
    MemorySegment own = ownWords("waitAll", memory, offsets, comparison).view();
    for (long offset : offsets) {
      waiter.awaitWord(
          own, offset, comparison.condition(), value, waiter.defaultTimeoutNanos(), memory);
    }
  }

  /**
   * Notifies a rank, which then sees all earlier puts of this thread to it. Notifications are
   * counted by origin and target; none is lost or merged.
   *
   * @param target the rank to notify
   * @throws ArmciException when there is no such rank, or the runtime is closed
   */
  public void notify(int target) {
    RemoteBlock block = notifications.block(target, "notify");
    block.signalAdd(NOTIFY_STRIDE_BYTES * rank, 1);
  }

  /**
   * Waits for the next notification by a rank, after the last one taken. A wait that throws takes
   * none.
   *
   * @param origin the rank that notifies
   * @return the notification's number: 1 for the rank's first
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   */
  public long waitNotify(int origin) {
    requireRank("waitNotify", origin);
    while (true) {
      long before = taken.get(origin);
      waiterFor(origin)
          .awaitWord(
              notifications.local(),
              NOTIFY_STRIDE_BYTES * origin,
              WordCondition.GT,
              before,
              waiter.defaultTimeoutNanos(),
              notifications);
      // Counted after the wait, as a wait that throws takes none. Of several threads that see the
      // same notification, one takes it.
      if (taken.compareAndSet(origin, before, before + 1)) {
        return before + 1;
      }
    }
  }

  /**
   * Waits until a condition holds, for conditions on more than a single word. Other ranks make it
   * true by signals to this rank, or by stores to memory that this rank's loads reach; for the
   * latter see {@link #wake}.
   *
   * @param condition polled by this thread; must read with acquire the memory that other ranks
   *     write
   * @param what names the wait in messages
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   */
  public void await(BooleanSupplier condition, Supplier<String> what) {
    await(condition, what, waiter.defaultTimeoutNanos());
  }

  /**
   * Waits, at most for a given time, until a condition holds; otherwise as {@link
   * #await(BooleanSupplier, Supplier)}.
   *
   * @param condition polled by this thread
   * @param what names the wait in messages
   * @param timeoutNanos longest wait, in nanoseconds
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException when the time has passed
   */
  public void await(BooleanSupplier condition, Supplier<String> what, long timeoutNanos) {
    Objects.requireNonNull(condition, "condition");
    Objects.requireNonNull(what, "what");
    notifications.block(rank, "await"); // throws when the runtime is closed
    waiter.await(condition, timeoutNanos, what);
  }

  /**
   * Waits until a condition holds at which any thread can look: a virtual thread is woken only when
   * it may hold. For extensions of the runtime; otherwise as {@link #await(BooleanSupplier,
   * Supplier)}.
   *
   * @param condition the condition
   * @param subject the object to look at
   * @param timeoutNanos longest wait, in nanoseconds
   * @param name an object whose text names the wait in messages
   * @param <S> type of the subject
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException when the time has passed
   */
  public <S> void await(OpenCondition<S> condition, S subject, long timeoutNanos, Object name) {
    Objects.requireNonNull(condition, "condition");
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(name, "name");
    notifications.block(rank, "await"); // throws when the runtime is closed
    waiter.await(condition, subject, 0, 0, timeoutNanos, name);
  }

  /**
   * Wakes a rank's parked waits, so that they poll again: for conditions of {@link #await} that
   * read memory of other ranks. Costs one load if none is parked. A wait that parks at the same
   * moment may be missed; it polls again when its short park ends.
   *
   * @param memory a global memory in which the rank has a block
   * @param target the rank to wake
   * @throws ArmciException when the rank gave no block to the memory, or the memory is freed
   */
  public void wake(GlobalMemory memory, int target) {
    Checks.block(tickets, "wake", memory, target).wake();
  }

  /**
   * Waits until a condition holds that one rank brings about. For extensions of the runtime; as
   * {@link #await(OpenCondition, Object, long, Object)}, but of failures only that rank's ends the
   * wait.
   *
   * @param source the rank
   * @param condition the condition
   * @param subject the object to look at
   * @param timeoutNanos longest wait, in nanoseconds
   * @param name an object whose text names the wait in messages
   * @param <S> type of the subject
   * @throws RankFailedException when the rank fails meanwhile, or has failed
   * @throws ArmciTimeoutException when the time has passed
   * @throws ArmciException when there is no such rank, or the runtime is closed
   */
  public <S> void await(
      int source, OpenCondition<S> condition, S subject, long timeoutNanos, Object name) {
    Objects.requireNonNull(condition, "condition");
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(name, "name");
    requireRank("await", source);
    waiterFor(source).await(condition, subject, 0, 0, timeoutNanos, name);
  }

  /**
   * Waits until a word of this rank's own block stands in a relation to a value, which one rank
   * brings about. For extensions of the runtime; otherwise as {@link Group#waitUntil}.
   *
   * @param source the rank
   * @param memory the global memory
   * @param offset offset of the word in this rank's block, a multiple of 8
   * @param comparison the relation
   * @param value the value to compare the word with
   * @return the word that was read
   * @throws RankFailedException when the rank fails meanwhile, or has failed
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   * @throws ArmciException when there is no such rank, no aligned word of this rank's block begins
   *     at the offset, or the memory is freed
   */
  public long awaitWord(
      int source, GlobalMemory memory, long offset, Comparison comparison, long value) {
    RemoteBlock own = Checks.word(tickets, "awaitWord", memory, rank, offset);
    Objects.requireNonNull(comparison, "comparison");
    requireRank("awaitWord", source);
    Waiter its = waiterFor(source);
    return its.awaitWord(
        own.view(), offset, comparison.condition(), value, its.defaultTimeoutNanos(), memory);
  }

  /** Throws if there is no such rank, or the runtime is closed; not if the rank has failed. */
  private void requireRank(String operation, int source) {
    notifications.block(rank, operation);
    if (source < 0 || source >= taken.length()) {
      notifications.block(source, operation); // says which ranks there are
    }
  }

  /**
   * Waits until a condition holds that one rank brings about; otherwise as {@link
   * #await(BooleanSupplier, Supplier, long)}.
   *
   * @param source the rank
   * @param condition polled by this thread
   * @param what names the wait in messages
   * @param timeoutNanos longest wait, in nanoseconds
   * @throws RankFailedException when the rank fails meanwhile, or has failed
   * @throws ArmciTimeoutException when the time has passed
   * @throws ArmciException when there is no such rank, or the runtime is closed
   */
  public void await(
      int source, BooleanSupplier condition, Supplier<String> what, long timeoutNanos) {
    Objects.requireNonNull(condition, "condition");
    Objects.requireNonNull(what, "what");
    requireRank("await", source);
    waiterFor(source).await(condition, timeoutNanos, what);
  }

  private Waiter waiterFor(int source) {
    Waiter its = waiters.get(source);
    if (its == null) {
      its = newWaiter.apply(source);
      waiters.set(source, its); // of two threads each may make one: they wait alike
    }
    return its;
  }

  /** Returns this rank's block, if it holds all words aligned: checked once, not at every poll. */
  private RemoteBlock ownWords(
      String operation, GlobalMemory memory, long[] offsets, Comparison comparison) {
    RemoteBlock own = Checks.block(tickets, operation, memory, rank);
    for (long offset : Objects.requireNonNull(offsets, "offsets")) {
      Checks.word(operation, own, offset);
    }
    Objects.requireNonNull(comparison, "comparison");
    return own;
  }

  private static void requireWords(long[] offsets, String operation) {
    if (offsets.length == 0) {
      throw new ArmciException(operation + ": there is no word to wait for");
    }
  }

  private static void requireRoom(String operation, long[] offsets, int[] indices) {
    if (Objects.requireNonNull(indices, "indices").length < offsets.length) {
      throw new ArmciException(
          Text.format(
              "%s: an array of %d indices cannot hold those of %d words",
              operation, indices.length, offsets.length));
    }
  }

  /** Returns the index of the first word in the relation, or −1. */
  private static int first(RemoteBlock own, long[] offsets, Comparison comparison, long value) {
    for (int i = 0; i < offsets.length; i++) {
      if (comparison.test(own.getLong(offsets[i]), value)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the number of words in the relation, and their indices in {@code indices}. */
  private static int some(
      RemoteBlock own, long[] offsets, Comparison comparison, long value, int[] indices) {
    int found = 0;
    for (int i = 0; i < offsets.length; i++) {
      if (comparison.test(own.getLong(offsets[i]), value)) {
        indices[found++] = i;
      }
    }
    return found;
  }

  private void await(String operation, GlobalMemory memory, BooleanSupplier condition) {
    waiter.await(condition, waiter.defaultTimeoutNanos(), () -> operation + " on " + memory);
  }
}
