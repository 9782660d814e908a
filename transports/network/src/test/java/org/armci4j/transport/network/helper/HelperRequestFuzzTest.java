package org.armci4j.transport.network.helper;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.UpdateList;

/** Whatever comes as a request to the helper thread is read, or refused as it expects. */
class HelperRequestFuzzTest {
  @FuzzTest
  void bytesAreARequestOrRefused(byte[] bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(bytes.length, 8);
      memory.copyFrom(MemorySegment.ofArray(bytes));
      read(new HelperRequest(memory, 0));
    } catch (ArmciException | IllegalArgumentException | IndexOutOfBoundsException refused) {
      // As HelperServer expects; any other exception is a finding, and so is a loop without end.
    }
  }

  private static void read(HelperRequest request) {
    switch (request.kind()) {
      case ACCUMULATE_LIST -> {
        SegmentList list = new SegmentList();
        PackedRuns.unpack(request.memory(), request.data(), request.lengthBytes(), list);
        request.accumulation();
      }
      case PUT_LIST ->
          PackedRuns.unpack(
              request.memory(), request.data(), request.lengthBytes(), new SegmentList());
      case GET_LIST -> {
        long key = request.key().length;
        long end = request.data() + request.lengthBytes();
        PackedRuns.readDescription(
            request.memory(), request.data() + PackedRuns.full(key), end, new SegmentList());
      }
      case UPDATE_LIST -> {
        long begin = request.data() + PackedRuns.full(request.key().length);
        long end = request.data() + request.lengthBytes();
        PackedUpdates.read(request.second(), request.memory(), begin, end, new UpdateList());
      }
      case GET, FIND -> request.key();
      default -> request.first();
    }
  }
}
