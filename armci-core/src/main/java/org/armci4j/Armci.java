package org.armci4j;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.ProcessMemory;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;
import org.armci4j.transport.WordWrites;
import org.armci4j.waiting.Waiter;

/**
 * One rank's runtime: the operations by which it reads, writes and updates the memory of all ranks
 * of its job, without their taking part.
 *
 * <pre>{@code
 * try (Armci armci = Armci.open()) {
 *   GlobalMemory memory = armci.allocate(1024);
 *   int right = (armci.rank() + 1) % armci.size();
 *   armci.putLong(memory, right, 0, 42);
 *   armci.barrier();
 *   long mine = armci.getLong(memory, armci.rank(), 0);
 * }
 * }</pre>
 *
 * <p><b>Arguments.</b> A place is (memory, rank, offset): the byte at {@code offset} of {@code
 * rank}'s block. Local buffers are {@link MemorySegment}s, native ones or heap arrays; sizes and
 * offsets are in bytes. As in ARMCI, the source comes before the target. The local buffer of a
 * contiguous put or get may overlap the range of the block, where that is the rank's own or one
 * that it has a view of: the bytes are moved as if through a buffer, over every transport. Any
 * other operation's local buffer overlaps nothing that the operation reads or writes in a block.
 *
 * <p><b>Ordering.</b> For one origin thread and one target rank:
 *
 * <ul>
 *   <li>blocking operations take effect at the target in the order of the calls: a rank that sees
 *       the second sees the first, if it reads the second with acquire ({@link #getLong}, {@link
 *       #waitUntil});
 *   <li>a get after a put to the same place sees the put;
 *   <li>a signal is seen only after all puts that the same thread made to the same rank before it;
 *   <li>a nonblocking operation is ordered only by waiting for its handle (local completion) and by
 *       {@link #fence} (remote completion).
 * </ul>
 *
 * <p>Operations to different ranks are not ordered, unless a fence stands between. Threads of one
 * rank are ordered by whatever orders them in Java.
 *
 * <p><b>Completion.</b> A put returns when its source may be reused. {@link #fence} returns when
 * all that this thread has sent to a rank is in its memory.
 *
 * <p><b>Progress.</b> No operation needs the target to call anything.
 *
 * <p><b>Threads.</b> Any thread may call. The collective calls ({@link #allocate}, {@link #free},
 * {@link #barrier}) are made by one thread of each rank at a time, in the same order on all ranks;
 * so are those that make and close groups, mutexes, events, calls and collectives. Threads that
 * need barriers and memory independently of each other use a {@link Group} each.
 *
 * <p><b>Errors.</b> Every argument is checked before anything is moved. A null argument is a {@link
 * NullPointerException} whose message is the parameter's name; any other wrong one is an {@link
 * ArmciException} that says what was wrong; so are memory, handles, groups and addresses of another
 * runtime, even one of the same job. A time limit that is negative has passed, as 0 has. These
 * rules hold for all classes that the runtime gives out and for its extensions; each method says by
 * {@code @throws} what else it checks. A collective call with a wrong argument throws before it
 * meets the other ranks; where they need that argument, as the size of a block, it throws on all of
 * them. After {@link #close} every operation throws the same ArmciException, "this runtime is
 * closed". When a rank of the job fails, every wait of every other rank ends with a {@link
 * RankFailedException} that names it. An interrupt ends the collective calls that allocate and make
 * groups, on all their ranks or on none; no other wait looks at it. The thread stays interrupted.
 *
 * <p>Source: Nieplocha, Carpenter, "ARMCI: A Portable Remote Memory Copy Library for Distributed
 * Array Libraries and Compiler Run-time Systems" (1999), for the operations and their ordering;
 * OpenSHMEM 1.5 for signals and wait-until.
 */
public final class Armci implements AutoCloseable {

  private final Job job;
  private final Transport transport;
  private final Waiter waiter;
  private final Tickets transfers;
  private final ImplicitHandle implicit;
  private final HelperSignals helperSignals;
  private final ListTransfers lists;
  private final Lending lending;
  private final LongAtomics longAtomics;
  private final IntAtomics intAtomics;
  private final DoubleAtomics doubleAtomics;
  private final FloatAtomics floatAtomics;

