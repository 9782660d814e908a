package org.armci4j;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.Offer;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;
import org.armci4j.waiting.Release;

/**
 * Does the collective part of allocation, which is the same for every transport. Each rank offers a
 * block, all exchange the offers, each reserves the space of its own block, all attach to all
 * blocks, and all learn whether all succeeded. When one rank cannot give or reach a block, every
 * rank throws the same exception and nothing stays allocated.
 */
final class Allocator {
  private static final int NOBODY = -1;

  private final int rank;
  private final HostDomains domains;
  private final Exchanges exchanges;
  private final Transport transport;
  private final Tickets tickets;

  Allocator(
      int rank, HostDomains domains, Exchanges exchanges, Transport transport, Tickets tickets) {
    this.rank = rank;
    this.domains = domains;
    this.exchanges = exchanges;
    this.transport = transport;
    this.tickets = tickets;
  }

  /**
   * Allocates a block on each member. Collective over {@code members}.
   *
   * @param name the new memory's name, unique in the job
   * @param origin the owner that may free the memory
   * @param size gives the size of this rank's block. An exception that it throws goes to all
   *     members, as a rank with a wrong argument must not leave the others waiting
   */
  GlobalMemory allocate(String name, int[] members, GlobalMemory.Origin origin, LongSupplier size) {
    long sizeBytes;
    try {
      sizeBytes = size.getAsLong();
    } catch (RuntimeException e) {
      String error = e instanceof ArmciException ? e.getMessage() : "gives no size: " + e;
      throw refusal(allocateFolder(name), members, Answer.wrong(error), e);
    }
    Offer offer;
    try {
      offer = transport.allocate(sizeBytes);
    } catch (ArmciException e) {
      throw refusal(allocateFolder(name), members, Answer.unable(e.getMessage()), e);
    } catch (RuntimeException e) {
      throw refusal(allocateFolder(name), members, Answer.wrong("gives no block: " + e), e);
    }
    try (offer) {
      Answer own = Answer.block(sizeBytes, offer.descriptor());
      List<Answer> answers = exchange(allocateFolder(name), members, own);
      RemoteBlock[] blocks = attachAll(name, members, answers, offer);
      return new GlobalMemory(name, rank, origin, tickets, blocks);
    }
  }

  /**
   * Sends this rank's refusal and returns the exception of all members: the first member's refusal.
   */
  private ArmciException refusal(String key, int[] members, Answer own, RuntimeException reason) {
    try {
      exchange(key, members, own);
    } catch (ArmciException e) {
      e.addSuppressed(reason);
      return e;
    }
    throw new IllegalStateException("nobody was told", reason);
  }

  /** Returns the sum of the blocks on this host, or {@link Long#MAX_VALUE} if that overflows. */
  private long hostBytes(int[] members, List<Answer> offers) {
    long sum = 0;
    for (int i = 0; i < members.length; i++) {
      long added = domains.domain(members[i]) == domains.mine() ? offers.get(i).sizeBytes : 0;
      sum = added > Long.MAX_VALUE - sum ? Long.MAX_VALUE : sum + added;
    }
    return sum;
  }

  /** Returns the blocks by rank of the job, with null for ranks that are no members. */
  private RemoteBlock[] attachAll(String name, int[] members, List<Answer> offers, Offer mine) {
    RemoteBlock[] blocks = new RemoteBlock[tickets.ranks()];
    boolean done = false;
    try {
      exchange(attachFolder(name), members, attach(blocks, members, offers, mine));
      done = true;
      return blocks;
    } finally {
      if (!done) {
        List<RemoteBlock> attached = Arrays.stream(blocks).filter(Objects::nonNull).toList();
        Release.all(attached, RemoteBlock::detach, 0); // no other thread has seen them
      }
    }
  }

