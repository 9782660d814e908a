package org.armci4j;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.RankLoss;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.error.RankFailedException;
import org.armci4j.profile.Counters;
import org.armci4j.profile.recording.RankRecorder;
import org.armci4j.transport.ProcessMemory;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;
import org.armci4j.transport.WordWrites;
import org.armci4j.waiting.Waiter;

/**
 * One rank's runtime: reads, writes and updates the memory of all ranks of the job without their
 * taking part.
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
 * <p><b>Arguments.</b> A remote address is (memory, rank, offset): the byte at {@code offset} of
 * {@code rank}'s block. Local buffers are {@link MemorySegment}s, native ones or heap arrays; sizes
 * and offsets are in bytes. As in ARMCI, the source comes before the target. The local buffer of a
 * contiguous put or get may overlap the range of the block, if the block is the rank's own or the
 * rank has a view of it. Every transport then moves the bytes as if through a buffer. In all other
 * operations, the local buffer must not overlap the bytes that the operation accesses in a block.
 *
 * <p><b>Ordering.</b> For one origin thread and one target rank:
 *
 * <ul>
 *   <li>blocking operations take effect at the target in the order of the calls: a rank that sees
 *       the second also sees the first, if it reads the second with acquire ({@link #getLong},
 *       {@link #waitUntil});
 *   <li>a get after a put to the same bytes sees the put;
 *   <li>a signal is seen only after all puts that the same thread made to the same rank before it;
 *   <li>a nonblocking operation is ordered only by waiting for its handle (local completion) and by
 *       {@link #fence} (remote completion).
 * </ul>
 *
 * <p>Operations to different ranks are ordered only by a fence between them. Threads of one rank
 * are ordered by Java's own synchronization.
 *
 * <p><b>Completion.</b> A put returns when its source may be reused. {@link #fence} returns when
 * all data that this thread has sent to a rank is in that rank's memory.
 *
 * <p><b>Progress.</b> No operation needs a call by the target.
 *
 * <p><b>Threads.</b> Any thread may call. The collective calls ({@link #allocate}, {@link #free},
 * {@link #barrier}) are made by one thread of each rank at a time, in the same order on all ranks.
 * The same holds for calls that make and close groups, mutexes, events, procedure calls and
 * collectives. Threads that need independent barriers and allocations use a {@link Group} each. A
 * wait in a virtual thread parks that thread and leaves its carrier to others, so any number of
 * virtual threads may wait. Such a thread keeps the same order as any other.
 *
 * <p><b>Errors.</b> Every argument is checked before any data moves. A null argument throws a
 * {@link NullPointerException} whose message is the parameter's name. Any other wrong argument
 * throws an {@link ArmciException} that names the fault; memory, handles, groups and addresses of
 * another runtime are wrong, even of the same job. A negative time limit has passed, like 0. These
 * rules hold for all classes that the runtime returns and for its extensions; each method lists its
 * further checks by {@code @throws}.
 *
 * <p>A collective call with a wrong argument throws before it meets the other ranks. If the other
 * ranks need that argument, such as the size of a block, it throws on all ranks. After {@link
 * #close} every operation throws the same ArmciException, "this runtime is closed". When a rank of
 * the job fails, every wait of every other rank ends with a {@link RankFailedException} that names
 * the failed rank. An interrupt ends collective calls that allocate or make groups, on all their
 * ranks or on none; no other wait reacts to it. The thread stays interrupted.
 *
 * <p>Source: Nieplocha, Carpenter, "ARMCI: A Portable Remote Memory Copy Library for Distributed
 * Array Libraries and Compiler Run-time Systems" (1999), for the operations and their ordering;
 * OpenSHMEM 1.5 for signals and wait-until.
 */
public final class Armci implements AutoCloseable {

  private final RankRuntime runtime;
  private final Transport transport;
  private final Waiter waiter;
  private final Tickets tickets;
  private final ImplicitHandle implicit;
  private final HelperSignals helperSignals;
  private final ListTransfers lists;
  private final Lending lending;
  private final LongAtomics longAtomics;
  private final IntAtomics intAtomics;
  private final DoubleAtomics doubleAtomics;
  private final FloatAtomics floatAtomics;

