package org.armci4j.profile.recording;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.profile.Counters;
import org.armci4j.transport.RemoteBlock;

/**
 * Records what the threads of one rank do. The decorators around transport, waits and collectives
 * tell it; each thread has a record of its own, so that counting takes no lock.
 */
public final class RankRecorder implements AutoCloseable {
  /**
   * Threads with sums of their own. All later ones share theirs, as do virtual threads but the one
   * that opens the runtime.
   */
  private static final int OWN_SUMS = 64;

  /** Kinds of collectives, by group, that are told apart; later ones are one group. */
  private static final int MOST_COLLECTIVES = 64;

  private final long startNanos = System.nanoTime();
  private final int rank;
  private final int ranks;
  private final String host;
  private final WaitedLines lines = new WaitedLines();
  private final AwaitedWords words = new AwaitedWords();
  private final Timeline timeline = new Timeline(startNanos);
  private final List<Runnable> atClose = new CopyOnWriteArrayList<>();
  private final List<ClockReading> clock = new CopyOnWriteArrayList<>();

  /** Makes what gets the events of a thread; null where no events are wanted. */
  private final Supplier<ThreadEvents> newEvents;

  private final ThreadSums shared;
  private final int spansEach;

  /** Sums of threads by their numbers; that of the thread that made this is among them. */
  private final Map<Long, ThreadSums> own = new ConcurrentHashMap<>();

  private final List<Spans> spans = new CopyOnWriteArrayList<>();
  private final Spans sharedSpans;

  /** Nonblocking collectives, which overlap with what threads do; null where no trace is wanted. */
  private final Spans inFlight;

  private final Thread mainThread = Thread.currentThread();
  private final ThreadRecord main;
  private final ThreadLocal<ThreadRecord> records = ThreadLocal.withInitial(this::newRecord);
  private final Map<CollectiveKind, CollectiveRecord> collectives = new ConcurrentHashMap<>();

  /** Writes the profile as the job goes on; null where nobody wants it. */
  private final ProfileWriter writer;

  /**
   * Begins to record. Called by the thread that opens the runtime.
   *
   * @param bootstrap says which rank of how many this is
   * @param settings say what to write where
   * @param newEvents makes what gets the events of a thread; null where no events are wanted
   */
  public RankRecorder(Bootstrap bootstrap, Settings settings, Supplier<ThreadEvents> newEvents) {
    String folder = settings.get(RecordingSettings.FOLDER);
    this.rank = bootstrap.rank();
    this.ranks = bootstrap.size();
    this.host = bootstrap.hostId();
    this.spansEach = settings.get(RecordingSettings.TRACE_SPANS);
    this.newEvents = newEvents;
    this.shared = new ThreadSums(ranks, true);
    this.sharedSpans = spansEach == 0 ? null : new Spans("other threads", spansEach);
    this.inFlight = spansEach == 0 ? null : new Spans("nonblocking collectives", spansEach);
    this.main = records.get();
    this.writer =
        folder.isEmpty()
            ? null
            : new ProfileWriter(folder, rank, this::profile, spansEach == 0 ? null : this::trace);
  }

  private ThreadRecord newRecord() {
    Thread thread = Thread.currentThread();
    ThreadSums sums = shared;
    Spans traced = sharedSpans;
    boolean isFirst = own.isEmpty(); // the thread that makes this object
    if (isFirst || (!thread.isVirtual() && own.size() < OWN_SUMS)) {
      sums = new ThreadSums(ranks, false);
      own.put(thread.threadId(), sums);
      traced = newSpans(thread.getName());
    }
    return new ThreadRecord(
        sums,
        lines,
        words,
        ranks,
        traced,
        newEvents == null ? null : newEvents.get(),
        isFirst ? timeline : null);
  }

  private Spans newSpans(String thread) {
    if (spansEach == 0) {
      return null;
    }
    Spans made = new Spans(thread, spansEach);
    spans.add(made);
    return made;
  }

  private RankTrace trace() {
    RankTrace.ThreadTrace[] threads =
        Stream.concat(spans.stream(), Stream.of(sharedSpans, inFlight)) // the first thread first
            .filter(one -> !one.isEmpty())
            .map(Spans::trace)
            .toArray(RankTrace.ThreadTrace[]::new);
    CollectiveKind[] kinds =
        collectives.values().stream()
            .map(CollectiveRecord::kind)
            .filter(kind -> kind.members() != CollectiveKind.OTHER_GROUPS)
            .toArray(CollectiveKind[]::new);
    return new RankTrace(rank, host, clock(), startNanos, kinds, threads);
  }

  private ClockReading[] clock() {
    return clock.toArray(ClockReading[]::new);
  }

  /**
   * Compares this host's clock with that of rank 0. Collective over one rank of each host.
   *
   * @param name names the moment
   * @param exchange gives a value to the others under a key, and returns those of all, of rank 0
   *     first
   */
  public void compareClocks(String name, BiFunction<String, byte[], List<byte[]>> exchange) {
    clock.add(new ClockComparison(System::nanoTime, exchange).read(name));
  }

  /** Adds a block, so that waits for its words are told by the word. */
  void addBlock(RemoteBlock block, long key) {
    if (block.rank() == rank) {
      words.blocks().add(block.view(), key);
    }
  }