  private Armci(Job job) {
    this.job = job;
    this.transport = job.transport();
    this.waiter = job.waiter();
    this.transfers = job.transfers();
    this.implicit = new ImplicitHandle(transfers, waiter.board());
    this.lists = new ListTransfers(transfers);
    this.lending = new Lending(job);
    this.longAtomics = new LongAtomics(transfers);
    this.intAtomics = new IntAtomics(transfers);
    this.doubleAtomics = new DoubleAtomics(transfers);
    this.floatAtomics = new FloatAtomics(transfers);
    this.helperSignals = new HelperSignals(job);
  }

  /**
   * Joins the job that this thread's rank belongs to; a program that no launcher started is a job
   * of one rank. Collective: returns when every rank of the job has called it.
   *
   * @return the runtime of this rank
   * @throws ArmciException when the other ranks cannot be reached, with the reason
   */
  public static Armci open() {
    return open(ArmciSettings.builder().resolve());
  }

  /**
   * The same with settings from code.
   *
   * @param settings from {@link ArmciSettings#builder}
   * @return the runtime of this rank
   * @throws ArmciException when the other ranks cannot be reached, with the reason
   */
  public static Armci open(Settings settings) {
    return open(Membership.current(), Objects.requireNonNull(settings, "settings"));
  }

  /**
   * The same for a rank that says which one it is, rather than leaving that to its launcher.
   *
   * @param membership the rank and its job
   * @param settings from {@link ArmciSettings#builder}
   * @return the runtime of this rank
   * @throws ArmciException when the other ranks cannot be reached, with the reason
   */
  public static Armci open(Membership membership, Settings settings) {
    Objects.requireNonNull(membership, "membership");
    Objects.requireNonNull(settings, "settings");
    return new Armci(Job.open(membership, settings));
  }

  /**
   * This rank.
   *
   * @return from 0 to {@link #size} − 1
   */
  public int rank() {
    return job.rank();
  }

  /**
   * How many ranks the job has.
   *
   * @return at least 1
   */
  public int size() {
    return job.size();
  }

  /**
   * The group of all ranks, from which others are made.
   *
   * @return the same object at every call
   */
  public Group world() {
    return job.world();
  }

  /**
   * Which ranks share a host.
   *
   * @return the same object at every call
   */
  public HostDomains domains() {
    return job.domains();
  }

  /**
   * The name of the transport that was chosen at set-up.
   *
   * @return such as {@code shm}
   */
  public String transportName() {
    return transport.name();
  }

  /**
   * The effective settings.
   *
   * @return the frozen settings that this runtime was opened with
   */
  public Settings settings() {
    return job.settings();
  }

  /**
   * Allocates global memory. Collective; ends with a barrier.
   *
   * @param sizeBytes the size of this rank's block, zero allowed; ranks may differ
   * @return memory of which this rank's block is zeroed
   * @throws ArmciException on every rank, when any of them cannot give its block: it names the
   *     rank, how much is free and what to raise
   */
  public GlobalMemory allocate(long sizeBytes) {
    return world().allocate(sizeBytes);
  }

  /**
   * Frees global memory. Collective; begins with a barrier, so that no rank is still using it.
   * Afterwards every use of it, also through its segments, throws. Copies that other threads are
   * making to or from it are waited for, 2 s at most.
   *
   * @param memory what {@link #allocate} of this runtime returned
   * @throws ArmciException when it is anything else, or freed already: then this rank takes no part
   *     in the barrier; or when such a copy goes on for longer: what it uses stays mapped until the
   *     runtime closes
   */
  public void free(GlobalMemory memory) {
    world().free(memory);
  }

  /**
   * Allocates memory of this rank's own for transfers: others do not reach it. Networks move it in
   * place: it is registered from the beginning, many allocations together. Memory of a confined
   * arena is always copied, as its thread may close it while the device is at it.
   *
   * @param arena its closing frees the memory; stays open while transfers are under way, as {@link
   *     Handle} tells
   * @param sizeBytes how much
   * @return zeroed memory at a page boundary
   * @throws ArmciException when the size is negative, the arena is closed, or this runtime is
   */
  public MemorySegment allocateLocal(Arena arena, long sizeBytes) {
    job.requireOpen("allocateLocal");
    if (!Objects.requireNonNull(arena, "arena").scope().isAlive()) {
      throw new ArmciException("allocateLocal: the arena has been closed");
    }
    if (sizeBytes < 0) {
      throw new ArmciException(
          Text.format("allocateLocal: memory cannot have %d bytes", sizeBytes));
    }
    return job.transport().allocateLocal(arena, sizeBytes);
  }