  private Armci(RankRuntime runtime) {
    this.runtime = runtime;
    this.transport = runtime.transport();
    this.waiter = runtime.waiter();
    this.tickets = runtime.tickets();
    this.implicit = new ImplicitHandle(tickets, waiter.board());
    this.lists = new ListTransfers(tickets);
    this.lending = new Lending(runtime);
    this.longAtomics = new LongAtomics(tickets);
    this.intAtomics = new IntAtomics(tickets);
    this.doubleAtomics = new DoubleAtomics(tickets);
    this.floatAtomics = new FloatAtomics(tickets);
    this.helperSignals = new HelperSignals(runtime);
  }

  /**
   * Joins the job of this thread's rank. Without a launcher, the program is a job of one rank.
   * Collective: returns when every rank of the job has called it.
   *
   * <p>After {@link RankFailedException} in a job that starts failed ranks again ({@code armci run
   * --spares}), a rank closes its runtime and opens anew: see {@link #epoch}.
   *
   * @return the runtime of this rank
   * @throws RankFailedException when another rank fails before all have met
   * @throws ArmciException when the other ranks cannot be reached or the job is over, with the
   *     reason
   */
  public static Armci open() {
    return open(ArmciSettings.builder().resolve());
  }

  /**
   * Joins the job, with settings from code; otherwise as {@link #open()}.
   *
   * @param settings from {@link ArmciSettings#builder}
   * @return the runtime of this rank
   * @throws ArmciException when the other ranks cannot be reached, with the reason
   */
  public static Armci open(Settings settings) {
    return open(Membership.current(), Objects.requireNonNull(settings, "settings"));
  }

  /**
   * Joins the job as a given rank, instead of the rank that the launcher assigns; otherwise as
   * {@link #open()}.
   *
   * @param membership the rank and its job
   * @param settings from {@link ArmciSettings#builder}
   * @return the runtime of this rank
   * @throws ArmciException when the other ranks cannot be reached, with the reason
   */
  public static Armci open(Membership membership, Settings settings) {
    Objects.requireNonNull(membership, "membership");
    Objects.requireNonNull(settings, "settings");
    return new Armci(RankRuntime.open(membership, settings));
  }

  /**
   * Returns this rank's number.
   *
   * @return from 0 to {@link #size} − 1
   */
  public int rank() {
    return runtime.rank();
  }

  /**
   * Returns the number of ranks of the job.
   *
   * @return at least 1
   */
  public int size() {
    return runtime.size();
  }

  /**
   * Returns the epoch of the job that this runtime belongs to. The first epoch is 0. Where the
   * launcher starts failed ranks again ({@code armci run --spares}), a failure ends the epoch, and
   * all ranks meet in the next one when they open again. Ranks that fail together end one epoch.
   *
   * @return the same number at all ranks; always 0 in a job without replacements
   */
  public int epoch() {
    return runtime.epoch();
  }

  /**
   * Returns whether this process has taken the place of a failed one of the same rank ({@code armci
   * run --spares}). Such a process begins with the program's {@code main} and knows nothing of what
   * its predecessor did. The answer stays true in later epochs of the process.
   *
   * @return false for the first process of a rank
   */
  public boolean restarted() {
    return runtime.restarted();
  }

  /**
   * Returns the group of all ranks, from which other groups are made.
   *
   * @return the same object at every call
   */
  public Group world() {
    return runtime.world();
  }

  /**
   * Returns the grouping of ranks by host.
   *
   * @return the same object at every call
   */
  public HostDomains domains() {
    return runtime.domains();
  }

  /**
   * Returns the name of the transport that was chosen at set-up.
   *
   * @return a name such as {@code shm}
   */
  public String transportName() {
    return transport.name();
  }

  /**
   * Returns the effective settings.
   *
   * @return the frozen settings that this runtime was opened with
   */
  public Settings settings() {
    return runtime.settings();
  }

  /**
   * Returns what this rank has done so far, by kind of operation and by peer.
   *
   * @return the numbers of this moment; of the calling thread's operations all are counted
   * @throws ArmciException when this job records nothing: says which setting to set
   */
  public Counters counters() {
    if (runtime.recorder() == null) {
      throw new ArmciException(
          Text.format(
              "counters by rank %d: this job records nothing; set %s to true, as by %s=true",
              rank(), ArmciSettings.PROFILE.name(), ArmciSettings.PROFILE.environmentName()));
    }
    return runtime.recorder().counters();
  }

