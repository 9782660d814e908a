package org.armci4j.collectives.cost;

import org.armci4j.collectives.schedule.Channels;

/**
 * What messages and local work cost on one level of a machine: inside a host, or between hosts. The
 * terms are those of LogGP (Alexandrov, Ionescu, Schauser, Scheiman, 1995), with the processor's
 * part of each byte apart (LogGOPS: Hoefler, Schneider, Lumsdaine, 2010), and the copies and
 * operations of the thesis (Gupta, 2002, section 6.4).
 *
 * <p>One message of k bytes takes its sender o + k·O of processor time; then its bytes leave, one
 * each G, and no message within g of the one before; the last byte arrives L later; and taking it
 * takes the receiver o and a copy or a combination of k bytes. A long put goes in pieces, of which
 * all that pipelines.
 *
 * @param startNanos what a call costs before its first step
 * @param latencyNanos L, from one processor's memory or device to the other's
 * @param overheadNanos o, processor time for each message at each of its ends
 * @param gapNanos g, the least time between the beginnings of two messages of one sender
 * @param nanosPerByte G, the time of each byte on its way, in which the processor is free
 * @param sendNanosPerByte O, the sender's processor time for each byte that it puts to a ring
 * @param writeNanosPerByte the same for each byte that it writes straight to where it is to be, or
 *     reads from there: it comes from memory that is in no near cache, or goes there
 * @param copyNanosPerByte for each byte that is copied
 * @param combineNanosPerByte for each byte that is combined with another
 * @param stepNanos for each step that copies or combines, whatever its length
 * @param pieceBytes length of the pieces of a long put
 */
public record LogGP(
    double startNanos,
    double latencyNanos,
    double overheadNanos,
    double gapNanos,
    double nanosPerByte,
    double sendNanosPerByte,
    double writeNanosPerByte,
    double copyNanosPerByte,
    double combineNanosPerByte,
    double stepNanos,
    long pieceBytes) {

  /** Makes a level with the pieces of large groups. */
  public LogGP(
      double startNanos,
      double latencyNanos,
      double overheadNanos,
      double gapNanos,
      double nanosPerByte,
      double sendNanosPerByte,
      double writeNanosPerByte,
      double copyNanosPerByte,
      double combineNanosPerByte,
      double stepNanos) {
    this(
        startNanos,
        latencyNanos,
        overheadNanos,
        gapNanos,
        nanosPerByte,
        sendNanosPerByte,
        writeNanosPerByte,
        copyNanosPerByte,
        combineNanosPerByte,
        stepNanos,
        Channels.LEAST_PIECE_BYTES);
  }

  /** Returns the number of messages of a put. */
  public long pieces(long bytes) {
    return Math.max(1, Math.ceilDiv(bytes, pieceBytes));
  }

  /** Returns the processor time that pieces take their sender. */
  public double send(long messages, long bytes) {
    return messages * overheadNanos + bytes * sendNanosPerByte;
  }

  /** Returns the processor time that a straight write takes its sender. */
  public double writing(long bytes) {
    return overheadNanos + bytes * writeNanosPerByte;
  }

  /** Returns the processor time that a put takes its sender. */
  public double put(long bytes) {
    return send(pieces(bytes), bytes);
  }

  /** Returns the processor time that a put takes its receiver, who copies it. */
  public double take(long bytes) {
    return pieces(bytes) * overheadNanos + bytes * copyNanosPerByte;
  }

  /** Returns the processor time that a put takes its receiver, who combines it. */
  public double takeCombining(long bytes) {
    return pieces(bytes) * overheadNanos + bytes * combineNanosPerByte;
  }

  /** From the beginning of a put until its receiver has copied it. */
  public double hop(long bytes) {
    return hop(bytes, 0, copyNanosPerByte);
  }

  /** From the beginning of a put until its receiver has combined it. */
  public double hopCombining(long bytes) {
    return hop(bytes, 0, combineNanosPerByte);
  }

  /** As {@link #hop(long)}, of a receiver who has something else to do first, once it has sent. */
  public double hopBeside(long bytes, double otherNanos) {
    return hop(bytes, otherNanos, copyNanosPerByte);
  }

  private double hop(long bytes, double otherNanos, double perByte) {
    long pieces = pieces(bytes);
    long head = Math.min(bytes, pieceBytes);
    long tail = bytes - (pieces - 1) * pieceBytes;
    double leaves = overheadNanos + head * sendNanosPerByte;
    double first = leaves + head * nanosPerByte + latencyNanos;
    double last =
        Math.max(leaves + bytes * nanosPerByte, put(bytes) + tail * nanosPerByte) + latencyNanos;
    double begins = Math.max(first, put(bytes) + otherNanos);
    return Math.max(
        begins + pieces * overheadNanos + bytes * perByte, last + overheadNanos + tail * perByte);
  }

  /** From the beginning of a write to where its bytes are to be until its receiver sees it. */
  public double write(long bytes) {
    return writing(bytes) + bytes * nanosPerByte + latencyNanos + overheadNanos;
  }

  /** From the beginning of a signal until its receiver sees it. */
  public double signal() {
    return write(0);
  }

  /** Returns the time that a read of bytes from a peer takes. */
  public double read(long bytes) {
    return overheadNanos + 2 * latencyNanos + bytes * (nanosPerByte + writeNanosPerByte);
  }

  /** Returns the time of a copy within this rank. */
  public double copy(long bytes) {
    return bytes == 0 ? 0 : stepNanos + bytes * copyNanosPerByte;
  }

  /** Returns the time in which this rank combines elements of its own. */
  public double combine(long bytes) {
    return bytes == 0 ? 0 : stepNanos + bytes * combineNanosPerByte;
  }

  /**
   * Returns this level where ranks share cores: each gets its part of the processor's time, and a
   * message is seen when its receiver's turn comes.
   *
   * @param ranksPerCore how many ranks each core has; up to 1 nothing changes
   * @param turnNanos how long it takes until a core goes on to its next rank
   */
  public LogGP onSharedCores(double ranksPerCore, double turnNanos) {
    if (ranksPerCore <= 1) {
      return this;
    }
    double seenNanos = latencyNanos + (ranksPerCore - 1) * turnNanos;
    return with(ranksPerCore, seenNanos, pieceBytes);
  }

  /** Returns this level for a group whose long puts go in pieces of another length. */
  public LogGP inPieces(long newPieceBytes) {
    return with(1, latencyNanos, newPieceBytes);
  }

  private LogGP with(double factor, double newLatencyNanos, long newPieceBytes) {
    return new LogGP(
        startNanos * factor,
        newLatencyNanos,
        overheadNanos * factor,
        gapNanos,
        nanosPerByte,
        sendNanosPerByte * factor,
        writeNanosPerByte * factor,
        copyNanosPerByte * factor,
        combineNanosPerByte * factor,
        stepNanos * factor,
        newPieceBytes);
  }
}
