package org.armci4j.lab.twins;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.lab.twins.Packets.Kind;
import org.armci4j.lab.twins.Request.State;
import org.armci4j.transport.Loan;

/**
 * Implements two-sided messages like an MPI library: sends and receives match by peer and tag, in
 * order. Short messages are eager: they are copied into a slot at the receiver, and from there, or
 * from the queue of unexpected messages, to the buffer. Each long message begins with a rendezvous.
 * If both buffers lie in one global memory, or the receiver registers its buffer, the data are then
 * written directly to the receiver's buffer; otherwise they go in packets.
 *
 * <p>Source: Gupta (thesis, section 2.3) and Sur et al. (section 3) describe the cost of
 * collectives over such a layer.
 */
final class Messages implements AutoCloseable {
  /** In place of a memory's number: the receiver has registered its buffer. */
  private static final long LENT = -1;

  private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

  /** Longest message that is eager where longer ones register. */
  private static final long LONGEST_EAGER_BYTES = 8 << 10;

  private static final long KEY_BYTES = 256;
  private static final long DESCRIPTOR = 2 * Long.BYTES;

  private final Armci armci;
  private final Group group;
  private final Packets packets;
  private final boolean registers;
  private final long eagerBytes;
  private final List<List<Request>> sends = new ArrayList<>();
  private final List<List<Request>> receives = new ArrayList<>();
  private final List<List<Unexpected>> unexpected = new ArrayList<>();
  private final long[] words = new long[4];

  /** Of a loan, in a clear-to-send packet: its size, the length of its descriptor, and that. */
  private final MemorySegment key = Arena.ofAuto().allocate(KEY_BYTES, Long.BYTES);

  /**
   * A message that came before its receive.
   *
   * @param data null for a long message, whose data are still at the sender
   */
  private record Unexpected(long tag, byte[] data) {}

  /**
   * Allocates the packets' memory. Collective over the group.
   *
   * @param registers whether the receiver of a long message registers its buffer, where the
   *     transport lends memory
   */
  Messages(Armci armci, Group group, boolean registers) {
    this.registers = registers;
    this.armci = armci;
    this.group = group;
    this.packets = new Packets(armci, group);
    this.eagerBytes =
        registers ? Math.min(LONGEST_EAGER_BYTES, packets.dataBytes()) : packets.dataBytes();
    for (int peer = 0; peer < group.size(); peer++) {
      sends.add(new ArrayList<>());
      receives.add(new ArrayList<>());
      unexpected.add(new ArrayList<>());
    }
  }

  /**
   * Starts a send.
   *
   * @param memory the buffer's global memory, or null
   */
  void send(Request request, GlobalMemory memory) {
    request.memory = memory;
    sends.get(request.peer).add(request);
    push(request.peer);
  }

  /**
   * Starts a receive.
   *
   * @param memory the buffer's global memory, or null
   */
  void receive(Request request, GlobalMemory memory) {
    request.memory = memory;
    Iterator<Unexpected> waiting = unexpected.get(request.peer).iterator();
    while (waiting.hasNext()) {
      Unexpected message = waiting.next();
      if (message.tag() == request.tag) {
        waiting.remove();
        if (message.data() == null) {
          receives.get(request.peer).add(request);
          agree(request);
        } else {
          MemorySegment data = MemorySegment.ofArray(message.data());
          MemorySegment.copy(data, 0, request.segment, request.offset, request.sizeBytes);
          request.state = State.COMPLETE;
        }
        return;
      }
    }
    receives.get(request.peer).add(request);
  }

  /** Returns whether {@link #progress} would do something. */
  boolean canProgress() {
    for (int peer = 0; peer < sends.size(); peer++) {
      if (packets.canTake(peer) || (mayPush(peer) && packets.canSend(peer))) {
        return true;
      }
    }
    return false;
  }

  /** Handles the packets that have arrived, and sends packets as far as credit allows. */
  void progress() {
    for (int peer = 0; peer < sends.size(); peer++) {
      while (packets.canTake(peer)) {
        handle(peer);
        packets.release(peer);
      }
      push(peer);
    }
  }

  private void handle(int peer) {
    long tag = packets.word(peer, 0);
    switch (packets.kind(peer)) {
      case EAGER -> {
        Request receive = first(receives.get(peer), tag, State.BEGUN);
        long sizeBytes = packets.word(peer, 1);
        if (receive == null) {
          byte[] data = new byte[(int) sizeBytes];
          packets.copyData(peer, MemorySegment.ofArray(data), 0, sizeBytes);
          unexpected.get(peer).add(new Unexpected(tag, data));
        } else {
          packets.copyData(peer, receive.segment, receive.offset, sizeBytes);
          end(receives, receive);
        }
      }
      case REQUEST -> {
        Request receive = first(receives.get(peer), tag, State.BEGUN);
        if (receive == null) {
          unexpected.get(peer).add(new Unexpected(tag, null));
        } else {
          agree(receive);
        }
      }
      case CLEAR -> {
        Request send = first(sends.get(peer), tag, State.AGREED);
        long number = packets.word(peer, 1);
        if (number == LENT) {
          borrow(send);
        }
        boolean known = number != 0 && number == number(send.memory);
        send.target = known || send.borrowed != null ? packets.word(peer, 2) : -1;
        send.state = State.CLEAR;
      }
      case DATA -> {
        Request receive = first(receives.get(peer), tag, State.CLEAR);
        long sizeBytes = packets.word(peer, 1);
        packets.copyData(peer, receive.segment, receive.offset + receive.doneBytes, sizeBytes);
        receive.doneBytes += sizeBytes;
        if (receive.doneBytes == receive.sizeBytes) {
          end(receives, receive);
        }
      }
      case FINISHED -> end(receives, first(receives.get(peer), tag, State.CLEAR));
    }
  }