  /** Removes a block that is about to be detached. */
  void removeBlock(RemoteBlock block, long key) {
    if (block.rank() == rank) {
      words.blocks().remove(block.view(), key);
    }
  }

  /** Returns the key of a word; 0 if it is in no block of this rank. */
  long wordKey(MemorySegment view, long offset) {
    return words.blocks().key(view, offset);
  }

  /**
   * Returns the record of the calling thread. That of the first thread is at hand: in most programs
   * there is no other, and a transfer may take less time than a few look-ups.
   *
   * @return the same object at every call of a thread
   */
  @SuppressWarnings("ReferenceEquality") // the very same thread
  public ThreadRecord here() {
    return Thread.currentThread() == mainThread ? main : records.get();
  }

  Thread mainThread() {
    return mainThread;
  }

  /** Returns the record of {@link #mainThread}. */
  ThreadRecord main() {
    return main;
  }

  /**
   * Returns the record of a collective's calls.
   *
   * @param group names the group, in words that are the same on all members and on no others
   * @param members the group's size
   * @param label the collective's name
   * @param flow who waits for whom in it
   * @param place this rank's place in the group
   * @return the same object at every call with the same arguments
   */
  public CollectiveRecord collective(
      String group, int members, String label, CollectiveFlow flow, int place) {
    return collective(new CollectiveKind(group.hashCode(), members, label, flow, place), true);
  }

  /**
   * Returns the record of the exchanges by which some ranks allocate memory and make groups. They
   * take time like collectives, but are not counted.
   *
   * @param ranks the ranks
   * @return the same object at every call with the same ranks
   */
  public CollectiveRecord setUp(int... ranks) {
    return collective(
        new CollectiveKind(Arrays.hashCode(ranks), ranks.length, "set-up", CollectiveFlow.ALL, 0),
        false);
  }

  private CollectiveRecord collective(CollectiveKind named, boolean counts) {
    CollectiveKind kind = named;
    if (collectives.size() >= MOST_COLLECTIVES && !collectives.containsKey(kind)) {
      kind = new CollectiveKind(0, CollectiveKind.OTHER_GROUPS, named.label(), named.flow(), 0);
    }
    return collectives.computeIfAbsent(kind, made -> new CollectiveRecord(made, counts));
  }

  /**
   * Returns what records a nonblocking collective, which counts as a call at each of its starts.
   *
   * @param calls the calls of the same collective
   * @param root its root as a rank of the job; negative for none
   * @param bytes its bytes
   * @param algorithm what carries it out; null where {@link ThreadRecord#wantsAlgorithms} is false
   * @return a new object
   */
  public CallInFlight newCall(CollectiveRecord calls, int root, long bytes, String algorithm) {
    return new CallInFlight(calls, root, bytes, algorithm, inFlight, here().newCallEvents());
  }

  /**
   * Returns what the rank has counted.
   *
   * @return a snapshot; of the calling thread's operations all are in it
   */
  public Counters counters() {
    return new Counters(rank, ranks, numbers());
  }

  private long[] numbers() {
    long[] numbers = new long[Counters.length(ranks)];
    shared.addCountersTo(numbers);
    own.values().forEach(sums -> sums.addCountersTo(numbers));
    return numbers;
  }

  private RankProfile profile(boolean isClosed) {
    int activities = Activity.values().length;
    long[] mine = new long[activities];
    long[] others = new long[activities];
    long[] mineEstimated = new long[activities];
    long[] othersEstimated = new long[activities];
    long[] waitedFor = new long[activities * ranks];
    main.sums().addNanosTo(mine);
    main.sums().addEstimatesTo(mineEstimated);
    shared.addNanosTo(others);
    shared.addEstimatesTo(othersEstimated);
    shared.addWaitedForTo(waitedFor);
    for (ThreadSums sums : own.values()) {
      if (!sums.equals(main.sums())) {
        sums.addNanosTo(others);
        sums.addEstimatesTo(othersEstimated);
      }
      sums.addWaitedForTo(waitedFor);
    }
    return new RankProfile(
        rank,
        host,
        clock(),
        System.nanoTime() - startNanos,
        isClosed,
        numbers(),
        mine,
        mineEstimated,
        others,
        othersEstimated,
        waitedFor,
        words.profile(),
        timeline.profile(),
        new HashMap<>(lines.nanos()),
        collectives.values().stream()
            .map(CollectiveRecord::profile)
            .toArray(CollectiveProfile[]::new));
  }

  /**
   * Has something end with this object.
   *
   * @param action called once
   */
  public void closeWith(Runnable action) {
    atClose.add(action);
  }

  /** Ends the recording of a runtime that could not open, and leaves no profile of it. */
  public void discard() {
    end(ProfileWriter::discard);
  }

  /** Writes the last profile of this rank. */
  @Override
  public void close() {
    end(ProfileWriter::close);
  }

  private void end(Consumer<ProfileWriter> last) {
    try {
      atClose.forEach(Runnable::run);
      atClose.clear();
    } finally {
      if (writer != null) {
        last.accept(writer);
      }
    }
  }
}
