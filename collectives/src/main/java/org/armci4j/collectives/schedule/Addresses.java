package org.armci4j.collectives.schedule;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.armci4j.GlobalMemory;
import org.armci4j.Lending;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Elements;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.Loan;

/**
 * Where the destinations of a call lie, and so how ranks write to them. The rank that is written to
 * tells its record to the one that writes, which goes straight there
 *
 * <ul>
 *   <li>if both destinations lie in one global memory. Where records go both ways, both know
 *       whether they do; otherwise the first write tells;
 *   <li>or if the one that is written to lends its memory, which it does where a network joins the
 *       two. So it knows by itself. It lends the destination, or for an array and other memory that
 *       cannot be lent the {@link StagedDestination staging memory} in its place.
 * </ul>
 *
 * <p>A key of lent memory follows the record when the peer has not been told it yet, and not when a
 * later call lies in the same loan: see {@link Loan#generation}.
 */
final class Addresses implements AutoCloseable {
  /** Length of a record: the memory's number, the offset, the loan, how long its key is. */
  static final long RECORD_BYTES = 32;

  /** Distance of records: each has room for a key behind it. */
  static final long STRIDE_BYTES = 256;

  private static final long OFFSET = 8;
  private static final long GENERATION = 16;
  private static final long KEY_BYTES = 24;

  /** In place of a memory's number: the record is not here yet. */
  private static final long UNKNOWN = 0;

  /** In place of a memory's number: in no global memory, and not lent. */
  private static final long NOWHERE = 1;

  /** In place of a memory's number: in memory that the rank lends. */
  private static final long LENT = 2;

  private final int place;
  private final int size;
  private final boolean[] lendable;

  /** Whether memory is lent to any rank. */
  private final boolean lendsAtAll;

  private final Lending lending;
  private final StagedDestination staged;
  private final BorrowedMemory borrowed;
  private final MemorySegment records;
  private final boolean[] told;

  /** Generation of the key that each peer has of each loan, as in {@link BorrowedMemory}. */
  private final long[] toldKeys;

  private GlobalMemory memory;

  /** Of this rank's destination, or of what stands for it; null where nothing is lent. */
  private Loan loan;

  /**
   * @param place this rank's
   * @param ranks of the group, in the order of their places
   * @param lendable by place, whether memory is lent to that rank, and from there to here
   * @param staged stands for destinations that cannot be lent
   */
  Addresses(int place, int[] ranks, boolean[] lendable, Lending lending, StagedDestination staged) {
    this.place = place;
    this.size = ranks.length;
    this.lendable = lendable.clone();
    this.lendsAtAll = isAnyOf(lendable);
    this.lending = lending;
    this.staged = staged;
    this.borrowed = new BorrowedMemory(lending, ranks);
    this.told = new boolean[size];
    this.toldKeys = new long[size * BorrowedMemory.KEPT];
    this.records = Arena.ofAuto().allocate((size + 1) * STRIDE_BYTES, STRIDE_BYTES);
  }

