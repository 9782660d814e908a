package org.armci4j.testkit.fake;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.armci4j.bootstrap.text.Text;

/** Holds one operation, from its start until its completion is reported. */
abstract class FakeOperation {
  private final FakeEndpoint endpoint;
  private final String name;
  private final long number;
  private final long address;
  private final long key;
  private final long sizeBytes;
  private boolean answered;

  /**
   * @param number its ticket
   * @param address at the other side
   * @param key the registration there
   * @param sizeBytes size of the range there
   */
  FakeOperation(
      FakeEndpoint endpoint, String name, long number, long address, long key, long sizeBytes) {
    this.endpoint = endpoint;
    this.name = name;
    this.number = number;
    this.address = address;
    this.key = key;
    this.sizeBytes = sizeBytes;
  }

  long sizeBytes() {
    return sizeBytes;
  }

  boolean isGet() {
    return name.equals("get");
  }

  boolean isPut() {
    return name.equals("put");
  }

  /** Returns whether the other side's answer carries a result. */
  boolean hasResult() {
    return name.equals("atomic update");
  }

  /** Notes that the other side's answer has come, and will be reported. */
  void answered() {
    answered = true;
  }

  boolean isAnswered() {
    return answered;
  }

  /**
   * Hands the operation's memory at the other side to its use; returns false where there is none.
   */
  boolean atPlace(FakeFabric fabric, Consumer<MemorySegment> use) {
    FakeRegistration registration = fabric.registration(key);
    return registration != null && registration.use(address, sizeBytes, use);
  }

  /** Moves its data. */
  abstract void move(MemorySegment remote);

  /** Returns whether it waits until the other side's inbox has room. */
  boolean needsReceive() {
    return false;
  }

  /** Lets the operation take effect. */
  void carryOut(FakeFabric fabric) {
    if (!atPlace(fabric, this::move)) {
      endpoint.fail(this, "no registration covers the range there");
    }
  }

  /** Tells the origin that the operation is complete. */
  void complete() {
    endpoint.complete(this, number);
  }

  @Override
  public String toString() {
    return Text.format("%s (%d bytes at address 0x%x there)", name, sizeBytes, address);
  }
}