  /**
   * Makes a block that others can attach to, with no other rank taking part.
   *
   * @param sizeBytes its size, zero allowed
   * @return the block, zeroed, and its address to be passed on
   * @throws ArmciException when there is too little memory
   */
  public SharedBlock share(long sizeBytes) {
    return job.share(sizeBytes);
  }

  /**
   * Reaches a block that some rank shares on its own.
   *
   * @param address of the block; the owner must not have closed it yet
   * @return global memory in which only the owner has a block, until {@link #detach}
   * @throws ArmciException when the block cannot be reached
   */
  public GlobalMemory attach(BlockAddress address) {
    return job.attach(Objects.requireNonNull(address, "address"));
  }

  /**
   * Ends this rank's access to a block that another shares. Not collective.
   *
   * @param memory what {@link #attach} returned
   * @throws ArmciException when it is anything else, or detached already
   */
  public void detach(GlobalMemory memory) {
    job.detach(Objects.requireNonNull(memory, "memory"));
  }

  /**
   * Writes a whole local segment into a rank's block. Returns when the source may be reused.
   *
   * @param source what to write
   * @param memory the global memory
   * @param rank the target
   * @param offset where in the target's block, in bytes
   * @throws ArmciException when the range is not inside the block, the source is shorter or cannot
   *     be read, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void put(MemorySegment source, GlobalMemory memory, int rank, long offset) {
    put(source, 0, memory, rank, offset, Checks.sizeBytes("source", source));
  }

  /**
   * Writes part of a local segment into a rank's block. Returns when the source may be reused.
   *
   * @param source where to read
   * @param sourceOffset first byte in the source
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param sizeBytes how many bytes
   * @throws ArmciException when the range is not inside the block, the source is shorter or cannot
   *     be read, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void put(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      long sizeBytes) {
    transfers.await(
        rank,
        CheckedTransfers.put(
            transfers, "put", source, sourceOffset, memory, rank, offset, sizeBytes));
  }

  /**
   * Starts to write a whole local segment into a rank's block. The source must stay as it is until
   * the handle says so.
   *
   * @param source what to write
   * @param memory the global memory
   * @param rank the target
   * @param offset where in the target's block, in bytes
   * @param handle learns of the local completion
   * @throws ArmciException when the range is not inside the block, the source is shorter or cannot
   *     be read, or the memory is freed
   */
  public void nbPut(
      MemorySegment source, GlobalMemory memory, int rank, long offset, Handle handle) {
    nbPut(source, 0, memory, rank, offset, Checks.sizeBytes("source", source), handle);
  }

  /**
   * Starts to write part of a local segment into a rank's block. The source must stay as it is
   * until the handle says so.
   *
   * @param source where to read
   * @param sourceOffset first byte in the source
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param sizeBytes how many bytes
   * @param handle learns of the local completion
   * @throws ArmciException when the range is not inside the block, the source is shorter or cannot
   *     be read, or the memory is freed
   */
  public void nbPut(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      long sizeBytes,
      Handle handle) {
    transfers.requireOwn("nbPut", handle);
    handle.add(
        rank,
        CheckedTransfers.put(
            transfers, "nbPut", source, sourceOffset, memory, rank, offset, sizeBytes));
  }