  /** Attaches to the members' blocks, until one cannot be reached. Returns this rank's answer. */
  private Answer attach(RemoteBlock[] blocks, int[] members, List<Answer> offers, Offer mine) {
    int next = 0;
    try {
      mine.reserve(hostBytes(members, offers));
      for (; next < members.length; next++) {
        Answer offer = offers.get(next);
        int owner = members[next];
        blocks[owner] = transport.attach(owner, offer.sizeBytes, offer.descriptor);
      }
      return Answer.block(0, new byte[0]);
    } catch (ArmciException e) {
      return unable(members[next], e);
    }
  }

  /**
   * Returns the answer of this rank that has not reached a block. The memory of a process ends with
   * it, and sooner than the launcher knows: such a loss must not look like an error of the set-up,
   * also where the owner itself had reached all blocks.
   */
  private Answer unable(int owner, ArmciException e) {
    boolean gone = e.getCause() instanceof NoSuchFileException && exchanges.isLostOrDying(owner);
    return gone ? Answer.lost(owner, e.getMessage()) : Answer.unable(e.getMessage());
  }

  /** Returns the key of the first exchange for a memory, or how all such begin for a group's. */
  static String allocateFolder(String name) {
    return "allocate " + name;
  }

  /** Returns the key of the last exchange for a memory, or how all such begin for a group's. */
  static String attachFolder(String name) {
    return "attach " + name;
  }

  /** Sends this rank's answer and returns those of all members; throws the first member's error. */
  private List<Answer> exchange(String key, int[] members, Answer own) {
    List<byte[]> raw = exchanges.exchange(key, members, own.encode());
    List<Answer> answers = raw.stream().map(Answer::decode).toList();
    for (int i = 0; i < members.length; i++) {
      Answer answer = answers.get(i);
      if (answer.lost != NOBODY) {
        exchanges.requireLoss(answer.lost, key);
      }
      answer.requireBlock(members[i]);
    }
    return answers;
  }

  /**
   * Holds one rank's answer: an error, or an empty error and a block.
   *
   * @param ofProgram whether the program caused the error, so that its author needs the stack
   *     trace; any other error is the host's or the set-up's, which a user can fix
   * @param lost the rank that is lost and whose block is gone with it, or {@link #NOBODY}
   */
  @SuppressWarnings("ArrayRecordComponent") // decoded once, never compared
  private record Answer(
      String error, boolean ofProgram, int lost, long sizeBytes, byte[] descriptor) {
    static Answer block(long sizeBytes, byte[] descriptor) {
      return new Answer("", false, NOBODY, sizeBytes, descriptor);
    }

    static Answer wrong(String error) {
      return new Answer(error, true, NOBODY, 0, new byte[0]);
    }

    static Answer unable(String error) {
      return new Answer(error, false, NOBODY, 0, new byte[0]);
    }

    static Answer lost(int rank, String error) {
      return new Answer(error, false, rank, 0, new byte[0]);
    }

    void requireBlock(int rank) {
      if (!error.isEmpty()) {
        String message = Text.format("allocate: rank %d %s", rank, error);
        throw ofProgram ? new ArmciException(message) : new SetupException(message);
      }
    }

    byte[] encode() {
      byte[] text = error.getBytes(StandardCharsets.UTF_8);
      return ByteBuffer.allocate(
              1 + 2 * Integer.BYTES + Long.BYTES + text.length + descriptor.length)
          .put((byte) (ofProgram ? 1 : 0))
          .putInt(lost)
          .putInt(text.length)
          .putLong(sizeBytes)
          .put(text)
          .put(descriptor)
          .array();
    }

    static Answer decode(byte[] bytes) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      boolean ofProgram = buffer.get() != 0;
      int lost = buffer.getInt();
      byte[] text = new byte[buffer.getInt()];
      long sizeBytes = buffer.getLong();
      buffer.get(text);
      byte[] descriptor = new byte[buffer.remaining()];
      buffer.get(descriptor);
      return new Answer(
          new String(text, StandardCharsets.UTF_8), ofProgram, lost, sizeBytes, descriptor);
    }
  }
}
