package org.armci4j.testkit.conformance.collective;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.CollectiveCalls;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.Reduction;
import org.armci4j.testkit.conformance.trial.Trial;

/** Runs one operation of this rank, perhaps again and again, on its own buffers. */
public final class CollectiveFlight {
  /** Most global memory that the buffers of one operation take. */
  public static final long ROOM_BYTES = 2 * FlightBuffer.ROOM_BYTES;

  /** Tests of a handle before the rank waits for it. */
  private static final int TESTS = 200;

  private final CollectiveModel model;
  private final int place;
  private final boolean inPlace;
  private final FlightBuffer source;
  private final FlightBuffer destination;
  private long round;
  private Handle handle;

  /**
   * @param own draws what ranks may choose for themselves
   * @param offset from which on {@link #ROOM_BYTES} of the memory are free
   */
  public CollectiveFlight(
      CollectiveModel model, int place, SplittableRandom own, GlobalMemory memory, long offset) {
    this.model = model;
    this.place = place;
    this.inPlace = mayBeInPlace(model) && own.nextInt(4) == 0;
    long given = model.given(place).count();
    long taken = model.taken(place).count();
    this.source = new FlightBuffer(own, memory, offset, model.type(), given);
    this.destination =
        inPlace
            ? source
            : new FlightBuffer(own, memory, offset + FlightBuffer.ROOM_BYTES, model.type(), taken);
  }

  private static boolean mayBeInPlace(CollectiveModel model) {
    return switch (model.operation()) {
      case ALLREDUCE, SCAN -> true;
      case ALLTOALL -> model.isRegular();
      default -> false;
    };
  }

  /** Makes the call through the given form. */
  <R> R call(CollectiveCalls<R> calls) {
    Elements from = source.elements();
    Elements to = destination.elements();
    Reduction reduction = model.reduction();
    int root = model.root();
    if (!model.isRegular()) {
      return callParts(calls, from, to);
    }
    return switch (model.operation()) {
      case BARRIER -> calls.barrier();
      case BROADCAST -> calls.broadcast(from, root);
      case REDUCE -> calls.reduce(from, to, reduction, root);
      case ALLREDUCE -> calls.allreduce(from, to, reduction);
      case GATHER -> calls.gather(from, to, root);
      case SCATTER -> calls.scatter(from, to, root);
      case ALLGATHER -> calls.allgather(from, to);
      case ALLTOALL -> calls.alltoall(from, to);
      case REDUCE_SCATTER -> calls.reduceScatter(from, to, reduction);
      case SCAN -> calls.scan(from, to, reduction);
      case EXSCAN -> calls.exscan(from, to, reduction);
    };
  }

  private <R> R callParts(CollectiveCalls<R> calls, Elements from, Elements to) {
    long[] given = model.given(place).counts();
    long[] givenAt = model.given(place).displacements();
    long[] taken = model.taken(place).counts();
    long[] takenAt = model.taken(place).displacements();
    int root = model.root();
    return switch (model.operation()) {
      case GATHER -> calls.gatherv(from, to, taken, takenAt, root);
      case SCATTER -> calls.scatterv(from, given, givenAt, to, root);
      case ALLGATHER -> calls.allgatherv(from, to, taken, takenAt);
      case ALLTOALL -> calls.alltoallv(from, given, givenAt, to, taken, takenAt);
      case REDUCE_SCATTER -> calls.reduceScatterv(from, to, given, model.reduction());
      default -> throw new IllegalStateException(model + " has no parts");
    };
  }

  /** Carries the operation out by a blocking call. */
  public void run(Collectives collectives) {
    Elements from = source.elements();
    Elements to = destination.elements();
    Reduction reduction = model.reduction();
    int root = model.root();
    if (!model.isRegular()) {
      runParts(collectives, from, to);
      return;
    }
    switch (model.operation()) {
      case BARRIER -> collectives.barrier();
      case BROADCAST -> collectives.broadcast(from, root);
      case REDUCE -> collectives.reduce(from, to, reduction, root);
      case ALLREDUCE -> collectives.allreduce(from, to, reduction);
      case GATHER -> collectives.gather(from, to, root);
      case SCATTER -> collectives.scatter(from, to, root);
      case ALLGATHER -> collectives.allgather(from, to);
      case ALLTOALL -> collectives.alltoall(from, to);
      case REDUCE_SCATTER -> collectives.reduceScatter(from, to, reduction);
      case SCAN -> collectives.scan(from, to, reduction);
      case EXSCAN -> collectives.exscan(from, to, reduction);
    }
  }

  private void runParts(Collectives collectives, Elements from, Elements to) {
    long[] given = model.given(place).counts();
    long[] givenAt = model.given(place).displacements();
    long[] taken = model.taken(place).counts();
    long[] takenAt = model.taken(place).displacements();
    int root = model.root();
    switch (model.operation()) {
      case GATHER -> collectives.gatherv(from, to, taken, takenAt, root);
      case SCATTER -> collectives.scatterv(from, given, givenAt, to, root);
      case ALLGATHER -> collectives.allgatherv(from, to, taken, takenAt);
      case ALLTOALL -> collectives.alltoallv(from, given, givenAt, to, taken, takenAt);
      case REDUCE_SCATTER -> collectives.reduceScatterv(from, to, given, model.reduction());
      default -> throw new IllegalStateException(model + " has no parts");
    }
  }

  /** Fills the buffers for the next round. */
  public void fill() {
    round++;
    byte[] untouched = new byte[(int) destination.elements().sizeBytes()];
    Arrays.fill(untouched, CollectiveModel.UNTOUCHED);
    destination.fill(untouched);
    boolean receives = model.operation() == Operation.BROADCAST && place != model.root();
    byte[] input = model.input(place, round);
    if (receives) {
      Arrays.fill(input, CollectiveModel.UNTOUCHED);
    }
    source.fill(input);
  }

  void started(Handle started) {
    handle = started;
  }

  boolean isUnderWay() {
    return handle != null;
  }

  /** Completes the operation, by tests first or by a wait alone, and compares all of its memory. */
  public void complete(Trial trial, boolean tests) {
    boolean over = false;
    for (int i = 0; tests && !over && i < TESTS; i++) {
      over = handle.test();
    }
    if (!over) {
      handle.await();
    }
    handle = null;
    requireResult(trial);
  }

  /** Compares all memory of an operation that has been carried out. */
  public void requireResult(Trial trial) {
    if (!inPlace) {
      source.requireHolds(trial, model.sourceAfter(place, round), () -> "source of " + this);
    }
    destination.requireHolds(trial, model.result(place, round), () -> "result of " + this);
  }

  @Override
  public String toString() {
    return Text.format(
        "%s, place %d, round %d%s", model, place, round, inPlace ? ", in place" : "");
  }
}