  /**
   * Fills a whole local segment from a rank's block. Returns when the data is there.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where in the target's block, in bytes
   * @param destination what to fill
   * @throws ArmciException when the range is not inside the block, the destination is shorter or
   *     cannot be written, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void get(GlobalMemory memory, int rank, long offset, MemorySegment destination) {
    get(memory, rank, offset, destination, 0, Checks.sizeBytes("destination", destination));
  }

  /**
   * Reads part of a rank's block into a local segment. Returns when the data is there.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param destination where to write
   * @param destinationOffset first byte in the destination
   * @param sizeBytes how many bytes
   * @throws ArmciException when the range is not inside the block, the destination is shorter or
   *     cannot be written, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void get(
      GlobalMemory memory,
      int rank,
      long offset,
      MemorySegment destination,
      long destinationOffset,
      long sizeBytes) {
    transfers.await(
        rank,
        CheckedTransfers.get(
            transfers, "get", memory, rank, offset, destination, destinationOffset, sizeBytes));
  }

  /**
   * Starts to fill a whole local segment from a rank's block. The data is there when the handle
   * says so.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where in the target's block, in bytes
   * @param destination what to fill
   * @param handle learns of the completion
   * @throws ArmciException when the range is not inside the block, the destination is shorter or
   *     cannot be written, or the memory is freed
   */
  public void nbGet(
      GlobalMemory memory, int rank, long offset, MemorySegment destination, Handle handle) {
    long sizeBytes = Checks.sizeBytes("destination", destination);
    nbGet(memory, rank, offset, destination, 0, sizeBytes, handle);
  }

  /**
   * Starts to read part of a rank's block into a local segment. The data is there when the handle
   * says so.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param destination where to write
   * @param destinationOffset first byte in the destination
   * @param sizeBytes how many bytes
   * @param handle learns of the completion
   * @throws ArmciException when the range is not inside the block, the destination is shorter or
   *     cannot be written, or the memory is freed
   */
  public void nbGet(
      GlobalMemory memory,
      int rank,
      long offset,
      MemorySegment destination,
      long destinationOffset,
      long sizeBytes,
      Handle handle) {
    transfers.requireOwn("nbGet", handle);
    handle.add(
        rank,
        CheckedTransfers.get(
            transfers, "nbGet", memory, rank, offset, destination, destinationOffset, sizeBytes),
        destination);
  }

  /**
   * Adds a whole local segment, scaled, to a rank's block; as the longer form.
   *
   * @param accumulation element type and scale
   * @param source what to add, a whole number of elements
   * @param memory the global memory
   * @param rank the target
   * @param offset where in the target's block, in bytes
   * @throws ArmciException when the range is not inside the block or no whole number of elements,
   *     the source is shorter or cannot be read, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void accumulate(
      Accumulation accumulation, MemorySegment source, GlobalMemory memory, int rank, long offset) {
    long sizeBytes = Checks.sizeBytes("source", source);
    accumulate(accumulation, source, 0, memory, rank, offset, sizeBytes);
  }

  /**
   * Adds a local segment, scaled, to a rank's block: {@code block += scale * source}, each element
   * as one step to every other accumulate of any shape by any rank. Returns when the source may be
   * reused.
   *
   * <p>Accumulates are not atomic to puts, to atomic operations, or to stores of the target itself.
   *
   * @param accumulation element type and scale
   * @param source where to read
   * @param sourceOffset first byte in the source
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param sizeBytes how many bytes, a whole number of elements
   * @throws ArmciException when the range is not inside the block or no whole number of elements,
   *     the source is shorter or cannot be read, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void accumulate(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      long sizeBytes) {
    transfers.await(
        rank,
        CheckedTransfers.accumulate(
            transfers,
            "accumulate",
            accumulation,
            source,
            sourceOffset,
            memory,
            rank,
            offset,
            sizeBytes));
  }

  /**
   * Starts to add a whole local segment, scaled, to a rank's block. The source must stay as it is
   * until the handle says so.
   *
   * @param accumulation element type and scale
   * @param source what to add, a whole number of elements
   * @param memory the global memory
   * @param rank the target
   * @param offset where in the target's block, in bytes
   * @param handle learns of the local completion
   * @throws ArmciException when the range is not inside the block or no whole number of elements,
   *     the source is shorter or cannot be read, or the memory is freed
   */
  public void nbAccumulate(
      Accumulation accumulation,
      MemorySegment source,
      GlobalMemory memory,
      int rank,
      long offset,
      Handle handle) {
    long sizeBytes = Checks.sizeBytes("source", source);
    nbAccumulate(accumulation, source, 0, memory, rank, offset, sizeBytes, handle);
  }