  /**
   * Returns what all ranks have done so far. Collective; each rank gives its numbers of the moment
   * at which it calls. {@link Counters#matrix} prints them.
   *
   * @return the counters by rank
   * @throws ArmciException when this job records nothing, or this runtime is closed
   */
  public List<Counters> gatherCounters() {
    runtime.requireOpen("gatherCounters");
    ByteBuffer mine = ByteBuffer.allocate(Long.BYTES * Counters.length(size()));
    mine.asLongBuffer().put(counters().numbers());
    int[] everyone = IntStream.range(0, size()).toArray();
    List<byte[]> all = runtime.exchange("counters", everyone, mine.array());
    return IntStream.range(0, size()).mapToObj(rank -> decode(rank, all.get(rank))).toList();
  }

  private Counters decode(int rank, byte[] bytes) {
    long[] numbers = new long[Counters.length(size())];
    ByteBuffer.wrap(bytes).asLongBuffer().get(numbers);
    return new Counters(rank, size(), numbers);
  }

  /**
   * Returns the recorder of this rank, for extensions of the runtime.
   *
   * @return empty where nothing is recorded
   */
  public Optional<RankRecorder> recorder() {
    return Optional.ofNullable(runtime.recorder());
  }

  /**
   * Allocates global memory. Collective; ends with a barrier.
   *
   * @param sizeBytes the size of this rank's block, zero allowed; ranks may differ
   * @return the memory; this rank's block is zeroed
   * @throws ArmciException on every rank, when any of them cannot give its block: names the rank,
   *     the free space and the limit to raise
   */
  public GlobalMemory allocate(long sizeBytes) {
    return world().allocate(sizeBytes);
  }

  /**
   * Frees global memory. Collective; begins with a barrier, so that no rank still uses the memory.
   * Afterwards every use of the memory throws, also through its segments. Waits up to 2 s for
   * copies that other threads are making to or from it.
   *
   * @param memory memory that {@link #allocate} of this runtime returned
   * @throws ArmciException for any other memory, or when it is freed already: this rank then takes
   *     no part in the barrier. Also when such a copy lasts longer: the blocks that it uses stay
   *     mapped until the runtime closes
   */
  public void free(GlobalMemory memory) {
    world().free(memory);
  }

  /**
   * Allocates local memory for transfers, which other ranks cannot reach. Networks transfer it in
   * place: it is registered from the start, many allocations in one registration. Memory of a
   * confined arena is always copied, as its thread may close the arena while the device accesses
   * it.
   *
   * @param arena the arena whose closing frees the memory; must stay open while transfers are under
   *     way, see {@link Handle}
   * @param sizeBytes number of bytes
   * @return zeroed memory at a page boundary
   * @throws ArmciException when the size is negative, or the arena or this runtime is closed
   */
  public MemorySegment allocateLocal(Arena arena, long sizeBytes) {
    runtime.requireOpen("allocateLocal");
    if (!Objects.requireNonNull(arena, "arena").scope().isAlive()) {
      throw new ArmciException("allocateLocal: the arena has been closed");
    }
    if (sizeBytes < 0) {
      throw new ArmciException(
          Text.format("allocateLocal: memory cannot have %d bytes", sizeBytes));
    }
    return runtime.transport().allocateLocal(arena, sizeBytes);
  }

  /**
   * Makes a block that other ranks can attach to. Not collective.
   *
   * @param sizeBytes its size, zero allowed
   * @return the zeroed block, with the address to pass on
   * @throws ArmciException when there is too little memory
   */
  public SharedBlock share(long sizeBytes) {
    return runtime.sharing().share(sizeBytes);
  }

  /**
   * Attaches to a block that another rank {@linkplain #share shares}. Not collective.
   *
   * @param address address of the block, which its owner must not have closed yet
   * @return global memory in which only the owner has a block, until {@link #detach}
   * @throws ArmciException when the block cannot be reached
   */
  public GlobalMemory attach(BlockAddress address) {
    return runtime.sharing().attach(Objects.requireNonNull(address, "address"));
  }

  /**
   * Ends this rank's access to a block that another shares. Not collective.
   *
   * @param memory memory that {@link #attach} returned
   * @throws ArmciException for any other memory, or when it is detached already
   */
  public void detach(GlobalMemory memory) {
    runtime.sharing().detach(Objects.requireNonNull(memory, "memory"));
  }

