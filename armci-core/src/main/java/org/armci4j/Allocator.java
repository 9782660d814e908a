package org.armci4j;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.transport.Offer;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;

/**
 * The collective part of allocation, the same for every transport: each rank offers a block, all
 * exchange the offers, all attach to all, and all learn whether all succeeded. When one rank cannot
 * give or reach a block, every rank throws the same exception and nothing stays allocated.
 */
final class Allocator {
  private final Bootstrap bootstrap;
  private final Transport transport;
  private final long timeoutNanos;
  private final int[] everyone;
  private int allocations;

  Allocator(Bootstrap bootstrap, Transport transport, long timeoutNanos) {
    this.bootstrap = bootstrap;
    this.transport = transport;
    this.timeoutNanos = timeoutNanos;
    this.everyone = IntStream.range(0, bootstrap.size()).toArray();
  }

  /** Collective over all ranks. */
  synchronized GlobalMemory allocate(long sizeBytes) {
    int number = allocations++;
    Answer own;
    Offer offer = null;
    try {
      offer = transport.allocate(sizeBytes);
      own = new Answer("", sizeBytes, offer.descriptor());
    } catch (ArmciException e) {
      own = new Answer(e.getMessage(), 0, new byte[0]);
    }
    try {
      List<Answer> answers = exchange("allocate-" + number, own);
      return new GlobalMemory(number, bootstrap.rank(), attachAll(number, answers));
    } finally {
      if (offer != null) {
        offer.close();
      }
    }
  }

  private RemoteBlock[] attachAll(int number, List<Answer> offers) {
    List<RemoteBlock> blocks = new ArrayList<>();
    Answer own = new Answer("", 0, new byte[0]);
    boolean done = false;
    try {
      for (int rank = 0; rank < offers.size(); rank++) {
        Answer offer = offers.get(rank);
        blocks.add(transport.attach(rank, offer.sizeBytes, offer.descriptor));
      }
    } catch (ArmciException e) {
      own = new Answer(e.getMessage(), 0, new byte[0]);
    }
    try {
      exchange("attach-" + number, own);
      done = true;
      return blocks.toArray(RemoteBlock[]::new);
    } finally {
      if (!done) {
        blocks.forEach(RemoteBlock::detach);
      }
    }
  }

  /** Gives this rank's answer and takes everyone's; an error of any rank becomes everyone's. */
  private List<Answer> exchange(String key, Answer own) {
    List<byte[]> raw = bootstrap.exchange(key, everyone, own.encode(), timeoutNanos);
    List<Answer> answers = raw.stream().map(Answer::decode).toList();
    for (int rank = 0; rank < answers.size(); rank++) {
      String error = answers.get(rank).error;
      if (!error.isEmpty()) {
        throw new ArmciException("allocate: rank %d %s".formatted(rank, error));
      }
    }
    return answers;
  }

  /** What one rank tells the others: an error, or an empty one and its block. */
  @SuppressWarnings("ArrayRecordComponent") // taken apart once, never compared
  private record Answer(String error, long sizeBytes, byte[] descriptor) {
    byte[] encode() {
      byte[] text = error.getBytes(StandardCharsets.UTF_8);
      return ByteBuffer.allocate(Integer.BYTES + Long.BYTES + text.length + descriptor.length)
          .putInt(text.length)
          .putLong(sizeBytes)
          .put(text)
          .put(descriptor)
          .array();
    }

    static Answer decode(byte[] bytes) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      byte[] text = new byte[buffer.getInt()];
      long sizeBytes = buffer.getLong();
      buffer.get(text);
      byte[] descriptor = new byte[buffer.remaining()];
      buffer.get(descriptor);
      return new Answer(new String(text, StandardCharsets.UTF_8), sizeBytes, descriptor);
    }
  }
}
