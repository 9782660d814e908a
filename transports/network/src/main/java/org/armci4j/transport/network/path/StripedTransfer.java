package org.armci4j.transport.network.path;

/**
 * One transfer whose stripes are under way. It is filled by the thread that starts it, looked after
 * by the threads that handle completions, one at a time, and used again when it is over.
 */
final class StripedTransfer {
  private final Stripes stripes;

  /** Of each stripe, the operation of its path that it is complete with. */
  private final long[] operations;

  private boolean isPut;
  private long remote;
  private long sizeBytes;
  private long beganNanos;
  private int missing;
  private boolean over;
  private volatile long ticket;

  StripedTransfer(int most) {
    this.stripes = new Stripes(most);
    this.operations = new long[most];
  }

  Stripes stripes() {
    return stripes;
  }

  long ticket() {
    return ticket;
  }

  void begin(boolean puts, long address, long lengthBytes, long nowNanos) {
    isPut = puts;
    remote = address;
    sizeBytes = lengthBytes;
    beganNanos = nowNanos;
    over = false;
  }

  void started(int stripe, long operation) {
    operations[stripe] = operation;
  }

  void allStarted(long number) {
    missing = stripes.count();
    ticket = number;
  }

  /** Whether the order of this transfer and another one shows in memory. */
  boolean isBefore(boolean puts, long address, long lengthBytes) {
    return (isPut || puts) && remote < address + lengthBytes && address < remote + sizeBytes;
  }

  long operation(int stripe) {
    return operations[stripe];
  }

  boolean isMissing(int stripe) {
    return stripes.nanos(stripe) == Stripes.UNTIMED;
  }

  /** A stripe is in place. */
  void arrived(int stripe, long nowNanos) {
    stripes.arrived(stripe, nowNanos - beganNanos);
    missing--;
    over = missing == 0;
  }

  boolean isOver() {
    return over;
  }

  @Override
  public String toString() {
    return "%s (%d bytes at address 0x%x there, %d of %d stripes under way)"
        .formatted(isPut ? "put" : "get", sizeBytes, remote, missing, stripes.count());
  }
}