  /**
   * Writes a whole local segment into a rank's block. Returns when the source may be reused.
   *
   * @param source the segment to write
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
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
   * @param source the memory to read
   * @param sourceOffset first byte in the source
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param sizeBytes number of bytes
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
    tickets.await(
        rank,
        CheckedTransfers.put(
            tickets, "put", source, sourceOffset, memory, rank, offset, sizeBytes));
  }

  /**
   * Starts to write a whole local segment into a rank's block. The source must not change until the
   * handle is complete.
   *
   * @param source the segment to write
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param handle tracks the local completion
   * @throws ArmciException when the range is not inside the block, the source is shorter or cannot
   *     be read, or the memory is freed
   */
  public void nbPut(
      MemorySegment source, GlobalMemory memory, int rank, long offset, Handle handle) {
    nbPut(source, 0, memory, rank, offset, Checks.sizeBytes("source", source), handle);
  }

  /**
   * Starts to write part of a local segment into a rank's block. The source must not change until
   * the handle is complete.
   *
   * @param source the memory to read
   * @param sourceOffset first byte in the source
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param sizeBytes number of bytes
   * @param handle tracks the local completion
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
    tickets.requireOwn("nbPut", handle);
    handle.add(
        rank,
        CheckedTransfers.put(
            tickets, "nbPut", source, sourceOffset, memory, rank, offset, sizeBytes));
  }

  /**
   * Fills a whole local segment from a rank's block. Returns when the data has arrived.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param destination the segment to fill
   * @throws ArmciException when the range is not inside the block, the destination is shorter or
   *     cannot be written, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void get(GlobalMemory memory, int rank, long offset, MemorySegment destination) {
    get(memory, rank, offset, destination, 0, Checks.sizeBytes("destination", destination));
  }

  /**
   * Reads part of a rank's block into a local segment. Returns when the data has arrived.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param destination the memory to write
   * @param destinationOffset first byte in the destination
   * @param sizeBytes number of bytes
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
    tickets.await(
        rank,
        CheckedTransfers.get(
            tickets, "get", memory, rank, offset, destination, destinationOffset, sizeBytes));
  }

  /**
   * Starts to fill a whole local segment from a rank's block. The data has arrived when the handle
   * is complete.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param destination the segment to fill
   * @param handle tracks the completion
   * @throws ArmciException when the range is not inside the block, the destination is shorter or
   *     cannot be written, or the memory is freed
   */
  public void nbGet(
      GlobalMemory memory, int rank, long offset, MemorySegment destination, Handle handle) {
    long sizeBytes = Checks.sizeBytes("destination", destination);
    nbGet(memory, rank, offset, destination, 0, sizeBytes, handle);
  }

  /**
   * Starts to read part of a rank's block into a local segment. The data has arrived when the
   * handle is complete.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param destination the memory to write
   * @param destinationOffset first byte in the destination
   * @param sizeBytes number of bytes
   * @param handle tracks the completion
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
    tickets.requireOwn("nbGet", handle);
    handle.add(
        rank,
        CheckedTransfers.get(
            tickets, "nbGet", memory, rank, offset, destination, destinationOffset, sizeBytes),
        destination);
  }

  /**
   * Adds a whole local segment, scaled, to a rank's block; atomic as {@link
   * #accumulate(Accumulation, MemorySegment, long, GlobalMemory, int, long, long)}.
   *
   * @param accumulation element type and scale
   * @param source the summands, a whole number of elements
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
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
   * Adds a local segment, scaled, to a rank's block: {@code block += scale * source}. Each element
   * is updated atomically with respect to every other accumulate, of any shape and by any rank.
   * Returns when the source may be reused.
   *
   * <p>Accumulates are not atomic with respect to puts, atomic operations, or stores by the target
   * itself.
   *
   * @param accumulation element type and scale
   * @param source the memory to read
   * @param sourceOffset first byte in the source
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param sizeBytes number of bytes, a whole number of elements
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
    tickets.await(
        rank,
        CheckedTransfers.accumulate(
            tickets,
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
   * Starts to add a whole local segment, scaled, to a rank's block. The source must not change
   * until the handle is complete.
   *
   * @param accumulation element type and scale
   * @param source the summands, a whole number of elements
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param handle tracks the local completion
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
   * Starts to add a local segment, scaled, to a rank's block. The source must not change until the
   * handle is complete.
   *
   * @param accumulation element type and scale
   * @param source the memory to read
   * @param sourceOffset first byte in the source
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param sizeBytes number of bytes, a whole number of elements
   * @param handle tracks the local completion
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
    tickets.requireOwn("nbAccumulate", handle);
    handle.add(
        rank,
        CheckedTransfers.accumulate(
            tickets,
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
   * Returns the implicit handle, for operations that are not waited for one by one. {@link
   * #awaitAll} waits for all of its operations, {@link #await} for those of one target.
   *
   * @return the same object at every call; any thread may use it
   */
  public Handle implicit() {
    return implicit;
  }