  /**
   * Starts to add a local segment, scaled, to a rank's block. The source must stay as it is until
   * the handle says so.
   *
   * @param accumulation element type and scale
   * @param source where to read
   * @param sourceOffset first byte in the source
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param sizeBytes how many bytes, a whole number of elements
   * @param handle learns of the local completion
   * @throws ArmciException when the range is not inside the block or no whole number of elements,
   *     the source is shorter or cannot be read, or the memory is freed
   */
  public void nbAccumulate(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      long sizeBytes,
      Handle handle) {
    transfers.requireOwn("nbAccumulate", handle);
    handle.add(
        rank,
        CheckedTransfers.accumulate(
            transfers,
            "nbAccumulate",
            accumulation,
            source,
            sourceOffset,
            memory,
            rank,
            offset,
            sizeBytes));
  }

  /**
   * The handle of operations that nobody waits for one by one: {@link #awaitAll} waits for all that
   * were given it, {@link #await} for those of one target.
   *
   * @return the same object at every call; any thread may use it
   */
  public Handle implicit() {
    return implicit;
  }

  /**
   * Makes a handle for nonblocking operations of this runtime.
   *
   * @return an empty handle, to be used as often as wanted
   * @throws ArmciException when this runtime is closed
   */
  public Handle newHandle() {
    job.requireOpen("newHandle");
    return new ExplicitHandle(transfers);
  }

  /**
   * Waits until all operations to or from a rank that were given the {@linkplain #implicit implicit
   * handle} are locally complete.
   *
   * @param rank the target
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   * @throws ArmciException when there is no such rank, or this runtime is closed
   */
  public void await(int rank) {
    requireRank("await", rank);
    implicit.await(rank);
  }

  /**
   * Whether all operations to or from a rank that were given the {@linkplain #implicit implicit
   * handle} are locally complete. Never waits.
   *
   * @param rank the target
   * @return true when they are
   * @throws ArmciException when there is no such rank, or this runtime is closed
   */
  public boolean test(int rank) {
    requireRank("test", rank);
    return implicit.isComplete(rank);
  }

  /**
   * Waits until all operations that were given the {@linkplain #implicit implicit handle} are
   * locally complete.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   * @throws ArmciException when this runtime is closed
   */
  public void awaitAll() {
    job.requireOpen("awaitAll");
    implicit.await();
  }

  /**
   * Transfers of lists of segments, for extensions of the runtime.
   *
   * @return the same object at every call
   */
  public ListTransfers lists() {
    return lists;
  }

  /**
   * Memory of this rank's own that others use in place for a while, for extensions of the runtime.
   *
   * @return the same object at every call
   */
  public Lending lending() {
    return lending;
  }

  /**
   * The kernel's copies between the processes of this host. For extensions of the runtime, such as
   * the collectives; programs put and get.
   *
   * @return a new object, for one thread at a time; empty where there are no such copies
   */
  public Optional<ProcessMemory> newProcessMemory() {
    return transport.newProcessMemory();
  }

