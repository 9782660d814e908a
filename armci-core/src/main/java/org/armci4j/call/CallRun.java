package org.armci4j.call;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.waiting.ShortWork;

/** Runs the handler of a request, on the thread that has taken the request. */
final class CallRun {
  private final CallMemory memory;
  private final CallLayout layout;

  CallRun(CallMemory memory) {
    this.memory = memory;
    this.layout = memory.layout();
  }

  /** Serves the request that {@code requests} has taken last; returns its outcome. */
  long run(Requests requests, int request) {
    Procedure procedure = requests.procedure();
    return procedure == null
        ? Status.outcome(Status.UNKNOWN, 0)
        : run(
            procedure,
            requests.origin(request),
            requests.slot(request),
            requests.requestBytes(request));
  }

  /**
   * Runs a handler. Every exception becomes an outcome for the caller, and the thread goes on
   * serving.
   */
  private long run(Procedure procedure, int origin, int slot, int requestBytes) {
    MemorySegment own = memory.memory().local();
    MemorySegment replyBuffer = own.asSlice(layout.reply(origin, slot), layout.limitBytes());
    try {
      MemorySegment request = own.asSlice(layout.request(origin, slot), requestBytes).asReadOnly();
      MemorySegment reply = replyBuffer.asSlice(0, memory.own(layout.replyCapacity(origin, slot)));
      int replyBytes = handle(procedure, origin, request, reply);
      if (replyBytes < 0 || replyBytes > reply.byteSize()) {
        throw new ArmciException(
            Text.format("its reply of %d bytes has room for %d", replyBytes, reply.byteSize()));
      }
      return Status.outcome(Status.DONE, replyBytes);
    } catch (Throwable e) {
      byte[] text = describe(e, layout.limitBytes()).getBytes(StandardCharsets.UTF_8);
      byte[] fitting = Arrays.copyOf(text, Math.min(text.length, layout.limitBytes()));
      MemorySegment.copy(MemorySegment.ofArray(fitting), 0, replyBuffer, 0, fitting.length);
      return Status.outcome(Status.FAILED, fitting.length);
    }
  }

  /** Returns the text of a handler's exception, whose own {@code toString} may fail as well. */
  private static String describe(Throwable thrown, int limit) {
    String text = null;
    try {
      text = thrown.toString();
    } catch (Throwable again) {
      // The call has failed by the first exception, which is reported by its class name alone.
    }
    if (text == null) {
      text = thrown.getClass().getName();
    }
    return text.substring(0, Math.min(text.length(), limit));
  }

  /**
   * Calls a handler. A short one may not wait on any thread, so that programs cannot depend on the
   * thread.
   */
  private static int handle(
      Procedure procedure, int origin, MemorySegment request, MemorySegment reply)
      throws Exception {
    Handler handler = procedure.handler();
    return procedure.isShort()
        ? ShortWork.<Integer, Exception>call(() -> handler.handle(origin, request, reply))
        : handler.handle(origin, request, reply);
  }
}
