package org.armci4j.stream;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * What all ranks of a stream must say alike.
 *
 * @param itemBytes bytes of an item; of the largest record, in a stream of records
 * @param replyBytes bytes of a reply; 0 without replies; negative in a stream of records
 * @param batchBytes most bytes of items that travel together
 */
record StreamShape(int itemBytes, int replyBytes, long batchBytes) {
  private static final int RECORDS = -1;
  private static final long MOST_BYTES = 1L << 30;
  private static final long MOST_REQUESTS = 1L << 28;

  /** Checks the sizes. A batch has at least one item, and whole ones. */
  static StreamShape items(String operation, int rank, int itemBytes, long batchBytes) {
    require(operation, rank, "items", itemBytes, batchBytes);
    long items = Math.max(1, batchBytes / itemBytes);
    return new StreamShape(itemBytes, 0, items * itemBytes);
  }

  /** Checks the sizes. */
  static StreamShape requests(
      String operation, int rank, int requestBytes, int replyBytes, long batchBytes) {
    StreamShape requests = items(operation, rank, requestBytes, batchBytes);
    long items = requests.items();
    if (replyBytes < 1 || items > MOST_REQUESTS || items * replyBytes > MOST_BYTES) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: %d replies of %d bytes for a batch; a reply has at least 1 byte, and"
                  + " a batch at most %d replies with %d bytes",
              operation, rank, items, replyBytes, MOST_REQUESTS, MOST_BYTES));
    }
    return new StreamShape(requestBytes, replyBytes, requests.batchBytes);
  }

  /** Checks the sizes. A batch has room for the largest record with its length. */
  static StreamShape records(String operation, int rank, int mostBytes, long batchBytes) {
    require(operation, rank, "records", mostBytes, batchBytes);
    long bytes = Math.max(RecordStream.spanBytes(mostBytes), batchBytes / Long.BYTES * Long.BYTES);
    return new StreamShape(mostBytes, RECORDS, bytes);
  }

  private static void require(
      String operation, int rank, String what, int itemBytes, long batchBytes) {
    if (itemBytes < 1 || batchBytes < 1 || Math.max(itemBytes, batchBytes) > MOST_BYTES) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: %s of %d bytes in batches of %d; both are from 1 to %d bytes",
              operation, rank, what, itemBytes, batchBytes, MOST_BYTES));
    }
  }

  /**
   * Returns the layout of a rank's block.
   *
   * @param ranks size of the group
   * @param peers ranks that have slots in the block
   * @param addressed whether some of them send batches with addresses
   */
  StreamLayout layout(int ranks, int peers, boolean addressed) {
    long most = addressed ? Math.max(batchBytes, addressedBytes()) : batchBytes;
    return StreamLayout.of(ranks, peers, most, replyBytes <= 0 ? 0 : items() * replyBytes);
  }

  /** Returns the most bytes of a batch whose items have addresses; it has at least one of them. */
  long addressedBytes() {
    long most = mostBytes() + HostRelay.ADDRESS_BYTES;
    long bytes = Math.max(batchBytes, most);
    return replyBytes == RECORDS ? bytes : bytes / most * most;
  }

  /** Returns what the item at an offset takes in a batch. */
  long spanBytes(MemorySegment memory, long at) {
    return replyBytes == RECORDS ? RecordStream.spanBytes(memory, at) : itemBytes;
  }

  /** Returns what the largest item takes in a batch. */
  long mostBytes() {
    return replyBytes == RECORDS ? RecordStream.spanBytes(itemBytes) : itemBytes;
  }

  /** Returns how many items a batch has. */
  long items() {
    return batchBytes / itemBytes;
  }

  long sizes() {
    return batchBytes << Integer.SIZE | itemBytes;
  }

  long kind() {
    return replyBytes;
  }

  @Override
  public String toString() {
    String replies = replyBytes > 0 ? Text.format(" and replies of %d", replyBytes) : "";
    String what = replyBytes == RECORDS ? "records of at most" : "items of";
    return Text.format("%s %d bytes%s, %d bytes a batch", what, itemBytes, replies, batchBytes);
  }
}