  /**
   * Writes a {@code byte}.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param value what to write
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public void putByte(GlobalMemory memory, int rank, long offset, byte value) {
    RemoteBlock block = Checks.range(transfers, "putByte", memory, rank, offset, Byte.BYTES);
    block.putByte(offset, value);
  }

  /**
   * Writes a {@code short}. At an offset that is a multiple of 2 no reader on the same host sees a
   * part of it.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param value what to write
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public void putShort(GlobalMemory memory, int rank, long offset, short value) {
    RemoteBlock block = Checks.range(transfers, "putShort", memory, rank, offset, Short.BYTES);
    block.putShort(offset, value);
  }

  /**
   * Writes an {@code int}. At an offset that is a multiple of 4 no reader sees a part of it.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param value what to write
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public void putInt(GlobalMemory memory, int rank, long offset, int value) {
    RemoteBlock block = Checks.range(transfers, "putInt", memory, rank, offset, Integer.BYTES);
    block.putInt(offset, value);
  }

  /**
   * Writes a {@code long}. At an offset that is a multiple of 8 no reader sees a part of it.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param value what to write
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public void putLong(GlobalMemory memory, int rank, long offset, long value) {
    RemoteBlock block = Checks.range(transfers, "putLong", memory, rank, offset, Long.BYTES);
    block.putLong(offset, value);
  }

  /**
   * Writes a {@code float}; as {@link #putInt}.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param value what to write
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public void putFloat(GlobalMemory memory, int rank, long offset, float value) {
    RemoteBlock block = Checks.range(transfers, "putFloat", memory, rank, offset, Float.BYTES);
    block.putInt(offset, Float.floatToRawIntBits(value));
  }

  /**
   * Writes a {@code double}; as {@link #putLong}.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param value what to write
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public void putDouble(GlobalMemory memory, int rank, long offset, double value) {
    RemoteBlock block = Checks.range(transfers, "putDouble", memory, rank, offset, Double.BYTES);
    block.putLong(offset, Double.doubleToRawLongBits(value));
  }

  /**
   * Reads a {@code byte}, with acquire.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @return what is there
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public byte getByte(GlobalMemory memory, int rank, long offset) {
    RemoteBlock block = Checks.range(transfers, "getByte", memory, rank, offset, Byte.BYTES);
    return block.getByte(offset);
  }

  /**
   * Reads a {@code short}, with acquire at an offset that is a multiple of 2.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @return what is there
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public short getShort(GlobalMemory memory, int rank, long offset) {
    RemoteBlock block = Checks.range(transfers, "getShort", memory, rank, offset, Short.BYTES);
    return block.getShort(offset);
  }

  /**
   * Reads an {@code int}, with acquire at an offset that is a multiple of 4.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @return what is there
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public int getInt(GlobalMemory memory, int rank, long offset) {
    RemoteBlock block = Checks.range(transfers, "getInt", memory, rank, offset, Integer.BYTES);
    return block.getInt(offset);
  }

  /**
   * Reads a {@code long}, with acquire at an offset that is a multiple of 8: a rank that sees a
   * value that a typed put or a signal wrote sees what its writer wrote to this rank before.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @return what is there
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public long getLong(GlobalMemory memory, int rank, long offset) {
    RemoteBlock block = Checks.range(transfers, "getLong", memory, rank, offset, Long.BYTES);
    return block.getLong(offset);
  }

  /**
   * Reads a {@code float}; as {@link #getInt}.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @return what is there
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public float getFloat(GlobalMemory memory, int rank, long offset) {
    RemoteBlock block = Checks.range(transfers, "getFloat", memory, rank, offset, Float.BYTES);
    return Float.intBitsToFloat(block.getInt(offset));
  }

  /**
   * Reads a {@code double}; as {@link #getLong}.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @return what is there
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public double getDouble(GlobalMemory memory, int rank, long offset) {
    RemoteBlock block = Checks.range(transfers, "getDouble", memory, rank, offset, Double.BYTES);
    return Double.longBitsToDouble(block.getLong(offset));
  }

  /**
   * Writes a whole local segment and then a signal word of the same block: a rank that sees the
   * word sees the data. Returns when the source may be reused.
   *
   * @param source what to write
   * @param memory the global memory
   * @param rank the target
   * @param offset where the data go in the target's block, in bytes
   * @param signalOffset where the word is in the same block, a multiple of 8
   * @param signalValue the word's new value
   * @throws ArmciException when the data are not inside the block, the word is not an aligned one
   *     inside its block, the source is shorter or cannot be read, or a memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void putSignal(
      MemorySegment source,
      GlobalMemory memory,
      int rank,
      long offset,
      long signalOffset,
      long signalValue) {
    long sizeBytes = Checks.sizeBytes("source", source);
    transfers.requireOwn("putSignal", "memory", memory);
    putSignal(source, 0, memory, rank, offset, sizeBytes, memory, signalOffset, signalValue);
  }

  /**
   * Writes data and then a signal word of the same rank: a rank that sees the word sees the data.
   * The two may lie in different global memories.
   *
   * @param source where to read
   * @param sourceOffset first byte in the source
   * @param memory the global memory of the data
   * @param rank the target
   * @param offset first byte of the data in the target's block
   * @param sizeBytes how many bytes
   * @param signalMemory the global memory of the word
   * @param signalOffset where the word is in the target's block, a multiple of 8
   * @param signalValue the word's new value
   * @throws ArmciException when the data are not inside the block, the word is not an aligned one
   *     inside its block, the source is shorter or cannot be read, or a memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void putSignal(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      long sizeBytes,
      GlobalMemory signalMemory,
      long signalOffset,
      long signalValue) {
    transfers.await(
        rank,
        CheckedTransfers.putSignal(
            transfers,
            "putSignal",
            source,
            sourceOffset,
            memory,
            rank,
            offset,
            sizeBytes,
            signalMemory,
            WordWrites.NONE,
            signalOffset,
            signalValue));
  }

  /**
   * Starts to write data and then a signal word of the same rank; as {@link #putSignal}, but the
   * source must stay as it is until the handle tells of completion.
   *
   * @param source where to read
   * @param sourceOffset first byte in the source
   * @param memory the global memory of the data
   * @param rank the target
   * @param offset first byte of the data in the target's block
   * @param sizeBytes how many bytes
   * @param signalMemory the global memory of the word
   * @param signalOffset where the word is in the target's block, a multiple of 8
   * @param signalValue the word's new value
   * @param handle learns of the local completion
   * @throws ArmciException when the data are not inside the block, the word is not an aligned one
   *     inside its block, the source is shorter or cannot be read, or a memory is freed
   */
  public void nbPutSignal(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      long sizeBytes,
      GlobalMemory signalMemory,
      long signalOffset,
      long signalValue,
      Handle handle) {
    transfers.requireOwn("nbPutSignal", handle);
    handle.add(
        rank,
        CheckedTransfers.putSignal(
            transfers,
            "nbPutSignal",
            source,
            sourceOffset,
            memory,
            rank,
            offset,
            sizeBytes,
            signalMemory,
            WordWrites.NONE,
            signalOffset,
            signalValue));
  }

