package org.armci4j.testkit.fake;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.armci4j.bootstrap.text.Text;

/** One operation, from when it is started until it is told of. */
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
   * @param sizeBytes how much of it
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

  /** Whether the other side's answer is more than that it has carried it out. */
  boolean hasResult() {
    return name.equals("atomic update");
  }

  /** The other side's answer has come, and will be told of. */
  void answered() {
    answered = true;
  }

  boolean isAnswered() {
    return answered;
  }

  /** Hands its memory at the other side to its use; false where there is no such. */
  boolean atPlace(FakeFabric fabric, Consumer<MemorySegment> use) {
    FakeRegistration registration = fabric.registration(key);
    return registration != null && registration.use(address, sizeBytes, use);
  }

  /** Moves its data. */
  abstract void move(MemorySegment remote);

  /** Whether it waits until the other side's inbox has room. */
  boolean needsReceive() {
    return false;
  }

  /** The operation takes effect. */
  void carryOut(FakeFabric fabric) {
    if (!atPlace(fabric, this::move)) {
      endpoint.fail(this, "no registration covers the range there");
    }
  }

  /** The origin learns that it is complete. */
  void complete() {
    endpoint.complete(this, number);
  }

  @Override
  public String toString() {
    return Text.format("%s (%d bytes at address 0x%x there)", name, sizeBytes, address);
  }
}
