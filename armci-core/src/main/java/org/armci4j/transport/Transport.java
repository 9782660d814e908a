package org.armci4j.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.armci4j.waiting.Doorbell;
import org.armci4j.waiting.WaitPolicy;

/**
 * Interface between the runtime and the code that moves its data. One instance serves one rank.
 *
 * <p>Memory comes from {@link #allocate}. The owner's descriptor travels out of band, and {@link
 * #attach} makes of it a {@link RemoteBlock} whose methods move data. Everything collective (which
 * ranks exchange descriptors, and when) is above this interface. Nothing below it waits for the
 * target's own calls.
 */
public interface Transport extends AutoCloseable {
  /**
   * Returns the transport's name, as in the setting {@code transport}.
   *
   * @return a short lower-case word
   */
  String name();

  /**
   * Returns the transport's abilities.
   *
   * @return the same record at every call
   */
  Capabilities capabilities();

  /**
   * Makes memory that ranks can attach to. The memory is zeroed. Once its space {@linkplain
   * Offer#reserve is reserved}, touching it cannot fail.
   *
   * @param sizeBytes the size, zero allowed
   * @return the offer to attach
   * @throws org.armci4j.error.ArmciException when there is too little memory: says how much is free
   *     and what to raise
   */
  Offer allocate(long sizeBytes);

  /**
   * Makes memory like {@link #allocate}, but its offer may end while ranks still try to attach.
   * After that {@link #attachShared} fails.
   *
   * @param sizeBytes the size, zero allowed
   * @return the offer to attach
   * @throws org.armci4j.error.ArmciException as {@link #allocate}
   */
  default Offer allocateShared(long sizeBytes) {
    return allocate(sizeBytes);
  }

  /** Alignment of the rank's own memory. */
  long PAGE_BYTES = 4096;

  /**
   * Allocates memory of this rank's own, which transfers use in place if they can.
   *
   * @param arena open; its closing frees the memory
   * @param sizeBytes the size, zero allowed
   * @return zeroed memory at a boundary of {@link #PAGE_BYTES}
   */
  default MemorySegment allocateLocal(Arena arena, long sizeBytes) {
    return arena.allocate(sizeBytes, PAGE_BYTES);
  }

  /**
   * Reaches a block that another rank, or this one, offers.
   *
   * @param rank the owner
   * @param sizeBytes the size that the owner told
   * @param descriptor the result of the owner's {@link Offer#descriptor}
   * @return access to the block
   */
  RemoteBlock attach(int rank, long sizeBytes, byte[] descriptor);

  /**
   * Reaches a block whose owner may have closed its offer, as no collective call ties the two
   * ranks.
   *
   * @param rank the owner
   * @param sizeBytes the size that the owner told
   * @param descriptor the result of the owner's {@link Offer#descriptor}
   * @return access to the block
   * @throws org.armci4j.error.ArmciException when the offer is closed
   */
  default RemoteBlock attachShared(int rank, long sizeBytes, byte[] descriptor) {
    return attach(rank, sizeBytes, descriptor);
  }

  /**
   * Lends the caller's native memory to other ranks, so that they write and read it in place.
   *
   * @param segment the caller's memory; open until the loan is closed or revoked
   * @param offset first byte in the segment
   * @param sizeBytes number of bytes
   * @return the loan, which may hold more of the segment; null where this memory cannot be lent:
   *     heap memory, memory of one thread alone ({@link InPlace}) or of the global scope, read-only
   *     memory, or memory too short to be worth it or too long
   */
  default Loan lend(MemorySegment segment, long offset, long sizeBytes) {
    return null;
  }