  /**
   * Writes a signal word: a rank that sees it sees all that this thread put to the same rank
   * before. Wakes the rank if it waits.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block, a multiple of 8
   * @param value the word's new value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public void signal(GlobalMemory memory, int rank, long offset, long value) {
    Checks.word(transfers, "signal", memory, rank, offset).signal(offset, value);
  }

  /**
   * Waits until a word of this rank's own block stands in a relation to a value, however it came to
   * change.
   *
   * @param memory the global memory
   * @param offset where the word is in this rank's block, a multiple of 8
   * @param comparison the relation
   * @param value what the word is compared with
   * @return the word as it was seen
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   * @throws ArmciException when no aligned word of this rank's block begins at the offset, or the
   *     memory is freed
   */
  public long waitUntil(GlobalMemory memory, long offset, Comparison comparison, long value) {
    return waitUntil(memory, offset, comparison, value, waiter.defaultTimeoutNanos());
  }

  /**
   * The same with a limit.
   *
   * @param memory the global memory
   * @param offset where the word is in this rank's block, a multiple of 8
   * @param comparison the relation
   * @param value what the word is compared with
   * @param timeoutNanos how long to wait, in nanoseconds
   * @return the word as it was seen
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException when the time is over
   * @throws ArmciException when no aligned word of this rank's block begins at the offset, or the
   *     memory is freed
   */
  public long waitUntil(
      GlobalMemory memory, long offset, Comparison comparison, long value, long timeoutNanos) {
    RemoteBlock block = Checks.word(transfers, "waitUntil", memory, rank(), offset);
    Objects.requireNonNull(comparison, "comparison");
    return waiter.awaitWord(block.view(), offset, comparison, value, timeoutNanos, memory);
  }

  /**
   * Adds to a word of a rank's block; as {@link LongAtomics#fetchAndAdd}.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block, a multiple of 8
   * @param delta what to add; overflow wraps
   * @return the value before
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public long fetchAndAdd(GlobalMemory memory, int rank, long offset, long delta) {
    return longAtomics.fetchAndAdd(memory, rank, offset, delta);
  }

  /**
   * More signals: words that are added to, waits on several words, notifications.
   *
   * @return the same object at every call
   */
  public Signals signals() {
    return job.signals();
  }

  /**
   * Signals to helper threads, for extensions of the runtime.
   *
   * @return the same object at every call
   */
  public HelperSignals helperSignals() {
    return helperSignals;
  }

  /**
   * Makes a set of mutexes. Collective.
   *
   * @param count how many this rank hosts, zero allowed; ranks may differ
   * @return the set, all unlocked
   * @throws ArmciException on every rank, when any of them gives a negative count or has too little
   *     memory
   */
  public Mutexes createMutexes(int count) {
    return new Mutexes(this, waiter, count);
  }