  /**
   * Makes a handle for nonblocking operations of this runtime.
   *
   * @return an empty handle, reusable any number of times
   * @throws ArmciException when this runtime is closed
   */
  public Handle newHandle() {
    runtime.requireOpen("newHandle");
    return new ExplicitHandle(tickets);
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
   * Returns whether all operations to or from a rank that were given the {@linkplain #implicit
   * implicit handle} are locally complete. Never waits.
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
    runtime.requireOpen("awaitAll");
    implicit.await();
  }

  /**
   * Returns the transfers of segment lists, for extensions of the runtime.
   *
   * @return the same object at every call
   */
  public ListTransfers lists() {
    return lists;
  }

  /**
   * Returns the lending of local memory to other ranks, for extensions of the runtime.
   *
   * @return the same object at every call
   */
  public Lending lending() {
    return lending;
  }

  /**
   * Returns the kernel's copies between the processes of this host. For extensions of the runtime,
   * such as the collectives; programs use put and get.
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
   * @param value the value to write
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public void putByte(GlobalMemory memory, int rank, long offset, byte value) {
    RemoteBlock block = Checks.range(tickets, "putByte", memory, rank, offset, Byte.BYTES);
    block.putByte(offset, value);
  }

  /**
   * Writes a {@code short}. At an offset that is a multiple of 2, readers on the same host see all
   * of it or nothing.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param value the value to write
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public void putShort(GlobalMemory memory, int rank, long offset, short value) {
    RemoteBlock block = Checks.range(tickets, "putShort", memory, rank, offset, Short.BYTES);
    block.putShort(offset, value);
  }

  /**
   * Writes an {@code int}. At an offset that is a multiple of 4, readers see all of it or nothing.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param value the value to write
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public void putInt(GlobalMemory memory, int rank, long offset, int value) {
    RemoteBlock block = Checks.range(tickets, "putInt", memory, rank, offset, Integer.BYTES);
    block.putInt(offset, value);
  }

  /**
   * Writes a {@code long}. At an offset that is a multiple of 8, readers see all of it or nothing.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param value the value to write
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public void putLong(GlobalMemory memory, int rank, long offset, long value) {
    RemoteBlock block = Checks.range(tickets, "putLong", memory, rank, offset, Long.BYTES);
    block.putLong(offset, value);
  }

  /**
   * Writes a {@code float}; as {@link #putInt}.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param value the value to write
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public void putFloat(GlobalMemory memory, int rank, long offset, float value) {
    RemoteBlock block = Checks.range(tickets, "putFloat", memory, rank, offset, Float.BYTES);
    block.putInt(offset, Float.floatToRawIntBits(value));
  }

  /**
   * Writes a {@code double}; as {@link #putLong}.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param value the value to write
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public void putDouble(GlobalMemory memory, int rank, long offset, double value) {
    RemoteBlock block = Checks.range(tickets, "putDouble", memory, rank, offset, Double.BYTES);
    block.putLong(offset, Double.doubleToRawLongBits(value));
  }

  /**
   * Reads a {@code byte}, with acquire.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @return the value read
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public byte getByte(GlobalMemory memory, int rank, long offset) {
    RemoteBlock block = Checks.range(tickets, "getByte", memory, rank, offset, Byte.BYTES);
    return block.getByte(offset);
  }

  /**
   * Reads a {@code short}, with acquire at an offset that is a multiple of 2.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @return the value read
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public short getShort(GlobalMemory memory, int rank, long offset) {
    RemoteBlock block = Checks.range(tickets, "getShort", memory, rank, offset, Short.BYTES);
    return block.getShort(offset);
  }

  /**
   * Reads an {@code int}, with acquire at an offset that is a multiple of 4.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @return the value read
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public int getInt(GlobalMemory memory, int rank, long offset) {
    RemoteBlock block = Checks.range(tickets, "getInt", memory, rank, offset, Integer.BYTES);
    return block.getInt(offset);
  }

  /**
   * Reads a {@code long}, with acquire at an offset that is a multiple of 8: a caller that sees the
   * value of a typed put or a signal also sees its writer's earlier writes to the same rank.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @return the value read
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public long getLong(GlobalMemory memory, int rank, long offset) {
    RemoteBlock block = Checks.range(tickets, "getLong", memory, rank, offset, Long.BYTES);
    return block.getLong(offset);
  }

  /**
   * Reads a {@code float}; as {@link #getInt}.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @return the value read
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public float getFloat(GlobalMemory memory, int rank, long offset) {
    RemoteBlock block = Checks.range(tickets, "getFloat", memory, rank, offset, Float.BYTES);
    return Float.intBitsToFloat(block.getInt(offset));
  }

  /**
   * Reads a {@code double}; as {@link #getLong}.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @return the value read
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   */
  public double getDouble(GlobalMemory memory, int rank, long offset) {
    RemoteBlock block = Checks.range(tickets, "getDouble", memory, rank, offset, Double.BYTES);
    return Double.longBitsToDouble(block.getLong(offset));
  }