  /**
   * Reaches memory that another rank lends, where {@link Capabilities#lending} says that it can.
   * The result serves only gets and puts, with a signal or without.
   *
   * @param rank the owner, of whose blocks this rank has no {@link RemoteBlock#view}
   * @param sizeBytes the result of the owner's {@link Loan#sizeBytes}
   * @param descriptor the result of the owner's {@link Loan#descriptor}
   * @return access to the memory, to be used while the owner waits for this use
   */
  default RemoteBlock borrow(int rank, long sizeBytes, byte[] descriptor) {
    throw new UnsupportedOperationException(name() + " lends no memory");
  }

  /**
   * Returns whether the operation behind a ticket is locally complete.
   *
   * @param rank the target
   * @param ticket the operation's ticket
   * @return true when the local buffer may be reused
   */
  boolean isComplete(int rank, long ticket);

  /**
   * Ends the use of an operation's memory after a wait for its ticket has ended with an exception:
   * that memory may end at any moment. When this returns, nothing uses the memory. If need be, the
   * path to that rank has been given up.
   *
   * @param rank the target
   * @param ticket the operation's ticket
   */
  default void abandon(int rank, long ticket) {}

  /**
   * Returns when everything that this thread sent to a rank is in that rank's memory, and orders it
   * before all that this thread reads or writes afterwards.
   *
   * @param rank the target
   */
  void flush(int rank);

  /** Flushes to all ranks, like {@link #flush}. */
  void flushAll();

  /**
   * Does pending work, such as handling completions. Waits call it between two checks of their
   * word.
   *
   * @return true when something was done
   */
  boolean progress();

  /**
   * Does the same as {@link #progress}, and serves requests of other ranks where this rank's own
   * threads may. For waits for writes of other ranks.
   *
   * @return true when something was done
   */
  default boolean serve() {
    return progress();
  }

  /**
   * Adapts the policy of this rank's waits.
   *
   * @param policy the policy that the settings and the cores of its host give
   * @return the same policy, or one that suits how other ranks' writes arrive here
   */
  default WaitPolicy waitPolicy(WaitPolicy policy) {
    return policy;
  }

  /**
   * Returns the bell where waits of this rank park, and which other ranks ring to wake them.
   *
   * @return this rank's bell
   */
  Doorbell doorbell();

  /**
   * Returns the bell where waits for this rank's own transfers sleep.
   *
   * @return a bell that rings for all that {@link #progress} would find; empty where nothing rings
   */
  default Optional<Doorbell> transferDoorbell() {
    return Optional.empty();
  }

  /**
   * Returns the bell where this rank's helper thread parks. The helper has a bell of its own
   * because it is nearly always parked: signals to the rank's waits must not pay for waking it.
   *
   * @return the helper's bell
   */
  Doorbell helperDoorbell();

  /**
   * Gives work to the thread that receives messages of other ranks over a network. The thread runs
   * it each time a rank has {@linkplain BlockSignals#signalHelper signalled} this rank's helper.
   * This saves waking the thread that parks at the {@link #helperDoorbell}. Where there is no such
   * thread, as between ranks of one host, the work is never called.
   *
   * @param work returns whether the parked thread must be woken; must neither wait nor throw, and
   *     is called by one thread at a time
   */
  default void addHelperWork(BooleanSupplier work) {}

  /**
   * Removes work that {@link #addHelperWork} was given. When this returns, the work does not run.
   *
   * @param work the same object
   */
  default void removeHelperWork(BooleanSupplier work) {}

  /**
   * Returns the kernel's copies between the processes of this rank's host.
   *
   * @return a new object, for one thread at a time; empty where there are no such copies
   */
  default Optional<ProcessMemory> newProcessMemory() {
    return Optional.empty();
  }

  /**
   * Describes the operations under way, for reports on a stalled job. Called by any thread while
   * others work; must not wait.
   *
   * @return a line for each target, or an empty text where every operation completes as it is made
   */
  default String underWay() {
    return "";
  }

  /**
   * Releases everything. Other ranks' access to blocks of this rank stays valid where {@link
   * Capabilities#memoryOutlivesOwner} says so; elsewhere no rank may use them.
   */
  @Override
  void close();
}