  /**
   * Atomic operations on words of {@code long}.
   *
   * @return the same object at every call
   */
  public LongAtomics longAtomics() {
    return longAtomics;
  }

  /**
   * Atomic operations on words of {@code int}.
   *
   * @return the same object at every call
   */
  public IntAtomics intAtomics() {
    return intAtomics;
  }

  /**
   * Atomic operations on words of {@code double}.
   *
   * @return the same object at every call
   */
  public DoubleAtomics doubleAtomics() {
    return doubleAtomics;
  }

  /**
   * Atomic operations on words of {@code float}.
   *
   * @return the same object at every call
   */
  public FloatAtomics floatAtomics() {
    return floatAtomics;
  }

  /**
   * Makes an aggregate, which gathers many small puts and gets of one target and moves them as one.
   *
   * @param memory the global memory
   * @param rank the target
   * @return an empty aggregate, to be used as often as wanted
   * @throws ArmciException when the rank gave no block to the memory, or the memory is freed
   */
  public Aggregate newAggregate(GlobalMemory memory, int rank) {
    Checks.block(transfers, "newAggregate", memory, rank);
    return new Aggregate(lists(), memory, rank);
  }

  /**
   * Returns when all that this thread has sent to a rank is in its memory, before anything that
   * this thread reads or writes later.
   *
   * @param rank the target
   * @throws ArmciException when there is no such rank, or this runtime is closed
   */
  public void fence(int rank) {
    requireRank("fence", rank);
    job.doOwnWork();
    transport.flush(rank);
  }

  private void requireRank(String operation, int rank) {
    job.requireOpen(operation);
    if (rank < 0 || rank >= size()) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: there is no rank %d, ranks are 0 to %d",
              operation, rank(), rank, size() - 1));
    }
  }

  /**
   * Returns when all that this thread has sent to any rank is in its memory.
   *
   * @throws ArmciException when this runtime is closed
   */
  public void fenceAll() {
    job.requireOpen("fenceAll");
    job.doOwnWork();
    transport.flushAll();
  }

  /**
   * Returns when every rank has called it; begins with a fence of all ranks, so that all puts made
   * before it are in place after it. Collective.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   * @throws ArmciException when this runtime is closed
   */
  public void barrier() {
    world().barrier();
  }

  /**
   * Ends the job: every wait of every other rank ends with a {@link RankFailedException} that gives
   * this reason. Behind the runtime's own close it does nothing, as an error may be reported late.
   *
   * @param reason what the others should be told
   * @throws NullPointerException when there is no reason
   */
  public void abort(String reason) {
    Objects.requireNonNull(reason, "reason");
    if (!job.isClosed()) {
      job.abort(reason);
    }
  }

  /**
   * Whether {@link #close} has been called.
   *
   * @return true from then on
   */
  public boolean isClosed() {
    return job.isClosed();
  }

  /**
   * Refuses an operation of a closed runtime, for extensions of it.
   *
   * @param operation what its caller calls it
   * @throws NullPointerException when the operation has no name
   * @throws ArmciException when this runtime is closed
   */
  public void requireOpen(String operation) {
    job.requireOpen(Objects.requireNonNull(operation, "operation"));
  }

  Job job() {
    return job;
  }

  /**
   * The one object of a kind that a library keeps for this runtime. The first call makes it.
   *
   * @param kind its class
   * @param make how it is made; calls nothing of this runtime's that is collective
   * @param <T> its class
   * @return the same at every call
   * @throws ArmciException when this runtime is closed
   */
  public <T extends Companion> T companion(Class<T> kind, Function<Armci, T> make) {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(make, "make");
    return job.companion(kind, () -> make.apply(this));
  }

  /**
   * Leaves the job: frees what is still allocated and says good-bye. Every rank calls it, but none
   * waits for the others: memory that they still reach stays. Copies that other threads are making
   * are waited for, 2 s at most. A second call does nothing.
   *
   * @throws ArmciException when such copies go on for longer, after all else is freed: what they
   *     use stays mapped
   * @throws RankFailedException when another rank has failed, after all is freed: a program that
   *     has not noticed must not end as if all were well
   */
  @Override
  public void close() {
    job.close();
  }
}