  /** Notes that a receive owes its sender a clear-to-send packet. */
  private void agree(Request receive) {
    receive.state = State.AGREED;
    push(receive.peer);
  }

  private static Request first(List<Request> requests, long tag, State state) {
    for (Request request : requests) {
      if (request.tag == tag && request.state == state) {
        return request;
      }
    }
    return null;
  }

  private static void end(List<List<Request>> all, Request request) {
    if (request.loan != null) {
      request.loan.close();
    }
    request.state = State.COMPLETE;
    all.get(request.peer).remove(request);
  }

  private boolean mayPush(int peer) {
    for (Request receive : receives.get(peer)) {
      if (receive.state == State.AGREED) {
        return true;
      }
    }
    for (Request send : sends.get(peer)) {
      if (send.state != State.AGREED) {
        return true;
      }
    }
    return false;
  }

  /** Sends to a peer while credit lasts: clear-to-send packets first, then messages in order. */
  private void push(int peer) {
    for (Request receive : receives.get(peer)) {
      if (receive.state == State.AGREED && packets.canSend(peer)) {
        clear(receive);
        receive.state = State.CLEAR;
      }
    }
    List<Request> waiting = sends.get(peer);
    for (int i = 0; i < waiting.size() && packets.canSend(peer); ) {
      Request send = waiting.get(i);
      push(send);
      if (send.isComplete()) {
        waiting.remove(i);
      } else {
        i++;
      }
    }
  }

  private void push(Request send) {
    switch (send.state) {
      case BEGUN -> {
        if (send.sizeBytes <= eagerBytes) {
          packet(send, Kind.EAGER, send.sizeBytes, 0, send.offset, send.sizeBytes);
          send.state = State.COMPLETE;
        } else {
          packet(send, Kind.REQUEST, send.sizeBytes, 0, 0, 0);
          send.state = State.AGREED;
        }
      }
      case CLEAR -> {
        if (send.target >= 0) {
          write(send);
          packet(send, Kind.FINISHED, 0, 0, 0, 0);
          send.state = State.COMPLETE;
        } else {
          stream(send);
        }
      }
      default -> {
        // Waits for the clear-to-send packet.
      }
    }
  }

  private void write(Request send) {
    int rank = group.worldRank(send.peer);
    GlobalMemory to = send.borrowed == null ? send.memory : send.borrowed;
    armci.put(send.segment, send.offset, to, rank, send.target, send.sizeBytes);
    if (send.borrowed != null) {
      armci.fence(rank);
      armci.lending().giveBack(send.borrowed);
    }
  }

  /** Tells the sender of a long message where its data are to go. */
  private void clear(Request receive) {
    Loan loan =
        registers && receive.memory == null
            ? armci.lending().lend(receive.segment, receive.offset, receive.sizeBytes)
            : null;
    if (loan == null) {
      packet(receive, Kind.CLEAR, number(receive.memory), receive.offset, 0, 0);
      return;
    }
    receive.loan = loan;
    byte[] descriptor = loan.descriptor();
    key.setAtIndex(JAVA_LONG, 0, loan.sizeBytes());
    key.setAtIndex(JAVA_LONG, 1, descriptor.length);
    MemorySegment.copy(descriptor, 0, key, JAVA_BYTE, DESCRIPTOR, descriptor.length);
    words[0] = receive.tag;
    words[1] = LENT;
    words[2] = receive.segment.address() + receive.offset - loan.address();
    words[3] = loan.generation();
    long keyBytes = DESCRIPTOR + descriptor.length;
    packets.send(receive.peer, Kind.CLEAR, words, key, 0, keyBytes);
  }

  /** Reaches the buffer that the peer's clear-to-send packet describes. */
  private void borrow(Request send) {
    packets.copyData(send.peer, key, 0, KEY_BYTES);
    byte[] descriptor = key.asSlice(DESCRIPTOR, key.getAtIndex(JAVA_LONG, 1)).toArray(JAVA_BYTE);
    send.borrowed =
        armci
            .lending()
            .borrow(
                group.worldRank(send.peer),
                packets.word(send.peer, 3),
                key.getAtIndex(JAVA_LONG, 0),
                descriptor);
  }

  private void stream(Request send) {
    while (send.doneBytes < send.sizeBytes && packets.canSend(send.peer)) {
      long sizeBytes = Math.min(packets.dataBytes(), send.sizeBytes - send.doneBytes);
      packet(send, Kind.DATA, sizeBytes, 0, send.offset + send.doneBytes, sizeBytes);
      send.doneBytes += sizeBytes;
    }
    if (send.doneBytes == send.sizeBytes) {
      send.state = State.COMPLETE;
    }
  }

  private void packet(
      Request request, Kind kind, long first, long second, long offset, long dataBytes) {
    words[0] = request.tag;
    words[1] = first;
    words[2] = second;
    MemorySegment source = dataBytes > 0 ? request.segment : NOTHING;
    packets.send(request.peer, kind, words, source, offset, dataBytes);
  }

  /** Returns a number that identifies a global memory on all ranks; 0 for none. */
  private static long number(GlobalMemory memory) {
    return memory == null ? 0 : 1 + (memory.name().hashCode() & 0xffff_ffffL);
  }

  @Override
  public void close() {
    packets.close();
  }
}
