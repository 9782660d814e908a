package org.armci4j.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.armci4j.waiting.Doorbell;
import org.armci4j.waiting.WaitPolicy;

/**
 * The seam between the runtime and what moves its data. One instance serves one rank.
 *
 * <p>Memory comes from {@link #allocate}; the owner's descriptor travels out of band and becomes,
 * by {@link #attach}, a {@link RemoteBlock} whose methods move data. Everything collective (which
 * ranks exchange descriptors, and when) is above the seam; nothing below it waits for the target's
 * own calls.
 */
public interface Transport extends AutoCloseable {
  /**
   * The transport's name, as in the setting {@code transport}.
   *
   * @return a short lower-case word
   */
  String name();

  /**
   * What it can do.
   *
   * @return the same record at every call
   */
  Capabilities capabilities();

  /**
   * Makes memory that ranks can attach to. It is zeroed, and once its space {@linkplain
   * Offer#reserve is reserved} touching it cannot fail.
   *
   * @param sizeBytes how much, zero allowed
   * @return the offer to attach
   * @throws org.armci4j.ArmciException when there is too little memory: says how much is free and
   *     what to raise
   */
  Offer allocate(long sizeBytes);

  /**
   * The same for a block whose offer ends while ranks may still come to attach: after that none
   * can, by {@link #attachShared}.
   *
   * @param sizeBytes how much, zero allowed
   * @return the offer to attach
   * @throws org.armci4j.ArmciException as {@link #allocate}
   */
  default Offer allocateShared(long sizeBytes) {
    return allocate(sizeBytes);
  }

  /** Where memory of the rank's own begins. */
  long PAGE_BYTES = 4096;

  /**
   * Allocates memory of this rank's own, which transfers use in place if they can.
   *
   * @param arena open; its closing frees the memory
   * @param sizeBytes how much, zero allowed
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
   * @param descriptor what the owner's {@link Offer#descriptor} gave
   * @return access to the block
   */
  RemoteBlock attach(int rank, long sizeBytes, byte[] descriptor);

  /**
   * Reaches a block whose owner may have taken its offer back, as no collective call ties the two.
   *
   * @param rank the owner
   * @param sizeBytes the size that the owner told
   * @param descriptor what the owner's {@link Offer#descriptor} gave
   * @return access to the block
   * @throws org.armci4j.ArmciException when the offer is closed
   */
  default RemoteBlock attachShared(int rank, long sizeBytes, byte[] descriptor) {
    return attach(rank, sizeBytes, descriptor);
  }

  /**
   * Lends native memory of the caller's to other ranks, so that they write and read it in place.
   *
   * @param segment the caller's; open, and to stay so until the loan is closed or revoked
   * @param offset first byte in the segment
   * @param sizeBytes how many
   * @return the loan, which may hold more of the segment; null where this memory cannot be lent:
   *     the heap, memory of one thread alone ({@link InPlace}) or of the global scope, what nobody
   *     may write, what is too short to be worth it, or too much
   */
  default Loan lend(MemorySegment segment, long offset, long sizeBytes) {
    return null;
  }

  /**
   * Reaches memory that another rank lends, where {@link Capabilities#lending} says that it can.
   * Only puts, with a signal or without, and gets go there.
   *
   * @param rank the owner, of whose blocks this rank has no {@link RemoteBlock#view}
   * @param sizeBytes what its {@link Loan#sizeBytes} gave
   * @param descriptor what its {@link Loan#descriptor} gave
   * @return access to the memory, to be used while the owner waits for that
   */
  default RemoteBlock borrow(int rank, long sizeBytes, byte[] descriptor) {
    throw new UnsupportedOperationException(name() + " lends no memory");
  }

  /**
   * Whether the operation behind a ticket is locally complete.
   *
   * @param rank the target
   * @param ticket what the operation returned
   * @return true when the local buffer may be reused
   */
  boolean isComplete(int rank, long ticket);

  /**
   * A wait for a ticket has ended with an exception, so the memory of the operation may end at any
   * moment. When this returns, nothing uses it any more, if need be because the way to that rank
   * has been given up.
   *
   * @param rank the target
   * @param ticket what the operation returned
   */
  default void abandon(int rank, long ticket) {}

  /**
   * Returns when everything that this thread sent to a rank is in that rank's memory, and orders it
   * before all that this thread reads or writes afterwards.
   *
   * @param rank the target
   */
  void flush(int rank);

  /** The same for all ranks. */
  void flushAll();

  /**
   * Does pending work, such as handling completions. Waits call it between looks at their word.
   *
   * @return true when something was done
   */
  boolean progress();

  /**
   * Does that, and what others want of this rank where its own threads may do so: for waits for
   * what others write.
   *
   * @return true when something was done
   */
  default boolean serve() {
    return progress();
  }

  /**
   * How waits of this rank go.
   *
   * @param policy as the settings and the cores of its host say
   * @return the same, or what suits the way in which others' writes come in here
   */
  default WaitPolicy waitPolicy(WaitPolicy policy) {
    return policy;
  }

  /**
   * Where waits of this rank park, and what others ring to wake them.
   *
   * @return this rank's bell
   */
  Doorbell doorbell();

  /**
   * Where waits for this rank's own transfers sleep.
   *
   * @return a bell that rings for all that {@link #progress} would find; empty where nothing rings
   */
  default Optional<Doorbell> transferDoorbell() {
    return Optional.empty();
  }

  /**
   * Where this rank's helper thread parks. It has a bell of its own, as it is nearly always parked:
   * signals to the rank's waits shall not pay for waking it.
   *
   * @return the helper's bell
   */
  Doorbell helperDoorbell();

  /**
   * Gives work to the thread that takes in what other ranks send over a network, for each time that
   * one of them has {@linkplain BlockSignals#signalHelper signalled} this rank's helper: it spares
   * the time that waking the thread takes which parks at the {@link #helperDoorbell}. Where there
   * is no such thread, as between ranks of one host, the work is never called.
   *
   * @param work returns whether the thread that parks there is wanted; must neither wait nor throw,
   *     and is called by one thread at a time
   */
  default void addHelperWork(BooleanSupplier work) {}

  /**
   * Takes back what {@link #addHelperWork} was given. When this returns it does not run any more.
   *
   * @param work as it was given
   */
  default void removeHelperWork(BooleanSupplier work) {}

  /**
   * The kernel's copies between the processes of this rank's host.
   *
   * @return a new object, for one thread at a time; empty where there are no such copies
   */
  default Optional<ProcessMemory> newProcessMemory() {
    return Optional.empty();
  }

  /**
   * The operations under way, for reports on a job that does not go on. Called by any thread while
   * others work; must not wait.
   *
   * @return a line for each target, or an empty text where every operation completes as it is made
   */
  default String underWay() {
    return "";
  }

  /**
   * Releases everything. Other ranks' access to blocks of this rank stays valid where {@link
   * Capabilities#memoryOutlivesOwner} says so; where not, nobody uses them any more.
   */
  @Override
  void close();
}
