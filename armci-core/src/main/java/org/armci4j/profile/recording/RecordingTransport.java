package org.armci4j.profile.recording;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.armci4j.transport.Capabilities;
import org.armci4j.transport.Loan;
import org.armci4j.transport.Offer;
import org.armci4j.transport.ProcessMemory;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;
import org.armci4j.waiting.Doorbell;
import org.armci4j.waiting.WaitPolicy;

/** A transport that tells of its fences, and whose blocks tell of their operations. */
public final class RecordingTransport implements Transport {
  private final Transport transport;
  private final RankRecorder recorder;

  /**
   * Makes a transport that moves data by another one.
   *
   * @param transport the other one
   * @param recorder gets what they do
   */
  public RecordingTransport(Transport transport, RankRecorder recorder) {
    this.transport = transport;
    this.recorder = recorder;
  }

  private RemoteBlock recording(RemoteBlock block, byte[] descriptor) {
    long key = WordSums.block(block.rank(), descriptor);
    recorder.addBlock(block, key);
    return new RecordingBlock(block, recorder, key);
  }

  @Override
  public RemoteBlock attach(int rank, long sizeBytes, byte[] descriptor) {
    return recording(transport.attach(rank, sizeBytes, descriptor), descriptor);
  }

  @Override
  public RemoteBlock attachShared(int rank, long sizeBytes, byte[] descriptor) {
    return recording(transport.attachShared(rank, sizeBytes, descriptor), descriptor);
  }

  @Override
  public RemoteBlock borrow(int rank, long sizeBytes, byte[] descriptor) {
    return recording(transport.borrow(rank, sizeBytes, descriptor), descriptor);
  }

  @Override
  public void flush(int rank) {
    ThreadRecord here = recorder.here();
    long start = here.startFence(rank);
    try {
      transport.flush(rank);
    } finally {
      here.endFence(start, rank);
    }
  }

  @Override
  public void flushAll() {
    ThreadRecord here = recorder.here();
    long start = here.startFence(-1);
    try {
      transport.flushAll();
    } finally {
      here.endFence(start, -1);
    }
  }

  @Override
  public String name() {
    return transport.name();
  }

  @Override
  public Capabilities capabilities() {
    return transport.capabilities();
  }

  @Override
  public Offer allocate(long sizeBytes) {
    return transport.allocate(sizeBytes);
  }

  @Override
  public Offer allocateShared(long sizeBytes) {
    return transport.allocateShared(sizeBytes);
  }

  @Override
  public MemorySegment allocateLocal(Arena arena, long sizeBytes) {
    return transport.allocateLocal(arena, sizeBytes);
  }

  @Override
  public Loan lend(MemorySegment segment, long offset, long sizeBytes) {
    return transport.lend(segment, offset, sizeBytes);
  }

  @Override
  public boolean isComplete(int rank, long ticket) {
    return transport.isComplete(rank, ticket);
  }

  @Override
  public void abandon(int rank, long ticket) {
    transport.abandon(rank, ticket);
  }

  @Override
  public boolean progress() {
    return transport.progress();
  }

  @Override
  public boolean serve() {
    return transport.serve();
  }

  @Override
  public WaitPolicy waitPolicy(WaitPolicy policy) {
    return transport.waitPolicy(policy);
  }

  @Override
  public Doorbell doorbell() {
    return transport.doorbell();
  }

  @Override
  public Optional<Doorbell> transferDoorbell() {
    return transport.transferDoorbell();
  }

  @Override
  public Doorbell helperDoorbell() {
    return transport.helperDoorbell();
  }

  @Override
  public void addHelperWork(BooleanSupplier work) {
    transport.addHelperWork(work);
  }

  @Override
  public void removeHelperWork(BooleanSupplier work) {
    transport.removeHelperWork(work);
  }

  @Override
  public Optional<ProcessMemory> newProcessMemory() {
    return transport.newProcessMemory();
  }

  @Override
  public String underWay() {
    return transport.underWay();
  }

  @Override
  public void close() {
    transport.close();
  }
}