  /**
   * Writes a whole local segment and then a signal word of the same block. A rank that sees the
   * word also sees the data. Returns when the source may be reused.
   *
   * @param source the segment to write
   * @param memory the global memory
   * @param rank the target
   * @param offset first byte of the data in the target's block
   * @param signalOffset offset of the word in the same block, a multiple of 8
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
    tickets.requireOwn("putSignal", "memory", memory);
    putSignal(source, 0, memory, rank, offset, sizeBytes, memory, signalOffset, signalValue);
  }

  /**
   * Writes data and then a signal word of the same rank. A rank that sees the word also sees the
   * data. Data and word may lie in different global memories. Returns when the source may be
   * reused.
   *
   * @param source the memory to read
   * @param sourceOffset first byte in the source
   * @param memory the global memory of the data
   * @param rank the target
   * @param offset first byte of the data in the target's block
   * @param sizeBytes number of bytes
   * @param signalMemory the global memory of the word
   * @param signalOffset offset of the word in the target's block, a multiple of 8
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
    tickets.await(
        rank,
        CheckedTransfers.putSignal(
            tickets,
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
   * Starts to write data and then a signal word of the same rank, as {@link #putSignal}. The source
   * must not change until the handle is complete.
   *
   * @param source the memory to read
   * @param sourceOffset first byte in the source
   * @param memory the global memory of the data
   * @param rank the target
   * @param offset first byte of the data in the target's block
   * @param sizeBytes number of bytes
   * @param signalMemory the global memory of the word
   * @param signalOffset offset of the word in the target's block, a multiple of 8
   * @param signalValue the word's new value
   * @param handle tracks the local completion
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
    tickets.requireOwn("nbPutSignal", handle);
    handle.add(
        rank,
        CheckedTransfers.putSignal(
            tickets,
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
   * Writes a signal word. A rank that sees it also sees all earlier puts of this thread to the same
   * rank. Wakes the rank if it waits.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset offset of the word in the target's block, a multiple of 8
   * @param value the word's new value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public void signal(GlobalMemory memory, int rank, long offset, long value) {
    Checks.word(tickets, "signal", memory, rank, offset).signal(offset, value);
  }

  /**
   * Waits until a word of this rank's own block stands in a relation to a value, no matter what
   * changes the word.
   *
   * @param memory the global memory
   * @param offset offset of the word in this rank's block, a multiple of 8
   * @param comparison the relation
   * @param value the value to compare the word with
   * @return the word that was read
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   * @throws ArmciException when no aligned word of this rank's block begins at the offset, or the
   *     memory is freed
   */
  public long waitUntil(GlobalMemory memory, long offset, Comparison comparison, long value) {
    return waitUntil(memory, offset, comparison, value, waiter.defaultTimeoutNanos());
  }

