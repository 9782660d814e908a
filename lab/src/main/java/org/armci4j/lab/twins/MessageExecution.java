package org.armci4j.lab.twins;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Region;
import org.armci4j.collectives.schedule.Schedule;
import org.armci4j.collectives.schedule.Step;

/**
 * Runs the schedules of the collectives over {@link Messages}. Puts and writes become sends; takes
 * and awaited writes become receives. A combining take receives into a buffer first. Addresses are
 * not exchanged, as each long message has a handshake of its own.
 */
final class MessageExecution implements ScheduleRunner, AutoCloseable {
  private final Armci armci;
  private final boolean registers;
  private final Messages messages;
  private final Map<Region, Elements> regions = new EnumMap<>(Region.class);
  private Request[] requests = {};
  private MemorySegment[] incoming = {};
  private boolean[] ended = {};
  private MemorySegment work = MemorySegment.NULL;
  private long tag;

  /**
   * Allocates the message layer. Collective over all ranks.
   *
   * @param registers whether long messages register their buffers, each for itself
   */
  MessageExecution(Armci armci, boolean registers) {
    this.armci = armci;
    this.registers = registers;
    this.messages = new Messages(armci, armci.world(), registers);
    MemorySegment buffer = Arena.ofAuto().allocate(Channels.BUFFER_BYTES, 64);
    regions.put(Region.BUFFER, bytes(buffer));
  }

  private static Elements bytes(MemorySegment segment) {
    return Elements.of(segment, ElementType.BYTE);
  }

  @Override
  public void run(Schedule schedule, Elements source, Elements destination, Combiner combiner) {
    if (work.byteSize() < Math.max(1, schedule.workBytes())) {
      work = Arena.ofAuto().allocate(Math.max(1, schedule.workBytes()), 64);
      regions.put(Region.WORK, bytes(work));
    }
    regions.put(Region.SOURCE, source);
    regions.put(Region.DESTINATION, destination);
    tag++;
    for (List<Step> round : schedule.rounds()) {
      run(round, combiner, source.type().sizeBytes());
    }
  }

  private void run(List<Step> round, Combiner combiner, int elementBytes) {
    prepare(round.size());
    int open = 0;
    for (int i = 0; i < round.size(); i++) {
      Step step = round.get(i);
      switch (step.kind()) {
        case COPY -> copy(step);
        case COMBINE -> {
          Elements from = regions.get(step.from());
          combine(step, combiner, elementBytes, from.segment(), at(from, step.fromOffset()), false);
        }
        default -> open += begin(i, step);
      }
    }
    Arrays.fill(ended, 0, round.size(), false);
    while (open > 0) {
      int before = open;
      for (int i = 0; i < round.size(); i++) {
        if (!ended[i] && isMessage(round.get(i)) && requests[i].isComplete()) {
          end(i, round.get(i), combiner, elementBytes);
          ended[i] = true;
          open--;
        }
      }
      if (open == before) {
        armci.signals().await(messages::canProgress, () -> "messages of a collective");
        messages.progress();
      }
    }
  }

  private static boolean isMessage(Step step) {
    return !step.kind().isLocal() && step.region() != Region.ADDRESSES;
  }

  private void prepare(int steps) {
    if (requests.length < steps) {
      requests = new Request[steps];
      incoming = new MemorySegment[steps];
      ended = new boolean[steps];
      for (int i = 0; i < steps; i++) {
        requests[i] = new Request();
        incoming[i] = MemorySegment.NULL;
      }
    }
  }

  /** Starts the message of a step, if it has one; returns the number of messages. */
  private int begin(int index, Step step) {
    if (!isMessage(step)) {
      return 0;
    }
    Request request = requests[index];
    switch (step.kind()) {
      case PUT, WRITE, DEPOSIT, LEND -> {
        Elements from = regions.get(step.from());
        begin(request, step, from.segment(), at(from, step.fromOffset()));
        messages.send(request, memory(from, step));
      }
      case TAKE, WRITTEN, DEPOSITED, READ -> {
        Elements to = regions.get(step.region());
        begin(request, step, to.segment(), at(to, step.offset()));
        messages.receive(request, memory(to, step));
      }
      default -> {
        if (incoming[index].byteSize() < step.sizeBytes()) {
          incoming[index] = Arena.ofAuto().allocate(step.sizeBytes(), 64);
        }
        begin(request, step, incoming[index], 0);
        messages.receive(request, null);
      }
    }
    return 1;
  }

  private void begin(Request request, Step step, MemorySegment segment, long offset) {
    if (registers) {
      // A message layer does not know the buffer around a message, so it cannot register that.
      MemorySegment message = segment.asSlice(offset, step.sizeBytes());
      request.begin(step.peer(), tag, message, 0, step.sizeBytes());
    } else {
      request.begin(step.peer(), tag, segment, offset, step.sizeBytes());
    }
  }

  /** Returns the global memory of a direct write, in steps where the one-sided form has one. */
  private static GlobalMemory memory(Elements elements, Step step) {
    boolean straight = step.kind() == Step.Kind.WRITE || step.kind() == Step.Kind.WRITTEN;
    return straight ? elements.memory() : null;
  }

  private static long at(Elements elements, long offset) {
    return elements.offset() + offset;
  }

  private void copy(Step step) {
    Elements from = regions.get(step.from());
    Elements to = regions.get(step.region());
    MemorySegment.copy(
        from.segment(),
        at(from, step.fromOffset()),
        to.segment(),
        at(to, step.offset()),
        step.sizeBytes());
  }

  private void end(int index, Step step, Combiner combiner, int elementBytes) {
    switch (step.kind()) {
      case TAKE_LEFT -> combine(step, combiner, elementBytes, incoming[index], 0, true);
      case TAKE_RIGHT -> combine(step, combiner, elementBytes, incoming[index], 0, false);
      default -> {
        // The data are already in place.
      }
    }
  }

  private void combine(
      Step step, Combiner combiner, int elementBytes, MemorySegment other, long at, boolean left) {
    Elements into = regions.get(step.region());
    MemorySegment segment = into.segment();
    long offset = at(into, step.offset());
    long count = step.sizeBytes() / elementBytes;
    if (left) {
      combiner.combine(other, at, segment, offset, segment, offset, count);
    } else {
      combiner.combine(segment, offset, other, at, segment, offset, count);
    }
  }

  /** Frees the message layer. Collective over all ranks. */
  @Override
  public void close() {
    messages.close();
  }
}