  private static boolean isAnyOf(boolean[] flags) {
    for (boolean flag : flags) {
      if (flag) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the memory of all records, that of place p at p · {@link #STRIDE_BYTES}; behind the
   * last one this rank's own once more, with the key of its loan.
   */
  MemorySegment records() {
    return records;
  }

  /**
   * Notes where this rank's destination lies, and forgets all others'.
   *
   * @param mayLend whether to lend it, so that peers can write there
   */
  void begin(Elements destination, boolean mayLend) {
    memory = destination.memory();
    for (int peer = 0; peer < size; peer++) {
      records.set(JAVA_LONG, peer * STRIDE_BYTES, UNKNOWN);
    }
    Arrays.fill(told, false);
    if (memory != null) {
      writeOwn(place, number(memory), destination.offset(), 0, 0);
    } else if (mayLend && lendsAtAll && (lend(destination) || lendStaging(destination))) {
      long address =
          staged.isUsed()
              ? staged.room().segment().address()
              : destination.segment().address() + destination.offset();
      long offset = address - loan.address();
      writeOwn(place, LENT, offset, loan.generation(), 0);
      writeOwn(size, LENT, offset, loan.generation(), writeKey());
    } else {
      writeOwn(place, NOWHERE, 0, 0, 0);
    }
  }

  private boolean lend(Elements destination) {
    return lend(destination.segment(), destination.offset(), destination.sizeBytes());
  }

  private boolean lendStaging(Elements destination) {
    MemorySegment room = staged.begin(destination);
    if (room != null && !lend(room, 0, destination.sizeBytes())) {
      staged.end();
    }
    return loan != null;
  }

  private boolean lend(MemorySegment segment, long start, long sizeBytes) {
    loan = lending.lend(segment, start, sizeBytes);
    if (loan != null && RECORD_BYTES + Long.BYTES + loan.descriptor().length > STRIDE_BYTES) {
      end(); // a network of so many devices that their keys have no room
    }
    return loan != null;
  }

  private void writeOwn(int at, long number, long offset, long generation, long keyBytes) {
    long record = at * STRIDE_BYTES;
    records.set(JAVA_LONG, record, number);
    records.set(JAVA_LONG, record + OFFSET, offset);
    records.set(JAVA_LONG, record + GENERATION, generation);
    records.set(JAVA_LONG, record + KEY_BYTES, keyBytes);
  }

  /** Writes what peers need to know once; says how long it is. */
  private long writeKey() {
    long at = size * STRIDE_BYTES + RECORD_BYTES;
    byte[] descriptor = loan.descriptor();
    records.set(JAVA_LONG, at, loan.sizeBytes());
    MemorySegment.copy(descriptor, 0, records, JAVA_BYTE, at + Long.BYTES, descriptor.length);
    return (long) Long.BYTES + descriptor.length;
  }

  /** The call is complete, so nobody writes to this rank's destination any more. */
  void end() {
    if (loan != null) {
      loan.close();
      loan = null;
    }
    staged.end();
  }

  /** The call has failed: when this returns, nobody writes to this rank's destination any more. */
  void giveUp() {
    if (loan != null && !staged.isUsed()) {
      loan.revoke();
    }
    loan = null; // a loan of staging memory never ends: late writes harm nobody there
    staged.lose();
  }

  private long word(int at, long field) {
    return records.get(JAVA_LONG, at * STRIDE_BYTES + field);
  }

  private long number(int at) {
    return word(at, 0);
  }

  /** Returns whether a peer still needs the key of this rank's loan. */
  private boolean needsKey(int peer) {
    return loan != null
        && lendable[peer]
        && toldKeys[BorrowedMemory.index(peer, loan.generation())] != loan.generation();
  }

  /** Returns the offset of the record for a peer; behind it lies the key, if there is one. */
  long recordFor(int peer) {
    return (needsKey(peer) ? size : place) * STRIDE_BYTES;
  }

  /** Returns the number of bytes that a peer is told. */
  long tellingBytes(int peer) {
    return RECORD_BYTES + (needsKey(peer) ? word(size, KEY_BYTES) : 0);
  }

  /** Returns the number of bytes that a peer tells, as far as its first bytes say it. */
  long toldBytes(int peer, long done) {
    if (done < RECORD_BYTES) {
      return RECORD_BYTES;
    }
    long keyBytes = word(peer, KEY_BYTES);
    if (keyBytes < 0 || keyBytes > STRIDE_BYTES - RECORD_BYTES) {
      throw new ArmciException(Text.format("a key of %d bytes from place %d", keyBytes, peer));
    }
    return RECORD_BYTES + keyBytes;
  }

  /** Notes that a peer has been told this rank's record, with a key if it needed one. */
  void tell(int peer) {
    if (needsKey(peer)) {
      toldKeys[BorrowedMemory.index(peer, loan.generation())] = loan.generation();
    }
    told[peer] = true;
  }

  /** Takes note of a peer's key, if one came with its record. */
  void learn(int peer) {
    long keyBytes = word(peer, KEY_BYTES);
    if (keyBytes > 0) {
      long key = peer * STRIDE_BYTES + RECORD_BYTES;
      long sizeBytes = records.get(JAVA_LONG, key);
      MemorySegment descriptor = records.asSlice(key + Long.BYTES, keyBytes - Long.BYTES);
      borrowed.learn(peer, word(peer, GENERATION), sizeBytes, descriptor.toArray(JAVA_BYTE));
    }
  }

  /** Notes how a peer writes to this rank, which has not been told the peer's record. */
  void learn(int peer, boolean straight) {
    records.set(JAVA_LONG, peer * STRIDE_BYTES, straight ? number(place) : NOWHERE);
  }

  /**
   * Returns whether a peer, of which this rank has the record, waits to be told that this rank does
   * not write straight to it: it cannot know by itself where this rank's destination lies.
   */
  boolean isToBeDeclined(int peer) {
    return isGlobal(number(peer)) && !told[peer];
  }

  /** Notes that a peer has been told so. */
  void decline(int peer) {
    told[peer] = true;
  }

  private static boolean isGlobal(long number) {
    return number != UNKNOWN && number != NOWHERE && number != LENT;
  }

  /** Returns whether it is known how a peer writes to this rank. */
  boolean knowsWayOf(int peer) {
    return !isGlobal(number(place)) || number(peer) != UNKNOWN;
  }

  /** Returns whether a peer writes straight to this rank, as far as that is known. */
  boolean isReachedBy(int peer) {
    long own = number(place);
    return own == LENT ? lendable[peer] : isGlobal(own) && number(peer) == own;
  }

  /** Returns whether this rank writes straight to a peer, whose record is here. */
  boolean reaches(int peer) {
    long number = number(peer);
    return number == LENT ? lendable[peer] : isGlobal(number) && number == number(place);
  }

  /** Returns the memory in which a peer's destination lies, which this rank reaches. */
  GlobalMemory memory(int peer) {
    return number(peer) == LENT ? borrowed.memory(peer, word(peer, GENERATION)) : memory;
  }

  /** Returns the offset of a peer's destination in its block. */
  long offset(int peer) {
    return word(peer, OFFSET);
  }

  /**
   * Returns a number that stands for a global memory's name, which is the same on all ranks: FNV-1a
   * of 64 bits.
   */
  private static long number(GlobalMemory memory) {
    String name = memory.name();
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
    }
    return isGlobal(hash) ? hash : -1;
  }

  /**
   * Ends in a call with which peers may go on: a loan that never ends keeps the memory for them.
   */
  void leave() {
    loan = null;
    staged.lose();
    borrowed.close();
  }

  @Override
  public void close() {
    end();
    borrowed.close();
  }
}