  /**
   * Waits, at most for a given time, until a word of this rank's own block stands in a relation to
   * a value.
   *
   * @param memory the global memory
   * @param offset offset of the word in this rank's block, a multiple of 8
   * @param comparison the relation
   * @param value the value to compare the word with
   * @param timeoutNanos longest wait, in nanoseconds
   * @return the word that was read
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException when the time has passed
   * @throws ArmciException when no aligned word of this rank's block begins at the offset, or the
   *     memory is freed
   */
  public long waitUntil(
      GlobalMemory memory, long offset, Comparison comparison, long value, long timeoutNanos) {
    RemoteBlock block = Checks.word(tickets, "waitUntil", memory, rank(), offset);
    Objects.requireNonNull(comparison, "comparison");
    return waiter.awaitWord(
        block.view(), offset, comparison.condition(), value, timeoutNanos, memory);
  }

  /**
   * Adds to a word of a rank's block; as {@link LongAtomics#fetchAndAdd}.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset offset of the word in the target's block, a multiple of 8
   * @param delta the summand; overflow wraps
   * @return the previous value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public long fetchAndAdd(GlobalMemory memory, int rank, long offset, long delta) {
    return longAtomics.fetchAndAdd(memory, rank, offset, delta);
  }

  /**
   * Returns further signals: additions to words, waits on several words, notifications.
   *
   * @return the same object at every call
   */
  public Signals signals() {
    return runtime.signals();
  }

  /**
   * Returns the signals to helper threads, for extensions of the runtime.
   *
   * @return the same object at every call
   */
  public HelperSignals helperSignals() {
    return helperSignals;
  }

  /**
   * Makes a set of mutexes for all ranks. Collective.
   *
   * @param count number of mutexes that this rank hosts, zero allowed; ranks may differ
   * @return the set, all mutexes unlocked
   * @throws ArmciException on every rank, when any of them gives a negative count or has too little
   *     memory
   */
  public Mutexes createMutexes(int count) {
    return createMutexes(world(), count);
  }

  /**
   * Makes a set of mutexes for the members of a group. Collective over the group.
   *
   * @param group the ranks that host and lock them
   * @param count number of mutexes that this rank hosts, zero allowed; members may differ
   * @return the set, all mutexes unlocked
   * @throws ArmciException on every member, when any of them gives a negative count or has too
   *     little memory; or when the group is another runtime's
   */
  public Mutexes createMutexes(Group group, int count) {
    if (!Objects.requireNonNull(group, "group").isOf(this)) {
      throw new ArmciException("createMutexes: the group is another runtime's");
    }
    return new Mutexes(this, group, count);
  }

  /**
   * Returns the atomic operations on words of {@code long}.
   *
   * @return the same object at every call
   */
  public LongAtomics longAtomics() {
    return longAtomics;
  }

  /**
   * Returns the atomic operations on words of {@code int}.
   *
   * @return the same object at every call
   */
  public IntAtomics intAtomics() {
    return intAtomics;
  }

  /**
   * Returns the atomic operations on words of {@code double}.
   *
   * @return the same object at every call
   */
  public DoubleAtomics doubleAtomics() {
    return doubleAtomics;
  }

  /**
   * Returns the atomic operations on words of {@code float}.
   *
   * @return the same object at every call
   */
  public FloatAtomics floatAtomics() {
    return floatAtomics;
  }

  /**
   * Makes an aggregate, which gathers many small puts and gets of one target.
   *
   * @param memory the global memory
   * @param rank the target
   * @return an empty aggregate, reusable any number of times
   * @throws ArmciException when the rank gave no block to the memory, or the memory is freed
   */
  public Aggregate newAggregate(GlobalMemory memory, int rank) {
    Checks.block(tickets, "newAggregate", memory, rank);
    return new Aggregate(lists(), memory, rank);
  }

  /**
   * Waits until all data that this thread has sent to a rank is in that rank's memory. Orders the
   * data before all later reads and writes of this thread.
   *
   * @param rank the target
   * @throws ArmciException when there is no such rank, or this runtime is closed
   */
  public void fence(int rank) {
    requireRank("fence", rank);
    runtime.doOwnWork();
    transport.flush(rank);
  }

  private void requireRank(String operation, int rank) {
    runtime.requireOpen(operation);
    if (rank < 0 || rank >= size()) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: there is no rank %d, ranks are 0 to %d",
              operation, rank(), rank, size() - 1));
    }
  }

  /**
   * Waits until all data that this thread has sent to any rank is in that rank's memory.
   *
   * @throws ArmciException when this runtime is closed
   */
  public void fenceAll() {
    runtime.requireOpen("fenceAll");
    runtime.doOwnWork();
    transport.flushAll();
  }

  /**
   * Waits until every rank has called it. Collective; begins with a fence of all ranks, so that all
   * earlier puts are in place when it returns.
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
   * this reason. Does nothing after the runtime's own close, so that a late error report is
   * harmless.
   *
   * @param reason the reason to report to the other ranks
   * @throws NullPointerException when the reason is null
   */
  public void abort(String reason) {
    Objects.requireNonNull(reason, "reason");
    if (!runtime.isClosed()) {
      runtime.abort(reason);
    }
  }

  /**
   * Returns the failure that has ended this runtime's job, if this rank knows of one. Every wait
   * for other ranks throws it.
   *
   * @return the first failure; empty while all ranks are well, or the job goes on without those of
   *     {@link #failures}. Also after {@link #close}
   */
  public Optional<Failure> failure() {
    return runtime.failure();
  }

  /**
   * Returns the ranks that have failed and without which the job goes on, as the setting {@code
   * onFailure} asks. Where a failure ends the job, which is the default, there are none.
   *
   * @return which ranks, why, and since when, in the order in which this rank has learnt of them;
   *     never changed
   */
  public List<RankLoss> failures() {
    return runtime.lost().all();
  }

  /**
   * Acknowledges all failures that this rank knows of. Waits that name a rank or belong to a group
   * end by the failure of that rank or of a member, before and after. All other waits, such as
   * those for a signal, end by any failure that is not acknowledged, as this rank cannot know who
   * would have ended them; once it is acknowledged, they go on. {@link Group#shrink} acknowledges
   * too.
   *
   * <p>Source: ULFM's {@code MPIX_Comm_ack_failed}.
   *
   * @return the failures, all of them acknowledged, as {@link #failures} gives them
   */
  public List<RankLoss> acknowledgeFailures() {
    return runtime.lost().acknowledge();
  }

  /**
   * Calls an action after each failure of a rank without which the job goes on, and once soon if
   * there are some already. The action runs on a thread of its own, after {@link #failures} has the
   * rank, and perhaps beside itself; it must not wait for other ranks.
   *
   * @param action what to do; exceptions of it end in the thread's handler
   * @throws NullPointerException when the action is null
   * @throws ArmciException when this runtime is closed
   */
  public void onFailure(Runnable action) {
    Objects.requireNonNull(action, "action");
    runtime.requireOpen("onFailure");
    runtime.onLoss(action);
  }

  /**
   * Returns whether {@link #close} has been called.
   *
   * @return true from then on
   */
  public boolean isClosed() {
    return runtime.isClosed();
  }

  /**
   * Throws if this runtime is closed, for extensions of the runtime.
   *
   * @param operation the operation's name in the message
   * @throws NullPointerException when the name is null
   * @throws ArmciException when this runtime is closed
   */
  public void requireOpen(String operation) {
    runtime.requireOpen(Objects.requireNonNull(operation, "operation"));
  }

  RankRuntime runtime() {
    return runtime;
  }

  /**
   * Returns the one object of a class that a library keeps for this runtime. The first call makes
   * the object.
   *
   * @param kind the object's class
   * @param make makes the object; must make no collective call of this runtime
   * @param <T> the object's class
   * @return the same object at every call
   * @throws ArmciException when this runtime is closed
   */
  public <T extends Companion> T companion(Class<T> kind, Function<Armci, T> make) {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(make, "make");
    return runtime.companion(kind, () -> make.apply(this));
  }

  /**
   * Leaves the job and frees all memory that is still allocated. Every rank calls it, but none
   * waits for the others: memory that other ranks still reach stays. Waits up to 2 s for copies
   * that other threads are making. A second call does nothing.
   *
   * @throws ArmciException when such copies last longer, after all else is freed: the memory that
   *     they use stays mapped
   * @throws RankFailedException when another rank has failed, after all is freed: a program that
   *     has not noticed the failure must not end as if all were well
   */
  @Override
  public void close() {
    runtime.close();
  }
}
